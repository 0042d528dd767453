// Macros of the kernel side: kernel type, tiling data, tiling keys, assertions, matmul objects.
#pragma once

void sklint_kernel_task_type_default(KernelMetaType type);
void sklint_kernel_task_type(uint64_t key, KernelMetaType type);
#define KERNEL_TASK_TYPE_DEFAULT(value) sklint_kernel_task_type_default(value)
#define KERNEL_TASK_TYPE(key, value) sklint_kernel_task_type(key, value)

extern uint64_t g_tilingKey;
#define TILING_KEY_VAR g_tilingKey
#define TILING_KEY_IS(k) (TILING_KEY_VAR == (k))
bool sklint_tiling_key_list(...);
#define TILING_KEY_LIST(...) (sklint_tiling_key_list(__VA_ARGS__))

// The registered struct becomes the type of GET_TILING_DATA in the same body; elsewhere the type is not known.
namespace sklint { inline namespace tiling { using sklint_tiling_struct = any; } }
using namespace sklint::tiling;
#define REGISTER_TILING_DEFAULT(type) using sklint_tiling_struct = type
#define REGISTER_TILING_FOR_TILINGKEY(expression, type) static_assert(sizeof(type) > 0, expression)
#define REGISTER_NONE_TILING
#define ENABLE_DETERMINISTIC()
#define GET_TILING_DATA(name, from) sklint_tiling_struct name{}; (void)(from)
#define GET_TILING_DATA_WITH_STRUCT(type, name, from) type name{}; (void)(from)
#define GET_TILING_DATA_PTR_WITH_STRUCT(type, name, from) __gm__ type *name = (__gm__ type *)(from)
#define GET_TILING_DATA_MEMBER(type, member, name, from) auto name = ((type *)(from))->member
#define GET_TILING_DATA_MEMBER_ADDR(type, member, name, from) auto name = &((type *)(from))->member
#define COPY_TILING_WITH_STRUCT(type, from, to) type *to = (type *)(from)
#define COPY_TILING_WITH_ARRAY(type, size, from, to) type *to = (type *)(from)
#define GET_TPL_TILING_KEY(...) (0UL)

#define ASCENDC_ASSERT(condition, behavior) do { if (!(condition)) { behavior; } } while (0)
#define ASCENDC_ASSERT_WARNING(condition, behavior) ASCENDC_ASSERT(condition, behavior)
#define ascendc_assert(...) ((void)0)
#define ASSERT(x) ((void)(x))
#define ASSERT_MSG(x, ...) ((void)(x))
#define DEBUG_CODE(T)
#define KERNEL_LOG(level, ...) ((void)0)
#define ASC_CPU_LOG_ERROR(...) ((void)0)
#define ASC_CPU_LOG_INFO(...) ((void)0)
#define ASC_CPU_LOG_WARNING(...) ((void)0)
#define ASC_CPU_LOG_DEBUG(...) ((void)0)
#define TRACE_START(id) ((void)0)
#define TRACE_STOP(id) ((void)0)
#define ASCENDC_SHAPE(dims, ...) dims, (const uint32_t[]){__VA_ARGS__}
#define ASCENDC_REPORT_OVERFLOW_MEM(...) ((void)0)

namespace AscendC {
template <class... A> void sklint_matmul_objects(TPipe *, A &&...);
void SetSysWorkspace(__gm__ uint8_t *);
void SetSysWorkspaceForce(__gm__ uint8_t *);
__gm__ uint8_t *GetUserWorkspace(__gm__ uint8_t *);
} // namespace AscendC
__gm__ uint8_t *GetSysWorkSpacePtr();
void SetSysWorkSpacePtr(__gm__ uint8_t *);
__gm__ uint8_t *GetDumpWorkSpacePtr();
__gm__ uint8_t *SetDumpWorkSpacePtr(__gm__ uint8_t *);
namespace AscendC { using ::GetSysWorkSpacePtr; }
#define REGIST_CUBE_OBJ(pipe, workspace, ...) AscendC::sklint_matmul_objects(pipe, __VA_ARGS__)
#define REGIST_CUBE_OBJ_REMOTE(pipe, workspace, ...) AscendC::sklint_matmul_objects(pipe, __VA_ARGS__)
#define REGIST_MATMUL_OBJ REGIST_CUBE_OBJ
#define REGIST_MATMUL_OBJ_STATIC REGIST_CUBE_OBJ
#define REGIST_MATMUL_OBJ_REMOTE REGIST_CUBE_OBJ_REMOTE
#define EXTERN_IMPL_BUFPOOL(name, position, size) public: static constexpr AscendC::TPosition poolPos = position;
// The simulator runs a kernel without a launch.
int sklint_simulate(...);
#define ICPU_RUN_KF(kernel, blocks, ...) sklint_simulate(kernel, blocks, __VA_ARGS__)
#define ICPU_SET_TILING_KEY(key) ((void)(key))

// Template parameters of a tiling key: host tables, nothing of them is code of the kernel.
#define ASCENDC_TPL_ARGS_DECL(...) static_assert(true, "")
#define ASCENDC_TPL_SEL(...) static_assert(true, "")
#define ASCENDC_TPL_ARGS_SEL(...)
#define ASCENDC_TPL_SEL_PARAM(...) ((void)0)
#define ASCENDC_TPL_DTYPE_DECL(...)
#define ASCENDC_TPL_DATATYPE_DECL(...)
#define ASCENDC_TPL_FORMAT_DECL(...)
#define ASCENDC_TPL_UINT_DECL(...)
#define ASCENDC_TPL_BOOL_DECL(...)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(...)
#define ASCENDC_TPL_DTYPE_SEL(...)
#define ASCENDC_TPL_DATATYPE_SEL(...)
#define ASCENDC_TPL_FORMAT_SEL(...)
#define ASCENDC_TPL_UINT_SEL(...)
#define ASCENDC_TPL_BOOL_SEL(...)
#define ASCENDC_TPL_TILING_STRUCT_SEL(...)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(...)
