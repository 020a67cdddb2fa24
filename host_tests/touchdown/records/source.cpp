#include "records/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace touchdown::host {
namespace {

// Tables of measurements pack to a tenth or so; what unpacks to more is made to fill a memory or a disk.
constexpr std::size_t any_growth_until = std::size_t{64} << 20, most_growth = 100;

std::string reason() { return errno != 0 ? std::strerror(errno) : "no reason told"; }

}  // namespace

SourceBuffer::SourceBuffer(const std::string &path) : name_(path == "-" ? "<stdin>" : path) {
  const int descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0 || S_ISDIR(status.st_mode)) {
    const std::string why = descriptor >= 0 && S_ISDIR(status.st_mode) ? "is a folder" : reason();
    if (descriptor >= 0) close(descriptor);
    throw std::runtime_error(name_ + ": cannot be read: " + why);
  }
  if (!S_ISREG(status.st_mode)) {
    descriptor_ = descriptor;
    return;
  }
  size_ = static_cast<std::size_t>(status.st_size);
  file_ = gzdopen(descriptor, "rb");
  if (file_ == nullptr) throw std::runtime_error(name_ + ": cannot be read");
}

SourceBuffer::~SourceBuffer() {
  if (file_ != nullptr) gzclose(file_);
  if (descriptor_ >= 0) close(descriptor_);
}

// What has come so far; zlib would wait until its buffer is full.
int SourceBuffer::read_pipe() {
  ssize_t count = 0;
  do count = read(descriptor_, part_.data(), part_.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) throw std::runtime_error(name_ + ": cannot be read to its end: " + reason());
  if (unpacked_ == 0 && count > 1 && part_[0] == '\x1f' && part_[1] == '\x8b')
    throw std::runtime_error(name_ + ": is gzipped; only a file is unpacked, not a pipe");
  return static_cast<int>(count);
}

std::size_t SourceBuffer::place() const {
  if (file_ == nullptr) return unpacked_;
  const z_off_t at = gzoffset(file_);
  return at > 0 ? static_cast<std::size_t>(at) : 0;
}

SourceBuffer::int_type SourceBuffer::underflow() {
  errno = 0;
  const int count = file_ == nullptr ? read_pipe() : gzread(file_, part_.data(), static_cast<unsigned>(part_.size()));
  int error = Z_OK;
  const std::string words = file_ == nullptr ? "" : gzerror(file_, &error);
  if (count < 0 || (count == 0 && error != Z_OK && error != Z_STREAM_END))
    throw std::runtime_error(name_ +
                             ": cannot be read to its end: " + (error == Z_ERRNO || words.empty() ? reason() : words));
  if (count <= 0) return traits_type::eof();
  unpacked_ += static_cast<std::size_t>(count);
  check_growth();
  setg(part_.data(), part_.data(), part_.data() + count);
  return traits_type::to_int_type(part_[0]);
}

void SourceBuffer::check_growth() const {
  if (file_ == nullptr || gzdirect(file_) != 0 || unpacked_ < any_growth_until || unpacked_ / most_growth < place())
    return;
  throw std::runtime_error(name_ + ": unpacks to more than " + std::to_string(most_growth) + " times its size");
}

Source::Source(const std::string &path) : SourceBuffer(path), std::istream(static_cast<SourceBuffer *>(this)) {
  exceptions(std::ios::badbit);
}

}  // namespace touchdown::host
