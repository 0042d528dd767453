// The runtime API of the host: enough for the code around a launch to stay in the tree.
#pragma once

typedef int aclError;
typedef void *aclrtStream, *aclrtContext, *aclrtEvent, *aclrtNotify, *aclrtBinHandle, *aclrtFuncHandle, *aclrtArgsHandle;
typedef void *aclmdlRI, *rtStream_t, *aclrtcProg, *aclStream;
typedef uint16_t aclFloat16;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclTensorList aclTensorList;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclDataBuffer aclDataBuffer;
typedef struct aclTensorDesc aclTensorDesc;
typedef struct aclopAttr aclopAttr;
typedef struct aclmdlDesc aclmdlDesc;
typedef struct aclmdlDataset aclmdlDataset;
typedef int aclnnStatus;
typedef int rtError_t;
#define ACL_SUCCESS 0
#define ACL_ERROR_NONE 0
#define RT_ERROR_NONE 0
#define ACLNN_SUCCESS 0
#define ACL_EVENT_SYNC 1u
enum aclrtMemMallocPolicy { ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY, ACL_MEM_MALLOC_NORMAL_ONLY };
enum aclrtMemcpyKind { ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST, ACL_MEMCPY_DEVICE_TO_DEVICE };
enum aclmdlRICaptureMode { ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL, ACL_MODEL_RI_CAPTURE_MODE_RELAXED };
typedef struct aclskOptions aclskOptions;
enum aclDataType {
    ACL_DT_UNDEFINED = -1, ACL_FLOAT = 0, ACL_FLOAT16 = 1, ACL_INT8 = 2, ACL_INT32 = 3, ACL_UINT8 = 4, ACL_INT16 = 6, ACL_UINT16 = 7,
    ACL_UINT32 = 8, ACL_INT64 = 9, ACL_UINT64 = 10, ACL_DOUBLE = 11, ACL_BOOL = 12, ACL_STRING = 13, ACL_COMPLEX64 = 16,
    ACL_COMPLEX128 = 17, ACL_BF16 = 27, ACL_INT4 = 29, ACL_HIFLOAT8 = 34, ACL_FLOAT8_E5M2 = 35, ACL_FLOAT8_E4M3FN = 36,
    ACL_FLOAT8_E8M0 = 37, ACL_FLOAT4_E2M1 = 40, ACL_FLOAT4_E1M2 = 41
};
enum aclFormat {
    ACL_FORMAT_UNDEFINED = -1, ACL_FORMAT_NCHW = 0, ACL_FORMAT_NHWC = 1, ACL_FORMAT_ND = 2, ACL_FORMAT_NC1HWC0 = 3,
    ACL_FORMAT_FRACTAL_Z = 4, ACL_FORMAT_NDHWC = 27, ACL_FORMAT_FRACTAL_NZ = 29, ACL_FORMAT_NCDHW = 30, ACL_FORMAT_NCL = 47
};
enum aclrtDevAttr { ACL_DEV_ATTR_AICPU_CORE_NUM = 1, ACL_DEV_ATTR_AICORE_CORE_NUM = 101, ACL_DEV_ATTR_CUBE_CORE_NUM = 102, ACL_DEV_ATTR_VECTOR_CORE_NUM = 201 };
extern "C" {
#define SKLINT_ACL(name) aclError name(...);
SKLINT_ACL(aclInit) SKLINT_ACL(aclFinalize) SKLINT_ACL(aclrtSetDevice) SKLINT_ACL(aclrtResetDevice) SKLINT_ACL(aclrtGetDevice)
SKLINT_ACL(aclrtGetDeviceCount) SKLINT_ACL(aclrtGetDeviceInfo) SKLINT_ACL(aclrtCreateContext) SKLINT_ACL(aclrtDestroyContext)
SKLINT_ACL(aclrtSetCurrentContext) SKLINT_ACL(aclrtGetCurrentContext) SKLINT_ACL(aclrtCreateStream) SKLINT_ACL(aclrtDestroyStream)
SKLINT_ACL(aclrtCreateStreamWithConfig) SKLINT_ACL(aclrtSynchronizeStream) SKLINT_ACL(aclrtSynchronizeStreamWithTimeout)
SKLINT_ACL(aclrtSynchronizeDevice) SKLINT_ACL(aclrtMalloc) SKLINT_ACL(aclrtMallocAlign32) SKLINT_ACL(aclrtMallocCached)
SKLINT_ACL(aclrtMallocHost) SKLINT_ACL(aclrtFree) SKLINT_ACL(aclrtFreeHost) SKLINT_ACL(aclrtMemcpy) SKLINT_ACL(aclrtMemcpyAsync)
SKLINT_ACL(aclrtMemset) SKLINT_ACL(aclrtMemsetAsync) SKLINT_ACL(aclrtCreateEvent) SKLINT_ACL(aclrtCreateEventWithFlag)
SKLINT_ACL(aclrtCreateEventExWithFlag) SKLINT_ACL(aclrtDestroyEvent) SKLINT_ACL(aclrtRecordEvent) SKLINT_ACL(aclrtStreamWaitEvent)
SKLINT_ACL(aclrtSynchronizeEvent) SKLINT_ACL(aclrtEventElapsedTime) SKLINT_ACL(aclrtLaunchKernel) SKLINT_ACL(aclrtLaunchKernelWithConfig)
SKLINT_ACL(aclrtLaunchKernelWithArgsArray) SKLINT_ACL(aclrtBinaryLoadFromFile) SKLINT_ACL(aclrtBinaryLoadFromData)
SKLINT_ACL(aclrtBinaryGetFunction) SKLINT_ACL(aclrtBinaryUnLoad) SKLINT_ACL(aclrtGetLastError) SKLINT_ACL(aclrtPeekAtLastError)
SKLINT_ACL(aclrtGetHardwareSyncAddr) SKLINT_ACL(rtGetC2cCtrlAddr) SKLINT_ACL(aclrtGetStreamId)
SKLINT_ACL(aclDestroyTensor) SKLINT_ACL(aclDestroyScalar) SKLINT_ACL(aclnnInit) SKLINT_ACL(aclnnFinalize)
SKLINT_ACL(aclmdlRICaptureBegin) SKLINT_ACL(aclmdlRICaptureEnd) SKLINT_ACL(aclmdlRIExecuteAsync) SKLINT_ACL(aclmdlRIDestroy)
SKLINT_ACL(aclmdlRIDebugJsonPrint) SKLINT_ACL(aclprofRangePushEx) SKLINT_ACL(aclprofRangePop)
aclError aclskOptimize(aclmdlRI, aclskOptions *);
aclError aclskScopeBegin(const char *, aclrtStream);
aclError aclskScopeEnd(const char *, aclrtStream);
aclTensor *aclCreateTensor(...);
aclScalar *aclCreateScalar(...);
aclIntArray *aclCreateIntArray(...);
aclTensorList *aclCreateTensorList(...);
aclTensorDesc *aclCreateTensorDesc(...);
aclDataBuffer *aclCreateDataBuffer(...);
const char *aclGetRecentErrMsg();
const char *aclrtGetSocName();
float aclFloat16ToFloat(aclFloat16);
aclFloat16 aclFloatToFloat16(float);
size_t aclDataTypeSize(aclDataType);
}
// The simulator's own helpers.
namespace AscendC { void *GmAlloc(size_t); void GmFree(void *); }
enum class KernelMode { MIX_MODE, AIC_MODE, AIV_MODE, MIX_AIC_1_1 };
