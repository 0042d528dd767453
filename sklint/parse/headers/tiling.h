// Host tiling: platform queries and the tiling-data definition macros.
#pragma once

namespace platform_ascendc {
enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, FB = 7, BT = 8, RESERVED };
enum class SocVersion {
    ASCEND910 = 0, ASCEND910B, ASCEND310P, ASCEND310B, ASCEND950, ASCEND910_55, ASCEND910_95 = ASCEND950, AS31XM1, ASCEND031,
    ASCEND035, ASCEND310, ASCEND610, ASCEND610Lite, ASCEND910_93, MC62, KIRINX90, KIRIN9030, RESERVED_VERSION = 99999
};
enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };
class PlatformAscendC {
public:
    template <class... A> explicit PlatformAscendC(A &&...);
    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumAic() const;
    uint32_t GetCoreNumAiv() const;
    uint32_t GetCoreNumVector() const;
    uint32_t CalcTschBlockDim(uint32_t, uint32_t, uint32_t) const;
    uint32_t CalcTschNumBlocks(uint32_t, uint32_t, uint32_t) const;
    uint32_t GetLibApiWorkSpaceSize() const;
    uint32_t GetResCubeGroupWorkSpaceSize() const;
    uint32_t GetResGroupBarrierWorkSpaceSize() const;
    void GetCoreMemSize(const CoreMemType &, uint64_t &) const;
    void GetCoreMemBw(const CoreMemType &, uint64_t &) const;
    SocVersion GetSocVersion() const;
    sklint::any GetCurNpuArch() const;
    uint32_t GetVecRegLen() const;
    void ReserveLocalMemory(ReservedSize);
};
class PlatformAscendCManager {
public:
    static PlatformAscendC *GetInstance();
    static PlatformAscendC *GetInstance(const char *);
};
} // namespace platform_ascendc

