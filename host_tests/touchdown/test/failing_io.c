/* Loaded in front of the C library: reading from, or writing to, a file whose name holds the text in FAIL_READ or
 * FAIL_WRITE is an input/output error once FAIL_AFTER bytes have gone through, as on a disk that dies. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t gone_through;

/* How many of `count` bytes go through; 0 once none do. */
static size_t allowed(const char *variable, int descriptor, size_t count) {
  const char *const wanted = getenv(variable), *const after = getenv("FAIL_AFTER");
  char link[64], name[4096];
  if (!wanted || !after) return count;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, name, sizeof name - 1);
  if (length <= 0) return count;
  name[length] = 0;
  if (!strstr(name, wanted)) return count;
  const size_t limit = (size_t)atoll(after), left = limit > gone_through ? limit - gone_through : 0;
  const size_t some = left < count ? left : count;
  gone_through += some;
  return some;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  ssize_t (*next)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  const size_t some = allowed("FAIL_READ", descriptor, count);
  if (some > 0 || count == 0) return next(descriptor, bytes, some);
  errno = EIO;
  return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  const size_t some = allowed("FAIL_WRITE", descriptor, count);
  if (some > 0 || count == 0) return next(descriptor, bytes, some);
  errno = EIO;
  return -1;
}
