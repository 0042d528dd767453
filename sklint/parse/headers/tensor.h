// Tensors and layouts: LocalTensor, GlobalTensor, allocator, tensor descriptions and shapes.
#pragma once

namespace AscendC {
using TBufHandle = uint8_t *;
using TEventID = int8_t;
using TTagType = int32_t;
struct TBuffAddr {
    uint8_t logicPos;
    TBufHandle bufferHandle;
    uint32_t bufferAddr, dataLen;
};
struct TBufType;

struct ShapeInfo {
    SKLINT_PARAMS(ShapeInfo)
    uint8_t shapeDim{}, originalShapeDim{};
    uint32_t shape[8]{}, originalShape[8]{};
    DataFormat dataFormat{};
};
inline uint64_t GetShapeSize(const ShapeInfo &);

template <class T> struct GetPadValueType { using Type = T; };
template <bool b> struct BoolInst {
    using Type = BoolInst<b>;
    static constexpr bool value = b;
};
using TrueType = BoolInst<true>;
using FalseType = BoolInst<false>;
template <class T, class U> struct IsSameType : BoolInst<std::is_same_v<T, U>> {};
template <bool b, class T, class F> struct Conditional : std::conditional<b, T, F> {};
template <class T, class... A> constexpr bool SupportType() { return (std::is_same_v<T, A> || ...); }
template <auto T, auto... A> constexpr bool SupportEnum() { return ((T == A) || ...); }
class TensorShape {
public:
    TensorShape();
    template <class T> TensorShape(const T &);
    TensorShape(std::initializer_list<int64_t>);
    int64_t GetShapeSize() const;
    int64_t GetDim(size_t) const;
    size_t GetDimNum() const;
};

// Element type of a tensor, also where the parameter is a trait that wraps one.
template <class T> struct sklint_element { using type = T; };
template <class T> using PrimT = typename sklint_element<T>::type;

template <class... Shapes> struct Layout {
    constexpr Layout() {}
    template <class... A> constexpr Layout(const A &...) {}
    SKLINT_OPEN(constexpr sklint::any, GetShape)
    SKLINT_OPEN(constexpr sklint::any, GetStride)
    SKLINT_OPEN(constexpr sklint::any, layout)
    template <class... A> constexpr sklint::any operator()(A &&...) const;
};
template <class T> struct is_layout : std::false_type {};
template <class... S> struct is_layout<Layout<S...>> : std::true_type {};
template <class T> constexpr bool is_layout_v = is_layout<T>::value;
template <class... T> using Shape = Std::tuple<T...>;
template <class... T> using Stride = Std::tuple<T...>;
template <class... T> using Coord = Std::tuple<T...>;
template <class... T> constexpr Std::tuple<T...> MakeShape(const T &...) { return {}; }
template <class... T> constexpr Std::tuple<T...> MakeStride(const T &...) { return {}; }
template <class... T> constexpr Std::tuple<T...> MakeCoord(const T &...) { return {}; }
template <class... T> constexpr Layout<T...> MakeLayout(const T &...) { return {}; }

template <class T, TPosition pos = TPosition::GM, class L = Layout<>> struct TensorTrait {
    using LiteType = T;
    using LiteLayoutType = L;
    static constexpr TPosition tPos = pos;
    TensorTrait(const L & = {});
    L &GetLayout() const;
    void SetLayout(const L &);
};
template <class T, TPosition pos, class L> struct sklint_element<TensorTrait<T, pos, L>> { using type = T; };
template <class T> struct is_tensorTrait : std::false_type {};
template <class T, TPosition pos, class L> struct is_tensorTrait<TensorTrait<T, pos, L>> : std::true_type {};
template <class T> constexpr bool is_tensorTrait_v = is_tensorTrait<T>::value;

template <class T> class LocalTensor {
public:
    using PrimType = PrimT<T>;
    LocalTensor();
    template <class... A> LocalTensor(uint32_t addr, A &&...);
    LocalTensor(TPosition pos, uint32_t addr, uint32_t tileSize);
    uint64_t GetPhyAddr() const;
    uint64_t GetPhyAddr(uint32_t offset) const;
    PrimType GetValue(uint32_t index) const;
    PrimType &operator()(uint32_t offset) const;
    template <class U> LocalTensor<U> ReinterpretCast() const;
    template <class V> void SetValue(uint32_t index, V value) const;
    LocalTensor operator[](uint32_t offset) const;
    template <class S> void SetAddrWithOffset(LocalTensor<S> &src, uint32_t offset);
    void SetAddr(uint32_t offset);
    int32_t GetPosition() const;
    void SetSize(uint32_t size);
    uint32_t GetSize() const;
    uint32_t GetLength() const;
    void SetBufferLen(uint32_t length);
    void SetUserTag(TTagType tag);
    TTagType GetUserTag() const;
    void SetShapeInfo(const ShapeInfo &);
    ShapeInfo GetShapeInfo() const;
    void Print(uint32_t = 0);
    int32_t ToFile(const char *) const;
    template <class U> void operator=(const U &);
    LocalTensor &operator=(const LocalTensor &) = default;
    LocalTensor(const LocalTensor &) = default;
    TBufHandle GetBufferHandle() const;
    TBuffAddr address_;
    ShapeInfo shapeInfo_;
};
#define SKLINT_TENSOR_OPERATOR(op) \
    template <class T> sklint::any operator op(const LocalTensor<T> &, const LocalTensor<T> &);
SKLINT_TENSOR_OPERATOR(+) SKLINT_TENSOR_OPERATOR(-) SKLINT_TENSOR_OPERATOR(*) SKLINT_TENSOR_OPERATOR(/)
SKLINT_TENSOR_OPERATOR(|) SKLINT_TENSOR_OPERATOR(&) SKLINT_TENSOR_OPERATOR(<) SKLINT_TENSOR_OPERATOR(>)
SKLINT_TENSOR_OPERATOR(<=) SKLINT_TENSOR_OPERATOR(>=) SKLINT_TENSOR_OPERATOR(==) SKLINT_TENSOR_OPERATOR(!=)

template <class T> class GlobalTensor {
public:
    using PrimType = PrimT<T>;
    GlobalTensor();
    void SetGlobalBuffer(__gm__ PrimType *buffer, uint64_t size);
    void SetGlobalBuffer(__gm__ PrimType *buffer);
    const __gm__ PrimType *GetPhyAddr() const;
    __gm__ PrimType *GetPhyAddr(uint64_t offset) const;
    PrimType GetValue(uint64_t offset) const;
    PrimType &operator()(uint64_t offset) const;
    void SetValue(uint64_t offset, PrimType value);
    uint64_t GetSize() const;
    GlobalTensor operator[](uint64_t offset) const;
    void SetShapeInfo(const ShapeInfo &);
    ShapeInfo GetShapeInfo() const;
    template <CacheRwMode mode = CacheRwMode::RW> void SetL2CacheHint(CacheMode mode_);
    template <class U> GlobalTensor<U> ReinterpretCast() const;
    void SetAddr(uint64_t offset);
    __gm__ PrimType *address_;
    uint64_t bufferSize_;
    ShapeInfo shapeInfo_;
    CacheMode cacheMode_;
    __gm__ PrimType *oriAddress_;
};

template <Hardware hard = Hardware::UB> class LocalMemAllocator {
public:
    LocalMemAllocator();
    uint32_t GetCurAddr() const;
    template <TPosition pos, class T, uint32_t tileSize> LocalTensor<T> Alloc();
    template <TPosition pos, class T> LocalTensor<T> Alloc(uint32_t tileSize);
    template <class T, uint32_t tileSize> LocalTensor<T> Alloc();
    template <class T> LocalTensor<T> Alloc(uint32_t tileSize);
    template <class T> LocalTensor<T> Alloc();
    template <class T, class L> LocalTensor<T> Alloc(const L &);
};

template <class T> class TensorDesc {
public:
    TensorDesc();
    ~TensorDesc();
    void SetShapeAddr(uint64_t *shape);
    uint64_t GetDim();
    uint64_t GetIndex();
    uint64_t GetShape(uint32_t offset);
    __gm__ T *GetDataPtr();
    GlobalTensor<T> GetDataObj();
};
class ListTensorDesc {
public:
    ListTensorDesc();
    ListTensorDesc(__gm__ void *data, uint32_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff);
    void Init(__gm__ void *data, uint32_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff);
    template <class T> void GetDesc(TensorDesc<T> &desc, uint32_t index);
    template <class T> __gm__ T *GetDataPtr(uint32_t index);
    uint32_t GetSize();
};

// Data movement and matrix operations; braced parameter lists find the struct they stand for.
SKLINT_OPEN(void, DataCopy)
template <class T> void DataCopy(const LocalTensor<T> &, const GlobalTensor<T> &, const DataCopyParams &);
template <class T> void DataCopy(const GlobalTensor<T> &, const LocalTensor<T> &, const DataCopyParams &);
template <class T> void DataCopy(const LocalTensor<T> &, const LocalTensor<T> &, const DataCopyParams &);
SKLINT_OPEN(void, DataCopyPad)
template <class T> void DataCopyPad(const LocalTensor<T> &, const GlobalTensor<T> &, const DataCopyExtParams &,
                                    const DataCopyPadExtParams<T> &);
template <class T> void DataCopyPad(const GlobalTensor<T> &, const LocalTensor<T> &, const DataCopyExtParams &);
SKLINT_OPEN(void, Fixpipe)
SKLINT_OPEN(void, Mmad)
SKLINT_OPEN(void, Copy)
SKLINT_OPEN(void, LoadData)
} // namespace AscendC
