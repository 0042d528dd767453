// Tiling structs of the high-level interfaces, as a kernel receives them.
#pragma once

// What host code asks of a tiling struct.
#define SKLINT_TILING_DATA void SaveToBuffer(void *, size_t); size_t GetDataSize() const;

struct LogSoftMaxTiling {
    uint32_t srcM, srcK, srcSize, outMaxM, outMaxK, outMaxSize, splitM, splitK, splitSize, reduceM, reduceK,
        reduceSize, rangeM, tailM, tailSplitSize, tailReduceSize;
    SKLINT_TILING_DATA
};
struct SoftMaxTiling {
    uint32_t srcM, srcK, srcSize, outMaxM, outMaxK, outMaxSize, splitM, splitK, splitSize, reduceM, reduceK,
        reduceSize, rangeM, tailM, tailSplitSize, tailReduceSize;
    SKLINT_TILING_DATA
};
struct TConv3DApiTiling {
    uint64_t orgDo;
    uint32_t orgCo;
    uint64_t orgHo, orgWo, orgDi;
    uint32_t orgCi;
    uint64_t orgHi, orgWi;
    uint32_t kernelD, kernelH, kernelW;
    uint64_t singleCoreDo;
    uint32_t singleCoreCo;
    uint64_t singleCoreM;
    uint32_t singleCoreGroupOpt, groups, strideH, strideW, strideD, dilationH, dilationW, dilationD, padHead,
        padTail, padUp, padDown, padLeft, padRight, mL0, kL0, nL0, kAL1, kAL1Tail, kBL1, kBL1Tail, nBL1, mAL1,
        kBL1DivK0, kBL1TailDivK0, nBL1DivnL0, mAL1DivmL0, cin1InAL1, cin1InAL1Tail, nL0xk0;
    uint64_t kL0xorgCoAlignN0, kernelHxkernelW, cin1xOriHixOriWixk0, oriHixOriWixk0, oriWixk0, orgHixWi, orgHoxWo;
    uint32_t pBufferFlag, groupOpt, cinOpt, coutOpt;
    int8_t offsetx;
    uint8_t bl1FullLoad, al1FullLoad, bl1BypassFlag, iterateMNOrder, biasFullLoadFlag, fixpParamsFullLoadFlag,
        hf32Enable, hf32TransMode, resvered1;
    uint16_t resvered2;
    uint32_t resvered3;
    SKLINT_TILING_DATA
};
struct TConv3DBpFilterTiling {
    uint32_t batch, cin, cout, cin1G, cout1G, dout, ho, wo, di, hi, wi, dk, hk, wk, group, strideD, strideH,
        strideW, padFront, padBack, padUp, padDown, padLeft, padRight, dilationD, dilationH, dilationW, channelSize,
        al0Pbuffer, bl0Pbuffer, cl0Pbuffer, al1Pbuffer, bl1Pbuffer, baseM, baseK, baseN, m0, k0, n0, stepM, stepN,
        stepKa, stepKb, iterateOrder, bl1Bound, hf32Flag, singleCoreDk, singleCoreGroup, singleCoreCout,
        singleCoreHo;
    uint64_t singleCoreBatch, singleCoreCin;
    SKLINT_TILING_DATA
};
struct TConv3DBackpropInputTiling {
    uint32_t batch, cin, cout, cout1, cin1, cout1G, cin1G, c0, c0Bits, dout, ho, wo, di, hi, wi, dk, hk, wk, group,
        strideD, strideH, strideW, padFront, padBack, padUp, padDown, padLeft, padRight, backpropPadTail,
        backpropPadUp, backpropPadDown, backpropPadLeft, backpropPadRight, dilationD, dilationH, dilationW,
        al0Pbuffer, bl0Pbuffer, cl0Pbuffer, al1Pbuffer, bl1Pbuffer, singleCoreGroup, singleCoreCout,
        singleCoreCout1, singleCoreCin1, singleCoreDin, singleCoreHo, baseM, baseK, baseN, baseD, baseBatch,
        baseGroup, stepM, stepN, stepKa, stepKb, stepBatch, stepGroup, iterateOrder;
    int32_t hf32Flag, initOutputFlag, reserved;
    uint64_t singleCoreBatch, singleCoreM, singleCoreCin;
    SKLINT_TILING_DATA
};
struct Mc2ServerCfg {
    uint32_t version;
    uint8_t debugMode, sendArgIndex, recvArgIndex, commOutArgIndex, reserved[8];
    SKLINT_TILING_DATA
};
struct Mc2HcommCfg {
    uint8_t skipLocalRankCopy, skipBufferWindowCopy, stepSize;
    char reserved[13], groupName[128], algConfig[128];
    uint32_t opType, reduceType;
    SKLINT_TILING_DATA
};
struct Mc2InitTiling {
    uint8_t reserved[64];
    SKLINT_TILING_DATA
};
struct Mc2CcTiling {
    uint8_t reserved[512];
    SKLINT_TILING_DATA
};
struct BatchNormTiling {
    uint32_t originalBLength, meanVarSize, meanTmpTensorPos, varianceTmpTensorPos, tmpBufSize, oneTmpSize,
        firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputTailSize, inputTailPos,
        meanVarTailSize, meanVarTailPos, bshCurLength, shCurLength;
    float firstDimValueBack;
    uint32_t castHalfRepStride, shCurLengthBlockNum, castHalfOutRepStride;
    SKLINT_TILING_DATA
};
struct DeepNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos,
        meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize, firstTmpStartPos,
        secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize, inputTailPos,
        meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float lastDimValueBack;
    SKLINT_TILING_DATA
};
struct GroupNormTiling {
    uint32_t n, c, hw, g, d, hwAlignSize, dhwAlignSize, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos,
        meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize, firstTmpStartPos,
        secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize, inputTailPos,
        meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float factor;
    bool smallShape;
    SKLINT_TILING_DATA
};
struct LayerNormGradBetaTiling {
    uint32_t stackBufferSize, bLength, sLength, hLength, originalHLength, bshLength, bsLength, oneCalSize,
        numberOfTmpBuf, loopRound, inputTailSize, inputTailPos, bsTailSize, bshCurLength, bsCurLength,
        gammaTempTensorPos, betaTempTensorPos, inputDyTmpTensorPos, resForGammaTmpTensorPos, reserved;
    SKLINT_TILING_DATA
};
struct LayerNormGradTiling {
    uint32_t stackBufferSize, bLength, sLength, hLength, originalHLength, oneCalSize, nohCalSize, loopNum, tailSize,
        nohTailSize, tmpTensorBSHPos, tmpTensorBSHSize, pdVarTensorPos, pdVarTensorSize, pdMeanTensorPos,
        pdMeanTensorSize, x1TensorPos, x1TensorSize, x2TensorPos, x2TensorSize, x3TensorPos, x3TensorSize,
        tmpTensorPos, tmpTensorSize, tmpTensor1Pos, tmpTensor1Size, tmpTensor2Pos, tmpTensor2Size, lastDimValueBack,
        lastDimValueBackMulTwo;
    SKLINT_TILING_DATA
};
struct LayerNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength, inputXSize, meanVarSize, numberOfTmpBuf, meanTmpTensorPos,
        meanTmpTensorSize, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize, oneTmpSize, firstTmpStartPos,
        secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize, inputTailPos,
        meanVarRoundSize, meanVarTailSize, meanVarTailPos, bshCurLength, bsCurLength;
    float lastDimValueBack;
    SKLINT_TILING_DATA
};
struct LayerNormSeparateTiling {
    uint32_t aLength, rLength, halfAddRepeatTimes, rHeadLength;
    float k2Rec, k2RRec;
    uint32_t inputXSize, meanVarSize, numberOfTmpBuf, varianceTmpTensorPos, varianceTmpTensorSize, tmpBufSize,
        oneTmpSize, firstTmpStartPos, secondTmpStartPos, thirdTmpStartPos, loopRound, inputRoundSize, inputTailSize,
        inputTailPos, meanVarRoundSize, meanVarTailSize, meanVarTailPos, arCurLength, aCurLength;
    float rValueBack;
    SKLINT_TILING_DATA
};
struct RmsNormTiling {
    uint32_t bLength, sLength, hLength, originalHLength;
    float reciprocalOfHLength;
    uint32_t mainBshLength, mainBsLength, mainBsLengthAlign, loopRound, inputTailPos, tailBshLength, tailBsLength;
    SKLINT_TILING_DATA
};
struct UnPadTiling {
    uint32_t srcHeight, srcWidth, tmpBuffer1BlockNum, tmpBuffer1RowNum, tmpBuffer2Offset, widthTiling, widthFractal,
        widthFractalTail;
    SKLINT_TILING_DATA
};
struct PadTiling {
    uint32_t srcHeight, srcWidth, srcOriWidth, widthWithoutLastBlock, blocksPerRow, heightTiling, heightFractal,
        heightFractalTail, mainLoopOffset, tailBlockOffset, tmpBuffer1BlockNum, tmpBuffer1RowNum, tmpBuffer2Offset,
        widthTiling, widthFractal, widthFractalTail, widthFractalTailAlingned, brcbTiling, brcbFractal,
        brcbFractalTail, maxRepeatTimes, brcbTilingRepeatTimes, brcbTilingRepeatTimesTail,
        brcbFractalTailRepeatTimes, brcbFractalTailRepeatTimesTail, reserved;
    SKLINT_TILING_DATA
};
struct TopkTiling {
    int32_t tmpLocalSize, allDataSize, innerDataSize;
    uint32_t sortRepeat;
    int32_t mrgSortRepeat, kAlignFourBytes, kAlignTwoBytes, maskOffset, maskVreducev2FourBytes,
        maskVreducev2TwoBytes, mrgSortSrc1offset, mrgSortSrc2offset, mrgSortSrc3offset, mrgSortTwoQueueSrc1Offset,
        mrgFourQueueTailPara1, mrgFourQueueTailPara2, srcIndexOffset;
    uint32_t copyUbToUbBlockCount;
    int32_t topkMrgSrc1MaskSizeOffset, topkNSmallSrcIndexOffset;
    uint32_t vreduceValMask0, vreduceValMask1, vreduceIdxMask0, vreduceIdxMask1;
    uint16_t vreducehalfValMask0, vreducehalfValMask1, vreducehalfValMask2, vreducehalfValMask3,
        vreducehalfValMask4, vreducehalfValMask5, vreducehalfValMask6, vreducehalfValMask7;
    SKLINT_TILING_DATA
};
struct ConfusionTransposeTiling {
    uint32_t param0, param1, param2, param3, param4, param5, param6, param7, param8, param9, param10, param11,
        param12, param13, param14, param15, param16, param17;
    SKLINT_TILING_DATA
};

