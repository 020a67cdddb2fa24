// The version and the limits of the linked library are those of the headers, by the preprocessor and by the
// build.
//
// Seen red: td_limits_of_library returning TD_MAX_CONTACTS for the feet, with -DTD_MAX_FEET=4; a law left out of
// TD_LAWS.
#include <doctest/doctest.h>

#include "touchdown/touchdown.h"

TEST_CASE("version of the linked library is that of the header") {
  CHECK(td_version() == TD_VERSION_MAJOR * 10000 + TD_VERSION_MINOR * 100 + TD_VERSION_PATCH);
}

TEST_CASE("the limits of the linked library are those of this compilation") {
  td_limits limits = {};
  REQUIRE(td_limits_of_library(&limits) == TD_SOLVED);
  CHECK(limits.max_speeds == TD_MAX_SPEEDS);
  CHECK(limits.max_constraints == TD_MAX_CONSTRAINTS);
  CHECK(limits.max_contacts == TD_MAX_CONTACTS);
  CHECK(limits.max_feet == TD_MAX_FEET);
  CHECK(limits.laws == (1 << TD_LAW_POISSON | 1 << TD_LAW_ENERGETIC | 1 << TD_LAW_NEWTON | 1 << TD_LAW_COMPROMISE |
                        1 << TD_LAW_AUTOMATIC));
  CHECK(limits.methods == (1 << TD_METHOD_SLIP_PATH | 1 << TD_METHOD_ALGEBRAIC | 1 << TD_METHOD_PLANAR));
  CHECK(td_limits_of_library(nullptr) == TD_REFUSED_NULL);
}
