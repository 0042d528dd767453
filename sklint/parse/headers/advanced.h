// Shapes, parameters and options of the high-level math, softmax, normalisation, quantisation and sort interfaces.
#pragma once

namespace AscendC {
#define SKLINT_STRUCT(name, ...)   \
    struct name {                  \
        SKLINT_PARAMS(name)        \
        __VA_ARGS__                \
    };
SKLINT_STRUCT(SoftMaxShapeInfo, uint32_t srcM{}, srcK{}, oriSrcM{}, oriSrcK{};)
SKLINT_STRUCT(SoftMaxParams, uint32_t srcM{}, srcK{}, oriSrcM{}, oriSrcK{}, loopCnt{}, splitMeanCnt{}; float alpha{};)
SKLINT_STRUCT(SoftmaxConfig, bool isCheckTiling{}; uint32_t oriSrcM{}, oriSrcK{}; SoftmaxMode mode{};)
SKLINT_STRUCT(SumParams, uint32_t outter{}, inner{}, n{};)
SKLINT_STRUCT(MeanParams, uint32_t outter{}, inner{}, n{};)
SKLINT_STRUCT(CumSumInfo, uint32_t outter{}, inner{};)
SKLINT_STRUCT(CumSumConfig, bool isLastAxis{}, isReuseSource{}, outputLastRow{}; CumSumAlgorithm algorithm{};)
SKLINT_STRUCT(SelectWithBytesMaskShapeInfo, uint32_t firstAxis{}, srcLastAxis{}, maskLastAxis{};)
SKLINT_STRUCT(DropOutShapeInfo, uint32_t firstAxis{}, srcLastAxis{}, maskLastAxis{};)
SKLINT_STRUCT(IsResetLoad3dConfig, bool isSetFMatrix{}, isSetPadding{};)
SKLINT_STRUCT(TopKInfo, int32_t outter{}, inner{}, n{};)
SKLINT_STRUCT(TopKConfig, TopKAlgo algo{}; TopKOrder order{}; bool sorted{};)
SKLINT_STRUCT(SortConfig, SortType type{}; bool isDescend{}, hasSrcIndex{}, hasDstIndex{};)
SKLINT_STRUCT(LayerNormConfig, bool isNoBeta{}, isNoGamma{}, isOnlyOutput{}, isOutputRstd{};)
SKLINT_STRUCT(LayerNormPara, uint32_t aLength{}, rLength{}, rLengthWithPadding{};)
SKLINT_STRUCT(NormalizeConfig, ReducePattern reducePattern{}; int32_t aLength{}; bool isNoBeta{}, isNoGamma{}, isOnlyOutput{};)
SKLINT_STRUCT(NormalizePara, uint32_t aLength{}, rLength{}, rLengthWithPadding{};)
SKLINT_STRUCT(WelfordUpdateConfig, bool isInplace{};)
SKLINT_STRUCT(WelfordUpdateParam, uint32_t rnLength{}, abLength{}, abComputeLength{}; float nRec{};)
SKLINT_STRUCT(WelfordFinalizeConfig, bool isCorrection{};)
SKLINT_STRUCT(WelfordFinalizePara, uint32_t rnLength{}, abLength{}, headCount{}, headCountLength{}, tailCount{}, tailCountLength{};
              float abRec{}, rRec{}, rRecWithCorrection{};)
SKLINT_STRUCT(DequantParams, uint32_t m{}, n{}, calCount{};)
SKLINT_STRUCT(DequantConfig, bool hasOffset{};)
SKLINT_STRUCT(AscendDeQuantConfig, bool hasOffset{}; int32_t kDim{};)
SKLINT_STRUCT(AscendQuantConfig, uint32_t calcCount{}, offsetCount{}, scaleCount{}, workLocalSize{}; bool hasOffset{}; int32_t kDim{}; RoundMode roundMode{};)
SKLINT_STRUCT(AscendQuantParam, uint32_t m{}, n{}, calCount{}, groupSize{};)
SKLINT_STRUCT(AscendDeQuantParam, uint32_t m{}, n{}, calCount{}, groupSize{};)
SKLINT_STRUCT(AscendAntiQuantConfig, bool hasOffset{}, isTranspose{}; int32_t kDim{};)
SKLINT_STRUCT(AscendAntiQuantParam, uint32_t m{}, n{}, calCount{}, groupSize{};)
SKLINT_STRUCT(AntiQuantShapeInfo, uint32_t offsetHeight{}, offsetWidth{}, scaleHeight{}, scaleWidth{};)
SKLINT_STRUCT(AntiQuantConfig, AntiQuantMode mode{};)
enum class AntiQuantizePolicy : int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
enum class DequantizePolicy : int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
SKLINT_STRUCT(QuantizeConfig, QuantizePolicy policy{}; bool hasOffset{}; RoundMode roundMode{}; int32_t kDim{};)
SKLINT_STRUCT(DequantizeConfig, DequantizePolicy policy{}; bool hasOffset{}; int32_t kDim{};)
SKLINT_STRUCT(AntiQuantizeConfig, AntiQuantizePolicy policy{}; bool hasOffset{}; int32_t kDim{};)
SKLINT_STRUCT(QuantizeParams, uint32_t m{}, n{}, groupSize{};)
SKLINT_STRUCT(DequantizeParams, uint32_t m{}, n{}, groupSize{};)
SKLINT_STRUCT(AntiQuantizeParams, uint32_t m{}, n{}, groupSize{};)
SKLINT_STRUCT(PadParams, uint16_t leftPad{}, rightPad{}; int32_t padValue{};)
SKLINT_STRUCT(UnPadParams, uint16_t leftPad{}, rightPad{};)
SKLINT_STRUCT(TransDataConfig, DataFormat srcFormat{}, dstFormat{};)
template <class T, class U> struct TransDataParams {
    T srcLayout;
    U dstLayout;
};
#define SKLINT_ALGORITHM_CONFIG(name) SKLINT_STRUCT(name##Config, name##Algo algo{};)
enum class PowerAlgo { INTRINSIC = 0, DOUBLE_FLOAT_TECH };
SKLINT_ALGORITHM_CONFIG(Power) SKLINT_ALGORITHM_CONFIG(Erf) SKLINT_ALGORITHM_CONFIG(Sin) SKLINT_ALGORITHM_CONFIG(Cos)
SKLINT_ALGORITHM_CONFIG(Atan)
SKLINT_STRUCT(FmodConfig, FmodAlgo algo{}; uint32_t iterationNum{};)
SKLINT_STRUCT(ClampConfig, bool isReuseSource{};)
SKLINT_STRUCT(DivConfig, Reg::DivAlgo algo{};)
SKLINT_STRUCT(SqrtConfig, Reg::SqrtAlgo algo{};)
SKLINT_STRUCT(RsqrtConfig, Reg::RsqrtAlgo algo{};)
SKLINT_STRUCT(ExpConfig, Reg::ExpAlgo algo{};)
SKLINT_STRUCT(LnConfig, Reg::LnAlgo algo{};)
using Reg::DivAlgo; using Reg::SqrtAlgo;
using LoadData2dParams = LoadData2DParams;
using MultiCopyConfig = NdDmaConfig;
constexpr NdDmaConfig kDefaultMultiCopyConfig{}, kDefaultNdDmaConfig{};
constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG{};
using MutexID = uint8_t;
using PhiloxKey = uint32_t[2];
using PhiloxCounter = uint32_t[4];
using TensorDataType = DataType;
class AscendCUtils {
public:
    template <class... A> static sklint::any GetCurRepeatTimes(A &&...);
    SKLINT_OPEN(static void, SetMask) SKLINT_OPEN(static void, ResetMask) SKLINT_OPEN(static void, SetMaskCount)
    SKLINT_OPEN(static void, SetMaskNorm) SKLINT_OPEN(static int32_t, GetC0Count) SKLINT_OPEN(static int32_t, GetBitSize)
    SKLINT_OPEN(static int32_t, GetC0Size) SKLINT_OPEN(static void, SetOverflow) SKLINT_OPEN(static sklint::any, GetTemporaryBufferAddr)
    SKLINT_OPEN(static void, FreeTemporaryBuffer)
};
// The letters of a pattern are its axes: A is kept, R is reduced.
namespace Pattern { namespace Reduce {
#define SKLINT_AXES(name) struct name {};
SKLINT_AXES(R) SKLINT_AXES(RA) SKLINT_AXES(AR) SKLINT_AXES(ARA) SKLINT_AXES(ARAR) SKLINT_AXES(ARARA) SKLINT_AXES(ARARAR)
SKLINT_AXES(ARARARA) SKLINT_AXES(ARARARAR) SKLINT_AXES(ARARARARA) SKLINT_AXES(RAR) SKLINT_AXES(RARA) SKLINT_AXES(RARAR)
SKLINT_AXES(RARARA) SKLINT_AXES(RARARAR) SKLINT_AXES(RARARARA)
}} // namespace Pattern::Reduce
namespace Reg {
SKLINT_STRUCT(DivSpecificMode, MaskMergeMode mrgMode{}; bool precisionMode{}; DivAlgo algo{};)
SKLINT_STRUCT(SqrtSpecificMode, MaskMergeMode mrgMode{}; bool precisionMode{}; SqrtAlgo algo{};)
SKLINT_STRUCT(RsqrtSpecificMode, MaskMergeMode mrgMode{}; bool precisionMode{}; RsqrtAlgo algo{};)
SKLINT_STRUCT(ExpSpecificMode, MaskMergeMode mrgMode{}; ExpAlgo algo{};)
SKLINT_STRUCT(LnSpecificMode, MaskMergeMode mrgMode{}; LnAlgo algo{};)
SKLINT_STRUCT(LogSpecificMode, MaskMergeMode mrgMode{}; LogAlgo algo{};)
} // namespace Reg
} // namespace AscendC

// Element types of a tensor at global scope, as tables of template parameters write them.
enum sklint_data_type {
    DT_FLOAT = 0, DT_FLOAT16 = 1, DT_INT8 = 2, DT_INT32 = 3, DT_UINT8 = 4, DT_INT16 = 6, DT_UINT16 = 7, DT_UINT32 = 8, DT_INT64 = 9,
    DT_UINT64 = 10, DT_DOUBLE = 11, DT_BOOL = 12, DT_COMPLEX64 = 16, DT_COMPLEX128 = 17, DT_BF16 = 27, DT_INT4 = 29, DT_COMPLEX32 = 33,
    DT_HIFLOAT8 = 34, DT_FLOAT8_E5M2 = 35, DT_FLOAT8_E4M3FN = 36, DT_FLOAT8_E8M0 = 37, DT_FLOAT4_E2M1 = 40, DT_FLOAT4_E1M2 = 41
};
