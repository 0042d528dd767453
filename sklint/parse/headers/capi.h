// The C interface: register types, cache modes, configuration words. Its functions are generated.
#pragma once

enum class asc_load_l2_cache_mode : uint8_t {
    NORMAL_FIRST_VICTIM = 0, NORMAL_LAST_VICTIM = 1, NORMAL_PERSISTENT = 2, NOTALLOC_KEEP = 4, NOTALLOC_CLEAN = 5, NOTALLOC_DROP = 6
};
enum class asc_store_l2_cache_mode : uint8_t {
    NORMAL_FIRST_VICTIM = 0, NORMAL_LAST_VICTIM = 1, NORMAL_PERSISTENT = 2, NOTALLOC_CLEAN = 4
};
enum ascMutexExecuteMode { ASC_LOCK_BLOCK = 0, ASC_LOCK_NON_BLOCK = 1 };
enum sklint_pattern {
    PAT_ALL = 0, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q,
    PAT_ALLF = 15
};
union asc_fill_value_config {
    uint64_t config;
    struct { uint64_t repeat : 15, reserved1 : 1, blk_num : 15, reserved2 : 1, dst_gap : 15, reserved3 : 17; };
};
union asc_store_atomic_config {
    uint64_t config;
    struct { uint64_t atomic_type : 3, atomic_op : 2, reserved1 : 59; };
};
union asc_set_l0c_copy_params_config {
    uint64_t config;
    struct { uint64_t nd_num : 16, src_nd_stride : 16, dst_nd_stride : 16; };
};
union asc_load3d_v2_config {
    uint64_t config;
    struct { uint64_t rpt_stride : 16, rpt_time : 8, rpt_mode : 1, reserved2 : 39; };
};
union asc_ndim_pad_count_config {
    uint64_t config;
    struct {
        uint8_t loop1_lp_count, loop1_rp_count, loop2_lp_count, loop2_rp_count, loop3_lp_count, loop3_rp_count, loop4_lp_count,
            loop4_rp_count;
    };
};
union asc_l13d_fmatrix_config {
    uint64_t config;
    struct {
        uint16_t l1_height, l1_width;
        uint8_t padding_left_size, padding_right_size, padding_top_size, padding_bottom_size;
    };
};

// One vector register each; the number of elements is the machine's.
#define SKLINT_REGISTER(type) \
    struct vector_##type { uint8_t bytes_[256]; };
SKLINT_REGISTER(bool) SKLINT_REGISTER(half) SKLINT_REGISTER(float) SKLINT_REGISTER(bfloat16_t) SKLINT_REGISTER(int8_t)
SKLINT_REGISTER(uint8_t) SKLINT_REGISTER(int16_t) SKLINT_REGISTER(uint16_t) SKLINT_REGISTER(int32_t) SKLINT_REGISTER(uint32_t)
SKLINT_REGISTER(int64_t) SKLINT_REGISTER(uint64_t) SKLINT_REGISTER(int4x2_t) SKLINT_REGISTER(hifloat8_t) SKLINT_REGISTER(fp8_e5m2_t)
SKLINT_REGISTER(fp8_e4m3fn_t) SKLINT_REGISTER(fp8_e8m0_t) SKLINT_REGISTER(fp4x2_e2m1_t) SKLINT_REGISTER(fp4x2_e1m2_t)
SKLINT_REGISTER(load_unalign) SKLINT_REGISTER(store_unalign) SKLINT_REGISTER(address)
using addr_reg = vector_address;
using iter_reg = addr_reg;
using vector_f16 = vector_half;
using vector_u8 = vector_uint8_t;
using vector_f4e1m2x2 = vector_fp4x2_e1m2_t;
