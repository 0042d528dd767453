"""The state of a session: what is open, how it is configured, what was found; and the runs that keep it so."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from sklint.error import SklintError
from sklint.finding import Finding
from sklint.pool import Failure
from sklint.project import configured, inside_project, request_to_check
from sklint.readable import LARGEST, is_code
from sklint.request import Request, pack_folders
from sklint.sound import faults
from sklint.source import Source
from sklint_server.client import Client
from sklint_server.configuration import Configurations
from sklint_server.documents import Document
from sklint_server.engine import ASKED, LATER, TYPED, Engine
from sklint_server.failure import failure
from sklint_server.files import Files
from sklint_server.messages import Answer, Ask, Check, Checked, Describe, Interface, Trouble
from sklint_server.outline import Outline
from sklint_server.results import Result, Results

Told = Callable[[str], None]


class Session:
    """`found(paths)` is called when the findings in these files may have changed, `told` with a line for the log."""

    def __init__(self, found: Callable[[set[str]], None], told: Told, warned: Told) -> None:
        self.found, self.told, self.warned = found, told, warned
        self.client = Client()
        self.configurations = Configurations()
        self.documents: dict[str, Document] = {}
        self.unsaved: set[str] = set()  # where findings are told when saved: documents that were changed since
        self.results = Results()
        self.outlines: dict[str, tuple[Document, asyncio.Future[Outline | None]]] = {}
        self.running: dict[str, asyncio.Future[Answer | Failure]] = {}
        self.engine = Engine(told)
        self.files = Files(self)

    def check(self, path: str, urgency: int = TYPED) -> None:
        """Start a check of an open document as it is now; one that waits for an older text is dropped."""
        document = self.documents[path]
        versions = {it.path: it.version for it in self.documents.values()}
        request = self.request(document.source)
        if isinstance(request, Result):
            self.engine.forget(path)
            self.running.pop(path, None)
            self.keep(Result(path, versions, request.findings, failed=request.failed))
            return
        future = self.running[path] = self.engine.ask(path, urgency, Check(request))
        future.add_done_callback(partial(self.arrived, path, versions))

    def still(self, document: Document) -> bool:
        """Whether a document is open with this very text, whatever is on disk."""
        now = self.documents.get(document.path)
        return now is not None and now.version == document.version and now.data == document.data

    def request(self, source: Source) -> Request | Result:
        """How to ask for a source; a result at once where there is nothing to ask."""
        if not is_code(source.path, source.data):
            return Result(source.path, {})
        try:
            overlays = {it.path: it.data for it in self.documents.values() if not it.as_on_disk}
            request = request_to_check(source, self.configurations.checked, overlays)
            if request and len(source.data) > LARGEST:
                why = failure(source.path, f"is larger than {LARGEST // 1024 // 1024} MB")
                return Result(source.path, {}, (why,), failed=True)
            return request or Result(source.path, {})
        except SklintError as error:
            self.warned(str(error))
            return Result(source.path, {}, failed=True)

    def arrived(self, path: str, versions: Mapping[str, int], future: "asyncio.Future[Answer | Failure]") -> None:
        if self.running.get(path) is not future:
            return
        del self.running[path]
        if not future.cancelled() and path in self.documents:
            self.keep(result := self.result(path, versions, future.result()))
            if any(it.version != versions.get(it.path) and result.depends_on(it.path) for it in self.others(path)):
                self.check(path, LATER)  # what it reads has changed while it was read

    def others(self, path: str) -> list[Document]:
        return [it for it in self.documents.values() if it.path != path]

    def result(self, path: str, versions: Mapping[str, int], answer: Answer | Failure) -> Result:
        """What the worker's answer to a check means, with the configuration's severities."""
        if isinstance(answer, Checked):
            findings = self.wanted(path, answer.findings)
            return Result(path, versions, findings, answer.dependencies, answer.bound, answer.bound_near, answer.reads)
        reason = answer.reason if isinstance(answer, (Failure, Trouble)) else "got another question's answer"
        self.told(f"sklint: {path} {reason}")
        return Result(path, versions, (failure(path, reason),), failed=True)

    def wanted(self, path: str, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings of a source that the configuration wants: not those in headers that it leaves out. What is wrong
        with the configuration of a header is warned of."""
        config_for = self.configurations.config_for
        wrong = faults(findings, self.configurations.checked)
        for why in dict.fromkeys(wrong.values()):
            self.warned(why)
        return tuple(configured(inside_project(findings, {path, *self.documents}, config_for, wrong), config_for))

    def keep(self, result: Result) -> None:
        before = self.results.by_path.get(result.path)
        self.results.by_path[result.path] = result
        places = result.places | (before.places if before else set[str]())
        changed = set(result.bound) ^ set(before.bound if before else ())
        self.found(places | set(self.results.asking(changed)))

    def drop(self, path: str) -> None:
        """Forget a document that was closed, and check again what saw its unsaved text."""
        document = self.documents.pop(path, None)
        before = self.results.by_path.pop(path, None)
        self.engine.forget(path)
        self.running.pop(path, None)
        self.unsaved.discard(path)
        self.outlines.pop(path, None)
        if document and not document.as_on_disk:
            self.check_dependants(path)
        if before:
            self.found(before.places | set(self.results.asking(before.bound)))

    def packs(self) -> list[tuple[str, ...]]:
        """The packs of rules for the open documents and the folders of the workspace; none but the installed first."""
        found: dict[tuple[str, ...], None] = {(): None}
        for path in (*self.documents, *self.configurations.folders.values()):
            with suppress(SklintError):
                found[pack_folders(self.configurations.config_for(path))] = None
        return list(found)

    def check_dependants(self, path: str) -> None:
        """Check the open documents that include a file, after those that are typed in; the others when asked for."""
        for it in self.results.dependants(path):
            if it in self.documents:
                self.outlines.pop(it, None)
                self.check(it, LATER)
            else:
                self.files.checked.pop(it, None)

    def check_all(self) -> None:
        self.outlines.clear()
        for path in self.documents:
            self.check(path, LATER)

    async def current(self, path: str) -> Document | None:
        """The document once its findings are those of its newest text; None if it is not open."""
        while document := self.documents.get(path):
            if running := self.running.get(path):
                await asyncio.wait([running])
            elif (known := self.results.by_path.get(path)) and known.holds_for(document):
                return document
            else:
                self.check(path)
        return None

    async def outline(self, path: str) -> Outline:
        """What an open document declares, as it is now; nothing where that cannot be told."""
        while document := self.documents.get(path):
            known = self.outlines.get(path)
            if known is None or known[0] is not document:
                asked = asyncio.ensure_future(self.outline_of(document.source, f"outline {path}", ASKED))
                known = self.outlines[path] = (document, asked)
            outline = await asyncio.shield(known[1])
            if self.documents.get(path) is document:
                return outline or Outline()
        return Outline()

    async def outline_of(self, source: Source, key: str, urgency: int) -> Outline | None:
        """What a source declares; None where a newer question took this one's place, or the parser failed."""
        request = self.request(source)
        if isinstance(request, Result):
            return Outline()
        future = self.engine.ask(key, urgency, Describe(request))
        await asyncio.wait([future])
        answer = None if future.cancelled() else future.result()
        return answer if isinstance(answer, Outline) else None

    async def interface(self, document: Document, offset: int) -> str:
        """What is known of the interface whose name stands at a byte of a document, as Markdown."""
        request = self.request(document.source)
        if isinstance(request, Result):
            return ""
        future = self.engine.ask(f"interface {document.path}", ASKED, Ask(request, offset))
        await asyncio.wait([future])
        answer = None if future.cancelled() else future.result()
        return answer.text if isinstance(answer, Interface) else ""
