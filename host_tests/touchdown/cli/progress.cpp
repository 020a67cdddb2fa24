#include "cli/progress.hpp"

#include <unistd.h>

namespace touchdown::host {
namespace {
constexpr std::chrono::milliseconds on_terminal{100}, elsewhere{5000};
constexpr const char *erase_line = "\r\x1b[K";
}  // namespace

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      begun_(Clock::now()),
      next_(begun_ + (terminal_ ? on_terminal : elsewhere)) {}

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
  std::fprintf(stderr, "%s%s ", terminal_ ? erase_line : "", what_.c_str());
  if (total_ > 0) std::fprintf(stderr, "%s ", bar(done).c_str());
  std::fprintf(stderr, "%zu", done);
  if (total_ > 0) std::fprintf(stderr, " of %zu, %.0f s left", total_, seconds_left(done));
  std::fputs(terminal_ ? "" : "\n", stderr);
  std::fflush(stderr);
}

std::string Progress::bar(std::size_t done) const {
  constexpr std::size_t width = 30;
  const std::size_t full = std::min(width, width * done / total_);
  return '[' + std::string(full, '#') + std::string(width - full, '-') + ']';
}

double Progress::seconds_left(std::size_t done) const {
  const double taken = std::chrono::duration<double>(Clock::now() - begun_).count();
  return done == 0 ? 0 : taken * static_cast<double>(total_ - std::min(done, total_)) / static_cast<double>(done);
}

Shard shard_in(const std::string &text) {
  unsigned long long number = 0, of = 0;
  char more = 0;
  if (text.find_first_not_of("0123456789/") != std::string::npos || text.size() > 20 ||
      std::sscanf(text.c_str(), "%llu/%llu%c", &number, &of, &more) != 2 || number < 1 || number > of)
    throw std::runtime_error("--shard " + text + ": not i/k with 1 <= i <= k");
  return {number, of};
}

ShardRange range_of(const Shard &shard, std::uint64_t count) {
  const std::uint64_t part = count / shard.of, rest = count % shard.of;
  const std::uint64_t begin = part * (shard.number - 1) + std::min(shard.number - 1, rest);
  const ShardRange range{begin, begin + part + (shard.number <= rest ? 1 : 0)};
  if (range.begin == range.end && shard.of > 1)
    std::fprintf(stderr, "touchdown: nothing of %llu is in part %llu of %llu\n", static_cast<unsigned long long>(count),
                 static_cast<unsigned long long>(shard.number), static_cast<unsigned long long>(shard.of));
  return range;
}

}  // namespace touchdown::host
