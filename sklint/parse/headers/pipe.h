// On-chip memory management: TPipe, queues, buffers and buffer pools.
#pragma once

namespace AscendC {
struct TQueConfig {
    SKLINT_PARAMS(TQueConfig)
    bool nd2nz{}, nz2nd{}, scmBlockGroup{};
    uint32_t bufferLen{}, bufferNumber{}, consumerSize{};
    TPosition consumer[8]{};
    bool enableStaticEvtId{}, enableLoopQueue{};
};
constexpr TQueConfig GetTQueConfig(bool, bool, bool, uint32_t, uint32_t, uint32_t, const TPosition[], bool, bool) { return {}; }
constexpr TQueConfig GetTQueConfig(int32_t) { return {}; }
constexpr TQueConfig GetTQueConfig(const TQueConfig *) { return {}; }
constexpr TQueConfig GetTQueConfig(const TQueConfig &) { return {}; }

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0> class TQueBind {
public:
    TQueBind();
    template <class T> LocalTensor<T> AllocTensor();
    template <class T> void AllocTensor(LocalTensor<T> &);
    template <class T> void FreeTensor(LocalTensor<T> &);
    template <class T> void FreeTensor(const LocalTensor<T> &);
    template <class T> bool EnQue(const LocalTensor<T> &);
    bool EnQue(TBufHandle);
    template <TPosition s, TPosition d, class T> bool EnQue(const LocalTensor<T> &);
    template <class T> void DeQue(LocalTensor<T> &);
    template <class T> LocalTensor<T> DeQue();
    TBufHandle DeQue();
    template <TPosition s, TPosition d, class T> LocalTensor<T> DeQue();
    bool VacantInQue();
    bool HasTensorInQue();
    int32_t GetTensorCountInQue();
    bool HasIdleBuffer();
    void FreeAllEvent();
    void FreeBuffer(TBufHandle);
    TBuffAddr GetBufferAddr(TBufHandle);
    template <class T> TBufState GetState(const LocalTensor<T> &) const;
    void InitStartBufHandle(TBufHandle, uint8_t, uint32_t);
    template <class T> void InitBufHandle(T *, uint32_t, TBufHandle, uint32_t, uint32_t);
};
template <TPosition pos, int32_t depth, auto mask = 0> class TQue : public TQueBind<pos, pos, depth, mask> {
public:
    TQue() = default;
};
template <TPosition pos = TPosition::LCM> class TBuf : public TQueBind<pos, pos, 0, 0> {
public:
    TBuf() = default;
    template <class T> LocalTensor<T> Get();
    template <class T> LocalTensor<T> Get(uint32_t length);
    template <class T> LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset);
    template <class T> void EnQue(const LocalTensor<T> &);
    template <class T> LocalTensor<T> DeQue();
    template <class T> LocalTensor<T> AllocTensor();
    template <class T> void FreeTensor(LocalTensor<T> &);
    SKLINT_OPEN(bool, PopStackBuffer)
};
template <TPosition pos, int32_t depth = 1, auto mask = 0> class TSCM : public TQueBind<pos, TPosition::TSCM, depth, mask> {};
template <TPosition src, TPosition dst> class TQueSync {
public:
    void SetFlag(TEventID);
    void WaitFlag(TEventID);
};
template <TPosition src, TPosition dst> class TQueSyncV2;

template <TPosition pos, uint32_t size = 4> class TBufPool {
public:
    static constexpr TPosition poolPos = pos;
    TBufPool();
    ~TBufPool();
    void Init();
    template <class T> bool InitBuffer(T &queue, uint8_t number, uint32_t length);
    template <TPosition p> bool InitBuffer(TBuf<p> &buffer, uint32_t length);
    template <class T, class U> bool InitBufPool(T &pool, uint32_t length, U &shared);
    template <class T> bool InitBufPool(T &pool, uint32_t length);
    void Reset();
};

class TPipe {
public:
    TPipe();
    ~TPipe();
    void Init();
    void Destroy();
    void DestroyWithoutPipeAll();
    void Reset();
    template <class T> bool InitBuffer(T &queue, uint8_t number, uint32_t length);
    template <TPosition pos> bool InitBuffer(TBuf<pos> &buffer, uint32_t length);
    template <class T, class U> bool InitBufPool(T &pool, uint32_t length, U &shared);
    template <class T> bool InitBufPool(T &pool, uint32_t length);
    template <class T> void InitSpmBuffer(const GlobalTensor<T> &workspace, int32_t size);
    void InitSpmBuffer(int32_t size);
    template <class T> void WriteSpmBuffer(const LocalTensor<T> &, const DataCopyParams &, int32_t = 0);
    template <class T> void WriteSpmBuffer(const LocalTensor<T> &, int32_t, int32_t = 0);
    template <class T> void ReadSpmBuffer(const LocalTensor<T> &, const DataCopyParams &, int32_t = 0);
    template <class T> void ReadSpmBuffer(const LocalTensor<T> &, int32_t, int32_t = 0);
    template <HardEvent event> TEventID AllocEventID();
    template <HardEvent event> void ReleaseEventID(TEventID id);
    template <HardEvent event> TEventID FetchEventID();
    TEventID FetchEventID(HardEvent event);
    template <TPosition pos> uint64_t GetQueueEndAddress();
    template <TPosition pos> LocalTensor<uint8_t> GetAbsAddr(int32_t offset, int32_t size) const;
    template <TPosition pos, class T> LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const;
    TBuffAddr GetAbsAddr(TPosition pos, int32_t offset, int32_t size) const;
    uint64_t GetBaseAddr(int8_t position);
};
template <class T> TBufHandle GetBufHandle(T *, uint8_t);
SKLINT_OPEN(bool, PopStackBuffer)
template <TPosition pos> constexpr Hardware GetPhyType();
constexpr Hardware GetPhyType(TPosition) { return Hardware::UB; }
} // namespace AscendC
AscendC::TPipe *GetTPipePtr();
namespace AscendC { using ::GetTPipePtr; }
extern AscendC::TPipe *g_tPipePtr;
extern AscendC::TPipe *g_cubeTPipePtr, *g_vecTPipePtr;
