"""Block counts and numbers, SkSystemArgs, early start, SyncAll: what is said of real shapes of code, and what not."""

from pathlib import Path

import pytest

from sklint.fix import settle
from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS

DATA = Path(__file__).parent / "data"
IDS = frozenset(
    (
        "sk.block-num",
        "sk.raw-block-builtin",
        "sk.sys-args-api-current",
        "sk.sys-args-const",
        "sk.bind-mask-early-start",
        "sk.sync-all",
    )
)
RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id in IDS]
HEAD = '#include "kernel_operator.h"\nstruct A { GM_ADDR x; };\n'
SK = "template <uint32_t p> __sk__ __vector__ void k_sk"


def found(source: Source, cann: str = "") -> list[tuple[int, str]]:
    findings = lint(source, RULES, Target.of(cann=cann), options=OPTIONS).findings
    return [(source.line_at(it.span.start), it.rule.removeprefix("sk.")) for it in findings if it.rule in IDS]


def fixed(text: str, *, unsafe: bool = True, cann: str = "") -> str:
    source = Source("k.asc", text.encode())
    target = Target.of(cann=cann)
    settled = settle(
        {"k.asc": source}, lambda them: lint(them["k.asc"], RULES, target, options=OPTIONS).findings, unsafe=unsafe
    )
    return settled["k.asc"].data.decode()


def lines(body: str) -> list[tuple[int, str]]:
    """What is found in `body` after the head, its lines counted from 1."""
    return [(line - HEAD.count("\n"), rule) for line, rule in found(Source("k.asc", (HEAD + body).encode()))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("auto f = [] { return ::get_block_idx(); };", "auto f = [] { return AscendC::GetBlockIdx(); };"),
        ("if (n) x++; else ::get_block_idx();", "if (n) x++; else AscendC::GetBlockIdx();"),
        ("do ::get_block_idx(); while (n);", "do AscendC::GetBlockIdx(); while (n);"),
        ("switch (n) { case ::get_block_idx(): x++; }", "switch (n) { case AscendC::GetBlockIdx(): x++; }"),
        ("bool b = not ::get_block_idx();", "bool b = not AscendC::GetBlockIdx();"),
        ("bool b = n > ::get_block_idx();", "bool b = n > AscendC::GetBlockIdx();"),
        ("bool b = n < 2 and n > ::get_block_idx();", "bool b = n < 2 and n > AscendC::GetBlockIdx();"),
        ("bool b = n < 2 && n > ::get_block_idx();", "bool b = n < 2 && n > AscendC::GetBlockIdx();"),
        ("auto f = [] { return ::block_idx; };", "auto f = [] { return AscendC::GetBlockIdx(); };"),
    ],
)
def test_a_word_before_a_global_name_is_no_part_of_it(before: str, after: str) -> None:
    body = "__global__ __vector__ void k(GM_ADDR x) { Work(x); }\n"
    text = f"{HEAD}{body}{SK}(const A *args) {{ int n = 1, x = 1; %s }}\nSK_BIND(k, 4, k_sk<0>);\n"
    assert fixed(text % before) == text % after


@pytest.mark.parametrize("word", ["return", "co_return"])
def test_a_global_count_is_replaced_without_the_word_before_it(word: str) -> None:
    kernel = "__global__ __vector__ void k(GM_ADDR x) { Work(x); }\n"
    head = f"{HEAD}{kernel}{SK}(const A *args, sk::SkSystemArgs *sysArgs) {{ auto f = [=] {{ {word} "
    tail = "; }; }\nSK_BIND(k, 4, k_sk<0>);\n"
    count = "static_cast<int64_t>(sysArgs->skNumBlocks)"
    assert fixed(f"{head}::AscendC::GetBlockNum(){tail}", unsafe=False) == f"{head}{count}{tail}"


