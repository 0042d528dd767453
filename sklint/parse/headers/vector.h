// Vector operations whose calls end in a braced parameter list: the forms that give the list its type.
#pragma once

namespace AscendC {
// Binary: dst, src0, src1, mask (number or words), repeats, strides.
#define SKLINT_BINARY(name)                                                                                      \
    SKLINT_OPEN(void, name)                                                                                      \
    template <class T, bool set = true, class M>                                                                 \
    void name(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<T> &, M, int, const BinaryRepeatParams &);
SKLINT_BINARY(Add) SKLINT_BINARY(Sub) SKLINT_BINARY(Mul) SKLINT_BINARY(Div) SKLINT_BINARY(Max) SKLINT_BINARY(Min)
SKLINT_BINARY(And) SKLINT_BINARY(Or) SKLINT_BINARY(AddRelu) SKLINT_BINARY(SubRelu)
SKLINT_BINARY(FusedMulAdd) SKLINT_BINARY(FusedMulAddRelu)
#if SKLINT_WITH_3510
SKLINT_BINARY(AbsSub) SKLINT_BINARY(Prelu)
#endif
#define SKLINT_BINARY_CAST(name)                                                                                 \
    SKLINT_OPEN(void, name)                                                                                      \
    template <class T, class U, bool set = true, class M>                                                        \
    void name(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<U> &, M, int, const BinaryRepeatParams &);
SKLINT_BINARY_CAST(MulAddDst) SKLINT_BINARY_CAST(AddReluCast) SKLINT_BINARY_CAST(SubReluCast) SKLINT_BINARY_CAST(MulCast)

// Unary: dst, src, mask, repeats, strides.
#define SKLINT_UNARY(name)                                                                                       \
    SKLINT_OPEN(void, name)                                                                                      \
    template <class T, bool set = true, class M>                                                                 \
    void name(const LocalTensor<T> &, const LocalTensor<T> &, M, int, const UnaryRepeatParams &);
SKLINT_UNARY(Abs) SKLINT_UNARY(Exp) SKLINT_UNARY(Ln) SKLINT_UNARY(Sqrt) SKLINT_UNARY(Rsqrt) SKLINT_UNARY(Reciprocal)
SKLINT_UNARY(Relu) SKLINT_UNARY(Not)
#if SKLINT_WITH_3510
SKLINT_UNARY(Neg)
#endif

// Tensor and scalar: dst, src, scalar, mask, repeats, strides.
#define SKLINT_SCALAR(name)                                                                                      \
    SKLINT_OPEN(void, name)                                                                                      \
    template <class T, bool set = true, class S, class M>                                                        \
    void name(const LocalTensor<T> &, const LocalTensor<T> &, S, M, int, const UnaryRepeatParams &);
SKLINT_SCALAR(Adds) SKLINT_SCALAR(Muls) SKLINT_SCALAR(Maxs) SKLINT_SCALAR(Mins) SKLINT_SCALAR(LeakyRelu) SKLINT_SCALAR(ShiftLeft)
#if SKLINT_WITH_3510
SKLINT_SCALAR(Subs) SKLINT_SCALAR(Divs)
#endif
SKLINT_OPEN(void, ShiftRight)
template <class T, bool set = true, class S, class M>
void ShiftRight(const LocalTensor<T> &, const LocalTensor<T> &, S, M, int, const UnaryRepeatParams &, bool = false);
SKLINT_OPEN(void, Axpy)
template <class T, class U, bool set = true, class M>
void Axpy(const LocalTensor<T> &, const LocalTensor<U> &, U, M, int, const UnaryRepeatParams &);
SKLINT_OPEN(void, Cast)
template <class T, class U, bool set = true, class M>
void Cast(const LocalTensor<T> &, const LocalTensor<U> &, RoundMode, M, int, const UnaryRepeatParams &);
// Of a scalar: to float, from float to bfloat16_t, or to the type and with the rounding that are named.
template <class T, class U = float> U Cast(T);
template <class T, class U, RoundMode mode> U Cast(T);
inline bfloat16_t Cast(float);

SKLINT_OPEN(void, Compare)
template <class T, class U, bool set = true, class M>
void Compare(const LocalTensor<U> &, const LocalTensor<T> &, const LocalTensor<T> &, CMPMODE, M, int, const BinaryRepeatParams &);
template <class T, bool set = true, class M>
void Compare(const LocalTensor<T> &, const LocalTensor<T> &, CMPMODE, M, const BinaryRepeatParams &);
SKLINT_OPEN(void, CompareScalar)
template <class T, class U, bool set = true, class M>
void CompareScalar(const LocalTensor<U> &, const LocalTensor<T> &, T, CMPMODE, M, int, const UnaryRepeatParams &);
SKLINT_OPEN(void, Compares)
template <class T, class U, bool set = true, class M>
void Compares(const LocalTensor<U> &, const LocalTensor<T> &, T, CMPMODE, M, int, const UnaryRepeatParams &);
SKLINT_OPEN(void, Select)
template <class T, class U, bool set = true, class S, class M>
void Select(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<T> &, S, SELMODE, M, int, const BinaryRepeatParams &);

SKLINT_OPEN(void, GatherMask)
template <class T, class U, class P>
void GatherMask(const LocalTensor<T> &, const LocalTensor<U> &, const P &, bool, uint32_t, const GatherMaskParams &, uint64_t &);
template <class T, class U, GatherMaskMode mode, class P>
void GatherMask(const LocalTensor<T> &, const LocalTensor<U> &, const P &, bool, uint32_t, const GatherMaskParams &, uint64_t &);
SKLINT_OPEN(void, Gatherb)
template <class T>
void Gatherb(const LocalTensor<T> &, const LocalTensor<T> &, const LocalTensor<uint32_t> &, int, const GatherRepeatParams &);
SKLINT_OPEN(void, Brcb)
template <class T> void Brcb(const LocalTensor<T> &, const LocalTensor<T> &, int, const BrcbRepeatParams &);
template <class T, bool set = true, class M>
void Copy(const LocalTensor<T> &, const LocalTensor<T> &, M, int, const CopyRepeatParams &);
SKLINT_OPEN(void, TransDataTo5HD)
SKLINT_OPEN(void, Fill)
template <class T> void Fill(const LocalTensor<T> &, const InitConstValueParams<T> &);
SKLINT_OPEN(void, MrgSort)
template <class T, bool exhausted = false>
void MrgSort(const LocalTensor<T> &, const MrgSortSrcList<T> &, const uint16_t (&)[4], uint32_t (&)[4], uint16_t, int32_t);

template <class T, class U, const FixpipeConfig &config = CFG_ROW_MAJOR>
void Fixpipe(const GlobalTensor<T> &, const LocalTensor<U> &, const FixpipeParamsV220 &);
template <class T, class U, const FixpipeConfig &config = CFG_ROW_MAJOR>
void Fixpipe(const LocalTensor<T> &, const LocalTensor<U> &, const FixpipeParamsV220 &);
template <class T, class U, const FixpipeConfig &config, class P> void Fixpipe(const GlobalTensor<T> &, const LocalTensor<U> &, const P &);
template <class T, class U, const FixpipeConfig &config, class P> void Fixpipe(const LocalTensor<T> &, const LocalTensor<U> &, const P &);
template <class T, class U, const FixpipeConfig &config, class S, class P>
void Fixpipe(const GlobalTensor<T> &, const LocalTensor<U> &, const LocalTensor<S> &, const P &);
template <class T, class U, const FixpipeConfig &config, class S, class P>
void Fixpipe(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<S> &, const P &);
template <class T, class U, class V> void Mmad(const LocalTensor<T> &, const LocalTensor<U> &, const LocalTensor<V> &, const MmadParams &);
template <class T> void LoadData(const LocalTensor<T> &, const LocalTensor<T> &, const LoadData2DParams &);
template <class T> void LoadData(const LocalTensor<T> &, const GlobalTensor<T> &, const LoadData2DParams &);
template <class T, const auto &config, class U>
void LoadData(const LocalTensor<T> &, const LocalTensor<T> &, const LoadData3DParamsV2<U> &);
template <class T> void DataCopy(const LocalTensor<T> &, const GlobalTensor<T> &, const Nd2NzParams &);
template <class T, uint8_t dim, const auto &config> void DataCopy(const LocalTensor<T> &, const GlobalTensor<T> &, const NdDmaParams<T, dim> &);
} // namespace AscendC
