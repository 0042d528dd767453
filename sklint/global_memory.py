"""What an expression of a body names in global memory, told from its tokens and what libclang knows of them.

Something is in global memory only where that is plain: a GlobalTensor's element, or what a pointer or reference leads
to whose declaration or cast says `__gm__`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sklint.body import Body, Local, Token
from sklint.model import Function
from sklint.spelling import spelled

TENSOR = "AscendC::GlobalTensor"
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
CASTS = frozenset(("reinterpret_cast", "static_cast"))


@dataclass(frozen=True, slots=True)
class Expressions:
    """Answers about the expressions of one body: ranges of its tokens, the first and the one after the last."""

    function: Function
    body: Body

    def tensor_element(self, first: int, last: int) -> tuple[str, str] | None:
        """For `gm(i)`: the tensor and the offset."""
        if self.text(last - 1) != ")":
            return None
        opening = self.opening(last - 1)
        end = opening
        while end > first and self.text(end - 1) == "]":
            end = self.opening(end - 1)
        if not self.is_chain(first, end) or self.record_of(end - 1) != TENSOR:
            return None
        tokens = self.body.tokens
        return spelled(tokens[first:opening]), spelled(tokens[opening + 1 : last - 1])

    def in_memory(self, first: int, last: int) -> bool:
        """Whether what the range names lies in global memory."""
        first, last = self.bare(first, last)
        if first >= last:
            return False
        if last - first == 1:
            return self.gm_reference(first)
        if self.text(first) == "*":
            return self.points(first + 1, last)
        if self.text(last - 1) == "]":
            opening = self.opening(last - 1)
            return self.points(first, opening) or self.in_memory(first, opening)
        before = self.text(last - 2) if last - first > 2 else ""
        if before == "->":
            return self.points(first, last - 2)
        return before == "." and self.in_memory(first, last - 2)

    def points(self, first: int, last: int) -> bool:
        """Whether the range is a pointer to global memory."""
        first, last = self.bare(first, last)
        if first >= last:
            return False
        if self.text(first) == "(":
            after = self.after(first)
            return after < last and gm_pointer(self.body.tokens[first + 1 : after - 1])
        if self.text(first) in CASTS and self.text(first + 1) == "<":
            closing = next((at for at in range(first, last) if self.text(at) == ">"), last)
            return gm_pointer(self.body.tokens[first + 2 : closing])
        end = next((at for at in range(first, last) if self.text(at) in ("+", "-", "++", "--")), last)
        return end > first and self.is_chain(first, end) and self.gm_variable(end - 1)

    def gm_variable(self, index: int) -> bool:
        """Whether the name at `index` is a variable that points, itself and at once, to global memory."""
        reference = self.body.references.get(index)
        local = self.local(index)
        type = reference.type if reference and reference.type else local.type if local else None
        if type is None or not type.pointer or type.canonical.count("*") != 1:
            return False
        if reference and reference.global_memory:
            return True
        if local is None:
            return False
        return local.global_memory or starts_with_gm_cast(local.initializer) or self.made_of_pointer(local)

    def gm_reference(self, index: int) -> bool:
        """Whether the name at `index` is a reference to something in global memory."""
        reference, local = self.body.references.get(index), self.local(index)
        type = reference.type if reference and reference.type else local.type if local else None
        if type is None or not type.reference or "*" in type.canonical:
            return False
        if (reference and reference.global_memory) or (local and local.global_memory):
            return True
        made = self.initializer(local) if local else None
        return bool(made and self.earlier(made[0]).in_memory(*made))

    def made_of_pointer(self, local: Local) -> bool:
        """Whether a pointer is `q + 1` or `&q[1]` of one to global memory at first."""
        made = self.initializer(local)
        if made is None:
            return False
        code = self.earlier(made[0])
        first, last = code.bare(*made)
        return code.in_memory(first + 1, last) if code.text(first) == "&" else code.points(first, last)

    def initializer(self, local: Local) -> tuple[int, int] | None:
        """The tokens of what a variable is made of, for `= x;`."""
        first = last = local.index + 2
        if self.text(local.index + 1) != "=":
            return None
        while last < len(self.body.tokens) and self.text(last) not in (";", ",", ":"):
            last = self.after(last) if self.text(last) in OPENING else last + 1
        return first, last

    def earlier(self, index: int) -> "Expressions":
        """The body as far as the variables that are declared before the one whose initialiser begins at `index`."""
        known = tuple(it for it in self.body.locals if it.index < index - 2)
        return Expressions(self.function, replace(self.body, locals=known))

    def record_of(self, index: int) -> str:
        reference = self.body.references.get(index)
        local = self.local(index)
        param = next((it for it in self.function.params if it.name == self.text(index)), None)
        own = reference.type if reference and reference.type else None
        type = own or (local.type if local else param.type if param and reference is None else None)
        return type.record if type and not type.pointer else ""

    def local(self, index: int) -> Local | None:
        """The variable of the body that the name at `index` stands for."""
        if self.text(index - 1) in (".", "->"):
            return None
        before = [it for it in self.body.locals if it.name == self.text(index) and it.index < index]
        return before[-1] if before else None

    # tokens

    def is_chain(self, first: int, last: int) -> bool:
        """Whether the range is `a`, `a.b`, `this->a.b`."""
        texts = [self.text(at) for at in range(first, last)]
        names = all(self.body.tokens[at].kind == "name" for at in range(first, last, 2))
        return len(texts) % 2 == 1 and names and all(it in (".", "->") for it in texts[1::2])

    def bare(self, first: int, last: int) -> tuple[int, int]:
        """The range without parentheses around all of it."""
        while first < last and self.text(first) == "(" and self.after(first) == last:
            first, last = first + 1, last - 1
        return first, last

    def text(self, at: int) -> str:
        return self.body.tokens[at].text if 0 <= at < len(self.body.tokens) else ""

    def depth(self, first: int, index: int) -> int:
        level = 0
        for at in range(first, index):
            level += (self.text(at) in OPENING) - (self.text(at) in CLOSING)
        return level

    def after(self, at: int) -> int:
        level = 0
        for index in range(at, len(self.body.tokens)):
            level += (self.text(index) in OPENING) - (self.text(index) in CLOSING)
            if level == 0:
                return index + 1
        return len(self.body.tokens)

    def opening(self, at: int) -> int:
        level = 0
        for index in range(at, -1, -1):
            level += (self.text(index) in CLOSING) - (self.text(index) in OPENING)
            if level == 0:
                return index
        return 0


def gm_pointer(tokens: Sequence[Token]) -> bool:
    """Whether a type is a pointer to global memory: `__gm__ int32_t *`, `GM_ADDR`, not a pointer to such."""
    texts = [it.text for it in tokens]
    stars = texts.count("*") + texts.count("GM_ADDR")
    return stars == 1 and ("__gm__" in texts or "GM_ADDR" in texts)


def starts_with_gm_cast(initializer: str) -> bool:
    """Whether `= ( __gm__ int32_t * ) x` or `= reinterpret_cast < __gm__ int32_t * > ( x )` begins with such a cast."""
    words = initializer.split()
    if words[:2] == ["=", "("]:
        inside = words[2 : words.index(")")] if ")" in words else []
    elif words[:1] == ["="] and len(words) > 2 and words[1] in CASTS:
        inside = words[3 : words.index(">")] if ">" in words else []
    else:
        return False
    return ("__gm__" in inside and inside.count("*") == 1) or inside == ["GM_ADDR"]
