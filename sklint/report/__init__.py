"""Findings to text: one function a format, each loaded when it is first called."""

from collections.abc import Callable, Mapping

from sklint.report.run import Json, JsonObject, Report

__all__ = ["RENDERERS", "Json", "JsonObject", "Renderer", "Report"]

Renderer = Callable[[Report], str]


def _text(report: Report) -> str:
    from sklint.report import text

    return text.render(report)


def _json(report: Report) -> str:
    from sklint.report import json

    return json.render(report)


def _sarif(report: Report) -> str:
    from sklint.report import sarif

    return sarif.render(report)


def _github(report: Report) -> str:
    from sklint.report import github

    return github.render(report)


def _markdown(report: Report) -> str:
    from sklint.report import markdown

    return markdown.render(report)


RENDERERS: Mapping[str, Renderer] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "markdown": _markdown,
}
