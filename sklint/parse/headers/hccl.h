// Collective communication on the device and the message structs it shares with the host.
#pragma once

using HcclHandle = int8_t;
typedef void *HcclComm;
typedef int HcclResult;
struct HcclRootInfo { char internal[4108]; };
#define HCCL_SUCCESS 0
#define HCCL_MAIN_STREAM_ID 0
namespace AscendC {
using ::HcclHandle; using ::Mc2InitTiling; using ::Mc2CcTiling;
enum class HcclVersion { v = 0 };
template <HcclServerType server = HcclServerType::HCCL_SERVER_TYPE_AICPU, const auto &config = CFG_NORM> class Hccl {
public:
    template <class... A> void Init(A &&...);
    template <class... A> void InitV2(A &&...);
    template <class... A> int32_t SetCcTiling(A &&...);
    template <class... A> int32_t SetCcTilingV2(A &&...);
    SKLINT_OPEN(HcclHandle, AllReduce) SKLINT_OPEN(HcclHandle, AllGather) SKLINT_OPEN(HcclHandle, ReduceScatter)
    SKLINT_OPEN(HcclHandle, AlltoAll) SKLINT_OPEN(HcclHandle, AlltoAllV) SKLINT_OPEN(HcclHandle, AlltoAllvWrite)
    SKLINT_OPEN(HcclHandle, BatchWrite) SKLINT_OPEN(void, Commit) SKLINT_OPEN(int32_t, Wait) SKLINT_OPEN(int32_t, Query)
    SKLINT_OPEN(void, InterHcclGroupSync) SKLINT_OPEN(int32_t, Iterate) SKLINT_OPEN(void, Finalize)
    SKLINT_OPEN(void, QueueBarrier)
    uint32_t GetQueueNum();
    uint32_t GetRankDim();
    uint32_t GetRankId();
    __gm__ uint8_t *GetWindowsInAddr(uint32_t rank);
    __gm__ uint8_t *GetWindowsOutAddr(uint32_t rank);
};
template <uint32_t id> __gm__ uint8_t *GetHcclContext();
#if SKLINT_TARGET_ARCH != 3510 && SKLINT_TARGET_ARCH != 3002 && SKLINT_TARGET_ARCH != 1001
template <uint32_t id> void SetHcclContext(__gm__ uint8_t *);
#endif
class KfcWorkspace {
public:
    KfcWorkspace(__gm__ uint8_t *);
    __gm__ uint8_t *GetKfcWorkspace();
    void UpdateKfcWorkspace(uint32_t);
};
} // namespace AscendC
