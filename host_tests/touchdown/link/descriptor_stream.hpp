// A stream over an open file descriptor: what emulator and serial device have in common.
#ifndef TOUCHDOWN_HOST_TESTS_DESCRIPTOR_STREAM_HPP
#define TOUCHDOWN_HOST_TESTS_DESCRIPTOR_STREAM_HPP

#include "link/stream.hpp"

namespace touchdown {

// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor &&other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor();
  int get() const { return number_; }

 private:
  int number_;
};

class DescriptorStream : public Stream {
 public:
  std::vector<std::uint8_t> read(std::chrono::milliseconds timeout) override;
  void write(const std::vector<std::uint8_t> &bytes) override;

 protected:
  void use(Descriptor descriptor);
  int descriptor() const { return descriptor_.get(); }

 private:
  Descriptor descriptor_;

  // Why the far end is gone, in a sentence.
  virtual std::string obituary() = 0;
};

// "what: the system's reason", for the last call that failed.
std::string system_error(const std::string &what);

}  // namespace touchdown

#endif
