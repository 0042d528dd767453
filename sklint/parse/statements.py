"""Tokens of a body to its statements. It accepts anything: what it does not know is a simple statement."""

from collections.abc import Sequence

from sklint.body import Statement, Token

OPENING = {"(": ")", "[": "]", "{": "}"}
ENDLESS = {"while ( true )", "while ( 1 )", "for ( ; ; )"}
JUMPS = {"return", "break", "continue", "goto"}


def read_block(tokens: Sequence[Token], at: int) -> Statement:
    """The block whose `{` is at `at`."""
    return Statements(tokens).block(at)


class Statements:
    """A recursive reader over one token list. Each method takes the index a statement starts at and returns it."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.depth = 0

    def text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def block(self, at: int) -> Statement:
        children: list[Statement] = []
        inside = at + 1
        while inside < len(self.tokens) and self.text(inside) != "}":
            child = self.statement(inside)
            children.append(child)
            inside = max(child.last, inside + 1)
        return Statement("block", at, min(inside + 1, len(self.tokens)), tuple(children))

    def statement(self, at: int) -> Statement:
        self.depth += 1
        try:
            if self.depth > 200:
                return self.simple(at)
            return self.by_first_word(at)
        finally:
            self.depth -= 1

    def by_first_word(self, at: int) -> Statement:
        word = self.text(at)
        match word:
            case "{":
                return self.block(at)
            case "if":
                return self.condition(at)
            case "for" | "while":
                return self.loop(at)
            case "do":
                return self.do_loop(at)
            case "switch":
                return self.switch(at)
            case "case" | "default":
                return self.case(at)
            case "try":
                return self.attempt(at)
            case _:
                pass
        if word in JUMPS:
            return self.jump(at)
        if (
            self.text(at + 1) == ":"
            and self.tokens[at].kind == "name"
            and word not in ("public", "private", "protected")
        ):
            return self.labelled(at, at + 2)
        return self.simple(at)

    def condition(self, at: int) -> Statement:
        """`if (c) a else b`, `if constexpr (c) a`, `if ASCEND_IS_AIC { a }`."""
        head = at + 1
        constant = self.text(head) == "constexpr"
        head += constant
        if self.text(head) == "(":
            after = self.after_bracket(head)
            constant = constant or (after - head == 3 and self.text(head + 1).startswith("ASCEND_IS_"))
        else:
            after = head
            constant = constant or self.text(head).startswith("ASCEND_IS_")
            while after < len(self.tokens) and self.text(after) not in ("{", ";", "}"):
                after += 1
        branch = self.statement(after)
        if self.text(branch.last) != "else":
            return Statement("if", at, branch.last, (branch,), (head, after), constant=constant)
        other = self.statement(branch.last + 1)
        return Statement("if", at, other.last, (branch, other), (head, after), complete=True, constant=constant)

    def loop(self, at: int) -> Statement:
        after = self.after_bracket(at + 1) if self.text(at + 1) == "(" else at + 1
        body = self.statement(after)
        endless = self.tokens_text(at, after) in ENDLESS
        return Statement("loop", at, body.last, (body,), (at + 1, after), complete=endless)

    def do_loop(self, at: int) -> Statement:
        body = self.statement(at + 1)
        end = self.statement_end(body.last)
        return Statement("loop", at, end, (body,), (body.last, end), complete=True)

    def switch(self, at: int) -> Statement:
        after = self.after_bracket(at + 1) if self.text(at + 1) == "(" else at + 1
        body = self.statement(after)
        default = any(it.kind == "label" and self.text(it.first) == "default" for it in body.children)
        return Statement("switch", at, body.last, (body,), (at + 1, after), complete=default)

    def case(self, at: int) -> Statement:
        after = at + 1
        while after < len(self.tokens) and self.text(after) not in (":", ";", "{", "}"):
            after = self.after_bracket(after) if self.text(after) in OPENING else after + 1
        return self.labelled(at, after + 1 if self.text(after) == ":" else after)

    def labelled(self, at: int, after: int) -> Statement:
        if self.text(after) in ("}", "", "case", "default"):
            return Statement("label", at, after, (), (at, after))
        inner = self.statement(after)
        return Statement("label", at, inner.last, (inner,), (at, after))

    def attempt(self, at: int) -> Statement:
        parts = [self.statement(at + 1)]
        while self.text(parts[-1].last) == "catch":
            handler = self.after_bracket(parts[-1].last + 1)
            parts.append(self.statement(handler))
        return Statement("try", at, parts[-1].last, tuple(parts))

    def jump(self, at: int) -> Statement:
        end = self.statement_end(at)
        match self.text(at):
            case "return":
                return Statement("return", at, end, (), (at + 1, end))
            case "break":
                return Statement("break", at, end)
            case "continue":
                return Statement("continue", at, end)
            case _:
                return Statement("goto", at, end)

    def simple(self, at: int) -> Statement:
        end = self.statement_end(at)
        return Statement("simple", at, end, (), (at, end))

    def statement_end(self, at: int) -> int:
        """The index after the `;` that ends the statement, or of the `}` that it misses its `;` before."""
        while at < len(self.tokens):
            text = self.text(at)
            if text == ";":
                return at + 1
            if text == "}":
                return at
            at = self.after_bracket(at) if text in OPENING else at + 1
        return at

    def after_bracket(self, at: int) -> int:
        """The index after the bracket that closes the one at `at`; wrong brackets inside are passed over."""
        level = 0
        opening = self.text(at)
        closing = OPENING.get(opening, ")")
        while at < len(self.tokens):
            text = self.text(at)
            level += (text == opening) - (text == closing)
            at += 1
            if level == 0:
                return at
        return at

    def tokens_text(self, first: int, last: int) -> str:
        return " ".join(token.text for token in self.tokens[first:last])
