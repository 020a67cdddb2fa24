// The version of the header, as the preprocessor and as the build read it.
#include <doctest/doctest.h>

#include "touchdown/touchdown.h"

TEST_CASE("version of the linked library is that of the header") {
  CHECK(td_version() == TD_VERSION_MAJOR * 10000 + TD_VERSION_MINOR * 100 + TD_VERSION_PATCH);
}
