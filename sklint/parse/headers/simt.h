// The SIMT and register-level dialects: thread numbers, vector functions, registers and masks.
#pragma once

struct sklint_index { unsigned x, y, z; };
extern const sklint_index threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;
#if SKLINT_WITH_3510
void asc_syncthreads();
void asc_threadfence();
void asc_threadfence_block();
template <auto function, class... E> void asc_vf_call(...);
#endif
template <auto function, class... E> void VF_CALL(...);

namespace __asc_aicore {}
namespace __asc_simt_vf {}
namespace __asc_simd_vf {}
// Both are searched without being named.
using namespace __asc_aicore;
using namespace __asc_simt_vf;
using namespace __asc_simd_vf;

namespace AscendC {
template <class T> class NumericLimits {
public:
    static T Max();
    static T Min();
    static T Lowest();
    static T Infinity();
    static T NegativeInfinity();
    static T QuietNaN();
    static T SignalingNaN();
    static T DeNormMin();
};
template <auto function, class... E> void VF_CALL(...);
namespace Simt {
using Dim3 = dim3;
template <auto function, class... E> void VF_CALL(...);
template <int n = 0> unsigned GetThreadIdx();
template <int n = 0> unsigned GetThreadNum();
unsigned GetBlockIdx();
unsigned GetBlockNum();
void ThreadBarrier();
void ThreadFence();
} // namespace Simt
namespace Reg {
struct RegTrait { int REG_NUM; };
constexpr RegTrait RegTraitNumOne{1}, RegTraitNumTwo{2};
struct UnalignReg {};
struct CastTrait { RegLayout layoutMode; SatMode satMode; MaskMergeMode mrgMode; RoundMode roundMode; };
constexpr uint32_t GetVecLen() { return 256; }
#if SKLINT_WITH_3510
template <class T = uint8_t, const RegTrait &trait = RegTraitNumOne> struct RegTensor { using ActualT = T; };
struct MaskReg {};
struct UnalignRegForLoad {};
struct UnalignRegForStore {};
struct AddrReg {};
template <class T> AddrReg CreateAddrReg(...);
template <class T, MaskPattern mode = MaskPattern::ALL> MaskReg CreateMask();
template <class T> MaskReg UpdateMask(uint32_t &);
template <class T, const RegTrait &> MaskReg CreateMask();
template <MemType a, MemType b> void LocalMemBar();
#endif
} // namespace Reg
namespace MicroAPI = Reg;
} // namespace AscendC
