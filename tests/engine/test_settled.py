"""What was said of functions that an edit has nothing to do with is not asked again, and is what asking again gives."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sklint.lint import check_units, read_units, shared_index
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

RULES = [rule for pack in installed_packs() for rule in pack.rules]
HEAD = """#include "kernel_operator.h"
using namespace AscendC;
constexpr int TILE = 8;
static int calls;
static __aicore__ void Shared(TPipe *pipe) { }
static __aicore__ int Count() { return GetBlockNum(); }
"""
KERNEL = """class Op@ {
public:
    __aicore__ void Init(GM_ADDR x, TPipe *p) { pipe = p; }
    __aicore__ void Process() { int count = TILE; USE }
private:
    TPipe *pipe;
};
using Made@ = Op@;
struct Args@ { GM_ADDR x; bool keep; };
static __aicore__ void Help@(TPipe *pipe) { pipe->DestroyWithoutPipeAll(); }
__global__ __vector__ void add@(GM_ADDR x, bool keep)
{
    TPipe pipe;
    Made@ op;
    op.Init(x, &pipe);
    op.Process();
}
__sk__ __vector__ void add@_sk(const Args@ *args)
{
    TPipe pipe;
    Made@ op;
    op.Init(args->x, &pipe);
    op.Process();
    END
}
SK_BIND(add@, MASK, add@_sk);
"""
USES = ("", "Shared(pipe);", "int n = Count();", "calls = 1;", "WaitPreTaskEnd();", "GetBlockNum();")
ENDS = (
    "pipe.DestroyWithoutPipeAll();",
    "Help@(&pipe);",
    "pipe.Destroy();",
    "",
    "if (TILE > 4) { return; } pipe.Destroy();",
)
PIECES = (
    " ", "Shared(pipe); ", "Help0(&pipe); ", "Help2(pipe); ", "Count(); ", "auto made = 1; ", "Op2 other; ",
    "Made1 it; ", "return; ", "add1_sk(nullptr); ", "pipe.Destroy(); ", "calls = 2; ", "if (true) { } ", "block_idx; ",
    "x", ";", "{", "}", "template ", "add2<<<1, nullptr, nullptr>>>(nullptr, 1); ", "SK_BIND(add2, 0, add2_sk); ",
    "// ", "\n", " " * 200, "SetNextTaskStart(); ", " " * 700,
)  # fmt: skip


def kernel(number: int, use: str, end: str, mask: int = 4) -> str:
    return KERNEL.replace("USE", use).replace("END", end).replace("MASK", str(mask)).replace("@", str(number))


@st.composite
def histories(draw: st.DrawFn) -> list[str]:
    """Three kernels, and what a few edits make of them, one after the other."""
    masks = st.sampled_from((0, 4, 4, 6, 16))
    made = [kernel(it, draw(st.sampled_from(USES)), draw(st.sampled_from(ENDS)), draw(masks)) for it in range(3)]
    texts = [HEAD + "".join(made)]
    for _ in range(draw(st.integers(1, 5))):
        behind = [it.end() for it in re.finditer(r"\n    [^;]*;", texts[-1])]  # statements
        at = draw(st.sampled_from(behind) | st.sampled_from(behind) | st.integers(len(HEAD), len(texts[-1])))
        end = at + draw(st.sampled_from((0, 0, 0, 1, 6)))
        texts.append(texts[-1][:at] + draw(st.sampled_from(PIECES)) + texts[-1][end:])
    return texts


def settled(path: str, texts: list[str]) -> Iterator[set[str]]:
    """Reads each text after the one before and anew, compares what is said, and gives the functions of which it was
    known."""
    units = read_units(Source(path, texts[0].encode()), Target(), OPTIONS, {}, shared_index())
    check_units(units, RULES, Target())
    for text in texts[1:]:
        source = Source(path, text.encode())
        fresh = read_units(source, Target(), OPTIONS, {}, shared_index())
        units = read_units(source, Target(), OPTIONS, {}, shared_index(), units)
        known = units[0].reader.settled()
        assert check_units(units, RULES, Target()).findings == check_units(fresh, RULES, Target()).findings, text
        yield {key[2] for key in known.functions} if known else set()


@settings(max_examples=60)
@given(histories())
def test_what_is_said_again_is_what_asking_again_gives(texts: list[str]) -> None:
    for _ in settled("typed.asc", texts):
        pass


def after(old: str, new: str, path: str = "typed.asc", text: str = "", count: int = 1) -> set[str]:
    text = text or HEAD + "".join(kernel(it, "", "pipe.DestroyWithoutPipeAll();") for it in range(3))
    assert old in text
    (found,) = settled(path, [text, text.replace(old, new, count)])
    return found


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("use", ["", "WaitPreTaskEnd();", "GetBlockNum();"])
def test_kernels_that_share_nothing_are_not_asked_about_again(use: str, end: str) -> None:
    text = HEAD + "".join(kernel(it, use, end) for it in range(3))
    found = after("Made1 op;\n    op.Init(args", "Made1  op;\n    op.Init(args", text=text)
    assert {"add0", "add0_sk", "add2", "add2_sk", "Help0", "Process"} <= found
    assert not {"add1", "add1_sk"} & found


@pytest.mark.parametrize(
    "new",
    [
        "Made0 op; Help2(&pipe);",
        "Made0 op; Op2 more;",
        "Made0 op; Made2 more;",
        "Made0 op; add2_sk(nullptr);",
        "Made0 op; add2<<<1, nullptr, nullptr>>>(nullptr, 1);",
    ],
)
def test_a_kernel_that_is_named_now_is_asked_about(new: str) -> None:
    text = HEAD + "".join(kernel(it, "", "Help@(&pipe);") for it in range(3))
    found = after("Made0 op;", new, text=text)
    assert "add1_sk" in found
    assert not {"add0_sk", "add2", "add2_sk"} & found


@pytest.mark.parametrize(
    "tie",
    [
        "using Both = Op0; using Pair = Op1;\nstatic Op0 first; static Op1 second;",
        "#define BOTH Op0 a; Op1 b;\n",
        "struct Pair { Op0 first; Op1 second; };\n",
        "static void Host() { add0<<<1, nullptr, nullptr>>>(0, 1); add1<<<1, nullptr, nullptr>>>(0, 1); }\n",
        "static void Host(Op0 *a, Op1 *b) { }\n",
        "SK_BIND(add0, 4, add1_sk);\n",
    ],
)
def test_kernels_that_are_tied_are_asked_about_together(tie: str) -> None:
    text = HEAD + "".join(kernel(it, "", "pipe.Destroy();") for it in range(3)) + tie
    found = after("op.Init(args", " op.Init(args", text=text)
    assert "add2_sk" in found
    assert "add0_sk" not in found
    assert ("add1_sk" in found) == tie.startswith("using")


@pytest.mark.parametrize(
    "more",
    [
        "#define JOIN(a, b) a##b\n",
        "#define HELPER(name) static __aicore__ void Do##name() { }\nHELPER(It)\n",
        "struct V { int x; }; static V operator+(V a, V b) { return a; }\n",
    ],
)
def test_where_names_do_not_tell_everything_is_asked_again(more: str) -> None:
    text = HEAD + more + "".join(kernel(it, "", "pipe.Destroy();") for it in range(3))
    assert after("op.Init(args", " op.Init(args", text=text) == set()


@pytest.mark.parametrize("word", ["auto made = 1;", "if (true) { }", "/* template */"])
def test_a_word_that_others_are_read_by_has_everything_asked_again(word: str) -> None:
    assert after("op.Init(args", f"{word} op.Init(args") == set()


def test_functions_of_a_header_tie_those_that_name_them(tmp_path: Path) -> None:
    (tmp_path / "help.h").write_text(
        '#include "kernel_operator.h"\ninline __aicore__ void End(AscendC::TPipe *p) { p->DestroyWithoutPipeAll(); }\n',
        encoding="utf-8",
    )
    made = "".join(kernel(it, "", "End(&pipe);") for it in range(3))
    text = f'#include "help.h"\n{HEAD}{made}'
    path = str(tmp_path / "kernels.asc")
    assert "add1_sk" not in after("Made0 op;\n    op.Init(args", "Made0  op;\n    op.Init(args", path, text)


def test_many_edits_in_one_body_leave_the_others_known() -> None:
    text = HEAD + "".join(kernel(it, "", "pipe.Destroy();") for it in range(3))
    texts = [text.replace("op.Init(args", " " * it + "op.Init(args", 1) for it in range(40)]
    texts += [texts[-1].replace("Made2 op;", "Made2 op;" + " " * it, 1) for it in range(1, 4)]
    assert all("add1_sk" in it for it in settled("typed.asc", texts))


@pytest.mark.parametrize("growth", range(40, 900, 60))
def test_what_was_said_outside_of_functions_is_known_by_its_place_of_now(growth: int) -> None:
    """The mask of a binding is wrong; the text before it grows, and then what it binds becomes right."""
    text = HEAD + "".join(kernel(it, "", "pipe.DestroyWithoutPipeAll();") for it in range(3))
    wrong = text.replace("SK_BIND(add1, 4,", "SK_BIND(add1, 6,")
    grown = wrong.replace("Made0 op;", "Made0 op;" + " " * growth, 1)
    right = grown.replace("Made1 op;\n    op.Init(args", "Made1 op; AscendC::SetNextTaskStart();\n    op.Init(args")
    assert right != grown
    for _ in settled("typed.asc", [wrong, grown, right, right.replace("Made2 op;", "Made2  op;", 1)]):
        pass
