#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <filesystem>
#include <iostream>

namespace touchdown::host {
namespace {

std::string reason(int error) { return error != 0 ? std::strerror(error) : "for no known reason"; }

// A file, by whatever name. A device, a pipe or a terminal may be read and written at once.
struct Claimed {
  dev_t device;
  ino_t number;  // 0: not there yet
  std::string name;
  bool is_written;

  bool is(const struct stat &status) const { return number == status.st_ino && device == status.st_dev; }
};

std::vector<Claimed> &claimed() {
  static std::vector<Claimed> files;
  return files;
}

std::vector<std::string> &inputs() {
  static std::vector<std::string> names;
  return names;
}

bool keeps_what_it_holds(const struct stat &status) { return S_ISREG(status.st_mode) || S_ISBLK(status.st_mode); }

[[noreturn]] void refuse_reading(const std::string &output, const std::string &input) {
  throw std::runtime_error(output + ": is read as well (" + input + "), and would be overwritten");
}

void claim_written(const struct stat &status, const std::string &name) {
  for (const Claimed &file : claimed()) {
    const bool same = file.number != 0 && file.is(status);
    if (same && !file.is_written) refuse_reading(name, file.name);
    if (file.is_written && (same || file.name == name)) throw std::runtime_error(name + ": is to be written twice");
  }
  claimed().push_back({status.st_dev, status.st_ino, name, true});
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
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    const bool ends_nothing = signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH ||
                              signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    if (!ends_nothing && std::signal(signal, take_away) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
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

// The open descriptor that a name stands for: "-", and the file to which standard output or error already goes, as
// /dev/stdout does. Else -1.
int standard_descriptor(const std::string &path) {
  if (path == "-") return STDOUT_FILENO;
  struct stat named {
  }, standard{};
  if (stat(path.c_str(), &named) != 0 || !S_ISREG(named.st_mode)) return -1;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    if (fstat(descriptor, &standard) == 0 && standard.st_dev == named.st_dev && standard.st_ino == named.st_ino)
      return descriptor;
  return -1;
}

}  // namespace

void claim_input(int descriptor, const std::string &name) {
  if (std::find(inputs().begin(), inputs().end(), name) == inputs().end()) inputs().push_back(name);
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || !keeps_what_it_holds(status)) return;
  for (const Claimed &file : claimed()) {
    if (!file.is(status)) continue;
    if (file.is_written) refuse_reading(file.name, name);
    return;
  }
  claimed().push_back({status.st_dev, status.st_ino, name, false});
}

std::vector<std::string> claimed_inputs() { return inputs(); }

ClaimedOutput::ClaimedOutput(const std::string &path) : name_(path == "-" ? "<stdout>" : behind_links(path)) {
  struct stat status {};
  const bool is_there = path == "-" ? fstat(STDOUT_FILENO, &status) == 0 : stat(path.c_str(), &status) == 0;
  if (is_there && !keeps_what_it_holds(status)) return;
  if (!is_there) status = {};
  claim_written(status, name_);
  is_claimed_ = true;
}

ClaimedOutput::~ClaimedOutput() {
  const auto is_this = [this](const Claimed &file) { return file.is_written && file.name == name_; };
  std::vector<Claimed> &files = claimed();
  if (is_claimed_) files.erase(std::remove_if(files.begin(), files.end(), is_this), files.end());
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

Output::Output(const std::string &path) : name_(path == "-" ? "<stdout>" : path), claim_(path) {
  const int standard = standard_descriptor(path);
  if (standard >= 0)
    descriptor_ = dup(standard);
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
  std::string beside = final_ + ".XXXXXX";
  sigset_t all, before;  // a signal before the file is remembered would leave it behind
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  descriptor_ = mkostemp(beside.data(), O_CLOEXEC);
  if (descriptor_ >= 0) remember(beside_ = beside);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (descriptor_ >= 0) fchmod(descriptor_, mode_for(final_));
}

Output::~Output() {
  if (descriptor_ >= 0) close(descriptor_);
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

std::unique_ptr<Output> wanted_output(const std::string &path) {
  return path.empty() ? nullptr : std::make_unique<Output>(path);
}

bool finish_standard_output() {
  const bool taken_by_cout = static_cast<bool>(std::cout.flush());
  const bool was_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  const bool good = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return taken_by_cout && good && (!was_open || std::fclose(stdout) == 0);
}

}  // namespace touchdown::host
