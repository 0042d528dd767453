" C++ with what AscendC adds.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/cpp.vim

syntax keyword ascFunction __global__ __aicore__ __aicpu__ __host__ __device__ __host_aicore__ __vector__ __cube__ __mix__
syntax keyword ascFunction __sk__ __schedmode__ __launch_bounds__ __simt_vf__ __simt_callee__ __simd_vf__ __simd_callee__
syntax keyword ascAddress __gm__ __ubuf__ __cbuf__ __ca__ __cb__ __cc__ __fbuf__ __ssbuf__ __biasbuf__ __local_mem__
syntax keyword ascType GM_ADDR UB_ADDR SSBUF_ADDR half bfloat16_t
syntax keyword ascBind SK_BIND KERNEL_TASK_TYPE KERNEL_TASK_TYPE_DEFAULT
syntax keyword ascBranch ASCEND_IS_AIC ASCEND_IS_AIV ASCEND_IS_NOT_AIC ASCEND_IS_NOT_AIV
syntax match ascLaunch /<<<\|>>>/

highlight default link ascFunction StorageClass
highlight default link ascAddress StorageClass
highlight default link ascType Type
highlight default link ascBind Macro
highlight default link ascBranch Conditional
highlight default link ascLaunch Special
let b:current_syntax = 'asc'
