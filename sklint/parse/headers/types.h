// Fundamental types, with the sizes and alignments they have on the device (LP64).
#pragma once

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef int8_t int_least8_t, int_fast8_t;
typedef int16_t int_least16_t;
typedef int32_t int_least32_t;
typedef int64_t int_least64_t, int_fast16_t, int_fast32_t, int_fast64_t;
typedef uint8_t uint_least8_t, uint_fast8_t;
typedef uint16_t uint_least16_t;
typedef uint32_t uint_least32_t;
typedef uint64_t uint_least64_t, uint_fast16_t, uint_fast32_t, uint_fast64_t;
typedef int64_t intmax_t, intptr_t, ptrdiff_t, ssize_t;
typedef uint64_t uintmax_t, uintptr_t, size_t;
typedef struct { long double widest; } max_align_t;
typedef decltype(nullptr) nullptr_t;
typedef unsigned int uint;

#define NULL 0L
#define offsetof(type, member) __builtin_offsetof(type, member)
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define SIZE_MAX UINT64_MAX
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define CHAR_BIT 8
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L - 1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16

// A built-in type, so that arithmetic, ?: and overloads behave as for the device type of this size.
typedef _Float16 half;
typedef half float16_t;
typedef float float32_t;
typedef double float64_t;

namespace sklint {
template <bool> struct when {};
template <> struct when<true> { using type = int; };
// The type of what is not known: converts to anything, calculates with anything.
struct any {
    template <class T> constexpr operator T() const;
    template <class... A> any operator()(A &&...) const;
    template <class I> any operator[](I) const;
    template <class T> const any &operator=(const T &) const;
    any operator-() const;
    any operator*() const;
};
// Takes any argument, a braced list too; only chosen where nothing fits better.
struct taken {
    template <class... A> constexpr taken(A &&...) {}
};
#define SKLINT_OPERATOR(op)                                                \
    template <class T> T operator op(any, T);                              \
    template <class T> T operator op(T, any);                              \
    inline any operator op(any, any);
SKLINT_OPERATOR(+) SKLINT_OPERATOR(-) SKLINT_OPERATOR(*) SKLINT_OPERATOR(/) SKLINT_OPERATOR(%)
#undef SKLINT_OPERATOR
} // namespace sklint

// Storage types of `bits` bytes that take part in arithmetic by way of float.
#define SKLINT_NUMBER(name, store)                                                       \
    struct name {                                                                        \
        store bits;                                                                      \
        name() = default;                                                                \
        template <class T, class = typename sklint::when<!__is_same(T, sklint::any)>::type, class = decltype((float)(T()))> \
        constexpr name(T) : bits(0) {}                                                    \
        constexpr operator float() const { return 0; }                                   \
        template <class T> name &operator+=(T);                                          \
        template <class T> name &operator-=(T);                                          \
        template <class T> name &operator*=(T);                                          \
        template <class T> name &operator/=(T);                                          \
    }
SKLINT_NUMBER(bfloat16_t, uint16_t);
SKLINT_NUMBER(hifloat8_t, uint8_t);
SKLINT_NUMBER(fp8_e4m3fn_t, uint8_t);
SKLINT_NUMBER(fp8_e5m2_t, uint8_t);
SKLINT_NUMBER(fp8_e8m0_t, uint8_t);
SKLINT_NUMBER(fp4x2_e1m2_t, uint8_t);
SKLINT_NUMBER(fp4x2_e2m1_t, uint8_t);
SKLINT_NUMBER(int4b_t, uint8_t);
SKLINT_NUMBER(int4x2_t, uint8_t);
SKLINT_NUMBER(int2b_t, uint8_t);
SKLINT_NUMBER(uint1b_t, uint8_t);
typedef fp8_e4m3fn_t float8_e4m3_t, float8_e4m3fn_t, float_e4m3_t;
typedef fp8_e5m2_t float8_e5m2_t, float_e5m2_t;
typedef fp8_e8m0_t float8_e8m0_t;
typedef fp4x2_e1m2_t float4_e1m2x2_t;
typedef fp4x2_e2m1_t float4_e2m1x2_t;

// Vector types of the SIMT dialect: plain members x, y, z, w.
#define SKLINT_VECTOR(name, type)                                              \
    struct name##2 { type x, y; };                                             \
    struct name##3 { type x, y, z; };                                          \
    struct name##4 { type x, y, z, w; };                                       \
    constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }        \
    constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
    constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
SKLINT_VECTOR(char, signed char)
SKLINT_VECTOR(uchar, unsigned char)
SKLINT_VECTOR(short, short)
SKLINT_VECTOR(ushort, unsigned short)
SKLINT_VECTOR(int, int)
SKLINT_VECTOR(uint, unsigned int)
SKLINT_VECTOR(long, long)
SKLINT_VECTOR(ulong, unsigned long)
SKLINT_VECTOR(longlong, long long)
SKLINT_VECTOR(ulonglong, unsigned long long)
SKLINT_VECTOR(float, float)
SKLINT_VECTOR(double, double)
struct alignas(4) half2 { half x, y; };
struct alignas(4) bfloat16x2_t { bfloat16_t x, y; };
typedef half2 float16x2_t;
typedef bfloat16x2_t bfloat162_t;
struct float8_e4m3x2_t { float8_e4m3_t x, y; };
struct float8_e5m2x2_t { float8_e5m2_t x, y; };
struct hifloat8x2_t { hifloat8_t x, y; };
struct complex32 { half real, imag; };
struct complex64 { float real, imag; };

// A function whose parameters are not modelled: any arguments, explicit template arguments of types and values.
#define SKLINT_OPEN(result, name)                                                          \
    template <class... E, class... A> result name(A &&...);                                \
    template <auto V, auto... W, class... A> result name(A &&...);                         \
    template <class T, auto V, auto... W, class... A> result name(A &&...);                \
    template <class T, class U, auto V, auto... W, class... A> result name(A &&...);
