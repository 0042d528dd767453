// What the comparisons in this folder share: each kernel runs twice on equal memory, launched by itself and as a part of
// a model that aclskOptimize has made a SuperKernel of, and what it wrote is compared byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

#include "acl/acl.h"
#include "super_kernel/super_kernel.h"

namespace sk_standalone {

// What came of one kernel. Nothing has passed before both launches were compared.
struct EntryResult {
    std::string entry_name;
    std::string baseline_call;
    std::string sk_call;
    std::string status = "failed";
    std::string reason;
    std::string detail;
    uint64_t baseline_hash = 0;
    uint64_t sk_hash = 0;
    size_t compared_bytes = 0;
};

// A buffer of a kernel: the byte that fills it before each launch, and whether it is compared afterwards.
struct Buffer {
    const char *name;
    size_t bytes;
    uint8_t fill;
    bool compare;
};

inline bool enabled(const char *name)
{
    const char *value = std::getenv(name);
    return value != nullptr && value[0] != '\0' && std::strcmp(value, "0") != 0;
}

inline EntryResult started(const char *entry, const char *baseline, const char *sk)
{
    EntryResult result;
    result.entry_name = entry;
    result.baseline_call = baseline;
    result.sk_call = sk;
    return result;
}

inline EntryResult ended(EntryResult result, const char *status, const std::string &reason)
{
    result.status = status;
    result.reason = reason;
    return result;
}

inline EntryResult without_plan(EntryResult result, const std::string &reason)
{
    return ended(result, "skipped-insufficient-runtime-spec", reason);
}

// Whether a call of the runtime succeeded; the first that did not is the reason of a failure.
inline bool done(aclError code, EntryResult &result, const char *step)
{
    if (code != ACL_SUCCESS && result.reason.empty()) {
        result.reason = std::string(step) + ":acl_error_" + std::to_string(static_cast<int>(code));
    }
    return code == ACL_SUCCESS;
}

// values that a kernel takes, in its own types

template <typename T, typename Number>
bool whole(EntryResult &result, const char *name, Number value, T &made)
{
    made = static_cast<T>(value);
    if (static_cast<Number>(made) == value && (value < static_cast<Number>(0)) == (made < static_cast<T>(0))) {
        return true;
    }
    result = without_plan(result, std::string(name) + " does not fit its type: " + std::to_string(value));
    return false;
}

template <typename T>
T real(double value)
{
    if constexpr (std::is_same<T, double>::value) {
        return value;
    } else {
        return static_cast<T>(static_cast<float>(value));
    }
}

template <typename T>
bool structure(EntryResult &result, const char *name, std::initializer_list<unsigned char> bytes, T &made)
{
    if (bytes.size() != sizeof(T)) {
        result = without_plan(result, std::string(name) + " takes " + std::to_string(sizeof(T)) +
                                          " bytes, the fixture has " + std::to_string(bytes.size()));
        return false;
    }
    std::memcpy(&made, bytes.begin(), sizeof(T));
    return true;
}

// device memory

// The buffers of one launch, each filled; freed with it.
class Memory {
public:
    explicit Memory(const std::vector<Buffer> &plan) : plan_(plan) {}
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    ~Memory()
    {
        for (void *it : places_) {
            (void)aclrtFree(it);
        }
    }

    bool filled(EntryResult &result)
    {
        for (const Buffer &it : plan_) {
            void *place = nullptr;
            if (!done(aclrtMalloc(&place, it.bytes, ACL_MEM_MALLOC_HUGE_FIRST), result, "aclrtMalloc")) {
                return false;
            }
            places_.push_back(place);
            const std::vector<unsigned char> bytes(it.bytes, it.fill);
            if (!done(aclrtMemcpy(place, it.bytes, bytes.data(), it.bytes, ACL_MEMCPY_HOST_TO_DEVICE), result,
                      "aclrtMemcpy to the device")) {
                return false;
            }
        }
        return true;
    }

