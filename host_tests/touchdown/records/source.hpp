// What is read: a file or, by the name "-", standard input; plain or, where it is a file, gzipped. A read error is no
// end of file: it is thrown out of whatever reads, as is a gzip file that ends early or unpacks to far more than a
// table could.
#ifndef TOUCHDOWN_HOST_TESTS_SOURCE_HPP
#define TOUCHDOWN_HOST_TESTS_SOURCE_HPP

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>

struct gzFile_s;

namespace touchdown::host {

class SourceBuffer : public std::streambuf {
 public:
  explicit SourceBuffer(const std::string &path);
  SourceBuffer(const SourceBuffer &) = delete;
  SourceBuffer &operator=(const SourceBuffer &) = delete;
  ~SourceBuffer() override;

  const std::string &name() const { return name_; }
  // Of the file itself, packed or not; size 0: not known.
  std::size_t size() const { return size_; }
  std::size_t place() const;

 protected:
  int_type underflow() override;

 private:
  int read_pipe();
  void check_growth() const;

  std::string name_;
  gzFile_s *file_ = nullptr;  // null: a pipe or a device, whose rows are wanted as they come
  int descriptor_ = -1;       // then
  std::size_t size_ = 0, unpacked_ = 0;
  std::array<char, 1 << 16> part_{};
};

// Everything throws std::runtime_error naming the file.
class Source : private SourceBuffer, public std::istream {
 public:
  explicit Source(const std::string &path);
  using SourceBuffer::name;
  using SourceBuffer::place;
  using SourceBuffer::size;
};

}  // namespace touchdown::host

#endif
