// Input and output of a trial, in two lines.
#ifndef TOUCHDOWN_CALLS_PRINTER_HPP
#define TOUCHDOWN_CALLS_PRINTER_HPP

#include <cstdio>

#include "trial.hpp"

namespace calls {

class Printer final : public Reader {
 public:
  void next() override { std::printf("\ngives"); }
  void real(double value) override { std::printf(" %.17g", value); }
  void integer(std::int32_t value) override { std::printf(" %ld", static_cast<long>(value)); }
};

}  // namespace calls

#endif
