#include "link/descriptor_stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace touchdown {
namespace {

constexpr std::chrono::seconds longest_write{10};

bool wait_for(short event, int descriptor, std::chrono::milliseconds timeout) {
  pollfd ready{descriptor, event, 0};
  return poll(&ready, 1, static_cast<int>(timeout.count())) > 0;
}

}  // namespace

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::string system_error(const std::string &what) { return what + ": " + std::strerror(errno); }

void DescriptorStream::use(Descriptor descriptor) {
  descriptor_ = std::move(descriptor);
  const int flags = fcntl(descriptor_.get(), F_GETFL);
  if (flags < 0 || fcntl(descriptor_.get(), F_SETFL, flags | O_NONBLOCK) != 0) throw TargetError(system_error("fcntl"));
}

std::vector<std::uint8_t> DescriptorStream::read(std::chrono::milliseconds timeout) {
  std::vector<std::uint8_t> bytes;
  if (!wait_for(POLLIN, descriptor_.get(), timeout)) return bytes;
  bytes.resize(4096);
  const ssize_t count = ::read(descriptor_.get(), bytes.data(), bytes.size());
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) throw TargetError(obituary());
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

void DescriptorStream::write(const std::vector<std::uint8_t> &bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(descriptor_.get(), bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR && errno != EAGAIN) throw TargetError(obituary());
    if (count > 0) written += static_cast<std::size_t>(count);
    if (count <= 0 && !wait_for(POLLOUT, descriptor_.get(), longest_write))
      throw TargetError("the target has taken nothing for " + std::to_string(longest_write.count()) + " s");
  }
}

}  // namespace touchdown
