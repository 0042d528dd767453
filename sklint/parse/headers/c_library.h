// The C library as host code uses it, at global scope and in std.
#pragma once

typedef struct sklint_file FILE;
typedef long time_t;
typedef long clock_t;
typedef int pid_t;
typedef unsigned mode_t;
typedef long off_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };
struct stat { mode_t st_mode; off_t st_size; };
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)
extern FILE *stdin, *stdout, *stderr;
extern int errno;
#define EOF (-1)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC 1000000L
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_TRUNC 512
#define S_IRUSR 256
#define S_IWUSR 128
#define S_IWRITE 128
#define S_IREAD 256
#define S_ISREG(mode) ((mode) != 0)
#define S_ISDIR(mode) ((mode) != 0)
#define EINTR 4
#define ENOENT 2
#define PATH_MAX 4096
#define M_PI 3.14159265358979323846
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VALF __builtin_huge_valf()
#define assert(condition) ((void)(condition))
#define PRId64 "ld"
#define PRIu64 "lu"
#define PRIx64 "lx"
#define EOK 0

// extern "C++" on purpose: kernels define functions of these names in their own namespaces.
int printf(const char *, ...);
extern "C" {
int fprintf(FILE *, const char *, ...); int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...); int sscanf(const char *, const char *, ...); int scanf(const char *, ...);
int vprintf(const char *, va_list); int vsnprintf(char *, size_t, const char *, va_list); int puts(const char *); int putchar(int);
FILE *fopen(const char *, const char *); int fclose(FILE *); int fflush(FILE *); int feof(FILE *);
size_t fread(void *, size_t, size_t, FILE *); size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int); long ftell(FILE *); void rewind(FILE *); char *fgets(char *, int, FILE *); int fputs(const char *, FILE *);
void perror(const char *); int rename(const char *, const char *);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *aligned_alloc(size_t, size_t); int posix_memalign(void **, size_t, size_t);
void exit(int); void abort(); int atexit(void (*)()); char *getenv(const char *); int setenv(const char *, const char *, int); int system(const char *);
int atoi(const char *); long atol(const char *); long long atoll(const char *); double atof(const char *);
long strtol(const char *, char **, int); long long strtoll(const char *, char **, int); unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int); double strtod(const char *, char **); float strtof(const char *, char **);
int rand(); void srand(unsigned); void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t); size_t strlen(const char *); char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *); char *strncat(char *, const char *, size_t);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t); char *strchr(const char *, int);
char *strrchr(const char *, int); char *strstr(const char *, const char *); char *strtok(char *, const char *); char *strdup(const char *); char *strerror(int);
int memcpy_s(void *, size_t, const void *, size_t); int memset_s(void *, size_t, int, size_t); int strcpy_s(char *, size_t, const char *);
int strncpy_s(char *, size_t, const char *, size_t); int snprintf_s(char *, size_t, size_t, const char *, ...); int sprintf_s(char *, size_t, const char *, ...);
time_t time(time_t *); struct tm *localtime(const time_t *); size_t strftime(char *, size_t, const char *, const struct tm *);
int gettimeofday(struct timeval *, void *); int clock_gettime(int, struct timespec *);
int isalpha(int); int isdigit(int); int isalnum(int); int isspace(int); int isupper(int); int islower(int); int toupper(int); int tolower(int);
int open(const char *, int, ...); int close(int); ssize_t read(int, void *, size_t); ssize_t write(int, const void *, size_t);
int access(const char *, int); unsigned sleep(unsigned); int usleep(unsigned); pid_t getpid(); int stat(const char *, struct stat *); int fstat(int, struct stat *);
int mkdir(const char *, mode_t); char *getcwd(char *, size_t); char *get_current_dir_name(); char *realpath(const char *, char *);
void *dlopen(const char *, int); void *dlsym(void *, const char *); int dlclose(void *); char *dlerror();
}
namespace sklint_math {
int abs(int); long abs(long); long long abs(long long); float abs(float); double abs(double);
#define SKLINT_MATH(name) \
    double name(double); float name(float); template <class T> std::enable_if_t<std::is_integral_v<T>, double> name(T);
#define SKLINT_MATH2(name) template <class T, class U> std::common_type_t<T, U> name(T, U);
SKLINT_MATH(fabs) SKLINT_MATH(sqrt) SKLINT_MATH(cbrt) SKLINT_MATH(exp) SKLINT_MATH(exp2) SKLINT_MATH(expm1) SKLINT_MATH(log)
SKLINT_MATH(log2) SKLINT_MATH(log10) SKLINT_MATH(log1p) SKLINT_MATH(sin) SKLINT_MATH(cos) SKLINT_MATH(tan) SKLINT_MATH(asin)
SKLINT_MATH(acos) SKLINT_MATH(atan) SKLINT_MATH(sinh) SKLINT_MATH(cosh) SKLINT_MATH(tanh) SKLINT_MATH(erf) SKLINT_MATH(erfc)
SKLINT_MATH(floor) SKLINT_MATH(ceil) SKLINT_MATH(round) SKLINT_MATH(trunc) SKLINT_MATH(rint) SKLINT_MATH(nearbyint)
SKLINT_MATH(lgamma) SKLINT_MATH(tgamma)
SKLINT_MATH2(pow) SKLINT_MATH2(fmod) SKLINT_MATH2(atan2) SKLINT_MATH2(hypot) SKLINT_MATH2(fmax) SKLINT_MATH2(fmin)
SKLINT_MATH2(copysign) SKLINT_MATH2(remainder) SKLINT_MATH2(nextafter)
template <class T> T ldexp(T, int); template <class T> T frexp(T, int *); template <class T> T modf(T, T *);
template <class T, class U, class V> std::common_type_t<T, U, V> fma(T, U, V);
template <class T> long lround(T); template <class T> long lrint(T);
}
using namespace sklint_math; // `::exp` is the project's own where it has one

namespace std {
using namespace sklint_math;
using ::FILE; using ::time_t; using ::clock_t; using ::tm; using ::va_list;
using ::printf; using ::fprintf; using ::sprintf; using ::snprintf; using ::sscanf; using ::puts; using ::vsnprintf;
using ::fopen; using ::fclose; using ::fread; using ::fwrite; using ::fflush; using ::fseek; using ::ftell; using ::perror; using ::fputs;
using ::malloc; using ::calloc; using ::realloc; using ::free; using ::aligned_alloc; using ::exit; using ::abort; using ::getenv; using ::system;
using ::atoi; using ::atol; using ::atoll; using ::atof; using ::strtol; using ::strtoul; using ::strtoull; using ::strtoll; using ::strtod; using ::strtof;
using ::rand; using ::srand; using ::qsort; using ::memcpy; using ::memmove; using ::memset; using ::memcmp;
using ::strlen; using ::strcpy; using ::strncpy; using ::strcat; using ::strcmp; using ::strncmp; using ::strchr; using ::strrchr; using ::strstr; using ::strerror;
using ::time; using ::localtime; using ::strftime; using ::isalpha; using ::isdigit; using ::isspace; using ::toupper; using ::tolower;
template <class T> bool isnan(T); template <class T> bool isinf(T); template <class T> bool isfinite(T); template <class T> bool signbit(T);
sklint::any put_time(const tm *, const char *);
} // namespace std
void *operator new(size_t, void *) noexcept;
void *operator new[](size_t, void *) noexcept;
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new[](size_t, const std::nothrow_t &) noexcept;
