// Type traits and utilities: real ones, since templates branch on them. The same under AscendC::Std.
#pragma once

namespace std {
using ::size_t; using ::ptrdiff_t; using ::nullptr_t; using ::max_align_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::intptr_t; using ::intmax_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::uintptr_t; using ::uintmax_t;
enum class byte : unsigned char {};

template <class T, T v> struct integral_constant {
    static constexpr T value = v;
    using value_type = T;
    using type = integral_constant;
    constexpr operator T() const noexcept { return v; }
    constexpr T operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <bool b, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool b, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_volatile { using type = T; };
template <class T> struct remove_volatile<volatile T> { using type = T; };
template <class T> struct remove_cv { using type = typename remove_const<typename remove_volatile<T>::type>::type; };
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> struct remove_cvref { using type = typename remove_cv<typename remove_reference<T>::type>::type; };
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T *> { using type = T; };
template <class T> struct remove_pointer<T *const> { using type = T; };
template <class T> struct remove_extent { using type = T; };
template <class T> struct remove_extent<T[]> { using type = T; };
template <class T, size_t n> struct remove_extent<T[n]> { using type = T; };
template <class T> struct remove_all_extents { using type = __remove_all_extents(T); };
template <class T> struct add_const { using type = const T; };
template <class T> struct add_volatile { using type = volatile T; };
template <class T> struct add_cv { using type = const volatile T; };
template <class T> struct add_pointer { using type = __add_pointer(T); };
template <class T> struct add_lvalue_reference { using type = __add_lvalue_reference(T); };
template <class T> struct add_rvalue_reference { using type = __add_rvalue_reference(T); };
template <class T> struct decay { using type = __decay(T); };
template <class T> struct underlying_type { using type = __underlying_type(T); };
template <class T> struct make_unsigned { using type = __make_unsigned(T); };
template <class T> struct make_signed { using type = __make_signed(T); };
template <class T> struct type_identity { using type = T; };
template <class...> using void_t = void;
template <class T> typename add_rvalue_reference<T>::type declval() noexcept;
template <class F, class... A> struct invoke_result { using type = decltype(declval<F>()(declval<A>()...)); };
template <class T> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : invoke_result<F, A...> {};
template <class... T> struct common_type;
template <class T> struct common_type<T> : decay<T> {};
template <class T, class U> struct common_type<T, U> { using type = typename decay<decltype(true ? declval<T>() : declval<U>())>::type; };
template <class T, class U, class V, class... R>
struct common_type<T, U, V, R...> : common_type<typename common_type<T, U>::type, V, R...> {};

#define SKLINT_ALIAS(name) template <class T> using name##_t = typename name<T>::type;
#define SKLINT_EACH_ALIAS(X)                                                                              \
    X(remove_const) X(remove_volatile) X(remove_cv) X(remove_reference) X(remove_cvref) X(remove_pointer) \
    X(remove_extent) X(remove_all_extents) X(add_const) X(add_volatile) X(add_cv) X(add_pointer)          \
    X(add_lvalue_reference) X(add_rvalue_reference) X(decay) X(underlying_type) X(make_unsigned) X(make_signed)
SKLINT_EACH_ALIAS(SKLINT_ALIAS)
template <bool b, class T, class F> using conditional_t = typename conditional<b, T, F>::type;
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class T> using result_of_t = typename result_of<T>::type;
template <class... T> using common_type_t = typename common_type<T...>::type;

// Each trait is clang's own, with its _v form.
#define SKLINT_TRAIT(name, builtin)                                            \
    template <class T> struct name : bool_constant<builtin(T)> {};             \
    template <class T> constexpr bool name##_v = builtin(T);
#define SKLINT_TRAIT2(name, builtin)                                           \
    template <class T, class U> struct name : bool_constant<builtin(T, U)> {}; \
    template <class T, class U> constexpr bool name##_v = builtin(T, U);
SKLINT_TRAIT(is_void, __is_void) SKLINT_TRAIT(is_integral, __is_integral) SKLINT_TRAIT(is_array, __is_array)
SKLINT_TRAIT(is_floating_point, __is_floating_point) SKLINT_TRAIT(is_pointer, __is_pointer)
SKLINT_TRAIT(is_arithmetic, __is_arithmetic) SKLINT_TRAIT(is_fundamental, __is_fundamental)
SKLINT_TRAIT(is_enum, __is_enum) SKLINT_TRAIT(is_class, __is_class) SKLINT_TRAIT(is_union, __is_union)
SKLINT_TRAIT(is_function, __is_function) SKLINT_TRAIT(is_reference, __is_reference)
SKLINT_TRAIT(is_lvalue_reference, __is_lvalue_reference) SKLINT_TRAIT(is_rvalue_reference, __is_rvalue_reference)
SKLINT_TRAIT(is_const, __is_const) SKLINT_TRAIT(is_volatile, __is_volatile) SKLINT_TRAIT(is_scalar, __is_scalar)
SKLINT_TRAIT(is_signed, __is_signed) SKLINT_TRAIT(is_unsigned, __is_unsigned) SKLINT_TRAIT(is_empty, __is_empty)
SKLINT_TRAIT(is_object, __is_object) SKLINT_TRAIT(is_compound, __is_compound) SKLINT_TRAIT(is_final, __is_final)
SKLINT_TRAIT(is_trivial, __is_trivial) SKLINT_TRAIT(is_pod, __is_pod) SKLINT_TRAIT(is_abstract, __is_abstract)
SKLINT_TRAIT(is_trivially_copyable, __is_trivially_copyable) SKLINT_TRAIT(is_polymorphic, __is_polymorphic)
SKLINT_TRAIT(is_standard_layout, __is_standard_layout) SKLINT_TRAIT(is_aggregate, __is_aggregate)
SKLINT_TRAIT(is_member_pointer, __is_member_pointer) SKLINT_TRAIT(is_default_constructible, __is_constructible)
SKLINT_TRAIT(is_trivially_destructible, __is_trivially_destructible) SKLINT_TRAIT(is_destructible, __is_destructible)
SKLINT_TRAIT2(is_same, __is_same) SKLINT_TRAIT2(is_base_of, __is_base_of)
SKLINT_TRAIT2(is_convertible, __is_convertible_to) SKLINT_TRAIT2(is_assignable, __is_assignable)
template <class T, class... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <class T, class... A> constexpr bool is_constructible_v = __is_constructible(T, A...);
template <class T> struct is_null_pointer : is_same<typename remove_cv<T>::type, nullptr_t> {};
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class F, class... A> struct is_invocable : true_type {};
template <class F, class... A> constexpr bool is_invocable_v = true;
template <class...> struct conjunction : true_type {};
template <class B, class... R> struct conjunction<B, R...> : conditional_t<bool(B::value), conjunction<R...>, B> {};
template <class...> struct disjunction : false_type {};
template <class B, class... R> struct disjunction<B, R...> : conditional_t<bool(B::value), B, disjunction<R...>> {};
template <class B> struct negation : bool_constant<!bool(B::value)> {};
template <class... B> constexpr bool conjunction_v = conjunction<B...>::value;
template <class... B> constexpr bool disjunction_v = disjunction<B...>::value;
template <class B> constexpr bool negation_v = !bool(B::value);

template <class T> constexpr T &&forward(remove_reference_t<T> &x) noexcept { return static_cast<T &&>(x); }
template <class T> constexpr T &&forward(remove_reference_t<T> &&x) noexcept { return static_cast<T &&>(x); }
template <class T> constexpr remove_reference_t<T> &&move(T &&x) noexcept { return static_cast<remove_reference_t<T> &&>(x); }
template <class T> constexpr const T &as_const(T &x) { return x; }
template <class T> constexpr T *addressof(T &x) { return __builtin_addressof(x); }
template <class T> void swap(T &, T &);
template <class T, class U = T> T exchange(T &, U &&);
template <class T, T... n> struct integer_sequence { static constexpr size_t size() { return sizeof...(n); } };
template <size_t... n> using index_sequence = integer_sequence<size_t, n...>;
template <class T, T n> using make_integer_sequence = __make_integer_seq<integer_sequence, T, n>;
template <size_t n> using make_index_sequence = make_integer_sequence<size_t, n>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
struct piecewise_construct_t {};
struct in_place_t {};
constexpr in_place_t in_place{};

template <class T, class U> struct pair {
    using first_type = T;
    using second_type = U;
    T first;
    U second;
    pair() = default;
    template <class A, class B> constexpr pair(A &&, B &&) : first(), second() {}
    template <class A, class B> constexpr pair(const pair<A, B> &) : first(), second() {}
    bool operator==(const pair &) const;
    bool operator<(const pair &) const;
};
template <class A, class B> constexpr pair<decay_t<A>, decay_t<B>> make_pair(A &&, B &&);
template <class A, class B> pair(A, B) -> pair<A, B>;

template <class... T> class tuple;
template <size_t n, class T> struct tuple_element { using type = sklint::any; };
template <class H, class... R> struct tuple_element<0, tuple<H, R...>> { using type = H; };
template <size_t n, class H, class... R> struct tuple_element<n, tuple<H, R...>> : tuple_element<n - 1, tuple<R...>> {};
template <class A, class B> struct tuple_element<0, pair<A, B>> { using type = A; };
template <class A, class B> struct tuple_element<1, pair<A, B>> { using type = B; };
template <size_t n, class T> using tuple_element_t = typename tuple_element<n, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <class T> struct tuple_size<const T> : tuple_size<T> {};
template <class T> constexpr size_t tuple_size_v = tuple_size<T>::value;
template <class... T> class tuple {
public:
    constexpr tuple() {}
    template <class... A> constexpr tuple(const A &...) {}
    template <class U> tuple &operator=(const U &);
};
template <class... A> tuple(A...) -> tuple<A...>;
template <size_t n, class... T> constexpr tuple_element_t<n, tuple<T...>> &get(const tuple<T...> &);
template <size_t n, class A, class B> constexpr tuple_element_t<n, pair<A, B>> &get(const pair<A, B> &);
template <class... A> constexpr tuple<decay_t<A>...> make_tuple(A &&...) { return {}; }
template <class... A> constexpr tuple<A &...> tie(A &...) { return {}; }
template <class... A> constexpr sklint::any tuple_cat(A &&...) { return {}; }
template <class F, class T> constexpr sklint::any apply(F &&, T &&) { return {}; }
struct ignore_t { template <class T> const ignore_t &operator=(T &&) const; };
constexpr ignore_t ignore{};

template <class E> class initializer_list {
    const E *first_;
    size_t size_;
public:
    using value_type = E;
    using iterator = const E *;
    using const_iterator = const E *;
    constexpr initializer_list() noexcept : first_(nullptr), size_(0) {}
    constexpr size_t size() const noexcept { return size_; }
    constexpr const E *begin() const noexcept { return first_; }
    constexpr const E *end() const noexcept { return first_ + size_; }
};

template <class T> class numeric_limits {
public:
    static constexpr bool is_specialized = true, is_signed = __is_signed(T), is_integer = __is_integral(T);
    static constexpr bool has_infinity = !__is_integral(T), has_quiet_NaN = !__is_integral(T);
    static constexpr int digits = sizeof(T) * 8 - is_signed, digits10 = 9, max_digits10 = 17;
    static constexpr T min() noexcept { return is_integer && is_signed ? T(1ULL << (sizeof(T) * 8 - 1)) : T(0); }
    static constexpr T max() noexcept { return is_integer ? T(~0ULL >> (64 - digits % 65)) : T(1); }
    static constexpr T lowest() noexcept { return is_integer ? min() : T(-1); }
    static constexpr T epsilon() noexcept { return T(0); }
    static constexpr T infinity() noexcept { return T(1); }
    static constexpr T quiet_NaN() noexcept { return T(0); }
    static constexpr T denorm_min() noexcept { return T(0); }
};
} // namespace std

namespace AscendC { namespace Std {
using std::true_type; using std::false_type; using std::bool_constant; using std::void_t; using std::declval;
using std::forward; using std::move; using std::conditional_t; using std::enable_if_t;
template <class T, T v> struct integral_constant : std::integral_constant<T, v> {};
#define SKLINT_STD_ALIAS(name)                               \
    template <class T> struct name : std::name<T> {};        \
    template <class T> using name##_t = typename name<T>::type;
SKLINT_EACH_ALIAS(SKLINT_STD_ALIAS)
template <bool b, class T, class F> struct conditional : std::conditional<b, T, F> {};
template <bool b, class T = void> struct enable_if : std::enable_if<b, T> {};
#define SKLINT_STD_TRAIT(name)                                     \
    template <class T> struct name : std::name<T> {};              \
    template <class T> constexpr bool name##_v = std::name<T>::value;
SKLINT_STD_TRAIT(is_array) SKLINT_STD_TRAIT(is_const) SKLINT_STD_TRAIT(is_volatile) SKLINT_STD_TRAIT(is_void)
SKLINT_STD_TRAIT(is_floating_point) SKLINT_STD_TRAIT(is_integral) SKLINT_STD_TRAIT(is_pointer)
SKLINT_STD_TRAIT(is_reference) SKLINT_STD_TRAIT(is_arithmetic) SKLINT_STD_TRAIT(is_class) SKLINT_STD_TRAIT(is_enum)
SKLINT_STD_TRAIT(is_signed) SKLINT_STD_TRAIT(is_unsigned) SKLINT_STD_TRAIT(is_empty)
#define SKLINT_STD_TRAIT2(name)                                       \
    template <class T, class U> struct name : std::name<T, U> {};     \
    template <class T, class U> constexpr bool name##_v = std::name<T, U>::value;
SKLINT_STD_TRAIT2(is_same) SKLINT_STD_TRAIT2(is_base_of) SKLINT_STD_TRAIT2(is_convertible)
template <class T, class... A> struct is_constructible : std::is_constructible<T, A...> {};
template <class... B> struct conjunction : std::conjunction<B...> {};
template <class... B> struct disjunction : std::disjunction<B...> {};
template <class B> struct negation : std::negation<B> {};
template <class... B> constexpr bool conjunction_v = std::conjunction<B...>::value;
template <class... B> constexpr bool disjunction_v = std::disjunction<B...>::value;
template <class T, T... n> using integer_sequence = std::integer_sequence<T, n...>;
template <size_t... n> using index_sequence = std::index_sequence<n...>;
template <size_t n> using make_index_sequence = std::make_index_sequence<n>;
template <size_t n> using Int = std::integral_constant<size_t, n>;

template <class... T> class tuple : public std::tuple<T...> {
public:
    constexpr tuple() {}
    template <class... A> constexpr tuple(const A &...) {}
};
template <class... A> tuple(A...) -> tuple<A...>;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};
template <class T> constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t n, class T> struct tuple_element;
template <size_t n, class... T> struct tuple_element<n, tuple<T...>> : std::tuple_element<n, std::tuple<T...>> {};
template <size_t n, class T> using tuple_element_t = typename tuple_element<n, T>::type;
template <size_t n, class... T> constexpr std::tuple_element_t<n, std::tuple<T...>> &get(const tuple<T...> &);
template <class... A> constexpr tuple<std::decay_t<A>...> make_tuple(A &&...) { return {}; }
template <class... A> constexpr tuple<A &...> tie(A &...) { return {}; }
template <class T, class U> constexpr auto max(T a, U b) { return a > b ? a : b; }
template <class T, class U> constexpr auto min(T a, U b) { return a < b ? a : b; }
template <class T> constexpr T abs(T x) { return x; }
template <class T> constexpr T sqrt(T x) { return x; }
}} // namespace AscendC::Std
