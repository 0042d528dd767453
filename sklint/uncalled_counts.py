"""Where GetBlockNum is named and not called."""

from collections.abc import Iterator

from sklint.body import Body, Token


def uncalled_counts(body: Body) -> Iterator[Token]:
    """The places where GetBlockNum is named as a value: its address is taken, and who calls it is not seen."""
    called = {it.index for it in body.calls}
    for at, it in body.references.items():
        following = [token.text for token in body.tokens[at + 1 : at + 2]]
        if it.qualified == "AscendC::GetBlockNum" and at not in called and following != ["("]:
            before = [token.text for token in body.tokens[:at]]
            start = next((i for i in range(at, 0, -1) if before[i - 1] in (";", "{", "}")), 0)
            if not {"using", "decltype", "sizeof", "noexcept"} & set(before[start:]):
                yield body.tokens[at]
