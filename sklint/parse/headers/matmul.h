// High-level matrix multiplication: types, configuration, the Matmul object and its tiling struct.
#pragma once

struct TCubeTiling {
    int32_t usedCoreNum, M, N, Ka, Kb, singleCoreM, singleCoreN, singleCoreK, baseM, baseN, baseK, depthA1, depthB1;
    int32_t stepM, stepN, isBias, transLength, iterateOrder, shareMode, shareL1Size, shareL0CSize, shareUbSize;
    int32_t batchM, batchN, singleBatchM, singleBatchN, stepKa, stepKb, depthAL1CacheUB, depthBL1CacheUB;
    int32_t dbL0A, dbL0B, dbL0C, ALayoutInfoB, ALayoutInfoS, ALayoutInfoN, ALayoutInfoG, ALayoutInfoD;
    int32_t BLayoutInfoB, BLayoutInfoS, BLayoutInfoN, BLayoutInfoG, BLayoutInfoD;
    int32_t CLayoutInfoB, CLayoutInfoS1, CLayoutInfoN, CLayoutInfoG, CLayoutInfoS2;
    int32_t BatchNum, mxTypePara;
    SKLINT_TILING_DATA
};

struct MatmulConfig {
    bool doNorm, doBasicBlock, doMultiDataLoad;
    uint32_t basicM, basicN, basicK;
    bool intrinsicsCheck, isNBatch, enVecND2NZ, doSpecialBasicBlock;
    uint32_t doMTE2Preload, singleCoreM, singleCoreN, singleCoreK, stepM, stepN, baseMN;
    bool singleCoreMN, enUnitFlag, isPerTensor, hasAntiQuantOffset, doIBShareNorm, doSpecialMDL, enableInit;
    BatchMode batchMode;
    bool enableEnd, enableGetTensorC, enableSetOrgShape, enableSetBias, enableSetTail, enableQuantVector;
    bool enableSetDefineData;
    uint8_t iterateMode;
    bool enableReuse, enableUBReuse, enableL1CacheUB, intraBlockPartSum;
    IterateOrder iterateOrder;
    ScheduleType scheduleType;
    bool enableDoubleCache, isBiasBatch, enableStaticPadZeros, isPartialOutput, enableMixDualMaster, isA2B2Shared;
    bool isEnableChannelSplit, enableKdimReorderLoad, isCO1Shared;
    uint32_t sharedCO1BufferSize;
    bool isAPartialSum, isBPartialSum, isEnableMxTranspose;
};
struct MatmulFuncParams { SKLINT_PARAMS(MatmulFuncParams) bool intrinsicsCheck{}, enVecND2NZ{}, enableDoubleCache{}, enableL1CacheUB{}; };
struct MatmulShapeParams { SKLINT_PARAMS(MatmulShapeParams) uint32_t singleCoreM{}, singleCoreN{}, singleCoreK{}, basicM{}, basicN{}, basicK{}; };
struct MatmulQuantParams { SKLINT_PARAMS(MatmulQuantParams) bool isPerTensor{}, hasAntiQuantOffset{}; };
struct MatmulBatchParams { SKLINT_PARAMS(MatmulBatchParams) bool isNBatch{}; BatchMode batchMode{}; };
struct MatmulApiStaticTiling : TCubeTiling { MatmulConfig cfg; };
#define SKLINT_CONFIG(name) constexpr MatmulConfig name(...) { return {}; }
SKLINT_CONFIG(GetNormalConfig) SKLINT_CONFIG(GetMDLConfig) SKLINT_CONFIG(GetSpecialMDLConfig) SKLINT_CONFIG(GetBasicConfig)
SKLINT_CONFIG(GetIBShareNormConfig) SKLINT_CONFIG(GetSpecialBasicConfig) SKLINT_CONFIG(GetIBShareMDLConfig)
template <MatmulConfigMode mode, class... A> constexpr MatmulConfig GetMMConfig(const A &...) { return {}; }
#define SKLINT_CONFIG_VALUE(name) constexpr MatmulConfig name{};
SKLINT_CONFIG_VALUE(CFG_NORM) SKLINT_CONFIG_VALUE(CFG_MDL) SKLINT_CONFIG_VALUE(MM_CFG_BB) SKLINT_CONFIG_VALUE(CFG_IBSHARE_NORM)
SKLINT_CONFIG_VALUE(MM_CFG_VEC_ND2NZ) SKLINT_CONFIG_VALUE(CFG_IBSHARE_MDL) SKLINT_CONFIG_VALUE(CFG_SPECIALMDL)
SKLINT_CONFIG_VALUE(CFG_MDL_PRELOAD)

