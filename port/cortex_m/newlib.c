/* What newlib asks of the system: standard output and error by semihosting, or to nowhere; a heap for tests and
 * examples; exit. */
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>

#include "board.h"
#include "semihosting.h"

extern char td_heap_begin[], td_heap_end[];

/* The C++ runtime distinguishes shared objects by this address; there is one only. */
extern void *__dso_handle;
void *__dso_handle;

int _write(int descriptor, const char *bytes, int count);
int _read(int descriptor, char *bytes, int count);
void *_sbrk(int bytes);
void _exit(int status) __attribute__((noreturn));
int _close(int descriptor);
int _fstat(int descriptor, struct stat *status);
int _isatty(int descriptor);
int _lseek(int descriptor, int offset, int whence);
int _kill(int process, int signal);
int _getpid(void);
int _open(const char *name, int flags, ...);
int _unlink(const char *name);
int _gettimeofday(void *time, void *zone);

int _write(int descriptor, const char *bytes, int count) {
  static int32_t handles[3];
  if (descriptor < 1 || descriptor > 2) {
    errno = EBADF;
    return -1;
  }
  if (!td_board_has_host()) return count;
  if (handles[descriptor] == 0) handles[descriptor] = td_semihosting_open(descriptor);
  return count - td_semihosting_write(handles[descriptor], bytes, (uint32_t)count);
}

void *_sbrk(int bytes) {
  static char *end = td_heap_begin;
  if (bytes > td_heap_end - end) {
    errno = ENOMEM;
    return (void *)-1; /* NOLINT: newlib's contract */
  }
  char *const begin = end;
  end += bytes;
  return begin;
}

void _exit(int status) { td_semihosting_exit(status); }

int _fstat(int descriptor, struct stat *status) {
  (void)descriptor;
  *status = (struct stat){.st_mode = S_IFCHR};
  return 0;
}

int _isatty(int descriptor) { return descriptor <= 2; }

/* There are no files, no processes, no clock. */
static int unsupported(void) {
  errno = ENOSYS;
  return -1;
}
int _read(int descriptor, char *bytes, int count) { return (void)descriptor, (void)bytes, (void)count, unsupported(); }
int _close(int descriptor) { return (void)descriptor, unsupported(); }
int _lseek(int descriptor, int offset, int whence) {
  return (void)descriptor, (void)offset, (void)whence, unsupported();
}
int _kill(int process, int signal) { return (void)process, (void)signal, unsupported(); }
int _getpid(void) { return 1; }
int _open(const char *name, int flags, ...) { return (void)name, (void)flags, unsupported(); }
int _unlink(const char *name) { return (void)name, unsupported(); }
int _gettimeofday(void *time, void *zone) { return (void)time, (void)zone, unsupported(); }
