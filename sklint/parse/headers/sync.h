// Core numbers, synchronisation between pipes, cores and tasks, cache and atomic state.
#pragma once

namespace AscendC {
int64_t GetBlockIdx();
int64_t GetBlockNum();
int64_t GetSubBlockIdx();
int64_t GetSubBlockNum();
int64_t GetTaskRatio();
int64_t GetTaskRation();

template <HardEvent event> void SetFlag(int32_t id);
template <HardEvent event> void WaitFlag(int32_t id);
template <HardEvent event, MemoryT memory, bool isVirtual> void SetFlag(int32_t id);
template <HardEvent event, MemoryT memory, bool isVirtual> void WaitFlag(int32_t id);
template <pipe_t pipe> void PipeBarrier();
template <MemDsbT target> void DataSyncBarrier();
template <bool isAIVOnly = true> void SyncAll();
template <bool isAIVOnly = true, const auto &config> void SyncAll();
template <bool isAIVOnly = true>
void SyncAll(const GlobalTensor<int32_t> &workspace, const LocalTensor<int32_t> &scratch, int32_t cores = 0);
template <uint8_t mode, pipe_t pipe> void CrossCoreSetFlag(uint16_t flag);
template <uint8_t mode = 0, pipe_t pipe = PIPE_S> void CrossCoreWaitFlag(uint16_t flag);
template <pipe_t aivPipe = PIPE_MTE3, pipe_t aicPipe = PIPE_FIX, bool force = false> void SetNextTaskStart();
template <bool force = false> void WaitPreTaskEnd();
template <bool isAIVOnly = true> void IBSet(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, int32_t, int32_t);
template <bool isAIVOnly = true> void IBWait(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, int32_t, int32_t);
void InitDetermineComputeWorkspace(GlobalTensor<int32_t> &, LocalTensor<int32_t> &);
void WaitPreBlock(GlobalTensor<int32_t> &, LocalTensor<int32_t> &);
void NotifyNextBlock(GlobalTensor<int32_t> &, LocalTensor<int32_t> &);
template <pipe_t pipe = PIPE_S> void NotifyEvent(uint16_t);
template <pipe_t pipe = PIPE_S> void WaitEvent(uint16_t);
template <class... A> void Async(A &&...);
template <EngineType engine, auto fun, class... A> void Async(A &&...);

template <class T, CacheLine line, DcciDst dst> void DataCacheCleanAndInvalid(const GlobalTensor<T> &);
template <class T, CacheLine line, DcciDst dst> void DataCacheCleanAndInvalid(const LocalTensor<T> &);
template <class T, CacheLine line> void DataCacheCleanAndInvalid(const GlobalTensor<T> &);
template <class T, CacheLine line> void DataCacheCleanAndInvalid(const LocalTensor<T> &);
template <class T> void DataCachePreload(const GlobalTensor<uint64_t> &, T);

template <class T> void SetAtomicAdd();
template <class T> void SetAtomicMax();
template <class T> void SetAtomicMin();
template <class T> void SetAtomicType();
void SetAtomicNone();
void DisableDmaAtomic();

template <PipeMode mode> class GroupBarrier {
public:
    GroupBarrier(GM_ADDR workspace, uint32_t arriving, uint32_t waiting);
    void Arrive(uint32_t index);
    void Wait(uint32_t index);
    uint64_t GetWorkspaceLen();
};
template <class Message> class CubeResGroupHandle {
public:
    CubeResGroupHandle() = default;
    CubeResGroupHandle(GM_ADDR workspace, uint8_t start, uint8_t size, uint8_t queues, uint8_t id);
    void AssignQueue(uint8_t queue);
    template <PipeMode mode = PipeMode::SCALAR_MODE> __gm__ Message *AllocMessage();
    template <PipeMode mode = PipeMode::SCALAR_MODE> uint16_t PostMessage(__gm__ Message *, Message &);
    uint16_t PostFakeMsg(__gm__ Message *);
    template <bool sync = true> bool Wait(uint16_t offset);
    uint16_t FreeMessage(__gm__ Message *);
    uint16_t FreeMessage(__gm__ Message *, CubeMsgState);
    void SetQuit(__gm__ Message *);
    void SetSkipMsg(uint8_t count);
};
SKLINT_OPEN(sklint::any, CreateCubeResGroup)

// Which core this code is compiled for is not known here: the conditions hold for a mixed kernel.
constexpr int32_t MIX = 0, AIC = 1, AIV = 2;
} // namespace AscendC
constexpr int32_t g_coreType = AscendC::MIX;
#define ASCEND_IS_AIV constexpr(g_coreType == AscendC::AIV)
#define ASCEND_IS_AIC constexpr(g_coreType == AscendC::AIC)
#define ASCEND_IS_NOT_AIV constexpr(g_coreType != AscendC::AIV)
#define ASCEND_IS_NOT_AIC constexpr(g_coreType != AscendC::AIC)
#define ASCEND_IS_AICORE constexpr(false)
