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
using AscendC::CubeFormat; using AscendC::TPosition; using AscendC::MatrixTraverse; using AscendC::MatrixMadType;
enum class DataType : int32_t {
    DT_FLOAT = 0, DT_FLOAT16 = 1, DT_INT8 = 2, DT_INT32 = 3, DT_UINT8 = 4, DT_INT16 = 6, DT_UINT16 = 7, DT_UINT32 = 8, DT_INT64 = 9,
    DT_UINT64 = 10, DT_DOUBLE = 11, DT_BOOL = 12, DT_BF16 = 27, DT_BFLOAT16 = 27, DT_INT4 = 29, DT_HIFLOAT8 = 34,
    DT_FLOAT8_E4M3FN = 35, DT_FLOAT8_E5M2 = 36, DT_FLOAT4_E2M1 = 37, DT_FLOAT8_E8M0 = 38, DT_FLOAT4_E1M2 = 39
};
} // namespace matmul_tiling
namespace optiling { using ::TCubeTiling; struct TilingData; }
namespace ge { enum graphStatus : uint32_t { GRAPH_SUCCESS = 0, GRAPH_FAILED = 0xffffffff }; }
namespace gert {
class Shape; class StorageShape; class TilingContext; class InferShapeContext; class InferDataTypeContext; class TilingParseContext;
}

#define REGISTER_TILING_DATA_CLASS(...)
#define BEGIN_TILING_DATA_DEF(name) struct name {
#define TILING_DATA_FIELD_DEF(type, name) type name; void set_##name(type); type get_##name() const;
#define TILING_DATA_FIELD_DEF_ARR(type, size, name) type name[size]; void set_##name(type *); type *get_##name();
#define TILING_DATA_FIELD_DEF_STRUCT(type, name) type name;
#define END_TILING_DATA_DEF void SaveToBuffer(void *, size_t); size_t GetDataSize() const; }
#define DEVICE_IMPL_OP_OPTILING(name) static const sklint::any sklint_tiling_##name