FIELD: dict[str, list[tuple[int, str]]] = {
    "04_mask_forms/mask.asc": [],
    "05_block_num_fix_in_mix_1_2/attn.asc": [(17, "block-num")],
    "06_const_sys_args/gather.asc": [(13, "sys-args-const")],
    "07_sys_args_per_cann_version/softcap.asc": [(13, "sys-args-api-current")],
    "14_early_start_flags/early.asc": [(13, "bind-mask-early-start"), (14, "bind-mask-early-start")],
    "15_syncall_without_schedmode/hist.asc": [(7, "sync-all")],
    "23_low_level_core_names/low.asc": [(10, "raw-block-builtin"), (10, "raw-block-builtin")],
    "40_generated_sk_left_alone/auto_gen.asc": [],
}


@pytest.mark.parametrize("name", FIELD)
def test_field_cases_are_found_where_they_are_wrong(name: str) -> None:
    source = Source(name.rpartition("/")[2], (DATA / "field" / name).read_bytes())
    assert found(source) == FIELD[name]


@pytest.mark.parametrize("path", sorted((DATA / "sk-tools").glob("*.asc")), ids=lambda it: it.stem)
def test_nothing_is_said_of_the_sources_that_break_none_of_these_rules(path: Path) -> None:
    assert found(Source(path.name, path.read_bytes())) == []


BLOCK_NUMBERS = {
    "leading colons": (f"{SK}(const A *a) {{ Work(::AscendC::GetBlockNum()); }}", [1]),
    "the namespace is used in the body": (
        f"{SK}(const A *a) {{ using namespace AscendC; Gone g(GetBlockNum()); }}",
        [1],
    ),
    "the name is used in a namespace": (
        f"namespace n {{ using AscendC::GetBlockNum;\n{SK}(const A *a) {{ Gone g(GetBlockNum()); }} }}",
        [2],
    ),
    "a macro makes it": (f"#define COUNT() AscendC::GetBlockNum()\n{SK}(const A *a) {{ Work(COUNT()); }}", [2]),
    "in a constructor": (
        f"struct Op {{ Op() {{ n = AscendC::GetBlockNum(); }} int64_t n; }};\n{SK}(const A *a) {{ Op op; }}",
        [1],
    ),
    "in a method of a class template": (
        "template <class T> struct Op { void Run() { Inner(); }\nvoid Inner() { Use(AscendC::GetBlockNum()); } };\n"
        f"{SK}(const A *a) {{ Op<half> op; op.Run(); }}",
        [2],
    ),
    "in a helper two calls away, once": (
        "__aicore__ int64_t Two() { return AscendC::GetBlockNum(); }\n__aicore__ int64_t One() { return Two(); }\n"
        f"{SK}(const A *a) {{ Work(One(), Two()); }}\n{SK.replace('k_sk', 'l_sk')}(const A *a) {{ One(); }}",
        [1],
    ),
    "in a lambda": (f"{SK}(const A *a) {{ auto f = [&] {{ return AscendC::GetBlockNum(); }}; f(); }}", [1]),
    "a class of one's own": (
        f"struct G {{ int GetBlockNum(); }};\n{SK}(const A *a) {{ G g; Work(g.GetBlockNum()); }}",
        [],
    ),
    "an unknown class": (
        f"using namespace AscendC;\n{SK}(const A *a) {{ Work(Mine::GetBlockNum(), op.GetBlockNum()); }}",
        [],
    ),
    "a function of one's own": (
        f"namespace m {{ int GetBlockNum() {{ return 1; }} }} using namespace m;\n{SK}(const A *a) {{ GetBlockNum();}}",
        [],
    ),
    "dead code, strings and comments": (
        f'{SK}(const A *a) {{ /* AscendC::GetBlockNum() */ Work("AscendC::GetBlockNum()");\n'
        "#if 0\nAscendC::GetBlockNum();\n#endif\n}",
        [],
    ),
    "a kernel": ("__global__ __vector__ void k(GM_ADDR x) { Work(AscendC::GetBlockNum()); }", []),
}


@pytest.mark.parametrize("name", BLOCK_NUMBERS)
def test_block_count_asked_in_a_super_kernel(name: str) -> None:
    body, expected = BLOCK_NUMBERS[name]
    assert lines(body) == [(line, "block-num") for line in expected]


