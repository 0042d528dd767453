// Parameter structs of the basic interface: the public fields, and a constructor for any braced list.
#pragma once

// With a number of arguments where two structs compete for one list.
#define SKLINT_PARAMS_OF(name, least, most) \
    constexpr name() {}                     \
    template <class A, class... R, class = std::enable_if_t<(sizeof...(R) + 1 >= least && sizeof...(R) < most)>> constexpr name(A, R...) {}
#define SKLINT_PARAMS(name)  \
    constexpr name() {}      \
    template <class A, class... R> constexpr name(A, R...) {}

namespace AscendC {
template <class T> class LocalTensor;
template <class T>
struct AippPaddingParams {
    SKLINT_PARAMS(AippPaddingParams)
    uint32_t paddingMode{};
    T paddingValueCh0{}, paddingValueCh1{}, paddingValueCh2{}, paddingValueCh3{};
};
struct AippSwapParams {
    SKLINT_PARAMS(AippSwapParams)
    bool isSwapRB{}, isSwapUV{}, isSwapAX{};
};
struct AippSingleLineParams {
    SKLINT_PARAMS(AippSingleLineParams)
    bool isSingleLineCopy{};
};
struct AippDataTypeConvParams {
    SKLINT_PARAMS(AippDataTypeConvParams)
    uint8_t dtcMeanCh0{}, dtcMeanCh1{}, dtcMeanCh2{};
    half dtcMinCh0{}, dtcMinCh1{}, dtcMinCh2{}, dtcVarCh0{}, dtcVarCh1{}, dtcVarCh2{};
    uint32_t dtcRoundMode{};
};
template <class T>
struct AippChannelPaddingParams {
    SKLINT_PARAMS(AippChannelPaddingParams)
    uint32_t cPaddingMode{};
    T cPaddingValue{};
};
struct AippColorSpaceConvParams {
    SKLINT_PARAMS(AippColorSpaceConvParams)
    bool isEnableCsc{};
    int16_t cscMatrixR0C0{}, cscMatrixR0C1{}, cscMatrixR0C2{}, cscMatrixR1C0{}, cscMatrixR1C1{},
        cscMatrixR1C2{}, cscMatrixR2C0{}, cscMatrixR2C1{}, cscMatrixR2C2{};
    uint8_t cscBiasIn0{}, cscBiasIn1{}, cscBiasIn2{}, cscBiasOut0{}, cscBiasOut1{}, cscBiasOut2{};
};
template <class T>
struct AippParams {
    SKLINT_PARAMS(AippParams)
    AippPaddingParams<T> paddingParams{};
    AippSwapParams swapParams{};
    AippSingleLineParams singleLineParams{};
    AippDataTypeConvParams dtcParams{};
    AippChannelPaddingParams<T> cPaddingParams{};
    AippColorSpaceConvParams cscParams{};
};
struct BinaryConfig {
    SKLINT_PARAMS(BinaryConfig)
    int8_t scalarTensorIndex{};
};
struct BinaryRepeatParams {
    SKLINT_PARAMS(BinaryRepeatParams)
    uint32_t blockNumber{};
    uint8_t dstBlkStride{}, src0BlkStride{}, src1BlkStride{}, dstRepStride{}, src0RepStride{}, src1RepStride{};
    bool repeatStrideMode{}, strideSizeMode{};
};
using BinaryDefaultType = BinaryRepeatParams;
struct BrcbRepeatParams {
    SKLINT_PARAMS(BrcbRepeatParams)
    uint32_t blockNumber{};
    uint16_t dstRepStride{}, dstBlkStride{};
    uint8_t src0BlkStride{}, src1BlkStride{}, src0RepStride{}, src1RepStride{};
    bool repeatStrideMode{}, strideSizeMode{};
};
struct Conv2dTilling {
    SKLINT_PARAMS(Conv2dTilling)
    uint32_t blockSize{};
    LoopMode loopMode{};
    uint32_t c0Size{}, dTypeSize{}, strideH{}, strideW{}, dilationH{}, dilationW{}, hi{}, wi{}, ho{}, wo{},
        height{}, width{}, howo{}, mNum{}, nNum{}, kNum{}, mBlockNum{}, kBlockNum{}, nBlockNum{}, roundM{},
        roundN{}, roundK{}, mTileBlock{}, nTileBlock{}, kTileBlock{}, mIterNum{}, nIterNum{}, kIterNum{},
        mTileNums{};
    bool mHasTail{}, nHasTail{}, kHasTail{};
    uint32_t kTailBlock{}, mTailBlock{}, nTailBlock{}, mTailNums{};
};
struct Conv2dParams {
    SKLINT_PARAMS(Conv2dParams)
    uint32_t imgShape[2]{}, kernelShape[2]{}, stride[2]{}, cin{}, cout{}, padList[4]{}, dilation[2]{}, initY{};
    bool partialSum{};
};
struct GemmTiling {
    SKLINT_PARAMS(GemmTiling)
    uint32_t blockSize{};
    LoopMode loopMode{};
    uint32_t mNum{}, nNum{}, kNum{}, roundM{}, roundN{}, roundK{}, c0Size{}, dtypeSize{}, mBlockNum{},
        nBlockNum{}, kBlockNum{}, mIterNum{}, nIterNum{}, kIterNum{}, mTileBlock{}, nTileBlock{}, kTileBlock{},
        kTailBlock{}, mTailBlock{}, nTailBlock{};
    bool kHasTail{}, mHasTail{}, nHasTail{}, kHasTailEle{};
    uint32_t kTailEle{};
};
struct DataCopyParams {
    SKLINT_PARAMS_OF(DataCopyParams, 1, 5)
    uint16_t blockCount{}, blockLen{};
    union { uint16_t srcStride{}, srcGap; };
    union { uint16_t dstStride{}, dstGap; };
    uint8_t fixShiftVal{};
};
struct NdDmaConfig {
    SKLINT_PARAMS(NdDmaConfig)
    bool isNearestValueMode{};
    uint16_t loopLpSize{}, loopRpSize{};
    bool ascOptimize{};
};
template <uint8_t dim>
struct MultiCopyLoopInfo {
    uint64_t loopSrcStride[dim]{};
    uint32_t loopDstStride[dim]{}, loopSize[dim]{};
    uint8_t loopLpSize[dim]{}, loopRpSize[dim]{};
};
template <class T, uint8_t dim>
struct MultiCopyParams {
    MultiCopyLoopInfo<dim> loopInfo{};
    T constantValue{};
};
template <uint8_t dim> using NdDmaLoopInfo = MultiCopyLoopInfo<dim>;
template <class T, uint8_t dim> using NdDmaParams = MultiCopyParams<T, dim>;
struct DataCopyEnhancedParams {
    SKLINT_PARAMS(DataCopyEnhancedParams)
    BlockMode blockMode{};
    DeqScale deqScale{};
    uint64_t deqValue{};
    uint8_t sidStoreMode{};
    bool isRelu{};
    pad_t padMode{};
    uint64_t padValue{}, deqTensorAddr{};
};
struct DataCopyCO12DstParams {
    SKLINT_PARAMS(DataCopyCO12DstParams)
    uint8_t sid{};
    uint16_t nSize{}, mSize{};
    uint32_t dstStride{};
    uint16_t srcStride{};
    uint8_t unitFlag{}, clipReluPre{}, eltWiseOp{};
    QuantMode_t quantPre{};
    uint8_t reluPre{};
    bool channelSplit{}, nz2ndEn{};
};
struct DataCopyPadParams {
    SKLINT_PARAMS(DataCopyPadParams)
    bool isPad{};
    uint8_t leftPadding{}, rightPadding{};
    uint64_t paddingValue{};
};
struct DataCopyExtParams {
    SKLINT_PARAMS(DataCopyExtParams)
    uint16_t blockCount{};
    uint32_t blockLen{};
    int64_t srcStride{}, dstStride{};
    uint32_t rsv{};
};
template <class T>
struct DataCopyPadExtParams {
    SKLINT_PARAMS(DataCopyPadExtParams)
    bool isPad{};
    uint8_t leftPadding{}, rightPadding{};
    T paddingValue{};
};
struct Nd2NzParams {
    SKLINT_PARAMS_OF(Nd2NzParams, 6, 8)
    uint16_t ndNum{}, nValue{};
    uint32_t dValue{};
    uint64_t srcNdMatrixStride{}, srcDValue{};
    uint16_t dstNzC0Stride{}, dstNzNStride{};
    uint32_t dstNzMatrixStride{};
};
struct Nz2NdParamsFull {
    SKLINT_PARAMS(Nz2NdParamsFull)
    uint16_t ndNum{}, nValue{}, dValue{}, srcNdMatrixStride{}, srcNStride{}, dstDStride{}, dstNdMatrixStride{};
};
struct Dn2NzParams {
    SKLINT_PARAMS(Dn2NzParams)
    uint16_t dnNum{}, nValue{};
    uint32_t dValue{};
    uint64_t srcDnMatrixStride{}, srcDValue{};
    uint16_t dstNzC0Stride{}, dstNzNStride{};
    uint32_t dstNzMatrixStride{};
};
struct LoopModeParams {
    SKLINT_PARAMS(LoopModeParams)
    uint32_t loop1Size{}, loop2Size{};
    uint64_t loop1SrcStride{}, loop1DstStride{}, loop2SrcStride{}, loop2DstStride{};
};
struct SliceInfo {
    SKLINT_PARAMS(SliceInfo)
    uint32_t startIndex{}, endIndex{}, stride{}, burstLen{}, shapeValue{};
};
struct CopyRepeatParams {
    SKLINT_PARAMS(CopyRepeatParams)
    uint16_t dstStride{}, srcStride{}, dstRepeatSize{}, srcRepeatSize{};
};
} // namespace AscendC
