#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace touchdown::host {
namespace {

std::string reason(int error) { return error != 0 ? std::strerror(error) : "no reason told"; }

bool status_of(const std::string &path, int standard, struct stat &status) {
  return path == "-" ? fstat(standard, &status) == 0 : stat(path.c_str(), &status) == 0;
}

// Files beside their final names, for a signal's handler to take away: it may call unlink, but nothing that allocates.
constexpr std::size_t most_unfinished = 8;
struct Unfinished {
  std::array<char, PATH_MAX> path;
  std::atomic<bool> used{false};
};
std::array<Unfinished, most_unfinished> unfinished;

void take_away(int signal) {
  for (const Unfinished &file : unfinished)
    if (file.used) unlink(file.path.data());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, take_away) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void remember(const std::string &path) {
  static const bool watching = (watch_signals(), true);
  for (Unfinished &file : unfinished)
    if (watching && !file.used && path.size() < file.path.size()) {
      std::copy(path.c_str(), path.c_str() + path.size() + 1, file.path.begin());
      file.used = true;
      return;
    }
}

void forget(const std::string &path) {
  for (Unfinished &file : unfinished)
    if (file.used && path == file.path.data()) file.used = false;
}

// The names that files will get, so that no two get the same.
std::vector<std::string> &taken() {
  static std::vector<std::string> names;
  return names;
}

mode_t mode_for(const std::string &path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 0777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// Where a link leads, so that it stays one.
std::string behind_links(const std::string &path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return error ? path : real.string();
}

}  // namespace

void refuse_overwriting(const std::string &path, const std::vector<std::string> &inputs) {
  struct stat output {
  }, input{};
  if (!status_of(path, STDOUT_FILENO, output) || !S_ISREG(output.st_mode)) return;
  for (const std::string &name : inputs)
    if (!name.empty() && status_of(name, STDIN_FILENO, input) && input.st_dev == output.st_dev &&
        input.st_ino == output.st_ino)
      throw std::runtime_error((path == "-" ? "<stdout>" : path) + ": is read as well (" + name +
                               "), and would be overwritten");
}

OutputBuffer::int_type OutputBuffer::overflow(int_type c) {
  if (!write_out()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

int OutputBuffer::sync() { return write_out() ? 0 : -1; }

bool OutputBuffer::write_out() {
  for (const char *at = pbase(); at < pptr();) {
    const ssize_t count = ::write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error_ = errno;
      return false;
    }
    at += count;
  }
  setp(part_.data(), part_.data() + part_.size());
  return true;
}

Output::Output(const std::string &path, const std::vector<std::string> &inputs)
    : name_(path == "-" ? "<stdout>" : path) {
  refuse_overwriting(path, inputs);
  if (path == "-")
    descriptor_ = dup(STDOUT_FILENO);
  else
    open(path);
  if (descriptor_ < 0) throw std::runtime_error(name_ + ": cannot be written: " + reason(errno));
  buffer_.use(descriptor_);
}

void Output::open(const std::string &path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return;
  }
  final_ = behind_links(path);
  if (access(final_.c_str(), F_OK) == 0 && access(final_.c_str(), W_OK) != 0) return;
  if (std::count(taken().begin(), taken().end(), final_) > 0)
    throw std::runtime_error(path + ": is to be written twice");
  std::string beside = final_ + ".XXXXXX";
  descriptor_ = mkostemp(beside.data(), O_CLOEXEC);
  if (descriptor_ < 0) return;
  fchmod(descriptor_, mode_for(final_));
  beside_ = beside;
  taken().push_back(final_);
  remember(beside_);
}

Output::~Output() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!final_.empty()) taken().erase(std::remove(taken().begin(), taken().end(), final_), taken().end());
  if (beside_.empty()) return;
  unlink(beside_.c_str());
  forget(beside_);
}

void Output::check() {
  if (!stream_) throw std::runtime_error(name_ + ": cannot be written: " + reason(buffer_.error()));
}

void Output::flush() {
  stream_.flush();
  check();
}

void Output::keep() {
  flush();
  bool good = beside_.empty() || fsync(descriptor_) == 0;
  good = close(descriptor_) == 0 && good;
  descriptor_ = -1;
  if (good && !beside_.empty()) {
    good = rename(beside_.c_str(), final_.c_str()) == 0;
    if (good) forget(beside_), beside_.clear();
  }
  if (!good) throw std::runtime_error(name_ + ": cannot be written: " + reason(errno));
}

bool finish_standard_output() {
  const bool taken_by_cout = static_cast<bool>(std::cout.flush());
  const bool was_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  const bool good = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return taken_by_cout && good && (!was_open || std::fclose(stdout) == 0);
}

}  // namespace touchdown::host