    bool read(size_t number, std::vector<unsigned char> &bytes, EntryResult &result) const
    {
        const size_t size = plan_[number].bytes;
        bytes.resize(size);
        return done(aclrtMemcpy(bytes.data(), size, places_[number], size, ACL_MEMCPY_DEVICE_TO_HOST), result,
                    "aclrtMemcpy to the host");
    }

    const std::vector<void *> &places() const { return places_; }

private:
    const std::vector<Buffer> &plan_;
    std::vector<void *> places_;
};

// FNV-1a, 64 bits; what follows goes on from the hash before it.
inline uint64_t hashed(uint64_t hash, const std::vector<unsigned char> &bytes)
{
    for (unsigned char it : bytes) {
        hash = (hash ^ it) * 1099511628211ULL;
    }
    return hash;
}

// the launches

// Launch once while the stream is captured, and run what was captured as a SuperKernel.
template <typename Launch>
bool captured(aclrtStream stream, EntryResult &result, Launch launch)
{
    aclmdlRI model = nullptr;
    if (!done(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), result, "aclmdlRICaptureBegin")) {
        return false;
    }
    launch();
    if (!done(aclmdlRICaptureEnd(stream, &model), result, "aclmdlRICaptureEnd")) {
        return false;
    }
    const bool ran = done(aclskOptimize(model, nullptr), result, "aclskOptimize") &&
                     done(aclmdlRIExecuteAsync(model, stream), result, "aclmdlRIExecuteAsync") &&
                     done(aclrtSynchronizeStream(stream), result, "aclrtSynchronizeStream of the SuperKernel");
    return done(aclmdlRIDestroy(model), result, "aclmdlRIDestroy") && ran;
}

// Compare what both launches left. Where neither changed a byte, nothing shows that either ran.
inline EntryResult judged(EntryResult result, const std::vector<Buffer> &plan, const Memory &baseline, const Memory &sk)
{
    bool changed = false;
    result.baseline_hash = result.sk_hash = 1469598103934665603ULL;
    for (size_t number = 0; number < plan.size(); ++number) {
        if (!plan[number].compare) {
            continue;
        }
        std::vector<unsigned char> one, other;
        if (!baseline.read(number, one, result) || !sk.read(number, other, result)) {
            return result;
        }
        result.compared_bytes += one.size();
        result.baseline_hash = hashed(result.baseline_hash, one);
        result.sk_hash = hashed(result.sk_hash, other);
        for (size_t at = 0; at < one.size(); ++at) {
            changed = changed || one[at] != plan[number].fill || other[at] != plan[number].fill;
            if (one[at] != other[at] && result.detail.empty()) {
                result.detail = std::string(plan[number].name) + ": byte " + std::to_string(at) + " is " +
                                std::to_string(one[at]) + " after the baseline and " + std::to_string(other[at]) +
                                " after the SuperKernel";
            }
        }
    }
    if (!result.detail.empty()) {
        return ended(result, "failed", "differential_outputs_mismatched");
    }
    if (!changed) {
        return without_plan(result, "no compared byte was changed by either launch: fill the buffers otherwise");
    }
    return ended(result, "passed", "standalone_bind_target_baseline_and_sk_outputs_matched");
}

// Run both launches, each on memory of its own. They take the places of the buffers, in their order.
template <typename Baseline, typename Sk>
EntryResult compared(EntryResult result, const std::vector<Buffer> &plan, aclrtStream stream, Baseline baseline, Sk sk)
{
    if (!enabled("SK_OPERATOR_RUN_DEVICE_COMPARE")) {
        return ended(result, "skipped-no-npu", "mock_npu_nothing_was_launched");
    }
    Memory first(plan), second(plan);
    if (!first.filled(result) || !second.filled(result)) {
        return result;
    }
    baseline(first.places());
    if (!done(aclrtSynchronizeStream(stream), result, "aclrtSynchronizeStream of the baseline") ||
        !sk(second.places(), result)) {
        return result;
    }
    return judged(result, plan, first, second);
}

// what is told

