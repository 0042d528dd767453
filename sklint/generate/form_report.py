"""operator-sk-form-analysis.json: how far each kernel source of an asset is adapted to a SuperKernel."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from sklint.generate.adapt_headers import Headers, form_with
from sklint.generate.adapt_sources import Ignored, collect
from sklint.sk_form import FileForm, Form, overall

REPORT = "operator-sk-form-analysis.json"


class FormReport(msgspec.Struct, frozen=True):
    status: str
    asset_path: str
    overall_form: Form
    per_file: tuple[FileForm, ...]
    ignored_support_files: tuple[Ignored, ...]


def form_report(asset: Path, leave_out: Sequence[Path]) -> FormReport:
    """The form of each kernel source of an asset, a file or a folder, but for those in the folders to leave out.
    SklintError where there is none."""
    found = collect(asset, leave_out)
    headers = Headers()
    forms = [form_with(name, it, headers) for name, it in found.sources.items()]
    return FormReport("analyzed", str(asset.resolve()), overall(forms), tuple(forms), found.ignored)
