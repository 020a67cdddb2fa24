// The C library's allocator, each call counted. The names of the program come before those of shared libraries, so that
// operator new and the engines' own allocators end here as well.
#include "allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *block, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<unsigned long> count{0};

}

extern "C" {
void *malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
void *calloc(std::size_t number, std::size_t size) {
  ++count;
  return __libc_calloc(number, size);
}
void *realloc(void *block, std::size_t size) {
  ++count;
  return __libc_realloc(block, size);
}
void *aligned_alloc(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
void *memalign(std::size_t alignment, std::size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void **block, std::size_t alignment, std::size_t size) {
  *block = aligned_alloc(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
}

namespace peers {

unsigned long allocations() { return count; }

}  // namespace peers
