"""TPipes inside objects: destroyed through the object where its class lets others at them, else left with what to do."""

# ruff: noqa: E501 - kernels and expected code stand as they are, a line each

import pytest
from binding import bound

HEAD = '#include "kernel_operator.h"\n\n'
RUN = "    __aicore__ inline void Run(GM_ADDR x) { Use(x); }\n"
PUBLIC = f"class Op {{\npublic:\n{RUN}    AscendC::TPipe pipe;\n}};\n"
PRIVATE = f"class Op {{\npublic:\n{RUN}private:\n    AscendC::TPipe pipe;\n}};\n"
CLOSED = f"class Op {{\npublic:\n{RUN}    __aicore__ inline void Finish() {{ pipe.DestroyWithoutPipeAll(); }}\nprivate:\n    AscendC::TPipe pipe;\n}};\n"


def kernel(body: str) -> str:
    return f"__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{{\n    {body}\n}}\n"


def test_public_member_on_each_way_out() -> None:
    added = bound(HEAD + PUBLIC + kernel("Op op;\n    if (n == 0) {\n        return;\n    }\n    op.Run(x);")).added
    assert "        op.pipe.DestroyWithoutPipeAll();\n        return;\n" in added
    assert "    op.Run(x);\n    op.pipe.DestroyWithoutPipeAll();\n}\n" in added


@pytest.mark.parametrize(
    ("classes", "body", "destroyed"),
    [
        ("struct Base { AscendC::TPipe pipe; };\nstruct Op : Base { };", "Op op;", "op.pipe.DestroyWithoutPipeAll();"),
        ("struct In { AscendC::TPipe p; };\nstruct Op { In in; };", "Op op;", "op.in.p.DestroyWithoutPipeAll();"),
        ("template <typename T> struct Op { T value; AscendC::TPipe pipe; };", "Op<float> op;", "op.pipe.DestroyWithoutPipeAll();"),
        ("struct Op { AscendC::TPipe pipe; };", "{ Op op; Use(&op); }", "{ Op op; Use(&op); op.pipe.DestroyWithoutPipeAll(); }"),
        ("struct Op { AscendC::TPipe pipe; };", "auto op = Op();", "op.pipe.DestroyWithoutPipeAll();"),
        ("struct Op { AscendC::TPipe a; AscendC::TPipe b; };", "Op op;", "op.a.DestroyWithoutPipeAll();\n    op.b.DestroyWithoutPipeAll();"),
        ("struct Op { Op() {} ~Op() {} AscendC::TPipe pipe; };", "Op op;", "op.pipe.DestroyWithoutPipeAll();"),
        ("struct Op { AscendC::TPipe pipe; };", "for (uint32_t i = 0; i < n; ++i) { Op op; if (i) continue; Use(&op); }", "if (i) { op.pipe.DestroyWithoutPipeAll(); AscendC::PipeBarrier<PIPE_ALL>(); continue; } Use(&op); op.pipe.DestroyWithoutPipeAll(); AscendC::PipeBarrier<PIPE_ALL>(); }"),
        ("", "struct Op { AscendC::TPipe pipe; void Run(GM_ADDR y) { Use(y); } }; Op op; op.Run(x);", "op.Run(x);\n    op.pipe.DestroyWithoutPipeAll();"),
        ("", "struct Op { AscendC::TPipe pipe; } op; Use(op);", "Use(op);\n    op.pipe.DestroyWithoutPipeAll();"),
        ("", "struct { int n; AscendC::TPipe pipe; } op; Use(op);", "Use(op);\n    op.pipe.DestroyWithoutPipeAll();"),
        (CLOSED, "Op op; op.Run(x);", "op.Run(x);\n    op.Finish();"),
        (CLOSED + "struct Outer { Op op; };", "Outer outer;", "outer.op.Finish();"),
        (CLOSED + "struct Derived : Op { };", "Derived op;", "op.Finish();"),
    ],
)  # fmt: skip
def test_destroyed_through_the_object(classes: str, body: str, destroyed: str) -> None:
    result = bound(f"{HEAD}{classes}\n{kernel(body)}")
    assert result.problems == []
    assert destroyed in result.added


