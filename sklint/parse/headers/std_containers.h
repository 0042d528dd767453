// Containers, strings, smart pointers and algorithms of the host side: names and types, no bodies.
#pragma once

namespace std {
template <class T = char> struct allocator {};
template <class T> struct hash {};
template <class T = void> struct less {};
template <class T = void> struct greater {};
template <class T = void> struct equal_to {};
template <class T = void> struct plus {};
template <class T = void> struct multiplies {};
struct random_access_iterator_tag {};
struct forward_iterator_tag {};
struct input_iterator_tag {};
template <class It> struct iterator_traits { using value_type = decay_t<decltype(*declval<It>())>; using difference_type = ptrdiff_t; };

// What every container answers.
template <class T, class Iterator = T *> struct sklint_container {
    using value_type = T;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using reference = T &;
    using const_reference = const T &;
    using iterator = Iterator;
    using const_iterator = Iterator;
    using reverse_iterator = Iterator;
    Iterator begin() const; Iterator end() const; Iterator cbegin() const; Iterator cend() const;
    Iterator rbegin() const; Iterator rend() const;
    size_t size() const; size_t max_size() const; size_t capacity() const; bool empty() const;
    T &front() const; T &back() const; T &top() const;
    void clear(); void reserve(size_t); void shrink_to_fit();
    template <class... A> void resize(A &&...);
    template <class... A> void assign(A &&...);
    void assign(initializer_list<T>);
    void push_back(const T &); void push_front(const T &); void push(const T &);
    void pop_back(); void pop_front(); void pop();
    template <class... A> T &emplace_back(A &&...);
    template <class... A> T &emplace_front(A &&...);
    template <class... A> pair<Iterator, bool> emplace(A &&...);
    template <class... A> pair<Iterator, bool> insert(A &&...);
    pair<Iterator, bool> insert(const T &);
    template <class... A> Iterator erase(A &&...);
    template <class U> void swap(U &);
    template <class U> bool operator==(const U &) const;
    template <class U> bool operator!=(const U &) const;
    template <class U> bool operator<(const U &) const;
};
// Construction from anything, a braced list of elements included.
#define SKLINT_CONTAINER(name, element)                                \
    name();                                                            \
    template <class A, class... B> explicit name(A &&, B &&...);       \
    name(initializer_list<element>);                                   \
    name(const name &);                                                \
    ~name();                                                           \
    name &operator=(const name &);                                     \
    name &operator=(initializer_list<element>);

template <class T, class A_ = allocator<T>> class vector : public sklint_container<T> {
public:
    SKLINT_CONTAINER(vector, T)
    T &operator[](size_t) const; T &at(size_t) const;
    T *data() const;
};
template <class A, class B> vector(A, B) -> vector<decay_t<decltype(*declval<A>())>>;
template <class T> class deque : public vector<T> { public: using vector<T>::vector; };
template <class T> class list : public sklint_container<T> { public: SKLINT_CONTAINER(list, T) void sort(); };
template <class T, class C = vector<T>> class queue : public sklint_container<T> { public: queue(); };
template <class T, class C = vector<T>> class stack : public sklint_container<T> { public: stack(); };
template <class T, class C = vector<T>, class L = less<T>> class priority_queue : public sklint_container<T> { public: priority_queue(); };
template <class T, class L = less<T>> class set : public sklint_container<T> {
public:
    SKLINT_CONTAINER(set, T)
    template <class U> T *find(const U &) const;
    template <class U> size_t count(const U &) const;
};
template <class T, class H = hash<T>, class E = equal_to<T>> class unordered_set : public set<T> { public: using set<T>::set; };
template <class K, class V, class L = less<K>> class map : public sklint_container<pair<const K, V>> {
public:
    using key_type = K;
    using mapped_type = V;
    using entry_ = pair<const K, V>;
    SKLINT_CONTAINER(map, entry_)
    V &operator[](const K &); V &at(const K &) const;
    template <class U> entry_ *find(const U &) const;
    template <class U> entry_ *lower_bound(const U &) const;
    template <class U> entry_ *upper_bound(const U &) const;
    template <class U> size_t count(const U &) const;
};
template <class K, class V, class H = hash<K>, class E = equal_to<K>> class unordered_map : public map<K, V> { public: using map<K, V>::map; };
template <class K, class V> class multimap : public map<K, V> { public: using map<K, V>::map; };
template <class T, size_t n> struct array {
    T elements_[n ? n : 1];
    using value_type = T;
    constexpr size_t size() const { return n; }
    constexpr T &operator[](size_t i) { return elements_[i]; }
    constexpr const T &operator[](size_t i) const { return elements_[i]; }
    constexpr const T &at(size_t i) const { return elements_[i]; }
    constexpr T *data() { return elements_; }
    constexpr const T *data() const { return elements_; }
    constexpr T *begin() { return elements_; }
    constexpr T *end() { return elements_ + n; }
    constexpr const T *begin() const { return elements_; }
    constexpr const T *end() const { return elements_ + n; }
    void fill(const T &);
};
template <class T, class... R> array(T, R...) -> array<T, 1 + sizeof...(R)>;
template <class T, size_t n> struct tuple_size<array<T, n>> : integral_constant<size_t, n> {};
template <size_t n> class bitset { public: bitset(unsigned long = 0); bool test(size_t) const; bitset &set(size_t, bool = true); };

template <class C> class basic_string : public sklint_container<C> {
public:
    static constexpr size_t npos = -1;
    basic_string();
    basic_string(const basic_string &);
    basic_string(const C *);
    basic_string(initializer_list<C>);
    template <class A, class B, class... R> basic_string(A, B, R...);
    template <class A> explicit basic_string(const A &);
    ~basic_string();
    basic_string &operator=(const basic_string &);
    basic_string &operator=(const C *);
    C &operator[](size_t) const; C &at(size_t) const;
    const C *c_str() const; C *data() const;
    size_t length() const;
    template <class T> basic_string &operator+=(const T &);
    template <class... A> basic_string &append(A &&...);
    template <class... A> basic_string &replace(A &&...);
    template <class... A> int compare(A &&...) const;
    template <class... A> size_t find(A &&...) const;
    template <class... A> size_t rfind(A &&...) const;
    template <class... A> size_t find_first_of(A &&...) const;
    template <class... A> size_t find_last_of(A &&...) const;
    template <class... A> size_t find_first_not_of(A &&...) const;
    template <class... A> size_t find_last_not_of(A &&...) const;
    basic_string substr(size_t = 0, size_t = npos) const;
};
template <class C, class T> basic_string<C> operator+(const basic_string<C> &, const T &);
template <class C> basic_string<C> operator+(const C *, const basic_string<C> &);
template <class C> basic_string<C> operator+(C, const basic_string<C> &);
template <class C> bool operator==(const C *, const basic_string<C> &);
using string = basic_string<char>;
using wstring = basic_string<wchar_t>;
using string_view = basic_string<char>;
template <class T> string to_string(T);
int stoi(const string &, size_t * = nullptr, int = 10);
long stol(const string &, size_t * = nullptr, int = 10);
long long stoll(const string &, size_t * = nullptr, int = 10);
unsigned long stoul(const string &, size_t * = nullptr, int = 10);
unsigned long long stoull(const string &, size_t * = nullptr, int = 10);
float stof(const string &, size_t * = nullptr);
double stod(const string &, size_t * = nullptr);
inline namespace literals { string operator""s(const char *, size_t); }

template <class T> struct default_delete { void operator()(T *) const; };
template <class T> class sklint_pointer {
public:
    using element_type = remove_extent_t<T>;
    element_type *get() const; element_type &operator*() const; element_type *operator->() const;
    element_type &operator[](size_t) const;
    explicit operator bool() const;
    template <class... A> void reset(A &&...);
    element_type *release(); long use_count() const; sklint_pointer lock() const;
    template <class U> bool operator==(const U &) const;
    template <class U> bool operator!=(const U &) const;
};
template <class T, class D = default_delete<T>> class unique_ptr : public sklint_pointer<T> {
public:
    unique_ptr();
    unique_ptr(nullptr_t);
    template <class... A> explicit unique_ptr(A &&...);
    template <class U, class E> unique_ptr(unique_ptr<U, E> &&);
    ~unique_ptr();
    template <class U> unique_ptr &operator=(U &&);
};
template <class T> class shared_ptr : public sklint_pointer<T> {
public:
    shared_ptr();
    shared_ptr(nullptr_t);
    template <class U> shared_ptr(const shared_ptr<U> &);
    template <class U, class E> shared_ptr(unique_ptr<U, E> &&);
    template <class... A> explicit shared_ptr(A &&...);
    ~shared_ptr();
    template <class U> shared_ptr &operator=(U &&);
};
template <class T> class weak_ptr : public sklint_pointer<T> { public: weak_ptr(); template <class U> weak_ptr(const U &); };
template <class T, class... A> unique_ptr<T> make_unique(A &&...);
template <class T, class... A> shared_ptr<T> make_shared(A &&...);
template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &);
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &);
template <class T> class enable_shared_from_this { public: shared_ptr<T> shared_from_this(); };

