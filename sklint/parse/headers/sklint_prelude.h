// The model headers: every declaration a kernel unit may name, whatever it includes.
#pragma once
// Never ended: the user's file is covered too, so that host and device code may call each other.
#pragma clang force_cuda_host_device begin
#pragma clang diagnostic ignored "-Wnon-pod-varargs"

// Names that documents give one architecture alone, 3510, are left out for targets (SKLINT_TARGET_ARCH) they deny them.
#define SKLINT_WITH_3510                                                                                   \
    (SKLINT_TARGET_ARCH != 2201 && SKLINT_TARGET_ARCH != 3002 && SKLINT_TARGET_ARCH != 2002 && SKLINT_TARGET_ARCH != 1001)

#include "qualifiers.h"
#include "types.h"
#include "launch.h"
#include "std_traits.h"
#include "std_containers.h"
#include "std_io.h"
#include "c_library.h"
#include "enums.h"
#include "enums_advanced.h"
#include "params.h"
#include "params_matrix.h"
#include "builtins.h"
#include "tensor.h"
#include "pipe.h"
#include "vector.h"
#include "sync.h"
#include "kernel_macros.h"
#include "tiling_data.h"
#include "matmul.h"
#include "hccl.h"
#include "simt.h"
#include "advanced.h"
#include "capi.h"
#include "tensor_api.h"
#include "acl.h"
#include "tiling.h"
#include "torch.h"
#include "gtest.h"
// The generator looks at what is written by hand alone.
#ifndef SKLINT_BY_HAND
#include "generated.h"
#endif
