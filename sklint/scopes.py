"""Where in a body a variable lives: the innermost block around it, those of lambdas included."""

from collections.abc import Iterator

from sklint.body import Body, Statement
from sklint.lambda_body import may_follow
from sklint.parse.statements import read_block


def enclosing(body: Body, block: Statement, index: int) -> tuple[Statement, int]:
    """The innermost block around the token, and the number of its child that holds it."""
    for number, child in enumerate(block.children):
        if child.first <= index < child.last:
            inner = (it for it in inner_blocks(body, child) if it.first <= index < it.last)
            return next((enclosing(body, it, index) for it in inner), (block, number))
    return block, len(block.children)


def inner_blocks(body: Body, statement: Statement) -> Iterator[Statement]:
    """The outermost blocks within a statement, those of lambdas included."""
    if statement.kind == "block":
        yield statement
        return
    if not statement.children:
        starts = (at for at in range(statement.first, statement.last) if opens_lambda(body, statement.first, at))
        yield from (read_block(body.tokens, at) for at in starts)
    for child in statement.children:
        yield from inner_blocks(body, child)


def opens_lambda(body: Body, first: int, at: int) -> bool:
    """Whether the body of a lambda may begin at the token `at` of a statement that begins at `first`."""
    before = [it.text for it in body.tokens[first:at]]
    if body.tokens[at].text != "{" or not before:
        return False
    return may_follow(before[-1]) or (")" in before and "->" in before[before.index(")") :])