inline void print_text(const std::string &text)
{
    static const char digits[] = "0123456789abcdef";
    std::cout << '"';
    for (unsigned char it : text) {
        if (it == '"' || it == '\\') {
            std::cout << '\\' << it;
        } else if (it < 0x20) {
            std::cout << "\\u00" << digits[it >> 4] << digits[it & 15];
        } else {
            std::cout << it;
        }
    }
    std::cout << '"';
}

// The status that all entries have; failed where any has.
inline std::string overall_status(const std::vector<EntryResult> &results)
{
    bool same = true;
    for (const EntryResult &it : results) {
        if (it.status == "failed") {
            return "failed";
        }
        same = same && it.status == results.front().status;
    }
    return results.empty() ? "skipped-no-npu" : (same ? results.front().status : "mixed");
}

template <typename Print>
void print_each(const char *key, const std::vector<EntryResult> &results, Print print)
{
    std::cout << ",\"" << key << "\":{";
    const char *before = "";
    for (const EntryResult &it : results) {
        std::cout << before;
        print_text(it.entry_name);
        std::cout << ':';
        print(it);
        before = ",";
    }
    std::cout << '}';
}

// Print the results as one line of JSON; gives the exit code.
inline int told(const std::vector<EntryResult> &results)
{
    const std::string status = overall_status(results);
    std::cout << "{\"backend\":\"standalone\",\"status\":";
    print_text(status);
    print_each("outputs", results, [](const EntryResult &it) {
        std::cout << "{\"baseline\":[" << it.baseline_hash << ',' << it.compared_bytes << "],\"sk\":["
                  << it.sk_hash << ',' << it.compared_bytes << "]}";
    });
    print_each("calls", results, [](const EntryResult &it) {
        std::cout << '[';
        print_text(it.baseline_call);
        std::cout << ',';
        print_text(it.sk_call);
        std::cout << ']';
    });
    print_each("statuses", results, [](const EntryResult &it) {
        std::cout << "{\"status\":";
        print_text(it.status);
        std::cout << ",\"reason\":";
        print_text(it.reason);
        std::cout << ",\"detail\":";
        print_text(it.detail);
        std::cout << '}';
    });
    std::cout << '}' << std::endl;
    return status == "failed" ? 1 : 0;
}

// the run

using Compare = EntryResult (*)(aclrtStream);

// NPU_DEVICE_ID, else ASCEND_DEVICE_ID, else 0.
inline bool device_asked_for(int32_t &device, EntryResult &result)
{
    const char *npu = std::getenv("NPU_DEVICE_ID");
    const char *given = npu != nullptr ? npu : std::getenv("ASCEND_DEVICE_ID");
    char *end = nullptr;
    device = given != nullptr ? static_cast<int32_t>(std::strtol(given, &end, 10)) : 0;
    if (given != nullptr && (end == given || *end != '\0' || device < 0)) {
        result.reason = std::string("device_id_is_no_number:") + given;
        return false;
    }
    return true;
}

// Run every comparison on the device; without one, as with SK_OPERATOR_MOCK_NPU alone, nothing is launched.
inline int run(std::initializer_list<Compare> entries)
{
    std::vector<EntryResult> results;
    if (!enabled("SK_OPERATOR_RUN_DEVICE_COMPARE")) {
        for (Compare it : entries) {
            if (enabled("SK_OPERATOR_MOCK_NPU")) {
                results.push_back(it(nullptr));
            }
        }
        return told(results);
    }
    EntryResult setup = started("runtime_setup", "acl_runtime_setup", "acl_runtime_setup");
    int32_t device = 0;
    if (!device_asked_for(device, setup) || !done(aclInit(nullptr), setup, "aclInit")) {
        return told({setup});
    }
    aclrtStream stream = nullptr;
    const bool set = done(aclrtSetDevice(device), setup, "aclrtSetDevice");
    const bool ready = set && done(aclrtCreateStream(&stream), setup, "aclrtCreateStream");
    if (ready) {
        for (Compare it : entries) {
            results.push_back(it(stream));
        }
        (void)aclrtDestroyStream(stream);
    } else {
        results.push_back(setup);
    }
    if (set) {
        (void)aclrtResetDevice(device);
    }
    (void)aclFinalize();
    return told(results);
}

} // namespace sk_standalone