template <class F> class function;
template <class R, class... P> class function<R(P...)> {
public:
    function(); function(nullptr_t);
    template <class F> function(F) {}
    R operator()(P...) const;
    explicit operator bool() const;
};
template <class F, class... A> sklint::any bind(F &&, A &&...);
template <class F, class... A> sklint::any invoke(F &&, A &&...);
template <class T> class reference_wrapper { public: T &get() const; operator T &() const; };
template <class T> reference_wrapper<T> ref(T &);
template <class T> reference_wrapper<const T> cref(const T &);
struct nullopt_t {};
constexpr nullopt_t nullopt{};
template <class T> class optional {
public:
    optional(); optional(nullopt_t); template <class U> optional(U &&);
    bool has_value() const; explicit operator bool() const;
    T &value() const; T &operator*() const; T *operator->() const;
    template <class U> T value_or(U &&) const;
    template <class... A> T &emplace(A &&...); void reset();
};
template <class... T> class variant { public: variant(); template <class U> variant(U &&); size_t index() const; };
class any { public: any(); template <class T> any(T &&); };

template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T, class F> constexpr const T &max(const T &a, const T &b, F) { return a; }
template <class T, class F> constexpr const T &min(const T &a, const T &b, F) { return a; }
template <class T> constexpr T max(initializer_list<T> l) { return *l.begin(); }
template <class T> constexpr T min(initializer_list<T> l) { return *l.begin(); }
template <class T> constexpr const T &clamp(const T &x, const T &, const T &) { return x; }
// With bodies: an undefined function over a lambda is an error.
#define SKLINT_ALGORITHM(result, name) template <class A, class... R> result name(A &&, R &&...) { return result(); }
SKLINT_ALGORITHM(void, sort) SKLINT_ALGORITHM(void, stable_sort) SKLINT_ALGORITHM(void, partial_sort)
SKLINT_ALGORITHM(void, nth_element) SKLINT_ALGORITHM(void, fill) SKLINT_ALGORITHM(void, fill_n) SKLINT_ALGORITHM(void, iota)
SKLINT_ALGORITHM(void, generate) SKLINT_ALGORITHM(void, generate_n) SKLINT_ALGORITHM(void, reverse) SKLINT_ALGORITHM(void, shuffle)
SKLINT_ALGORITHM(decay_t<A>, for_each) SKLINT_ALGORITHM(sklint::any, copy) SKLINT_ALGORITHM(sklint::any, copy_n)
SKLINT_ALGORITHM(sklint::any, copy_if) SKLINT_ALGORITHM(sklint::any, transform) SKLINT_ALGORITHM(bool, equal)
SKLINT_ALGORITHM(decay_t<A>, find) SKLINT_ALGORITHM(decay_t<A>, find_if) SKLINT_ALGORITHM(decay_t<A>, remove)
SKLINT_ALGORITHM(decay_t<A>, remove_if) SKLINT_ALGORITHM(decay_t<A>, unique) SKLINT_ALGORITHM(decay_t<A>, max_element)
SKLINT_ALGORITHM(decay_t<A>, min_element) SKLINT_ALGORITHM(decay_t<A>, lower_bound) SKLINT_ALGORITHM(decay_t<A>, upper_bound)
SKLINT_ALGORITHM(bool, all_of) SKLINT_ALGORITHM(bool, any_of) SKLINT_ALGORITHM(bool, none_of) SKLINT_ALGORITHM(size_t, count)
SKLINT_ALGORITHM(size_t, count_if) SKLINT_ALGORITHM(bool, is_sorted) SKLINT_ALGORITHM(bool, binary_search)
SKLINT_ALGORITHM(decay_t<A>, next) SKLINT_ALGORITHM(decay_t<A>, prev) SKLINT_ALGORITHM(void, advance)
SKLINT_ALGORITHM(sklint::any, minmax_element) SKLINT_ALGORITHM(void, partial_sum) SKLINT_ALGORITHM(void, replace)
SKLINT_ALGORITHM(sklint::any, back_inserter) SKLINT_ALGORITHM(sklint::any, inserter) SKLINT_ALGORITHM(void, rotate)
template <class It> ptrdiff_t distance(It, It);
template <class It, class T, class... R> T accumulate(It, It, T, R &&...);
template <class It, class It2, class T> T inner_product(It, It, It2, T);
template <class T, class U> common_type_t<T, U> gcd(T, U);
template <class T, class U> common_type_t<T, U> lcm(T, U);
template <class C> constexpr auto begin(const C &c) -> decltype(c.begin()) { return c.begin(); }
template <class C> constexpr auto end(const C &c) -> decltype(c.end()) { return c.end(); }
template <class T, size_t n> constexpr T *begin(T (&a)[n]) { return a; }
template <class T, size_t n> constexpr T *end(T (&a)[n]) { return a + n; }
template <class T, size_t n> constexpr size_t size(const T (&)[n]) { return n; }
template <class C> constexpr size_t size(const C &);
template <class C> constexpr auto data(C &c) -> decltype(c.data()) { return c.data(); }
} // namespace std
