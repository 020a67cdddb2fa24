// The depth of a call's stack, in bytes: the stack below it is painted before, and read after.
#ifndef TOUCHDOWN_BENCH_PAINTED_STACK_HPP
#define TOUCHDOWN_BENCH_PAINTED_STACK_HPP

#include <cstdint>

namespace bench {

class PaintedStack {
 public:
  // `painted` bytes below `top`, except the `margin`, which these functions and their caller may use
  // themselves.
  explicit PaintedStack(std::uint32_t painted = 40 * 1024, std::uint32_t margin = 128)
      : painted_(painted), margin_(margin) {}
  // `top`: the stack pointer where the call is made.
  void paint(void *top) {
    top_ = static_cast<volatile std::uint8_t *>(top);
    for (std::uint32_t i = margin_; i < painted_; ++i) *(top_ - i) = colour;
  }
  // 0: too little to be seen.
  std::uint32_t used() const {
    std::uint32_t deepest = painted_ - 1;
    while (deepest > margin_ && *(top_ - deepest) == colour) --deepest;
    return deepest > margin_ ? deepest : 0;
  }

 private:
  static constexpr std::uint8_t colour = 0xA5;
  std::uint32_t painted_, margin_;
  volatile std::uint8_t *top_ = nullptr;
};

}  // namespace bench

#endif
