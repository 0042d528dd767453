"""A body in the form in which a kernel and its SK function are the same: what the adaptation documents change is gone.

Parameters are `$0`, `$1`, … whether they are read as `x`, as `args->x` or through a local that unpacked it. The block
count is `$blocks` and the block index `$block`, wherever they come from. What only an SK function needs (unpacking,
destroying a TPipe, flushing a cache) and what only a kernel needs (KERNEL_TASK_TYPE) is left out, and so are
differences of braces and qualifiers.
"""

from sklint.aliases import with_aliases
from sklint.body import Body
from sklint.body_lines import Form
from sklint.body_words import Line, Reading, texts

ROUNDS = 12


def normal_form(body: Body, reading: Reading) -> list[Line]:
    """The lines of the body, its own braces left out."""
    return read_body(body, reading)[1]


def read_body(body: Body, reading: Reading) -> tuple[Reading, list[Line]]:
    """How the body's names are read once its aliases are known, and its lines."""
    form = Form.of(body, reading)
    for _ in range(ROUNDS):
        further = with_aliases(form)
        if further == form.reading:
            break
        form = Form.of(body, further)
    lines = form.lines(form.statement)[1:-1]
    while lines and texts(lines[-1]) == ("return", ";"):
        lines = lines[:-1]
    return form.reading, lines
