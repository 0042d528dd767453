"""Pages for people, made from the rules: one of a rule, one of a pack."""

import re

from sklint.rule import Pack, Rule

OWN_PAGES = {
    "sklint.internal": """sklint or a rule failed on a file: it counts as not checked, and the run exits with 2.

The message names the rule and the place in it. The other rules and files were checked. Please report it, with the
file if you can.""",
    "sklint.parse-note": "A note of the parser: what it could not read. Rules say nothing about such code.",
    "sklint.unknown-suppression": """A `// sklint: ignore[...]` comment names no rule, or is not written as one.

Such a comment covers nothing. `sklint rules` lists the ids; the beginning of ids (`sk.bind`) and the name of a pack
(`spec`) count as well.""",
    "sklint.unused-suppression": """A `// sklint: ignore[...]` comment covers no finding any more.

The fix takes it away.""",
}
"""The pages of the tool's own notes."""

CAPTIONS = {"bad": "Reported", "fixed": "Fixed", "good": "Not reported"}
_FENCE = re.compile(r"^```(cpp|json) (bad|fixed|good|file)( [^\n]*)?$", re.MULTILINE)


def pack_page(pack: Pack) -> str:
    """The README of a pack: its rules in a table, then the page of each."""
    head = f"<!-- Generated from the rules by `sklint docs {pack.name}`; a test keeps it fresh. Edit the rules. -->\n"
    title = f"# Pack {pack.name}\n\n{pack.summary}\n\n"
    rows = "".join(f"| {_link(it)} | {it.severity.value} | {_fix(it)} | {_cell(it.summary)} |\n" for it in pack.rules)
    table = "| Rule | Severity | Fix | What it demands |\n| :--- | :--- | :--- | :--- |\n" + rows
    return head + title + table + "".join(f"\n{rule_page(rule, level=2)}" for rule in pack.rules)


def rule_page(rule: Rule, level: int = 1) -> str:
    """A rule's page: its docstring with what is known of it, blocks captioned; `level` is that of its heading."""
    facts = f"*{rule.severity.value}, pack {rule.category}, since {rule.since}{', has a fix' if fixable(rule) else ''}*"
    sources = "".join(f"* {_source(it)}\n" for it in rule.sources)
    body = _FENCE.sub(_captioned, rule.doc.strip())
    return f"{'#' * level} {rule.id}\n\n{facts}\n\n{body}\n\nSource:\n\n{sources}"


def own_page(id: str) -> str:
    """The page of a note of the tool itself, one of OWN_PAGES."""
    return f"# {id}\n\n{OWN_PAGES[id]}\n"


def fixable(rule: Rule) -> bool:
    """Whether a rule shows a block that its fix gives."""
    return any(kind == "fixed" for _, kind, _ in _FENCE.findall(rule.doc))


def _captioned(fence: re.Match[str]) -> str:
    language, kind, words = fence[1], fence[2], (fence[3] or "").strip()
    caption = f"`{words}`" if kind == "file" else f"**{CAPTIONS[kind]}**{f' ({words})' if words else ''}"
    return f"{caption}\n\n```{language}"


def _link(rule: Rule) -> str:
    return f"[{rule.id}](#{anchor(rule.id)})"


def anchor(rule_id: str) -> str:
    """What the heading of a rule is called in a link to it."""
    return rule_id.replace(".", "")


def _fix(rule: Rule) -> str:
    return "yes" if fixable(rule) else ""


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _source(text: str) -> str:
    return f"<{text}>" if text.startswith(("https://", "http://")) else text