namespace matmul_tiling {
using AscendC::TPosition; using AscendC::MatrixTraverse; using AscendC::MatrixMadType;
enum class DataType : int32_t {
    DT_FLOAT = 0, DT_FLOAT16 = 1, DT_INT8 = 2, DT_INT32 = 3, DT_UINT8 = 4, DT_INT16 = 6, DT_UINT16 = 7, DT_UINT32 = 8, DT_INT64 = 9,
    DT_UINT64 = 10, DT_DOUBLE = 11, DT_BOOL = 12, DT_BF16 = 27, DT_BFLOAT16 = 27, DT_INT4 = 29, DT_HIFLOAT8 = 34,
    DT_FLOAT8_E4M3FN = 35, DT_FLOAT8_E5M2 = 36, DT_FLOAT4_E2M1 = 37, DT_FLOAT8_E8M0 = 38, DT_FLOAT4_E1M2 = 39
};
enum class CubeFormat : int32_t { ND = 0, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };
enum class ScheduleType : int32_t { INNER_PRODUCT = 0, OUTER_PRODUCT = 1, N_BUFFER_33 = 2 };
struct MatmulConfigParams { SKLINT_PARAMS(MatmulConfigParams) };
struct SysTilingTempBufSize { int32_t ubSize, l1Size, l0cSize; };
class MatmulApiTilingBase {
public:
    template <class... A> explicit MatmulApiTilingBase(A &&...);
#define SKLINT_TILING(name) template <class... A> int32_t name(A &&...);
    SKLINT_TILING(SetAType) SKLINT_TILING(SetBType) SKLINT_TILING(SetCType) SKLINT_TILING(SetBiasType) SKLINT_TILING(SetShape)
    SKLINT_TILING(SetOrgShape) SKLINT_TILING(SetBias) SKLINT_TILING(EnableBias) SKLINT_TILING(SetBufferSpace) SKLINT_TILING(GetTiling)
    SKLINT_TILING(SetFixSplit) SKLINT_TILING(SetTraverse) SKLINT_TILING(SetMadType) SKLINT_TILING(SetDequantType)
    SKLINT_TILING(SetALayout) SKLINT_TILING(SetBLayout) SKLINT_TILING(SetCLayout) SKLINT_TILING(SetBatchNum)
    SKLINT_TILING(SetBatchInfoForNormal) SKLINT_TILING(SetDoubleBuffer) SKLINT_TILING(SetMatmulConfigParams)
    SKLINT_TILING(SetScaleAType) SKLINT_TILING(SetScaleBType) SKLINT_TILING(SetSparse) SKLINT_TILING(SetSplitRange)
    int32_t GetBaseM() const;
    int32_t GetBaseN() const;
    int32_t GetBaseK() const;
};
class MatmulApiTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    SKLINT_TILING(EnableL1BankConflictOptimise)
};
class MultiCoreMatmulTiling : public MatmulApiTilingBase {
public:
    using MatmulApiTilingBase::MatmulApiTilingBase;
    SKLINT_TILING(SetDim) SKLINT_TILING(SetSingleShape) SKLINT_TILING(SetSingleRange) SKLINT_TILING(SetAlignSplit)
    SKLINT_TILING(SetSplitK) SKLINT_TILING(EnableMultiCoreSplitK) SKLINT_TILING(GetSingleShape) SKLINT_TILING(GetCoreNum)
};
class BatchMatmulTiling : public MatmulApiTilingBase { public: using MatmulApiTilingBase::MatmulApiTilingBase; };
class MultiCoreBatchMatmulTiling : public MultiCoreMatmulTiling { public: using MultiCoreMatmulTiling::MultiCoreMatmulTiling; };
} // namespace matmul_tiling
namespace optiling { using ::TCubeTiling; struct TilingData; }
namespace ge { using Shape = AscendC::TensorShape; enum graphStatus : uint32_t { GRAPH_SUCCESS = 0, GRAPH_FAILED = 0xffffffff }; }
namespace gert {
using Shape = AscendC::TensorShape;
// Contexts of the graph engine: any member function of those that host code calls.
#define SKLINT_CONTEXT(name)                                                                       \
    class name {                                                                                   \
    public:                                                                                        \
        const Shape *GetInputShape(size_t) const; Shape *GetOutputShape(size_t); Shape &GetShape() const;          \
        const Shape &GetStorageShape() const; const Shape &GetOriginShape() const; sklint::any GetInputTensor(size_t) const; \
        sklint::any GetInputDataType(size_t) const; sklint::any SetOutputDataType(size_t, sklint::taken); sklint::any GetDataType() const; \
        sklint::any GetAttrs() const; sklint::any GetPlatformInfo() const; sklint::any GetRawTilingData(); size_t *GetWorkspaceSizes(size_t); \
        void SetBlockDim(uint32_t); void SetTilingKey(uint64_t); uint32_t GetBlockDim() const; template <class T = void> T *GetAddr() const; \
        template <class T> T *GetTilingData(); template <class T> const T *GetData() const; size_t GetShapeSize() const; \
    };
SKLINT_CONTEXT(Tensor) SKLINT_CONTEXT(StorageShape) SKLINT_CONTEXT(TilingContext) SKLINT_CONTEXT(InferShapeContext)
SKLINT_CONTEXT(InferDataTypeContext) SKLINT_CONTEXT(TilingParseContext) SKLINT_CONTEXT(EagerOpExecutionContext)
} // namespace gert

#define REGISTER_TILING_DATA_CLASS(...)
#define BEGIN_TILING_DATA_DEF(name) struct name {
#define TILING_DATA_FIELD_DEF(type, name) type name; void set_##name(type); type get_##name() const;
#define TILING_DATA_FIELD_DEF_ARR(type, size, name) type name[size]; void set_##name(type *); type *get_##name();
#define TILING_DATA_FIELD_DEF_STRUCT(type, name) type name;
#define END_TILING_DATA_DEF void SaveToBuffer(void *, size_t); size_t GetDataSize() const; }
#define DEVICE_IMPL_OP_OPTILING(name) static const sklint::any sklint_tiling_##name
