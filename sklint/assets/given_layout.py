"""A layout that a person has written or answered the questions of, as the layout of an asset."""

from collections.abc import Iterator

from sklint.assets.layout import AssetLayout, layout
from sklint.assets.question import Question
from sklint.assets.survey import Survey
from sklint.assets.units import LayoutUnit, kind
from sklint.contract_shapes import Layout, Unit

NOT_READY = "layout-not-ready"


def given_layout(survey: Survey, given: Layout, path: str) -> AssetLayout:
    """The units that a layout names; what of the asset is no unit, the asset tells."""
    units = tuple(unit(survey, it) for it in given.operator_units)
    taken = {it.kernel_source for it in units}
    return AssetLayout(
        status=given.status,
        asset_root=str(survey.asset.root),
        layout_source=path,
        operator_units=units,
        skipped_items=tuple(it for it in layout(survey).skipped_items if it.path not in taken),
        human_questions=tuple(questions(given, path)),
    )


def unit(survey: Survey, it: Unit) -> LayoutUnit:
    return LayoutUnit(
        unit_id=it.unit_id,
        entry_name=it.entry_name,
        asset_kind=kind(survey, it.kernel_source),
        kernel_source=it.kernel_source,
        host_source=it.host_source or None,
        host_source_candidates=it.host_source_candidates,
        json_spec=it.json_spec or None,
        tiling_headers=it.tiling_headers,
        support_files=it.support_files,
        source_asset=it.source_asset,
    )


def questions(given: Layout, path: str) -> Iterator[Question]:
    if given.status != "ready":
        yield Question(NOT_READY, f"{path} has status {given.status}: set it to ready once its questions are answered")
    elif not given.operator_units:
        yield Question(NOT_READY, f"{path} names no operator units")