SIGNATURES = {
    "()": "(sk::SkSystemArgs *sysArgs)",
    "(void)": "(sk::SkSystemArgs *sysArgs)",
    "(const A *a)": "(const A *a, sk::SkSystemArgs *sysArgs)",
    "(const A *a /* the args */)": "(const A *a, sk::SkSystemArgs *sysArgs /* the args */)",
    "(const A *sysArgs)": "(const A *sysArgs, sk::SkSystemArgs *sysArgs1)",
    "(const A *a, sk::SkSystemArgs *)": "(const A *a, sk::SkSystemArgs *sysArgs)",
    "(const A *a, const sk::SkSystemArgs *given)": "(const A *a, const sk::SkSystemArgs *given)",
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_block_count_fix_takes_system_args_under_a_free_name(signature: str) -> None:
    after = SIGNATURES[signature]
    name = after.partition("SkSystemArgs *")[2].partition(")")[0].split()[0]
    text = f"{HEAD}{SK}{signature} {{ Gone g(::AscendC::GetBlockNum(), get_block_num(), block_num); }}\n"
    count = f"static_cast<int64_t>({name}->skNumBlocks)"
    assert fixed(text, unsafe=False) == f"{HEAD}{SK}{after} {{ Gone g({count}, {count}, {count}); }}\n"


UNFIXED = {
    "more parameters than an SK function may have": f"{SK}(GM_ADDR x, uint32_t n) {{ Work(AscendC::GetBlockNum()); }}",
    "a lambda that captures nothing": f"{SK}(const A *a) {{ F([] {{ return AscendC::GetBlockNum(); }}); }}",
    "a second declaration": f"{SK}(const A *a);\n{SK}(const A *a) {{ Work(AscendC::GetBlockNum()); }}",
    "a function that a macro makes": f"#define D {SK}(const A *a) {{ Work(AscendC::GetBlockNum()); }}\nD",
    "a helper": f"int64_t H() {{ return AscendC::GetBlockNum(); }}\n{SK}(const A *a) {{ H(); }}",
}


@pytest.mark.parametrize("name", UNFIXED)
def test_block_count_that_cannot_be_written_is_left_to_a_person(name: str) -> None:
    text = HEAD + UNFIXED[name]
    assert fixed(text) == text
    assert [rule for _, rule in found(Source("k.asc", text.encode()))] == ["block-num"]


def test_block_count_has_no_fix_where_cann_lacks_system_args() -> None:
    text = f"{HEAD}{SK}(const A *a) {{ Work(AscendC::GetBlockNum()); }}\n"
    assert fixed(text, cann="9.0") == text
    assert fixed(text, cann="9.1") != text


MIXED = "g_coreType == AscendC::AIV ? s->skNumBlocks / 2 : s->skNumBlocks"


@pytest.mark.parametrize(
    ("type", "kernel_type", "count", "safe"),
    [
        ("__vector__", "__vector__", "s->skNumBlocks", True),
        ("__mix__(1, 1)", "__mix__(1, 1)", "s->skNumBlocks", True),
        ("__mix__(1, 2)", "__mix__(1, 2)", MIXED, False),
        ("", "__mix__(1, 2)", MIXED, False),
        ("", "__aicore__", "s->skNumBlocks", False),
    ],
)
def test_block_count_fix_knows_mixed_kernels(type: str, kernel_type: str, count: str, safe: bool) -> None:
    def text(it: str) -> str:
        return (
            f"{HEAD}__global__ {kernel_type} void k(GM_ADDR x) {{ Work(AscendC::GetBlockNum()); }}\n"
            f"template <uint32_t p> __sk__ {type} void k_sk(const A *a, sk::SkSystemArgs *s) {{ Work({it}); }}\n"
            "SK_BIND(k, 4, k_sk<0>);\n"
        )

    before, after = text("AscendC::GetBlockNum()"), text(f"static_cast<int64_t>({count})")
    assert fixed(before) == after
    assert fixed(before, unsafe=False) == (after if safe else before)


BUILT_INS = {
    "every name, also where the compiler lost the line": (
        f"{SK}(const A *a) {{ Gone g(block_idx, ::block_num);\nint64_t n = get_block_idx() + get_block_num(); }}",
        [1, 1, 2, 2],
    ),
    "in a destructor": (f"struct Op {{ ~Op() {{ Use(block_idx); }} }};\n{SK}(const A *a) {{ Op op; }}", [1]),
    "in a macro": (f"#define ID block_idx\n{SK}(const A *a) {{ Work(ID); }}", [2]),
    "parameters and lambdas' parameters": (
        f"int F(int block_idx) {{ return Gone(block_idx); }}\n"
        f"{SK}(const A *a) {{ F(1); auto f = [](int block_num) {{ return Gone(block_num); }}; }}",
        [],
    ),
    "variables, also of a type that is not known": (f"{SK}(const A *a) {{ Gone block_idx(1); Work(block_idx); }}", []),
    "members": (
        "struct Op { int block_idx; void Run() { Gone g(block_idx, this->block_idx); } };\n"
        f"{SK}(const A *a) {{ Op op; op.Run(); Work(op.block_idx, other.block_num, Ns::block_idx); }}",
        [],
    ),
    "members of a base whose header is missing": (
        '#include "gone.h"\nstruct Op : Gone { void Run() { Gone g(block_idx); } };\n'
        f"{SK}(const A *a) {{ Op op; op.Run(); }}",
        [],
    ),
    "a function of one's own": (
        f"int get_block_idx(int n) {{ return n; }}\n{SK}(const A *a) {{ get_block_idx(1); }}",
        [],
    ),
    "not reached": (f"int F() {{ return block_idx; }}\n{SK}(const A *a) {{ Work(a); }}", []),
}


@pytest.mark.parametrize("name", BUILT_INS)
def test_core_registers_read_in_a_super_kernel(name: str) -> None:
    body, expected = BUILT_INS[name]
    assert lines(body) == [(line, "raw-block-builtin") for line in expected]


SYSTEM = f"{SK}(const A *a, sk::SkSystemArgs *s)"
CONST = f"{SK}(const A *a, const sk::SkSystemArgs *s)"
MEMBERS = {
    "through a local, a reference and parentheses": (
        f"{SYSTEM} {{ auto *t = s; auto &r = *s; t->skBlockNum;\nr.SkGetBlockNum();\n"
        "Gone g((*s).skBlockNum, (s)->skBlockNum); }",
        "aaaa",
        [1, 2, 3, 3],
    ),
    "through a field of the class or its base": (
        "struct B { sk::SkSystemArgs *s; };\n"
        "struct Op : B { void Run() { Gone g(s->skBlockNum, this->s->skBlockNum); } };\n"
        f"{SYSTEM} {{ Op op; op.Run(); }}",
        "aa",
        [2, 2],
    ),
    "in a function that nothing calls": ("void F(sk::SkSystemArgs &s) { Use(s.skBlockNum); }", "a", [1]),
    "split by a comment": (f"{SYSTEM} {{ Work(s /* skBlockNum */ ->\nskBlockNum); }}", "a", [2]),
    "of a struct of one's own": (
        f"struct G {{ int skBlockNum; int SkGetNumBlocks(); }};\n{SYSTEM} {{ G g;Work(g.skBlockNum, o->skBlockNum); }}",
        "",
        [],
    ),
    "accessors through const": (
        f"{CONST} {{ Work(s->SkGetNumBlocks());\nGone g(s->SkGetBlockIdx());\ns->SkSetTaskSyncCfg(1); }}",
        "ccc",
        [1, 2, 3],
    ),
    "accessors through a reference to const": ("void F(const sk::SkSystemArgs &s) { s.SkGetNumBlocks(); }", "c", [1]),
    "a const pointer to what is not const": (
        f"{SK}(const A *a, sk::SkSystemArgs *const s) {{ Work(s->SkGetNumBlocks(), s->skNumBlocks); }}",
        "",
        [],
    ),
    "fields through const": (f"{CONST} {{ Work(s->skNumBlocks, s->skBlockIdx); }}", "", []),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_members_of_system_args(name: str) -> None:
    body, kinds, expected = MEMBERS[name]
    rules = ["sys-args-api-current" if it == "a" else "sys-args-const" for it in kinds]
    assert lines(body) == list(zip(expected, rules, strict=True))


def test_old_members_are_renamed_only_where_cann_has_the_struct() -> None:
    text = f"{HEAD}{SYSTEM} {{ Work(s->skBlockNum, s->SkGetBlockNum()); }}\n"
    after = f"{HEAD}{SYSTEM} {{ Work(s->skNumBlocks, s->SkGetNumBlocks()); }}\n"
    assert fixed(text, unsafe=False) == fixed(text, unsafe=False, cann="9.1.0-beta.1") == after
    assert fixed(text, cann="9.0") == text
    (first, _) = lint(Source("k.asc", text.encode()), RULES, Target.of(cann="9.0"), options=OPTIONS).findings
    assert first.message == "sk::SkSystemArgs needs CANN 9.1, 9.0 has neither skBlockNum nor skNumBlocks"


def test_accessors_through_const_become_fields_and_setters_stay() -> None:
    text = f"{HEAD}{CONST} {{ Gone g(s->SkGetNumBlocks ( ), s->SkGetTaskSyncCfg()); s->SkSetTaskSyncCfg(1); }}\n"
    after = f"{HEAD}{CONST} {{ Gone g(s->skNumBlocks, s->skTaskSyncCfg); s->SkSetTaskSyncCfg(1); }}\n"
    assert fixed(text, unsafe=False) == after


KERNEL = "__global__ __vector__ void k(GM_ADDR x) { Work(x); }\n"
MASKS = {
    ("4", "AscendC::WaitPreTaskEnd();"): "5",
    ("0x4", "AscendC::WaitPreTaskEnd<true>(); AscendC::SetNextTaskStart<PIPE_MTE3, PIPE_FIX, true>();"): "0x7",
    ("4ULL", "AscendC::SetNextTaskStart();"): "6ULL",
    ("4 | 8", "AscendC::SetNextTaskStart();"): "4 | 8 | 2",
    ("1|4", "Work(a->x);"): "4",
    ("3", "Work(a->x);"): "0",
    ("3 | 4", "AscendC::WaitPreTaskEnd();"): "5",
    ("(1 << 2)", "AscendC::WaitPreTaskEnd();"): "5",
    ("1", "auto f = [&] { AscendC::WaitPreTaskEnd(); }; f();"): "1",
    ("2", "Gone g(a->x); g.Run();"): "0",
}


@pytest.mark.parametrize(("mask", "body"), MASKS)
def test_mask_tells_early_start_as_it_is_called(mask: str, body: str) -> None:
    text = f"{HEAD}{KERNEL}{SK}(const A *a) {{ {body} }}\nSK_BIND(k, {mask}, k_sk<0>, k_sk<1>);\n"
    assert fixed(text) == text.replace(f"k, {mask},", f"k, {MASKS[mask, body]},")


HIDDEN = {
    "a function without a body": "void F();\n|F();",
    "a method of a template's type": "struct Op { void Run() { AscendC::WaitPreTaskEnd(); } };\n"
    "template <class T> void Go(T &op) { op.Run(); }\n|Op op; Go(op);",
    "a function pointer": "|void (*f)() = Find(); f();",
    "a header that is missing": '#include "stage.h"\n|Stage();',
    "a mask that is not known": "|Work(a->x); AscendC::WaitPreTaskEnd(); AscendC::SetNextTaskStart();",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_mask_is_believed_where_the_call_may_hide(name: str) -> None:
    before, body = HIDDEN[name].split("|")
    mask = "UNKNOWN" if "not known" in name else "3"
    assert lines(f"{before}{KERNEL}{SK}(const A *a) {{ {body} }}\nSK_BIND(k, {mask}, k_sk<0>);") == []


SYNC = "AscendC::SyncAll();"
RUN = "void run(void *s, uint8_t *x) { k<<<8, nullptr, s>>>(x); }"
SYNCS = {
    "qualifiers in any order": (f"__vector__ __global__ void k(GM_ADDR x) {{ {SYNC} }}\n{RUN}", [1]),
    "in a method, with the namespace used": (
        "using namespace AscendC;\nstruct Op { void Run() { SyncAll<false>(); } };\n"
        f'extern "C" __global__ __aicore__ void k(GM_ADDR x) {{ Op op; op.Run(); }}\n{RUN}',
        [2],
    ),
    "software synchronisation of all cores": (
        "__global__ __vector__ void k(GM_ADDR x) { AscendC::GlobalTensor<int32_t> g; AscendC::LocalTensor<int32_t> l;\n"
        f"AscendC::SyncAll(g, l);\nAscendC::SyncAll(g, l, 4); }}\n{RUN}",
        [2],
    ),
    "bound, not launched": (
        f"__global__ __vector__ void k(GM_ADDR x) {{ {SYNC} }}\n{SK}(const A *a) {{ {SYNC} }}\nSK_BIND(k, 4, k_sk<0>);",
        [1],
    ),
    "bound with bit 8": (
        f"__global__ void k(GM_ADDR x) {{ {SYNC} }}\n{SK}(const A *a) {{ {SYNC} }}\nSK_BIND(k, 12, k_sk<0>);",
        [],
    ),
    "batch mode and no bit 8": (
        f"__schedmode__(1) __global__ __vector__ void k(GM_ADDR x) {{ {SYNC} }}\n{SK}(const A *a) {{ {SYNC} }}\n"
        "SK_BIND(k, 4, k_sk<0>);",
        [3],
    ),
    "bit 8 in normal mode": (f"{KERNEL}{SK}(const A *a) {{ Work(a->x); }}\nSK_BIND(k, 8, k_sk<0>);\n{RUN}", [3]),
    "batch mode by a macro": (f"#define B 1\n__schedmode__(B) __global__ void k(GM_ADDR x) {{ {SYNC} }}\n{RUN}", []),
    "batch mode at the declaration": (
        f"__schedmode__(1) __global__ void k(GM_ADDR x);\n__global__ void k(GM_ADDR x) {{ {SYNC} }}\n{RUN}",
        [],
    ),
    "launched by a framework": (f'extern "C" __global__ __aicore__ void k(GM_ADDR x) {{ {SYNC} }}', []),
    "on one core": (f"__global__ __vector__ void k(GM_ADDR x) {{ {SYNC} }}\n{RUN.replace('<<<8', '<<<1')}", []),
    "a function of one's own": (
        f"namespace n {{ void SyncAll(); }}\n__global__ void k(GM_ADDR x) {{ n::SyncAll(); /* {SYNC} */ }}\n{RUN}",
        [],
    ),
}


@pytest.mark.parametrize("name", SYNCS)
def test_kernels_that_wait_for_all_cores(name: str) -> None:
    body, expected = SYNCS[name]
    assert lines(body) == [(line, "sync-all") for line in expected]


@pytest.mark.parametrize(
    "words",
    ["|__global__ __vector__", "|__vector__ __global__", 'extern "C" |__global__ __aicore__', "static |__global__",
     "template <class T> |__global__"],
)  # fmt: skip
def test_batch_mode_is_written_before_the_qualifiers(words: str) -> None:
    def text(mode: str) -> str:
        launched = "k<int><<<" if words.startswith("template") else "k<<<"
        return f"{HEAD}{words.replace('|', mode)} void k(GM_ADDR x) {{ {SYNC} }}\n{RUN.replace('k<<<', launched)}\n"

    assert fixed(text(""), unsafe=False) == text("__schedmode__(1) ")


def test_a_bound_kernel_gets_batch_mode_and_the_bit_that_lets_it_fuse() -> None:
    def text(mode: str, mask: str) -> str:
        kernel = f"{HEAD}{mode}__global__ __vector__ void k(GM_ADDR x) {{ {SYNC} }}\n"
        return f"{kernel}{SK}(const A *a) {{ {SYNC} }}\nSK_BIND(k, {mask}, k_sk<0>);\n"

    assert fixed(text("", "4")) == text("__schedmode__(1) ", "12")
    assert fixed(text("", "4"), unsafe=False) == text("", "4")
