#include "progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace touchdown::host {
namespace {
constexpr std::chrono::milliseconds on_terminal{100}, elsewhere{5000};
constexpr const char *erase_line = "\r\x1b[K";
}  // namespace

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      next_(Clock::now() + (terminal_ ? on_terminal : elsewhere)) {}

Progress::~Progress() {
  if (terminal_ && shown_) std::fputs(erase_line, stderr);
}

void Progress::at(std::size_t done) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? on_terminal : elsewhere);
  shown_ = true;
  show(done);
}

void Progress::show(std::size_t done) const {
  std::fprintf(stderr, "%s%s %zu", terminal_ ? erase_line : "", what_.c_str(), done);
  if (total_ > 0) std::fprintf(stderr, " of %zu (%zu %%)", total_, 100 * done / total_);
  std::fputs(terminal_ ? "" : "\n", stderr);
  std::fflush(stderr);
}

}  // namespace touchdown::host
