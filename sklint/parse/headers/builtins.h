// Compiler built-ins of the core: block numbers, pipes, flags and registers, at global scope.
#pragma once

extern const int64_t block_idx, block_num, sub_block_idx;
int64_t get_block_idx();
int64_t get_block_num();
int64_t get_subblockid();
int64_t get_subblockdim();
int64_t get_task_ration();
int64_t get_coreid();
int64_t get_sys_cnt();
int64_t get_data_main_base();
void pipe_barrier(pipe_t);
void set_flag(pipe_t, pipe_t, int64_t);
void wait_flag(pipe_t, pipe_t, int64_t);
void hset_flag(pipe_t, pipe_t, int64_t, ...);
void hwait_flag(pipe_t, pipe_t, int64_t, ...);
void ffts_cross_core_sync(pipe_t, uint64_t);
void wait_flag_dev(int64_t);
void set_ffts_base_addr(uint64_t);
void dsb(mem_dsb_t);
template <class... A> void dcci(A &&...);
void trap();

#define K_MAX_SHAPE_DIM 8
constexpr int32_t QBUF_MAX_LEN = 64;
constexpr uint32_t HALF_BLOCK = 8;
namespace AscendC {
constexpr uint32_t ONE_BLK_SIZE = 32, DEFAULT_C0_SIZE = 32, ONE_BLK_HALF_NUM = 16, ONE_BLK_FLOAT_NUM = 8;
constexpr int32_t DEFAULT_BLK_NUM = 8, DEFAULT_BLK_STRIDE = 1, DEFAULT_REPEAT_STRIDE = 8, MAX_REPEAT_TIMES = 255;
constexpr uint32_t ONE_REPEAT_BYTE_SIZE = 256, ONE_REPEAT_HALF_SIZE = 128, ONE_REPEAT_FLOAT_SIZE = 64;
constexpr uint32_t BLOCK_CUBE = 16, CUBE_MAX_SIZE = 256, HF32_MODE_BIT = 46, QUE_MAX_EVENT = 8;
constexpr uint64_t DEFAULT_DATA_COPY_NBURST = 1, DEFAULT_DATA_COPY_STRIDE = 0, MASK_PLACEHOLDER = 0;
constexpr int32_t MIN_REPEAT_TIMES = 0, DEFAULT_REDUCE_DST_REP_SRIDE = 1, B16_BYTE_SIZE = 2, B32_BYTE_SIZE = 4;
constexpr uint32_t TOTAL_UB_SIZE = 192 * 1024, TOTAL_L1_SIZE = 512 * 1024, TOTAL_L0A_SIZE = 64 * 1024;
constexpr uint32_t TOTAL_L0B_SIZE = 64 * 1024, TOTAL_L0C_SIZE = 128 * 1024, VECTOR_REG_WIDTH = 256;
constexpr uint64_t FULL_MASK = 0xffffffffffffffff;
constexpr uint8_t PAD_SIZE = 4, K_MAX_DIM = 8;
constexpr uint32_t ASCENDC_QUE_MAX_LEN = 64, BYTE_PER_C0 = 32, VREG_SIZE = 256;
#if SKLINT_WITH_3510
constexpr uint32_t GetVecLen() { return VECTOR_REG_WIDTH; }
constexpr uint32_t GetUBSizeInBytes() { return TOTAL_UB_SIZE; }
constexpr uint32_t GetRuntimeUBSize() { return TOTAL_UB_SIZE; }
constexpr int32_t CeilDivision(int32_t a, int32_t b) { return b == 0 ? a : (a + b - 1) / b; }
#endif
constexpr uint32_t GetDataBlockSizeInBytes() { return 32; }
template <class T, class U> constexpr T DivCeil(T a, U b) { return b == 0 ? a : (a + b - 1) / b; }
template <class T, class U> constexpr T AlignUp(T a, U b) { return DivCeil(a, b) * b; }
using ::printf; using ::int4b_t; using ::int4x2_t; using ::complex32; using ::complex64;
template <class... A> void PRINTF(A &&...);
} // namespace AscendC
