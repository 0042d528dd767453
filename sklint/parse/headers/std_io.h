// Streams, files, time, threads, random numbers and exceptions of the host side.
#pragma once

namespace std {
class exception { public: virtual ~exception(); virtual const char *what() const noexcept; };
#define SKLINT_EXCEPTION(name, parent) \
    class name : public parent { public: name(); explicit name(const string &); explicit name(const char *); };
SKLINT_EXCEPTION(runtime_error, exception) SKLINT_EXCEPTION(logic_error, exception)
SKLINT_EXCEPTION(invalid_argument, logic_error) SKLINT_EXCEPTION(out_of_range, logic_error)
SKLINT_EXCEPTION(length_error, logic_error) SKLINT_EXCEPTION(domain_error, logic_error)
SKLINT_EXCEPTION(overflow_error, runtime_error) SKLINT_EXCEPTION(bad_alloc, exception)
[[noreturn]] void terminate() noexcept;
struct nothrow_t {};
extern const nothrow_t nothrow;

using streamsize = ptrdiff_t;
using streamoff = int64_t;
using streampos = int64_t;
using ios_mode_ = unsigned;
class filebuf;
class ios_base {
public:
    using openmode = unsigned;
    using seekdir = int;
    using fmtflags = unsigned;
    static constexpr openmode in = 1, out = 2, binary = 4, app = 8, ate = 16, trunc = 32;
    static constexpr seekdir beg = 0, cur = 1, end = 2;
    static constexpr fmtflags fixed = 1, hex = 2, dec = 4, scientific = 8;
    static bool sync_with_stdio(bool = true);
};
class ios : public ios_base {
public:
    bool good() const; bool eof() const; bool fail() const; bool bad() const; void clear();
    explicit operator bool() const; bool operator!() const;
    streamsize precision(streamsize = 0); fmtflags flags(fmtflags = 0); fmtflags setf(fmtflags, fmtflags = 0);
    filebuf *rdbuf() const;
};
class ostream : public ios {
public:
    template <class T> ostream &operator<<(const T &);
    ostream &operator<<(ostream &(*)(ostream &));
    ostream &operator<<(ios_base &(*)(ios_base &));
    ostream &write(const char *, streamsize); ostream &flush(); ostream &put(char);
    streampos tellp(); ostream &seekp(streamoff, ios_base::seekdir = 0);
};
class istream : public ios {
public:
    template <class T> istream &operator>>(T &&);
    istream &read(char *, streamsize); istream &seekg(streamoff, ios_base::seekdir = 0);
    streampos tellg(); int get(); int peek(); streamsize gcount() const; istream &ignore(streamsize = 1, int = -1);
};
class iostream : public istream { public: template <class T> iostream &operator<<(const T &); };
#define SKLINT_FILE(name, base)                                                             \
    class name : public base { public:                                                      \
        name(); template <class P> explicit name(const P &, unsigned mode = 0); ~name();    \
        template <class P> void open(const P &, unsigned mode = 0); void close(); bool is_open() const; };
SKLINT_FILE(ifstream, istream) SKLINT_FILE(ofstream, ostream) SKLINT_FILE(fstream, iostream)
class ostringstream : public ostream { public: ostringstream(); explicit ostringstream(const string &); string str() const; void str(const string &); };
class istringstream : public istream { public: istringstream(); explicit istringstream(const string &); string str() const; };
class stringstream : public iostream { public: stringstream(); explicit stringstream(const string &); string str() const; void str(const string &); };
class filebuf { public: filebuf *open(const char *, unsigned); filebuf *close(); streampos pubseekoff(streamoff, int, unsigned = 0); streampos pubseekpos(streampos, unsigned = 0); streamsize sgetn(char *, streamsize); };
extern ostream cout, cerr, clog;
extern istream cin;
ostream &endl(ostream &);
ostream &flush(ostream &);
ios_base &fixed(ios_base &); ios_base &hex(ios_base &); ios_base &dec(ios_base &); ios_base &scientific(ios_base &);
ios_base &boolalpha(ios_base &); ios_base &left(ios_base &); ios_base &right(ios_base &);
sklint::any setw(int); sklint::any setprecision(int); sklint::any setfill(char);
istream &getline(istream &, string &, char = '\n');
template <class T> class istreambuf_iterator { public: template <class... A> istreambuf_iterator(A &&...); T operator*() const; istreambuf_iterator &operator++(); };
template <class T> class ostream_iterator { public: template <class... A> ostream_iterator(A &&...); };

namespace chrono {
template <class R, class P = void> class duration {
public:
    duration(); template <class U> duration(const U &);
    R count() const;
    template <class U> duration operator-(const U &) const;
    template <class U> duration operator+(const U &) const;
    template <class U> duration operator/(const U &) const;
};
using nanoseconds = duration<int64_t, char[1]>; using microseconds = duration<int64_t, char[2]>;
using milliseconds = duration<int64_t, char[3]>; using seconds = duration<int64_t, char[4]>;
using minutes = duration<int64_t, char[5]>; using hours = duration<int64_t, char[6]>;
template <class C> class time_point { public: nanoseconds time_since_epoch() const; nanoseconds operator-(const time_point &) const; };
struct system_clock { using time_point = chrono::time_point<system_clock>; static time_point now(); static long to_time_t(const time_point &); };
struct steady_clock { using time_point = chrono::time_point<steady_clock>; static time_point now(); };
struct high_resolution_clock { using time_point = chrono::time_point<high_resolution_clock>; static time_point now(); };
template <class D, class S> D duration_cast(const S &);
} // namespace chrono
using milli = char[3]; using micro = char[2]; using nano = char[1];

class thread {
public:
    thread(); template <class F, class... A> explicit thread(F &&, A &&...) {}
    void join(); void detach(); bool joinable() const; static unsigned hardware_concurrency();
    class id {}; id get_id() const;
};
namespace this_thread { template <class D> void sleep_for(const D &); thread::id get_id(); void yield(); }
class mutex { public: void lock(); void unlock(); bool try_lock(); };
using recursive_mutex = mutex; using shared_mutex = mutex;
template <class M = mutex> class lock_guard { public: explicit lock_guard(M &); };
template <class M = mutex> class unique_lock { public: unique_lock(); explicit unique_lock(M &); void lock(); void unlock(); };
template <class M = mutex> class shared_lock { public: explicit shared_lock(M &); };
class condition_variable { public: void notify_one(); void notify_all(); template <class... A> void wait(A &&...); };
struct once_flag {};
template <class F, class... A> void call_once(once_flag &, F &&, A &&...) {}
template <class T> class future { public: T get(); void wait(); };
template <class F, class... A> future<sklint::any> async(F &&, A &&...) { return {}; }
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <class T> class atomic {
public:
    atomic(); constexpr atomic(T) {}
    T load(memory_order = memory_order_seq_cst) const; void store(T, memory_order = memory_order_seq_cst);
    T fetch_add(T, memory_order = memory_order_seq_cst); T fetch_sub(T, memory_order = memory_order_seq_cst);
    T exchange(T); bool compare_exchange_strong(T &, T); operator T() const; T operator=(T); T operator++(); T operator++(int);
};

struct random_device { unsigned operator()(); };
struct mt19937 { mt19937(); template <class S> explicit mt19937(S &&); unsigned operator()(); void seed(unsigned); };
using default_random_engine = mt19937; using mt19937_64 = mt19937;
#define SKLINT_DISTRIBUTION(name, type) \
    template <class T = type> struct name { name(); name(T, T = {}); template <class G> T operator()(G &&); };
SKLINT_DISTRIBUTION(uniform_int_distribution, int) SKLINT_DISTRIBUTION(uniform_real_distribution, double)
SKLINT_DISTRIBUTION(normal_distribution, double) SKLINT_DISTRIBUTION(bernoulli_distribution, double)

namespace filesystem {
class path { public: path(); template <class T> path(const T &); std::string string() const; const char *c_str() const; path parent_path() const; path filename() const; bool empty() const; };
template <class T> path operator/(const path &, const T &);
template <class... A> bool exists(A &&...);
template <class... A> bool create_directories(A &&...);
template <class... A> uint64_t file_size(A &&...);
path current_path(); template <class T> path absolute(const T &);
} // namespace filesystem
template <class T> struct complex { complex(T = {}, T = {}); T real() const; T imag() const; };
class type_info { public: const char *name() const; bool operator==(const type_info &) const; };
struct regex { explicit regex(const string &); };
template <class... A> bool regex_match(A &&...);
} // namespace std
