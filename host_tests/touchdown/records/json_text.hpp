// Text in JSON: what is too deep, too long or ambiguous is refused as it is parsed.
#ifndef TOUCHDOWN_HOST_TESTS_JSON_TEXT_HPP
#define TOUCHDOWN_HOST_TESTS_JSON_TEXT_HPP

#include <functional>
#include <istream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "records/json_object.hpp"

namespace touchdown::host {

// Text that is no JSON, or none that is taken; where it stands is in its words.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using JsonCallback = std::function<bool(int depth, Json::parse_event_t event, Json &parsed)>;

// Throws JsonError. `callback`, if there is one, receives nlohmann's parser events, after the limits.
Json parse_json(std::istream &in, const JsonCallback &callback = nullptr);

}  // namespace touchdown::host

#endif
