// Parameter structs of matrix, image, sorting and transposing operations.
#pragma once

namespace AscendC {
struct FixpipeConfig {
    SKLINT_PARAMS(FixpipeConfig)
    CO2Layout format{};
    bool isToUB{}, enableFixVal{};
};
struct FixpipeParamsV220 {
    SKLINT_PARAMS(FixpipeParamsV220)
    uint16_t nSize{}, mSize{}, srcStride{};
    uint32_t dstStride{};
    QuantMode_t quantPre{};
    uint64_t deqScalar{};
    uint16_t ndNum{}, srcNdStride{}, dstNdStride{};
    bool reluEn{};
    uint8_t unitFlag{};
    bool isChannelSplit{};
};
using Nz2NdParams = Nz2NdParamsFull;
using Nz2DnParams = Nz2NdParamsFull;
template <CO2Layout format> struct TransformParams { using PARAMS = Nz2NdParamsFull; };
template <CO2Layout format = CO2Layout::ROW_MAJOR>
struct FixpipeParamsArch3510 {
    SKLINT_PARAMS(FixpipeParamsArch3510)
    ReluMode preReluMode{};
    ClipReluMode preClipReluMode{};
    uint64_t reluScalar{}, vectorRelu{};
    uint16_t nSize{}, mSize{}, srcStride{};
    uint32_t dstStride{};
    QuantMode_t quantPre{};
    uint64_t deqScalar{};
    bool reluEn{};
    uint8_t unitFlag{}, dualDstCtl{};
    bool subBlockId{}, isChannelSplit{};
    uint8_t fixShiftVal{};
};
struct GatherRepeatParams {
    SKLINT_PARAMS(GatherRepeatParams)
    uint32_t blockNumber{};
    uint16_t dstRepStride{};
    uint8_t dstBlkStride{}, src0BlkStride{}, src1BlkStride{}, src0RepStride{}, src1RepStride{};
    bool repeatStrideMode{}, strideSizeMode{};
};
struct GatherMaskParams {
    SKLINT_PARAMS(GatherMaskParams)
    uint8_t src0BlockStride{};
    uint16_t repeatTimes{}, src0RepeatStride{};
    uint8_t src1RepeatStride{};
};
struct LoadData2DParams {
    SKLINT_PARAMS(LoadData2DParams)
    uint16_t startIndex{}, dstGap{}, srcStride{};
    bool ifTranspose{};
    uint8_t repeatTimes{}, sid{}, addrMode{};
};
struct LoadData2DParamsV2 {
    SKLINT_PARAMS(LoadData2DParamsV2)
    uint32_t mStartPosition{}, kStartPosition{};
    uint16_t mStep{}, kStep{};
    int32_t srcStride{};
    uint16_t dstStride{};
    bool ifTranspose{};
    uint8_t sid{};
};
struct LoadData2dTransposeParams {
    SKLINT_PARAMS(LoadData2dTransposeParams)
    uint16_t startIndex{};
    uint8_t repeatTimes{};
    uint16_t srcStride{}, dstGap{}, dstFracGap{};
    uint8_t addrMode{};
};
struct Nd2NzParamsV2 {
    SKLINT_PARAMS(Nd2NzParamsV2)
    uint64_t lookupTable0{}, lookupTable1{};
};
struct LoadData2DMxParams {
    SKLINT_PARAMS(LoadData2DMxParams)
    uint16_t xStartPosition{}, yStartPosition{};
    uint8_t xStep{}, yStep{};
    uint16_t srcStride{}, dstStride{};
};
template <class TYPE>
struct LoadData3DParamsV1 {
    SKLINT_PARAMS(LoadData3DParamsV1)
    uint8_t padList[4]{}, strideW{}, strideH{}, filterW{}, filterH{}, dilationFilterW{}, dilationFilterH{},
        jumpStride{}, repeatMode{}, repeatTime{}, cSize{};
    TYPE padValue{};
    uint8_t fetchFilterW{}, fetchFilterH{};
    uint16_t l1H{}, l1W{}, c1Index{};
    int16_t leftTopW{}, leftTopH{};
};
template <class TYPE>
struct LoadData3DParamsV2 {
    SKLINT_PARAMS(LoadData3DParamsV2)
    uint8_t padList[4]{};
    uint16_t l1H{}, l1W{}, channelSize{}, kExtension{}, mExtension{}, kStartPt{}, mStartPt{};
    uint8_t strideW{}, strideH{}, filterW{}, filterH{}, dilationFilterW{}, dilationFilterH{};
    bool enTranspose{}, enSmallK{};
    TYPE padValue{};
    bool filterSizeW{}, filterSizeH{}, fMatrixCtrl{};
    bm_t enDualSrc{};
};
struct LoadData3DParamsV2Pro {
    SKLINT_PARAMS(LoadData3DParamsV2Pro)
    uint16_t channelSize{};
    bool enTranspose{}, enSmallK{}, filterSizeW{}, filterSizeH{}, fMatrixCtrl{};
    uint64_t extConfig{}, filterConfig{};
    bm_t enDualSrc{};
};
struct LoadData2dTransposeParamsV2 {
    SKLINT_PARAMS(LoadData2dTransposeParamsV2)
    uint16_t startIndex{};
    uint8_t repeatTimes{};
    uint16_t srcStride{}, dstGap{}, dstFracGap{}, srcFracGap{};
    uint8_t addrMode{};
};
struct MmadParams {
    SKLINT_PARAMS(MmadParams)
    uint16_t m{}, n{}, k{};
    bool isBias{};
    int32_t fmOffset{};
    bool enSsparse{}, enWinogradA{}, enWinogradB{};
    uint8_t unitFlag{};
    bool kDirectionAlign{}, cmatrixSource{}, cmatrixInitVal{}, disableGemv{};
    uint8_t fixShiftVal{};
};
template <class T>
struct InitConstValueParams {
    SKLINT_PARAMS(InitConstValueParams)
    uint16_t repeatTimes{}, blockNum{}, dstGap{};
    T initValue{};
};
struct LoadDataRepeatParam {
    SKLINT_PARAMS(LoadDataRepeatParam)
    uint16_t repeatStride{};
    uint8_t repeatTime{}, repeatMode{};
    uint16_t dstStride{};
};
struct LoadDataRepeatParamWithStride {
    SKLINT_PARAMS(LoadDataRepeatParamWithStride)
    uint16_t repeatStride{};
    uint8_t repeatTime{}, repeatMode{};
    uint16_t dstStride{};
};
struct LoadImageToLocalParams {
    SKLINT_PARAMS(LoadImageToLocalParams)
    uint16_t horizSize{}, vertSize{}, horizStartPos{}, vertStartPos{}, srcHorizSize{};
    uint8_t topPadSize{}, botPadSize{};
    uint16_t leftPadSize{}, rightPadSize{};
    uint8_t sid{};
};
struct CheckLocalMemoryIAParam {
    SKLINT_PARAMS(CheckLocalMemoryIAParam)
    uint8_t enableBit{};
    uint32_t startAddr{}, endAddr{};
    bool isScalarRead{}, isScalarWrite{}, isVectorRead{}, isVectorWrite{}, isMteRead{}, isMteWrite{},
        isEnable{};
    uint32_t reserved{};
};
struct MrgSort4Info {
    SKLINT_PARAMS(MrgSort4Info)
    uint16_t elementLengths[4]{};
    bool ifExhaustedSuspension{};
    uint16_t validBit{};
    uint8_t repeatTimes{};
};
template <class T>
struct MrgSortSrcList {
    SKLINT_PARAMS(MrgSortSrcList)
    LocalTensor<T> src1{}, src2{}, src3{}, src4{};
};
struct TransDataTo5HDParams {
    SKLINT_PARAMS(TransDataTo5HDParams)
    bool dstHighHalf{}, srcHighHalf{};
    uint8_t repeatTimes{};
    uint16_t dstRepStride{}, srcRepStride{};
};
struct TransposeParamsExt {
    SKLINT_PARAMS(TransposeParamsExt)
    uint16_t nSize{}, cSize{}, hSize{}, wSize{};
    TransposeType transposeType{};
};
struct UnaryRepeatParams {
    SKLINT_PARAMS(UnaryRepeatParams)
    uint32_t blockNumber{};
    uint16_t dstBlkStride{}, srcBlkStride{};
    uint8_t dstRepStride{}, srcRepStride{};
    bool repeatStrideMode{}, strideSizeMode{}, halfBlock{};
};
struct VdeqInfo {
    SKLINT_PARAMS(VdeqInfo)
    float vdeqScale[16]{};
    int16_t vdeqOffset[16]{};
    bool vdeqSignMode[16]{};
};
template <CO2Layout format = CO2Layout::ROW_MAJOR> using FixpipeParamsC310 = FixpipeParamsArch3510<format>;
template <class T = int32_t> struct FixpipeParams {
    SKLINT_PARAMS(FixpipeParams)
    uint16_t cburstNum{}, burstLen{}, srcStride{};
    uint32_t dstStride{};
    QuantMode_t quantParams{};
    bool reluEn{};
    uint8_t unitFlag{};
    Nz2NdParamsFull nz2ndParams{};
};
struct QuantParams {
    SKLINT_PARAMS(QuantParams)
    QuantMode_t quantPre{};
    uint64_t deqScalar{};
};
constexpr FixpipeConfig CFG_NZ = {CO2Layout::NZ};
constexpr FixpipeConfig CFG_ROW_MAJOR = {CO2Layout::ROW_MAJOR};
constexpr FixpipeConfig CFG_COLUMN_MAJOR = {CO2Layout::COLUMN_MAJOR};
constexpr FixpipeConfig CFG_ROW_MAJOR_UB = {CO2Layout::ROW_MAJOR, true};
constexpr FixpipeConfig CFG_NZ_UB = {CO2Layout::NZ, true};
} // namespace AscendC
