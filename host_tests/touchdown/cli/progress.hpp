// How far a long run has come, on stderr: in place on a terminal, a line every few seconds elsewhere.
#ifndef TOUCHDOWN_HOST_TESTS_PROGRESS_HPP
#define TOUCHDOWN_HOST_TESTS_PROGRESS_HPP

#include <chrono>
#include <cstddef>
#include <string>

namespace touchdown::host {

class Progress {
 public:
  // `total` 0: unknown.
  Progress(std::string what, std::size_t total);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  void at(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::size_t done) const;
  std::string bar(std::size_t done) const;
  double seconds_left(std::size_t done) const;

  std::string what_;
  std::size_t total_;
  bool terminal_, shown_ = false;
  Clock::time_point begun_, next_;
};

}  // namespace touchdown::host

#endif
