/*
 * Simulates disk faults for files below DISK_FAULT_FOLDER in a program started with this library as LD_PRELOAD. The
 * first byte of the file DISK_FAULT_CONTROL selects the fault: n none; f the disk is full; r it is read-only; i writes
 * and flushes fail; s one in seventeen writes and flushes fails; e reads fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 65536

static volatile char *control;
static const char *folder;
static char watched[MOST];
static atomic_uint operations;

#define REAL(name) (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISK_FAULT_CONTROL");
  folder = getenv("DISK_FAULT_FOLDER");
  if (!path || !folder) return;
  __typeof__(&open) real_open = REAL(open);
  int fd = real_open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
}

static char mode(void) { return control ? *control : 'n'; }

static int below(const char *path) { return folder && path && strncmp(path, folder, strlen(folder)) == 0; }

static int fails(int error) {
  errno = error;
  return -1;
}

/* Error of an operation that changes a file; 0 if none. */
static int change_error(void) {
  switch (mode()) {
    case 'f': return ENOSPC;
    case 'r': return EROFS;
    case 'i': return EIO;
    case 's': return atomic_fetch_add(&operations, 1) % 17 == 0 ? EIO : 0;
    default: return 0;
  }
}

static int opened(const char *path, int fd) {
  if (fd >= 0 && fd < MOST) watched[fd] = below(path);
  return fd;
}

static int is_refused(const char *path, int flags) {
  if (!below(path)) return 0;
  if (mode() == 'r' && (flags & (O_WRONLY | O_RDWR | O_CREAT))) return EROFS;
  if (mode() == 'f' && (flags & O_CREAT) && access(path, F_OK) != 0) return ENOSPC;
  return 0;
}

#define OPEN(name)                                           \
  int name(const char *path, int flags, ...) {               \
    va_list rest;                                            \
    va_start(rest, flags);                                   \
    mode_t bits = (mode_t)va_arg(rest, int);                 \
    va_end(rest);                                            \
    int error = is_refused(path, flags);                     \
    if (error) return fails(error);                          \
    return opened(path, (REAL(name))(path, flags, bits));    \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < MOST) watched[fd] = 0;
  return (REAL(close))(fd);
}

/* libuv closes files by a direct system call, so the descriptor may belong to a connection by now. */
static int is_watched(int fd) {
  struct stat about;
  return fd >= 0 && fd < MOST && watched[fd] && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

/* A disk that becomes full stores the beginning of a write. */
static size_t taken(size_t count) { return mode() == 'f' && atomic_fetch_add(&operations, 1) % 2 ? count / 2 : 0; }

#define WRITE(name, arguments, call, shorter)                \
  ssize_t name arguments {                                   \
    int error = is_watched(fd) ? change_error() : 0;         \
    if (!error) return (REAL(name)) call;                    \
    size_t some = taken(count);                              \
    return some ? (REAL(name)) shorter : fails(error);       \
  }
WRITE(write, (int fd, const void *data, size_t count), (fd, data, count), (fd, data, some))
WRITE(pwrite, (int fd, const void *data, size_t count, off_t at), (fd, data, count, at), (fd, data, some, at))
WRITE(pwrite64, (int fd, const void *data, size_t count, off64_t at), (fd, data, count, at), (fd, data, some, at))

ssize_t writev(int fd, const struct iovec *parts, int count) {
  int error = is_watched(fd) ? change_error() : 0;
  return error ? fails(error) : (REAL(writev))(fd, parts, count);
}

#define CHANGE(name, arguments, call)                        \
  int name arguments {                                       \
    int error = is_watched(fd) ? change_error() : 0;         \
    return error ? fails(error) : (REAL(name)) call;         \
  }
CHANGE(ftruncate, (int fd, off_t size), (fd, size))
CHANGE(ftruncate64, (int fd, off64_t size), (fd, size))
CHANGE(fsync, (int fd), (fd))
CHANGE(fdatasync, (int fd), (fd))

int rename(const char *from, const char *to) {
  int error = below(to) ? change_error() : 0;
  return error ? fails(error) : (REAL(rename))(from, to);
}

#define READ(name, arguments, call)                                                   \
  ssize_t name arguments {                                                            \
    return is_watched(fd) && mode() == 'e' ? fails(EIO) : (REAL(name)) call;          \
  }
READ(read, (int fd, void *data, size_t count), (fd, data, count))
READ(pread, (int fd, void *data, size_t count, off_t at), (fd, data, count, at))
READ(pread64, (int fd, void *data, size_t count, off64_t at), (fd, data, count, at))
