# ruff: noqa: E501 (kernel sources stand in strings)
"""What counts as a use of an interface: what the names mean, in live code of the device."""

import pytest

from sklint.lint import lint
from sklint.packs import installed_packs
from sklint.source import Source
from sklint.target import Target
from sklint.testing import OPTIONS, case

RULES = [rule for pack in installed_packs() for rule in pack.rules if rule.id == "compat.api-unsupported"]

# Mutex::Lock, Mutex::Unlock and AllocMutexID are documented for 950 alone.
USED = {
    "branch that one instantiation takes": "template <int A> __aicore__ inline void f() {\n if constexpr (A > 3) {\n  AscendC::AllocMutexID(); // <-\n }\n}\n__global__ __vector__ void k(GM_ADDR x) { f<__NPU_ARCH__>(); f<1>(); }\n",
    "qualified": "__global__ __vector__ void k(GM_ADDR x) {\n AscendC::AllocMutexID(); // <-\n}\n",
    "using directive": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n AllocMutexID(); // <-\n}\n",
    "using declaration": "using AscendC::AllocMutexID; // <-\n__global__ __vector__ void k(GM_ADDR x) {\n AllocMutexID(); // <-\n}\n",
    "namespace alias": "namespace A = AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n A::AllocMutexID(); // <-\n}\n",
    "old namespace name": "__global__ __vector__ void k(GM_ADDR x) {\n AscendC::MicroAPI::RegTensor<float> r; // <-\n}\n",
    "helper": "__aicore__ inline int id() {\n return AscendC::AllocMutexID(); // <-\n}\n__global__ __vector__ void k(GM_ADDR x) { id(); }\n",
    "method": "class Op {\n __aicore__ inline void Run() {\n  AscendC::AllocMutexID(); // <-\n }\n};\n",
    "template": "template <class T> class Op {\n __aicore__ inline void Run(T t) {\n  AscendC::Reg::Adds(t, t, 1, t); // <-\n }\n};\n",
    "lambda": "__global__ __vector__ void k(GM_ADDR x) {\n auto f = [&] {\n  AscendC::AllocMutexID(); // <-\n };\n f();\n}\n",
    "macro of the project": "#define ID() AscendC::AllocMutexID()\n__global__ __vector__ void k(GM_ADDR x) {\n ID(); // <-\n}\n",
    "argument of a macro": "#define DO(x) x\n__global__ __vector__ void k(GM_ADDR x) {\n DO(AscendC::AllocMutexID()); // <-\n}\n",
    "lost by the compiler": "__global__ __vector__ void k(GM_ADDR x) {\n unknown<3>::type a = b ? AscendC::AllocMutexID() : ; // <-\n}\n",
    "template with a using directive": "using namespace AscendC;\ntemplate <class T> class Op {\n __aicore__ inline void Run(T t) {\n  Clamp(t, t); // <-\n  Clamp<T>(t, t); // <-\n }\n};\n",
    "inside the namespace": "namespace AscendC {\n__aicore__ inline int id() {\n return AllocMutexID(); // <-\n}\n}\n",
    "using directive of an inner namespace": "using namespace AscendC::Reg;\n__global__ __vector__ void k(GM_ADDR x) {\n RegTensor<float> r; // <-\n}\n",
    "beside one of the project": "using namespace AscendC;\nnamespace mine { int AllocMutexID(); }\n__global__ __vector__ void k(GM_ADDR x) {\n AllocMutexID(); // <-\n mine::AllocMutexID();\n}\n",
    "argument of what is there": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n SetFlag<HardEvent::V_S>(AllocMutexID()); // <-\n}\n",
    "member type": "class Op {\n AscendC::Reg::MaskReg mask; // <-\n};\n",
    "method of an interface": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n GlobalTensor<float> g;\n auto h = g.ReinterpretCast<int>(); // <-\n}\n",
    "method of a tensor of a template's type": "using namespace AscendC;\ntemplate <class T> class Op {\n GlobalTensor<T> g, *h;\n __aicore__ inline void Run() {\n  auto a = g.template ReinterpretCast<int>(); // <-\n  h->SetValue(0, h->template ReinterpretCast<int>()); // <-\n }\n};\n",
    "method of a field through this": "template <class T> class Op {\n AscendC::Hccl<> h, *p;\n __aicore__ inline void Run() {\n  this->h.AlltoAllV(1); // <-\n  this->h.template AlltoAllV<true>(1); // <-\n  this->p->AlltoAllV<true>(1); // <-\n }\n};\n",
    "method of a template's field through this": "template <class T> class Op {\n AscendC::GlobalTensor<T> g, *p;\n __aicore__ inline void Run() {\n  auto a = this->g.template ReinterpretCast<int>(); // <-\n  auto b = this -> p -> template ReinterpretCast<int>(); // <-\n }\n};\n",
    "method of an object of this": "template <class T> class Op {\n AscendC::Hccl<> h, *p, a[2];\n __aicore__ inline void Run() {\n  (*this).h.template AlltoAllV<true>(1); // <-\n  (*this).p->template AlltoAllV<true>(1); // <-\n  this->a[0].template AlltoAllV<true>(1); // <-\n  (*this->p).template AlltoAllV<true>(1); // <-\n  (&this->h)->template AlltoAllV<true>(1); // <-\n  (this->h).template AlltoAllV<true>(1); // <-\n  this->p[1].template AlltoAllV<true>(1); // <-\n }\n};\n",
    "method of an object of a pointer to this": "template <class T> class Op {\n AscendC::Hccl<> h, *p, a[2];\n __aicore__ inline void Run() {\n  auto *self = this;\n  self->h.template AlltoAllV<true>(1); // <-\n  self->p->template AlltoAllV<true>(1); // <-\n  self->a[0].template AlltoAllV<true>(1); // <-\n  auto &me = *this;\n  me.h.template AlltoAllV<true>(1); // <-\n  Op *other = this;\n  other->h.template AlltoAllV<true>(1); // <-\n }\n};\n",
    "method of a part of a field": "template <class T> class Op {\n struct Part { AscendC::GlobalTensor<T> g, a[2]; } part, *pointed;\n using G = AscendC::GlobalTensor<T>;\n G own;\n __aicore__ inline void Run() {\n  this->part.g.template ReinterpretCast<int>(); // <-\n  part.a[1].template ReinterpretCast<int>(); // <-\n  this->pointed->g.template ReinterpretCast<int>(); // <-\n  pointed->a[0].template ReinterpretCast<int>(); // <-\n  own.template ReinterpretCast<int>(); // <-\n  this->own.template ReinterpretCast<int>(); // <-\n  (*this).part.g.template ReinterpretCast<int>(); // <-\n }\n};\n",
    "method of a local of a template's type": "using namespace AscendC;\ntemplate <class T> class Op {\n TQue<TPosition::VECIN, 2> in;\n __aicore__ inline void Run(const GlobalTensor<T> &given) {\n  GlobalTensor<T> g = in.AllocTensor<T>(), &r = g, *p = &g;\n  g.template ReinterpretCast<int>(); // <-\n  r.template ReinterpretCast<int>(); // <-\n  p->template ReinterpretCast<int>(); // <-\n  given.template ReinterpretCast<int>(); // <-\n }\n};\n",
    "method of a base's field": "struct Base { AscendC::Hccl<> h; };\ntemplate <class T> class Op : Base {\n __aicore__ inline void Run() {\n  this->h.template AlltoAllV<true>(1); // <-\n }\n};\n",
    "asked for by if": "__global__ __vector__ void k(GM_ADDR x) {\n if constexpr (__NPU_ARCH__ == 2201) {\n  AscendC::AllocMutexID(); // <-\n }\n if (x) {\n  AscendC::AllocMutexID(); // <-\n }\n}\n",
    "asked for by a constant": "constexpr bool OLD = __NPU_ARCH__ == 2201;\ntemplate <bool B> __aicore__ inline void F() {\n if constexpr (OLD) {\n  AscendC::AllocMutexID(); // <-\n }\n if constexpr (B) {\n  AscendC::AllocMutexID(); // <-\n }\n}\n",
    "asked for by else": "__global__ __vector__ void k(GM_ADDR x) {\n if constexpr (__NPU_ARCH__ == 3510) {\n } else {\n  AscendC::AllocMutexID(); // <-\n }\n if (__NPU_ARCH__ == 3510) ; else if (x) AscendC::AllocMutexID(); // <-\n}\n",
    "case of the architecture": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) {\n  case 3510:\n   break;\n  case 2201:\n   AscendC::AllocMutexID(); // <-\n   break;\n  default: break;\n }\n}\n",
    "one case of several": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) { case 3510: case 2201:\n  AscendC::AllocMutexID(); // <-\n }\n}\n",
    "case that falls through": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) {\n  case 2201: { x = 0; }\n  case 3510:\n   AscendC::AllocMutexID(); // <-\n   if (x) break;\n  case 3002:\n   AscendC::AllocMutexID(); // <-\n }\n}\n",
    "default of the architecture": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) {\n  default: {\n   AscendC::AllocMutexID(); // <-\n   break;\n  }\n  case 3510: ;\n }\n}\n",
    "case of another number": "__global__ __vector__ void k(GM_ADDR x) {\n switch (*x) { case 3510:\n  AscendC::AllocMutexID(); // <-\n }\n switch (__NPU_ARCH__ + *x) { case 3510:\n  AscendC::AllocMutexID(); // <-\n }\n}\n",
    "case in a block": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) { { case 2201:\n  AscendC::AllocMutexID(); // <-\n } }\n}\n",
    "after one that returns for others": "__global__ __vector__ void k(GM_ADDR x) {\n if (__NPU_ARCH__ == 3510) { return; }\n AscendC::AllocMutexID(); // <-\n for (int i = 0; i < 2; ++i) if (__NPU_ARCH__ != 3510) continue;\n AscendC::AllocMutexID(); // <-\n { if (__NPU_ARCH__ != 3510) return; }\n}\n__aicore__ inline void f() {\n AscendC::AllocMutexID(); // <-\n}\n",
    "functions of the library": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n float a = AscendC::Std::sqrt(2.0f); // <-\n auto b = Std::abs(a); // <-\n auto c = Std::max(1, 2) + Std::get<0>(Std::make_tuple(1));\n static_assert(Std::is_same<int, int>::value);\n}\n",
    "function of the library in a template": "template <class T> __aicore__ inline T f(T t) {\n return AscendC::Std::sqrt(t); // <-\n}\n",
    "functions of lanes": "__simt_vf__ inline void f() {\n int a = laneid(); // <-\n auto b = lanemask_lt(); // <-\n}\n",
    "other branch": "__global__ __vector__ void k(GM_ADDR x) {\n#if __NPU_ARCH__ == 3510\n#else\n AscendC::AllocMutexID(); // <-\n#endif\n}\n",
}  # fmt: skip
UNUSED = {
    "other functions of such names": "#include <cmath>\nnamespace mine { int laneid(); float sqrt(float); }\n__global__ __vector__ void k(GM_ADDR x) {\n auto a = std::sqrt(2.0f) + sqrt(1.0f) + mine::sqrt(1.0f) + mine::laneid();\n int laneid = 0, lanemask_lt = laneid;\n}\n",
    "own function of lanes": "__aicore__ inline int laneid() { return 0; }\n__global__ __vector__ void k(GM_ADDR x) { laneid(); }\n",
    "functions of lanes on the host": "int f() { return laneid(); }\n",
    "branch that no instantiation takes": "template <int A> __aicore__ inline void f() {\n if constexpr (A == 3510) {\n  AscendC::AllocMutexID();\n } else {\n }\n}\n__global__ __vector__ void k(GM_ADDR x) { f<__NPU_ARCH__>(); }\n",
    "branch after a return that every instantiation takes": "template <int A> __aicore__ inline void f() {\n if constexpr (A < 3000) {\n  return;\n } else {\n  AscendC::AllocMutexID();\n }\n}\n__global__ __vector__ void k(GM_ADDR x) { f<__NPU_ARCH__>(); f<2002>(); }\n",
    "comment": "__global__ __vector__ void k(GM_ADDR x) { /* AscendC::AllocMutexID() */ } // AscendC::AllocMutexID()\n",
    "string": '__global__ __vector__ void k(GM_ADDR x) { const char *s = "AscendC::AllocMutexID()"; const char *r = R"(AscendC::AllocMutexID())"; }\n',
    "dead branch": "__global__ __vector__ void k(GM_ADDR x) {\n#if 0\n AscendC::AllocMutexID();\n#endif\n}\n",
    "branch of another architecture": "__global__ __vector__ void k(GM_ADDR x) {\n#if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510\n AscendC::AllocMutexID();\n#endif\n}\n",
    "macro that nothing uses": "#define ID() AscendC::AllocMutexID()\n__global__ __vector__ void k(GM_ADDR x) {}\n",
    "function of the project": "namespace mine { __aicore__ inline int AllocMutexID() { return 0; } }\n__global__ __vector__ void k(GM_ADDR x) { mine::AllocMutexID(); }\n",
    "the project's own in the namespace": "namespace AscendC { __aicore__ inline int AllocMutexIDs() { return 0; } }\n__global__ __vector__ void k(GM_ADDR x) { AscendC::AllocMutexIDs(); }\n",
    "the project's own of that name": "using namespace AscendC;\n__aicore__ inline int AllocMutexID() { return 0; }\n__global__ __vector__ void k(GM_ADDR x) { AllocMutexID(); ::AllocMutexID(); }\n",
    "the project's own of that name in the namespace": "namespace AscendC { __aicore__ inline int AllocMutexID() { return 0; } template <class T> class Scatter {}; }\nusing namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) { AllocMutexID(); AscendC::AllocMutexID(); Scatter<int> s; AscendC::Scatter<int> t; }\n",
    "the project's template of that name": "using namespace AscendC;\ntemplate <class T> __aicore__ inline void Clamp(T a, T b) {}\ntemplate <class T> class Op { __aicore__ inline void Run(T t) { Clamp(t, t); Clamp<T>(t, t); } };\n",
    "the project's class of that name": "using namespace AscendC;\ntemplate <class T> class Scatter { public: __aicore__ inline void Run() {} };\n__global__ __vector__ void k(GM_ADDR x) { Scatter<float> op; op.Run(); }\n",
    "the project's macro of that name": "#define Clamp(a) (a)\nusing namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) { Clamp(1); }\n",
    "a local of that name": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) { int Where = 0; int Fma = Where + 1; (void)Fma; }\n",
    "method of the project": "struct Op { __aicore__ inline int AllocMutexID() { return 0; } };\n__global__ __vector__ void k(GM_ADDR x) { Op op; op.AllocMutexID(); }\n",
    "branch of another architecture by if": "__global__ __vector__ void k(GM_ADDR x) {\n if constexpr (__NPU_ARCH__ == 3510) { AscendC::AllocMutexID(); } else if constexpr (__NPU_ARCH__ == 3002 || __NPU_ARCH__ == 2002) { AscendC::AllocMutexID(); }\n if (__NPU_ARCH__ == 2201) { } else { AscendC::AllocMutexID(); }\n}\n",
    "branch of another architecture by a constant": "constexpr bool NEW = __NPU_ARCH__ == 3510;\n__global__ __vector__ void k(GM_ADDR x) {\n if constexpr (NEW) { AscendC::AllocMutexID(); }\n constexpr int arch = __NPU_ARCH__;\n if constexpr (arch == 2201) { } else { AscendC::AllocMutexID(); }\n}\n",
    "branch of another architecture in a template": "template <class T> class Op { __aicore__ inline void Run(T t) { if constexpr (sizeof(T) == 2) { if constexpr (__NPU_ARCH__ == 3510) AscendC::AllocMutexID(); } } };\n",
    "case of another architecture": "__global__ __vector__ void k(GM_ADDR x) {\n switch (__NPU_ARCH__) { case 3510: AscendC::AllocMutexID(); break; case 2201: x = 0; break; default: AscendC::AllocMutexID(); }\n switch (__NPU_ARCH__) { case 3002: case 3510: { AscendC::AllocMutexID(); } }\n switch (__NPU_ARCH__) { case 2201: { return; } case 3510: AscendC::AllocMutexID(); }\n}\n",
    "case of a constant": "constexpr int ARCH = __NPU_ARCH__;\nenum class Arch { OLD = 2201, NEW = 3510 };\nconstexpr Arch BUILT = static_cast<Arch>(__NPU_ARCH__);\n__global__ __vector__ void k(GM_ADDR x) {\n switch (ARCH) { case 3510: AscendC::AllocMutexID(); }\n switch (BUILT) { case Arch::NEW: AscendC::AllocMutexID(); break; case Arch::OLD: break; }\n}\n",
    "case in a template": "template <class T> class Op { __aicore__ inline void Run(T t) { switch (__NPU_ARCH__) { case 3510: AscendC::Reg::Adds(t, t, 1, t); break; } } };\n",
    "branch by a constant that is asked by a plain if": "constexpr bool NEW = __NPU_ARCH__ == 3510;\nconstexpr int ARCH = __NPU_ARCH__;\n__global__ __vector__ void k(GM_ADDR x) {\n if (NEW) { AscendC::AllocMutexID(); }\n if (ARCH == 3510) AscendC::AllocMutexID();\n}\n",
    "after a return of the architecture": "__global__ __vector__ void k(GM_ADDR x) {\n if (x) {\n  if constexpr (__NPU_ARCH__ != 3510) { return; }\n  AscendC::AllocMutexID();\n }\n if (__NPU_ARCH__ != 3510) return;\n AscendC::AllocMutexID();\n}\n",
    "choice of another architecture": "__global__ __vector__ void k(GM_ADDR x) {\n auto a = __NPU_ARCH__ == 3510 ? AscendC::AllocMutexID() : 0;\n}\n",
    "part of a field of the project": "template <class T> struct Own { template <class U> void ReinterpretCast(); int operator[](int); Own *operator->(); };\ntemplate <class T> class Op {\n struct Part { Own<T> g, a[2]; T t; } part, *p;\n AscendC::GlobalTensor<T> g;\n __aicore__ inline void Run(T t, T *u) { auto *self = this; self->part.g.template ReinterpretCast<int>(); this->part.a[1].template ReinterpretCast<int>(); (*this).p->t.template ReinterpretCast<int>(); t.g.template ReinterpretCast<int>(); u[0].template ReinterpretCast<int>(); this->part.g[0].template ReinterpretCast<int>(); this->g[0].template GetValue<int>(); auto own = *u; own.template ReinterpretCast<int>(); }\n};\n",
    "field of the project through this": "struct Own { template <bool B> void AlltoAllV(int); };\ntemplate <class T> class Op { Own h; T t; __aicore__ inline void Run() { this->h.template AlltoAllV<true>(1); this->t.template AlltoAllV<true>(1); } };\n",
    "host function": "int main() { return AscendC::AllocMutexID(); }\n__global__ __vector__ void k(GM_ADDR x) {}\n",
    "method of another class": "using namespace AscendC;\n__global__ __vector__ void k(GM_ADDR x) {\n LocalTensor<float> g;\n auto h = g.ReinterpretCast<int>();\n}\n",
    "method of another class of a template's type": "using namespace AscendC;\ntemplate <class T> struct Own { template <class U> Own<U> ReinterpretCast(); };\ntemplate <class T> class Op {\n LocalTensor<T> g; Own<T> o; T t;\n __aicore__ inline void Run() { g.template ReinterpretCast<int>(); o.template ReinterpretCast<int>(); t.template ReinterpretCast<int>(); }\n};\n",
    "unknown scope": "__global__ __vector__ void k(GM_ADDR x) { other::AllocMutexID(); Other<int>::AllocMutexID(); }\n",
}  # fmt: skip


def lines(code: str) -> tuple[set[int], set[int]]:
    """The lines reported, and those that the arrows point at."""
    it = case("k.asc", code, "chip=A2")
    found = lint(it.source, RULES, it.target, OPTIONS).findings
    return {it.source.line_at(finding.span.start) for finding in found}, set(it.lines)


@pytest.mark.parametrize("code", USED.values(), ids=USED.keys())
def test_a_use_is_found(code: str) -> None:
    found, wanted = lines(code)
    assert found == wanted


@pytest.mark.parametrize("code", UNUSED.values(), ids=UNUSED.keys())
def test_what_is_no_use_is_not(code: str) -> None:
    assert lines(code) == (set(), set())


def test_each_finding_names_the_products_it_holds_for() -> None:
    source = Source("k.asc", b"__global__ __aicore__ void k(GM_ADDR x) { AscendC::AllocMutexID(); }\n")
    found = lint(source, RULES, Target.of(["A2", "A3", "950", "310p"]), OPTIONS).findings
    assert [it.message.partition(" is not supported on ")[2] for it in found] == [
        "Atlas inference series (AI Core / Vector Core)",
        "Atlas A2 training / inference and Atlas A3 training / inference",
    ]
    assert len({it.id for it in found}) == 2


def test_products_of_one_architecture_are_told_apart() -> None:
    source = Source("k.asc", b"__global__ __aicore__ void k(GM_ADDR x) { AscendC::Hccl<> h; h.AlltoAllV(x); }\n")
    found = {chip: bool(lint(source, RULES, Target.of([chip]), OPTIONS).findings) for chip in ("A2", "A3")}
    assert found == {"A2": True, "A3": False}


def test_a_run_tells_how_much_it_checked() -> None:
    source = Source(
        "k.asc", b"__global__ __vector__ void k(GM_ADDR x) { AscendC::GetBlockIdx(); AscendC::DataCopy(x); }\n"
    )
    outcome = lint(source, RULES, Target.of(["A2"]), OPTIONS)
    covered = outcome.coverage["compat.api-unsupported"]
    assert (covered.considered, covered.unknown) == (2, {"AscendC::DataCopy": 1})
    assert lint(source, RULES, Target(), OPTIONS).coverage == {}


def test_what_only_leads_to_names_is_not_counted() -> None:
    code = """#define CAT(a, b) a##b
namespace reg = AscendC::Reg; using namespace AscendC::Reg; namespace outer = ::AscendC;
__global__ __vector__ void k(GM_ADDR x) { reg::MaskReg m; AscendC::CAT(Alloc, MutexID)(); }
"""
    covered = lint(Source("k.asc", code.encode()), RULES, Target.of(["950"]), OPTIONS).coverage
    assert (covered[RULES[0].id].considered, covered[RULES[0].id].unknown) == (2, {})
