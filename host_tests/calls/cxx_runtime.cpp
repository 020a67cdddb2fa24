// The part of a C++ runtime that the proofs need, for a compiler without one (toolchain/riscv-none-elf.cmake).
#include <cstdio>
#include <cstdlib>
#include <new>

void *operator new(std::size_t bytes) {
  void *const memory = std::malloc(bytes);
  if (memory == nullptr) {
    std::puts("no memory");
    std::_Exit(1);
  }
  return memory;
}
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept { return std::malloc(bytes); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

// Of statics within functions, made in one thread.
extern "C" {
int __cxa_guard_acquire(unsigned char *made);
void __cxa_guard_release(unsigned char *made);
int __cxa_guard_acquire(unsigned char *made) { return *made == 0 ? 1 : 0; }
void __cxa_guard_release(unsigned char *made) { *made = 1; }
}

namespace std {
const nothrow_t nothrow{};
[[noreturn]] void __throw_length_error(const char *what) {
  std::puts(what);
  std::_Exit(1);
}
[[noreturn]] void __throw_bad_alloc() { __throw_length_error("no memory"); }
[[noreturn]] void __throw_bad_array_new_length() { __throw_length_error("no memory"); }
}  // namespace std
