// Names of the framework's extension API: enough for launches and registrations to stay in the tree.
#pragma once

namespace c10 {
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, BFloat16 = 15 };
enum class DeviceType : int8_t { CPU = 0, CUDA = 1, PrivateUse1 = 20 };
struct Device { template <class... A> Device(A &&...); int8_t index() const; DeviceType type() const; };
struct DeviceGuard { explicit DeviceGuard(Device); };
struct OptionalDeviceGuard { OptionalDeviceGuard(); explicit OptionalDeviceGuard(std::optional<Device>); };
class IntArrayRef : public std::vector<int64_t> { public: using std::vector<int64_t>::vector; IntArrayRef(const std::vector<int64_t> &); };
template <class T> using ArrayRef = std::vector<T>;
template <class T> using optional = std::optional<T>;
constexpr std::nullopt_t nullopt{};
struct Half { uint16_t x; };
struct BFloat16 { uint16_t x; };
} // namespace c10
namespace at {
using c10::ScalarType; using c10::IntArrayRef; using c10::ArrayRef; using c10::Device;
constexpr ScalarType kHalf = ScalarType::Half, kFloat = ScalarType::Float, kBFloat16 = ScalarType::BFloat16, kInt = ScalarType::Int,
    kLong = ScalarType::Long, kChar = ScalarType::Char, kByte = ScalarType::Byte, kBool = ScalarType::Bool, kDouble = ScalarType::Double, kShort = ScalarType::Short;
struct TensorOptions {
    template <class... A> TensorOptions(A &&...);
    template <class T> TensorOptions dtype(T) const;
    template <class T> TensorOptions device(T) const;
};
struct Scalar { template <class T> Scalar(T); template <class T> T to() const; };
class Tensor {
public:
    Tensor();
    int64_t size(int64_t) const; IntArrayRef sizes() const; IntArrayRef strides() const; int64_t stride(int64_t) const;
    int64_t dim() const; int64_t numel() const; int64_t nbytes() const; int64_t element_size() const; int64_t storage_offset() const;
    ScalarType scalar_type() const; ScalarType dtype() const; TensorOptions options() const; Device device() const;
    bool defined() const; bool is_contiguous() const; bool is_cpu() const;
    Tensor contiguous() const; Tensor clone() const; Tensor item() const;
    template <class... A> Tensor to(A &&...) const; template <class... A> Tensor view(A &&...) const;
    template <class... A> Tensor reshape(A &&...) const; template <class... A> Tensor transpose(A &&...) const;
    template <class... A> Tensor index(A &&...) const; Tensor operator[](int64_t) const;
    template <class T = void> T *data_ptr() const; void *mutable_data_ptr() const; const void *const_data_ptr() const; const void *storage() const;
};
using TensorList = std::vector<Tensor>;
using c10::DeviceGuard; using c10::OptionalDeviceGuard;
std::optional<Device> device_of(const Tensor &);
Tensor empty(IntArrayRef, const TensorOptions & = {});
template <class... A> Tensor empty_like(A &&...);
template <class... A> Tensor zeros(A &&...);
template <class... A> Tensor zeros_like(A &&...);
template <class... A> Tensor ones(A &&...);
template <class... A> Tensor empty_strided(A &&...);
} // namespace at
namespace torch {
using namespace at;
using at::Tensor; using at::TensorOptions;
constexpr at::ScalarType kFloat16 = at::kHalf, kFloat32 = at::kFloat, kInt32 = at::kInt, kInt64 = at::kLong, kInt8 = at::kChar;
enum class DispatchKey { PrivateUse1 = 1, Meta, CPU, AutogradPrivateUse1 };
constexpr DispatchKey kPrivateUse1 = DispatchKey::PrivateUse1;
class Library {
public:
    template <class... A> Library &def(A &&...);
    template <class... A> Library &impl(A &&...);
};
template <class... A> sklint::any dispatch(A &&...);
} // namespace torch
// The unit's registrations become functions that hold them.
#define SKLINT_JOIN_(a, b) a##b
#define SKLINT_JOIN(a, b) SKLINT_JOIN_(a, b)
#define TORCH_LIBRARY(space, m) static void SKLINT_JOIN(sklint_torch_library_, __COUNTER__)(torch::Library &m)
#define TORCH_LIBRARY_FRAGMENT(space, m) static void SKLINT_JOIN(sklint_torch_fragment_, __COUNTER__)(torch::Library &m)
#define TORCH_LIBRARY_IMPL(space, key, m) static void SKLINT_JOIN(sklint_torch_impl_, __COUNTER__)(torch::Library &m)
#define TORCH_FN(function) (&function)
#define TORCH_CHECK(condition, ...) ((void)(condition))
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) ((void)(condition))
#define TORCH_EXTENSION_NAME sklint_extension
namespace pybind11 { class module_ { public: template <class... A> module_ &def(A &&...); }; template <class... A> sklint::any arg(A &&...);
class object { public: bool is_none() const; template <class T> T cast() const; }; }
namespace py = pybind11;
#define PYBIND11_MODULE(name, m) static void SKLINT_JOIN(sklint_pybind_, __COUNTER__)(pybind11::module_ &m)
namespace c10_npu {
struct NPUStream { aclrtStream stream(bool = true) const; operator aclrtStream() const; int64_t id() const; };
NPUStream getCurrentNPUStream(int8_t = -1);
struct NPUGuard { template <class T> explicit NPUGuard(T); };
struct OptionalNPUGuard { template <class T> explicit OptionalNPUGuard(T); };
} // namespace c10_npu
namespace at_npu { namespace native { class OpCommand { public: template <class... A> static void RunOpApi(A &&...); template <class... A> static void RunOpApiV2(A &&...); }; } }