@pytest.mark.parametrize(
    ("classes", "body", "said"),
    [
        (PRIVATE, "Op op;", "Op keeps pipe to itself: make it public, or give Op a public method with nothing but pipe.DestroyWithoutPipeAll(), and bind again"),
        ("struct In { AscendC::TPipe p; };\nclass Op { In in; public: int n; };", "Op op;", "In keeps p to itself"),
        ("struct Base { AscendC::TPipe pipe; };\nclass Op : Base { };", "Op op;", "keeps pipe to itself"),
        ("class Op { AscendC::TPipe pipe; public: void End(int n) { pipe.DestroyWithoutPipeAll(); } };", "Op op;", "keeps pipe to itself"),
        ("class Op { AscendC::TPipe pipe; public: void End() { if (n) pipe.DestroyWithoutPipeAll(); } int n; };", "Op op;", "keeps pipe to itself"),
        ("class Op { AscendC::TPipe pipe; void End() { pipe.DestroyWithoutPipeAll(); } };", "Op op;", "keeps pipe to itself"),
        ("struct Op { AscendC::TPipe pipe; ~Op() { Use(pipe); } };", "Op op;", "~Op runs after that and may use it"),
        ("struct Op { AscendC::TPipe pipes[2]; };", "Op op;", "pipes of Op is an array"),
        ("struct Op { AscendC::TPipe pipe; };", "Op ops[2]; Use(ops);", "ops of k is an array with TPipes"),
        ("", "static AscendC::TPipe pipe; Use(pipe);", "pipe of k is static"),
        ("struct Op { AscendC::TPipe pipe; };", "static Op op; Use(op);", "op of k is static"),
        ("", "auto *pipe = new AscendC::TPipe(); Use(pipe);", "k makes TPipe with new"),
        ("", "auto *pipe = new AscendC::TPipe; Use(pipe);", "k makes TPipe with new"),
        ("struct Op { AscendC::TPipe pipe; };", "Op *op = new (x) Op{}; Use(op);", "k makes Op with new"),
        ("AscendC::TPipe shared;", "Use(shared);", "shared, which k uses, is global"),
        ("__aicore__ inline void Load(GM_ADDR x) { static AscendC::TPipe pipe; Use(x, pipe); }", "Load(x);", "pipe of Load is static"),
        ("struct Op { AscendC::TPipe pipe; void Run() {} };", "Op().Run();", "makes an object of Op without a name"),
        ("struct Base { AscendC::TPipe pipe; };\nstruct Op : Base { AscendC::TPipe pipe; };", "Op op;", "the name of several members"),
    ],
)  # fmt: skip
def test_left_with_what_to_do(classes: str, body: str, said: str) -> None:
    result = bound(f"{HEAD}{classes}\n{kernel(body)}")
    assert [it for it in result.bindings.problems if it.rule == "codegen.tpipe" and said in it.message]
    assert not result.bindings.edits


def test_outliving_pipe_that_the_kernel_destroys_binds() -> None:
    body = "auto *pipe = new AscendC::TPipe();\n    pipe->DestroyWithoutPipeAll();\n    delete pipe;"
    assert bound(HEAD + kernel(body)).problems == []
    assert (
        bound(HEAD + kernel("AscendC::TPipe *pipe = GetTPipePtr();\n    static int n = 1;\n    Use(pipe, n);")).problems
        == []
    )


def test_same_member_of_several_objects_is_told_once() -> None:
    result = bound(
        HEAD + PRIVATE + kernel("{ Op op; op.Run(x); }\n    { Op op; op.Run(x); }\n    { Op op; op.Run(x); }")
    )
    assert [it.message.partition(" needs")[0] for it in result.bindings.problems] == ["op.pipe of k and 2 more like it"]
    assert [it.message for it in result.bindings.problems[0].related] == ["pipe is declared here"]


def test_what_the_finding_asks_for_binds() -> None:
    assert bound(HEAD + PRIVATE.replace("private:", "public:") + kernel("Op op;")).problems == []
    assert bound(HEAD + CLOSED + kernel("Op op;")).problems == []


def test_static_objects_and_pointers_own_nothing() -> None:
    text = HEAD + PUBLIC + kernel("Op *op = nullptr; Use(op);")
    assert "Destroy" not in bound(text).added


def test_scope_that_a_macro_ends() -> None:
    text = HEAD + "#define LAST(x) if (x) { Use(x); }\n" + kernel("AscendC::TPipe pipe;\n    LAST(x)")
    assert "    LAST(x)\n    pipe.DestroyWithoutPipeAll();\n}\n" in bound(text).added
    one_line = (
        HEAD
        + "#define LAST(x) if (x) { Use(x); }\n"
        + "__global__ __vector__ void k(GM_ADDR x) { { AscendC::TPipe pipe; LAST(x) } Use(x); }\n"
    )
    assert "LAST(x) pipe.DestroyWithoutPipeAll(); } Use(x);" in bound(one_line).added


# directives


def conditional(before: str, after: str, name: str = "a") -> str:
    head = '#include "kernel_operator.h"\n__global__ __vector__ void k(GM_ADDR x, uint32_t n)\n{\n'
    return f"{head}{before.format(f'    AscendC::TPipe {name};')}{after}}}\n"


