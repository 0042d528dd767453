// The <<<...>>> launch: clang's own CUDA launch, with configuration arguments of any kind.
#pragma once

// From numbers, nullptr, enums and pointers alike.
struct dim3 {
    unsigned x = 1, y = 1, z = 1;
    constexpr dim3() {}
    template <class T> constexpr dim3(T, unsigned y = 1, unsigned z = 1) {}
};
// Which of the two clang asks for depends on the toolkit it believes in.
extern "C" int cudaConfigureCall(dim3 blocks, dim3 control = 0, dim3 scratch = 0, void *stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 blocks, dim3 control = 0, dim3 scratch = 0, void *stream = nullptr);

// A binding leaves its text, one call that names the kernel, the mask and the functions, and the value of the mask.
int sklint_bound(...);
template <class Kernel> constexpr long long sklint_mask(Kernel *, long long mask, ...) { return mask; }
#define SKLINT_BIND_(n, text, ...)                                        \
    static const char *const sklint_bind_text_##n = text;                 \
    static const long long sklint_bind_mask_##n = sklint_mask(__VA_ARGS__); \
    static int sklint_bind_##n = sklint_bound(__VA_ARGS__)
#define SKLINT_BIND(n, text, ...) SKLINT_BIND_(n, text, __VA_ARGS__)
#define SK_BIND(...) SKLINT_BIND(__COUNTER__, #__VA_ARGS__, __VA_ARGS__)

namespace sk {
struct SkSystemArgs {
    uint16_t skBlockIdx;
    uint16_t skNumBlocks;
    uint16_t skTaskSyncCfg;
    uint8_t reserve[10];
    uint16_t SkGetBlockIdx();
    uint16_t SkGetNumBlocks();
    uint16_t SkGetTaskSyncCfg();
    void SkSetTaskSyncCfg(uint16_t value);
};
} // namespace sk
