// Byte stuffing: every length around its block of 254 comes back, and no garbage is read or written past the end.
#include "cobs.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encode(const Bytes &bytes) {
  Bytes encoded(static_cast<std::size_t>(TD_COBS_BYTES(static_cast<std::int32_t>(bytes.size()))));
  const std::int32_t count = td_cobs_encode(bytes.data(), static_cast<std::int32_t>(bytes.size()), encoded.data());
  REQUIRE(count <= static_cast<std::int32_t>(encoded.size()));
  encoded.resize(static_cast<std::size_t>(count));
  return encoded;
}

// Decodes in place, as frames are.
std::int32_t decode(Bytes &bytes) {
  return td_cobs_decode(bytes.data(), static_cast<std::int32_t>(bytes.size()), bytes.data());
}

}  // namespace

TEST_CASE("examples of the paper") {
  CHECK(encode({}) == Bytes{1});
  CHECK(encode({0}) == Bytes{1, 1});
  CHECK(encode({0x11, 0, 0x22}) == Bytes{2, 0x11, 2, 0x22});
  CHECK(encode({0x11, 0, 0, 0}) == Bytes{2, 0x11, 1, 1, 1});
}

TEST_CASE("every length around a block comes back without a zero on the way") {
  for (const std::size_t period : std::initializer_list<std::size_t>{1, 2, 7, 253, 254, 255}) {
    for (std::size_t length = 0; length < 600; length++) {
      Bytes bytes(length);
      for (std::size_t i = 0; i < length; i++) bytes[i] = static_cast<std::uint8_t>((i + 1) % period);
      Bytes encoded = encode(bytes);
      for (const std::uint8_t byte : encoded) REQUIRE(byte != 0);
      const std::int32_t decoded = decode(encoded);
      REQUIRE(decoded == static_cast<std::int32_t>(length));
      encoded.resize(length);
      REQUIRE(encoded == bytes);
    }
  }
}

TEST_CASE("what is no encoding is refused") {
  Bytes zero_code{0, 1};
  CHECK(decode(zero_code) == -1);
  Bytes zero_inside{3, 1, 0};
  CHECK(decode(zero_inside) == -1);
  Bytes cut_short{5, 1, 2};
  CHECK(decode(cut_short) == -1);
  Bytes one_short{3, 1, 1, 1};  // seen red: a block that ends one byte past the frame, in what stands there
  CHECK(td_cobs_decode(one_short.data(), 2, one_short.data()) == -1);
}