@pytest.mark.parametrize(
    ("before", "around"),
    [
        ("#ifdef DBG\n{0}\n#endif\n", "#ifdef DBG\n{0}\n#endif\n"),
        ("#ifndef DBG\n{0}\n#endif\n", "#ifndef DBG\n{0}\n#endif\n"),
        ("# if defined(DBG) // why\n{0}\n    Use(a);\n# endif\n", "# if defined(DBG) // why\n{0}\n#endif\n"),
        ("#if DBG\n    Use(n);\n#else\n{0}\n#endif\n", "#if DBG\n#else\n{0}\n#endif\n"),
        (
            "#if DBG == 1\n    Use(n);\n#elif DBG == 2\n{0}\n#else\n    Use(x);\n#endif\n",
            "#if DBG == 1\n#elif DBG == 2\n{0}\n#endif\n",
        ),
        ("#ifdef DBG\n#ifndef REL\n{0}\n#endif\n#endif\n", "#ifdef DBG\n#ifndef REL\n{0}\n#endif\n#endif\n"),
        ("#ifdef DBG\n#if REL > 2\n{0}\n#endif\n#endif\n", "#ifdef DBG\n#if REL > 2\n{0}\n#endif\n#endif\n"),
    ],
)
def test_pipe_of_one_branch_is_destroyed_where_that_is_taken(before: str, around: str) -> None:
    result = bound(conditional(before, "    Use(x);\n"))
    assert result.problems == []
    assert f"    Use(x);\n{around.format('    a.DestroyWithoutPipeAll();')}}}\n" in result.added


@pytest.mark.parametrize(
    ("way", "written"),
    [
        ("    if (n == 9) return;\n", "    if (n == 9) {{\n{0}        return;\n    }}\n"),
        ("    if (n == 9) {\n        return;\n    }\n", "    if (n == 9) {{\n{0}        return;\n    }}\n"),
        ("    if (n == 9) { return; }\n", "    if (n == 9) {{\n{0}        return; }}\n"),
        ("#ifdef DBG\n    return;\n#endif\n", "#ifdef DBG\n    a.DestroyWithoutPipeAll();\n    return;\n#endif\n"),
    ],
)
def test_early_return_of_a_pipe_of_one_branch(way: str, written: str) -> None:
    result = bound(conditional("#ifdef DBG\n{0}\n#endif\n", f"{way}    Use(x);\n"))
    assert result.problems == []
    destroy = "#ifdef DBG\n        a.DestroyWithoutPipeAll();\n#endif\n"
    assert written.format(destroy) in result.added


def test_pipes_of_all_branches_are_destroyed_once() -> None:
    result = bound(conditional("#ifdef DBG\n{0}\n#else\n    AscendC::TPipe a(1);\n#endif\n", "    Use(x);\n"))
    assert result.problems == []
    assert "    Use(x);\n    a.DestroyWithoutPipeAll();\n}\n" in result.added


@pytest.mark.parametrize("way", ["{ return; }", "{\n        return;\n    }", "return;"])
def test_pipes_of_several_branches_at_one_way_out(way: str) -> None:
    text = "#if A\n    Use(n);\n#elif B\n{0}\n#else\n    AscendC::TPipe b;\n#endif\n"
    result = bound(conditional(text, f"    if (n == 9) {way}\n    Use(x);\n"))
    if way == "return;":  # one statement, put in braces twice
        assert result.problems == [("body-unknown", 2)]
    else:
        assert result.problems == []
        assert result.added.count("a.DestroyWithoutPipeAll();") == result.added.count("b.DestroyWithoutPipeAll();") == 2


def test_macro_that_changes_between_the_pipe_and_the_way_out() -> None:
    text = conditional("#ifdef DBG\n{0}\n#endif\n#undef DBG\n", "    Use(x);\n")
    assert bound(text).problems == [("tpipe", 5)]


def test_pipe_of_one_branch_in_crlf() -> None:
    text = conditional("#ifdef DBG\n{0}\n#endif\n", "    Use(x);\n").replace("\n", "\r\n")
    result = bound(text)
    assert result.problems == []
    assert b"\n" not in result.after.data.replace(b"\r\n", b"")


STRANGER = (
    "template <template <typename> class Op, typename T>\n"
    "__aicore__ inline void Drive(GM_ADDR x, AscendC::TPipe *pipe) {{ Op<T> op; op.Init(x, pipe); }}\n"
    "template <typename T> struct A {{ __aicore__ inline void Init(GM_ADDR x, AscendC::TPipe *p) {{ {0} }} }};\n"
    "__global__ __vector__ void k(GM_ADDR x)\n"
    "{{\n"
    "    AscendC::TPipe pipe;\n"
    "    Drive<A, half>(x, &pipe);\n"
    "}}\n"
)


def test_stranger_that_gets_the_pipe_leaves_it_to_the_kernel() -> None:
    result = bound(STRANGER.format("Use(x, p);"))
    assert result.problems == []
    assert "    pipe.DestroyWithoutPipeAll();\n}\n" in result.text


def test_stranger_that_may_destroy_the_pipe_is_not_bound() -> None:
    result = bound(STRANGER.format("p->DestroyWithoutPipeAll();"))
    assert [rule for rule, _ in result.problems] == ["tpipe"]
    assert "SK_BIND" not in result.text
