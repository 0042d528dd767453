"""What a client can do: only that is used."""

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability


@dataclass(frozen=True)
class Client:
    """The capabilities that the server asks for. `units` is what positions count in."""

    units: str = "utf-16"
    pulls: bool = False
    related_information: bool = False
    related_documents: bool = False
    code_links: bool = False
    diagnostic_data: bool = True
    versions: bool = False
    tags: frozenset[int] = frozenset()
    document_changes: bool = False
    creates_files: bool = False
    literal_actions: bool = False
    preferred: bool = False
    resolves_edits: bool = False
    applies_edits: bool = False
    nested_symbols: bool = False
    markdown: bool = False
    snippets: bool = False
    watches: bool = False
    asks_configuration: bool = False
    listens_configuration: bool = False
    progress: bool = False
    shows_documents: bool = False
    refreshes_diagnostics: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False


def client_of(capabilities: types.ClientCapabilities, units: str) -> Client:
    def has(path: str) -> bool:
        return bool(get_capability(capabilities, path, False))

    resolvable: object = get_capability(capabilities, "text_document.code_action.resolve_support.properties", ())
    formats: object = get_capability(capabilities, "text_document.hover.content_format", ())
    operations: object = get_capability(capabilities, "workspace.workspace_edit.resource_operations", ())
    changes = has("workspace.workspace_edit.document_changes")
    return Client(
        units=units,
        pulls=get_capability(capabilities, "text_document.diagnostic", None) is not None,
        related_information=has("text_document.publish_diagnostics.related_information"),
        related_documents=has("text_document.diagnostic.related_document_support"),
        code_links=has("text_document.publish_diagnostics.code_description_support"),
        versions=has("text_document.publish_diagnostics.version_support"),
        tags=_tags(capabilities),
        document_changes=changes,
        creates_files=changes and listed(types.ResourceOperationKind.Create, operations),
        literal_actions=has("text_document.code_action.code_action_literal_support"),
        preferred=has("text_document.code_action.is_preferred_support"),
        resolves_edits=listed("edit", resolvable) and has("text_document.code_action.data_support"),
        applies_edits=has("workspace.apply_edit"),
        nested_symbols=has("text_document.document_symbol.hierarchical_document_symbol_support"),
        markdown=listed(types.MarkupKind.Markdown, formats),
        snippets=has("text_document.completion.completion_item.snippet_support"),
        watches=has("workspace.did_change_watched_files.dynamic_registration"),
        asks_configuration=has("workspace.configuration"),
        listens_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        progress=has("window.work_done_progress"),
        shows_documents=has("window.show_document.support"),
        refreshes_diagnostics=has("workspace.diagnostics.refresh_support"),
        refreshes_lenses=has("workspace.code_lens.refresh_support"),
        refreshes_hints=has("workspace.inlay_hint.refresh_support"),
    )


def listed(word: str, words: object) -> bool:
    return isinstance(words, (list, tuple)) and word in words


def _tags(capabilities: types.ClientCapabilities) -> frozenset[int]:
    diagnostics = capabilities.text_document and capabilities.text_document.publish_diagnostics
    support = diagnostics and diagnostics.tag_support
    return frozenset(int(it) for it in support.value_set) if support else frozenset()
