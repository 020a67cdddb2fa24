// The path of a file in memory that holds given bytes, for what reads files.
#ifndef TOUCHDOWN_HOST_TESTS_MEMORY_FILE_HPP
#define TOUCHDOWN_HOST_TESTS_MEMORY_FILE_HPP

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

class MemoryFile {
 public:
  MemoryFile(const std::uint8_t *bytes, std::size_t count) : descriptor_(memfd_create("input", 0)) {
    if (descriptor_ < 0 || write(descriptor_, bytes, count) != static_cast<ssize_t>(count)) std::abort();
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

#endif
