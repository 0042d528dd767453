// Function and address-space qualifiers: each leaves an annotate attribute whose text begins with "sk:".
#pragma once

#define SKLINT_MARK(text) __attribute__((annotate(text)))
// Two levels, so that a macro given as the argument is expanded before it becomes text.
#define SKLINT_TEXT_(...) #__VA_ARGS__
#define SKLINT_TEXT(...) SKLINT_TEXT_(__VA_ARGS__)
#define SKLINT_MARK_OF(name, ...) SKLINT_MARK("sk:" name "(" SKLINT_TEXT(__VA_ARGS__) ")")

#define __global__ __attribute__((global)) SKLINT_MARK("sk:global")
#define __aicore__ SKLINT_MARK("sk:aicore")
#define SKAIC_ SKLINT_MARK("sk:aicore")
#define __aicpu__ SKLINT_MARK("sk:aicpu")
#define __host__ SKLINT_MARK("sk:host")
#define __device__ SKLINT_MARK("sk:device")
#define __host_aicore__ SKLINT_MARK("sk:host_aicore")
#define __vector__ SKLINT_MARK("sk:vector")
#define __cube__ SKLINT_MARK("sk:cube")
#define __mix__(...) SKLINT_MARK_OF("mix", __VA_ARGS__)
#define __sk__ SKLINT_MARK("sk:sk")
#define __schedmode__(...) SKLINT_MARK_OF("schedmode", __VA_ARGS__)
#define __launch_bounds__(...) SKLINT_MARK_OF("launch_bounds", __VA_ARGS__)
#define LAUNCH_BOUND(...) __launch_bounds__(__VA_ARGS__)
#define __simt_vf__ SKLINT_MARK("sk:simt_vf")
#define __simt_callee__ SKLINT_MARK("sk:simt_callee")
#define __simd_vf__ SKLINT_MARK("sk:simd_vf")
#define __simd_callee__ SKLINT_MARK("sk:simd_callee")
#define __no_simd_vf_fusion__ SKLINT_MARK("sk:no_simd_vf_fusion")
#define __disable_kernel_type_autoinfer__ SKLINT_MARK("sk:disable_kernel_type_autoinfer")

#define __gm__ SKLINT_MARK("sk:gm")
#define __ubuf__ SKLINT_MARK("sk:ubuf")
#define __cbuf__ SKLINT_MARK("sk:cbuf")
#define __ca__ SKLINT_MARK("sk:ca")
#define __cb__ SKLINT_MARK("sk:cb")
#define __cc__ SKLINT_MARK("sk:cc")
#define __fbuf__ SKLINT_MARK("sk:fbuf")
#define __ssbuf__ SKLINT_MARK("sk:ssbuf")
#define __biasbuf__ SKLINT_MARK("sk:biasbuf")
#define __local_mem__ __ubuf__
#define __VEC_SCOPE__
#define __local__ SKLINT_MARK("sk:local")
#define __stack__ SKLINT_MARK("sk:stack")
#define __workspace__ SKLINT_MARK("sk:workspace")
#define __kfc_workspace__ SKLINT_MARK("sk:kfc_workspace")
#define __in__ SKLINT_MARK("sk:in")
#define __out__ SKLINT_MARK("sk:out")
#define __inout__ SKLINT_MARK("sk:inout")
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __inout_pipe__(...)
#define __sync_alias__
#define __sync_noalias__
#define __sync_in__
#define __sync_out__
#define __no_sync__
#define __check_sync_alias__
#define __BLOCK_LOCAL__ SKLINT_MARK("sk:block_local")
#define __WORKGROUP_LOCAL__ SKLINT_MARK("sk:workgroup_local")
#define __forceinline__ inline
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define ASCENDC_HOST __host__
#define ASCENDC_AICORE __aicore__
#define ASCENDC_HOST_AICORE __host_aicore__

// A macro, as in the product: `const GM_ADDR p` then is a pointer to const bytes.
#define GM_ADDR __gm__ uint8_t *
#define UB_ADDR __ubuf__ uint8_t *
#define SSBUF_ADDR __ssbuf__ uint32_t *
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