namespace AscendC {
using ::MatmulConfig; using ::MatmulApiStaticTiling;
using ::MatmulFuncParams; using ::MatmulShapeParams; using ::MatmulQuantParams; using
::MatmulBatchParams; using ::GetNormalConfig; using ::GetMDLConfig; using ::GetSpecialMDLConfig; using
::GetBasicConfig; using ::GetIBShareNormConfig; using ::GetSpecialBasicConfig; using ::GetIBShareMDLConfig; using
::CFG_NORM; using ::CFG_MDL; using ::MM_CFG_BB; using ::CFG_IBSHARE_NORM; using ::MM_CFG_VEC_ND2NZ; using
::CFG_IBSHARE_MDL; using ::CFG_SPECIALMDL; using ::CFG_MDL_PRELOAD; using ::GetMMConfig;
namespace tiling { using ::TCubeTiling; }
template <TPosition position, CubeFormat form, class Type, bool trans = false, LayoutMode lay = LayoutMode::NONE,
          bool share = false, TPosition source = TPosition::GM>
struct MatmulType {
    using T = Type;
    static constexpr TPosition pos = position, srcPos = source;
    static constexpr CubeFormat format = form;
    static constexpr bool isTrans = trans, ibShare = share;
    static constexpr LayoutMode layout = lay;
};
template <TPosition p, TPosition scale, CubeFormat f, class T, bool t = false, TPosition source = TPosition::GM,
          CubeFormat scaleForm = f, bool scaleTrans = t, TPosition scaleSource = source>
struct MatmulTypeWithScale : MatmulType<p, f, T, t, LayoutMode::NONE, false, source> {
    static constexpr TPosition scalePosition = scale, srcScalePos = scaleSource;
    static constexpr CubeFormat scaleFormat = scaleForm;
    static constexpr bool isScaleTrans = scaleTrans;
};
template <TPosition p, TPosition index, CubeFormat f, class T, bool t = false> struct SparseMatmulType : MatmulType<p, f, T, t> {};
template <auto out = nullptr, auto copyA = nullptr, auto copyB = nullptr> struct MatmulCallBackFunc {};
template <class A, class B, class C, class Bias, const auto &config = CFG_NORM> struct MatmulApiConfig {
    using AType = A; using BType = B; using CType = C; using BiasType = Bias;
};
template <class... T> constexpr MatmulApiStaticTiling GetMatmulApiTiling(...) { return {}; }
template <class T> struct GetMmDstType { using Type = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, float>; };
struct MatrixOffset { int32_t offset, row, col, height, width; };
namespace Impl { namespace Detail { template <const auto &, class...> class MatmulPolicy {}; } }

// Methods of every matmul object: the names are what a rule asks for, the operands are open.
class MatmulImplBase {
public:
    SKLINT_OPEN(void, Init) SKLINT_OPEN(void, End) SKLINT_OPEN(bool, Iterate) SKLINT_OPEN(void, IterateAll)
    SKLINT_OPEN(void, IterateBatch) SKLINT_OPEN(void, IterateNBatch) SKLINT_OPEN(void, GetTensorC)
    SKLINT_OPEN(void, SetTensorA) SKLINT_OPEN(void, SetTensorB) SKLINT_OPEN(void, SetTensorScaleA)
    SKLINT_OPEN(void, SetTensorScaleB) SKLINT_OPEN(void, SetBias) SKLINT_OPEN(void, ClearBias)
    SKLINT_OPEN(void, DisableBias) SKLINT_OPEN(void, SetTail) SKLINT_OPEN(void, SetOrgShape)
    SKLINT_OPEN(void, SetSingleShape) SKLINT_OPEN(void, SetWorkspace) SKLINT_OPEN(void, SetLocalWorkspace)
    SKLINT_OPEN(void, SetHF32) SKLINT_OPEN(void, SetQuantScalar) SKLINT_OPEN(void, SetQuantVector)
    SKLINT_OPEN(void, SetAntiQuantScalar) SKLINT_OPEN(void, SetAntiQuantVector) SKLINT_OPEN(void, SetBatchNum)
    SKLINT_OPEN(void, SetSelfDefineData) SKLINT_OPEN(void, SetUserDefInfo) SKLINT_OPEN(void, SetSparseIndex)
    SKLINT_OPEN(void, SetSubBlockIdx) SKLINT_OPEN(sklint::any, GetSubBlockIdx) SKLINT_OPEN(MatrixOffset, GetOffsetC)
    SKLINT_OPEN(void, AsyncGetTensorC) SKLINT_OPEN(void, WaitGetTensorC) SKLINT_OPEN(void, WaitIterateAll)
    SKLINT_OPEN(void, WaitIterateBatch) SKLINT_OPEN(sklint::any, GetBatchC) SKLINT_OPEN(sklint::any, GetBatchTensorC)
    sklint::any cubeObj;
};
template <class A, class B, class C, class Bias, const auto &config, class CallBack, class... Policy>
class MatmulImpl : public MatmulImplBase {
public:
    using AType = A; using BType = B; using CType = C; using BiasType = Bias;
};
template <class A, class B, class C, class Bias, const auto &config, class CallBack, class... Policy>
class MatmulClientBase : public MatmulImpl<A, B, C, Bias, config, CallBack, Policy...> {};
template <class A, class B, class C = B, class Bias = C, const auto &config = CFG_NORM,
          class CallBack = MatmulCallBackFunc<>, template <const auto &, class...> class Policy = Impl::Detail::MatmulPolicy>
class Matmul : public MatmulClientBase<A, B, C, Bias, config, CallBack> {};
} // namespace AscendC
namespace matmul { using namespace AscendC; }
