"""operator-asset-understanding.json: what each unit of an asset is, what its code uses, what it can be built for."""

from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from sklint.assets.layout import AssetLayout, SkippedItem
from sklint.assets.question import Question
from sklint.assets.roles import is_test_path
from sklint.assets.survey import Survey
from sklint.assets.understood import Understood, UnderstoodUnit, runtime_wrappers

FILE = "operator-asset-understanding.json"


class Understanding(msgspec.Struct, frozen=True, kw_only=True):
    schema_version: int = 1
    status: str
    asset_root: str
    asset_kind: str
    operator_units: tuple[UnderstoodUnit, ...]
    unsupported_items: tuple[SkippedItem, ...] = ()
    warnings: tuple[str, ...] = ()
    human_questions: tuple[Question, ...] = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that a person has to answer."""
        return (*self.human_questions, *(it for unit in self.operator_units for it in unit.human_questions))


def understanding(
    survey: Survey, layout: AssetLayout, chips: Sequence[str], notes: Sequence[str] = ()
) -> Understanding:
    """What is to be known of the units of a layout; `notes` are warnings that are known before."""
    wrappers = runtime_wrappers(survey)
    units = [Understood(survey, it, tuple(chips), wrappers) for it in layout.operator_units]
    questions = (*layout.human_questions, *(it for unit in units for it in unit.support.questions))
    warnings = [
        *notes,
        *([wrappers.problem] if wrappers.problem else []),
        *(it for unit in units for it in unit.warnings),
    ]
    return Understanding(
        status="analyzed" if units and not questions and layout.status == "ready" else "needs-human",
        asset_root=layout.asset_root,
        asset_kind=asset_kind(survey, layout),
        operator_units=tuple(it.unit for it in units),
        unsupported_items=layout.skipped_items,
        warnings=tuple(dict.fromkeys(warnings)),
        human_questions=layout.human_questions,
    )


def asset_kind(survey: Survey, layout: AssetLayout) -> str:
    """How the asset is laid out, as a whole."""
    folders = {str(above) for it in survey.asset.files if not is_test_path(it) for above in PurePosixPath(it).parents}
    if "custom_op" in folders:
        return "custom_op_package"
    pairs = (it for it in folders if it.split("/")[-1] == "op_kernel")
    if any(f"{it.removesuffix('op_kernel')}op_host" in folders for it in pairs):
        return "op_dev_source_pool"
    kinds = {it.asset_kind for it in layout.operator_units}
    if "CMakeLists.txt" in survey.asset.files or kinds == {"direct_kernel_invocation"}:
        return "direct_kernel_invocation"
    return "source_asset"