namespace optiling {
using ::LogSoftMaxTiling; using ::SoftMaxTiling; using ::TConv3DApiTiling; using ::TConv3DBpFilterTiling; using
::TConv3DBackpropInputTiling; using ::Mc2ServerCfg; using ::Mc2HcommCfg; using ::Mc2InitTiling; using ::Mc2CcTiling;
using ::BatchNormTiling; using ::DeepNormTiling; using ::GroupNormTiling; using ::LayerNormGradBetaTiling; using
::LayerNormGradTiling; using ::LayerNormTiling; using ::LayerNormSeparateTiling; using ::RmsNormTiling; using
::UnPadTiling; using ::PadTiling; using ::TopkTiling; using ::ConfusionTransposeTiling;
} // namespace optiling
namespace AscendC { namespace tiling {
using ::LogSoftMaxTiling; using ::SoftMaxTiling; using ::TConv3DApiTiling; using ::TConv3DBpFilterTiling; using
::TConv3DBackpropInputTiling; using ::Mc2ServerCfg; using ::Mc2HcommCfg; using ::Mc2InitTiling; using ::Mc2CcTiling;
using ::BatchNormTiling; using ::DeepNormTiling; using ::GroupNormTiling; using ::LayerNormGradBetaTiling; using
::LayerNormGradTiling; using ::LayerNormTiling; using ::LayerNormSeparateTiling; using ::RmsNormTiling; using
::UnPadTiling; using ::PadTiling; using ::TopkTiling; using ::ConfusionTransposeTiling;
}} // namespace AscendC::tiling
