"""The attribute `[aicore]` is read as a word, and stands where it stood."""

from pathlib import Path

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.parse.aicore_word import with_words
from sklint.source import Source
from sklint.testing import OPTIONS


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (b"inline[aicore] void f();", b"inline SKAIC_  void f();"),
        (b"__global__ [ aicore ]\nvoid f();", b"__global__  SKAIC_   \nvoid f();"),
        (b"#define A [aicore]\r\n", b"#define A  SKAIC_ \r\n"),
        (b"many[aicore] = 1;", b"many[aicore] = 1;"),
        (b"f(many[aicore], 1);", b"f(many[aicore], 1);"),
        (b"[aicores] void f();", b"[aicores] void f();"),
    ],
)
def test_the_attribute_is_read_as_a_word_of_its_length(text: bytes, read: bytes) -> None:
    assert with_words(text) == read
    assert len(text) == len(read)


def test_an_aicore_attribute_in_a_header_is_read_and_keeps_its_place(tmp_path: Path) -> None:
    header = tmp_path / "op.h"
    header.write_text(
        "struct Op {\n    inline[aicore] void Run(GM_ADDR x) { AscendC::TPipe pipe; Use(x, pipe); }\n};\n",
        encoding="utf-8",
    )
    text = (
        '#include "kernel_operator.h"\n#include "op.h"\n__global__ __vector__ void k(GM_ADDR x) { Op op; op.Run(x); }\n'
        "struct KArgs { GM_ADDR x; };\n"
        "template <int p> __sk__ __vector__ void k_sk(const KArgs *args) { Op op; op.Run(args->x); }\n"
        "SK_BIND(k, 4, k_sk<0>);\n"
    )
    rules = [rule for pack in installed_packs() for rule in pack.rules]
    outcome = lint(Source(str(tmp_path / "k.asc"), text.encode()), rules, options=OPTIONS)
    (finding,) = outcome.findings
    assert finding.rule == "sk.tpipe-destroy-without-pipe-all"
    assert outcome.sources[str(header)].data == header.read_bytes()
    assert outcome.sources[str(header)].text(finding.span) == "pipe"
