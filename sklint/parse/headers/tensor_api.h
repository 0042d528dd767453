// The layout-and-atom tensor interface: layout patterns, copy and multiply operations.
#pragma once

namespace AscendC { namespace Te {
#define SKLINT_PATTERN(name) struct name { template <class... A> constexpr name(A &&...) {} };
SKLINT_PATTERN(NDLayoutPtn) SKLINT_PATTERN(NDExtLayoutPtn) SKLINT_PATTERN(DNLayoutPtn) SKLINT_PATTERN(DNExtLayoutPtn)
SKLINT_PATTERN(NZLayoutPtn) SKLINT_PATTERN(ZNLayoutPtn) SKLINT_PATTERN(ZZLayoutPtn) SKLINT_PATTERN(NNLayoutPtn)
SKLINT_PATTERN(ScaleANDLayoutPtn) SKLINT_PATTERN(ScaleADNLayoutPtn) SKLINT_PATTERN(ScaleBNDLayoutPtn) SKLINT_PATTERN(ScaleBDNLayoutPtn)
SKLINT_PATTERN(NCHWLayoutPtn) SKLINT_PATTERN(NHWCLayoutPtn) SKLINT_PATTERN(NC1HWC0LayoutPtn)
SKLINT_PATTERN(MmadOperation) SKLINT_PATTERN(MmadTrait) SKLINT_PATTERN(MmadTraitDefault) SKLINT_PATTERN(LayoutTraitDefault)
#define SKLINT_COPY(name) SKLINT_PATTERN(name) SKLINT_PATTERN(name##Trait) SKLINT_PATTERN(name##TraitDefault)
SKLINT_COPY(CopyGM2L1) SKLINT_COPY(CopyGM2UB) SKLINT_COPY(CopyL12L0A) SKLINT_COPY(CopyL12L0B) SKLINT_COPY(CopyL12L0ScaleA)
SKLINT_COPY(CopyL12L0ScaleB) SKLINT_COPY(CopyL12UB) SKLINT_COPY(CopyL12BT) SKLINT_COPY(CopyL12FB) SKLINT_COPY(CopyL0C2GM)
SKLINT_COPY(CopyL0C2UB) SKLINT_COPY(CopyL0C2L1) SKLINT_COPY(CopyUB2GM) SKLINT_COPY(CopyUB2UB) SKLINT_COPY(CopyUB2L1)
struct FixpipeParams {
    SKLINT_PARAMS(FixpipeParams)
    uint8_t unitFlag{};
    bool subBlockId{};
};
struct MmadParams {
    SKLINT_PARAMS(MmadParams)
    uint16_t m{}, n{}, k{};
    uint8_t unitFlag{};
    bool cmatrixInitVal{};
};
enum class DualDstMode : uint8_t { DUAL_DST_DISABLE, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N };
struct BaseTensor {
    template <class... A> BaseTensor Slice(A &&...) const;
    template <class... A> BaseTensor operator()(A &&...) const;
    template <class I> BaseTensor operator[](I) const;
    template <class U> BaseTensor &operator=(const U &);
    sklint::any Tensor() const;
    sklint::any Engine() const;
    sklint::any Data() const;
    sklint::any Layout() const;
    sklint::any Shape() const;
    sklint::any Stride() const;
    sklint::any Size() const;
};
struct Atom {
    template <class... A> Atom with(A &&...) const;
    template <class... A> void Call(A &&...) const;
};
#if SKLINT_WITH_3510
template <class... A> BaseTensor MakeTensor(A &&...);
template <class... A> Atom MakeCopy(A &&...);
template <class... A> Atom MakeMmad(A &&...);
#endif
enum class Location { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF };
template <int64_t n> using _ = std::integral_constant<int64_t, n>;
}} // namespace AscendC::Te
