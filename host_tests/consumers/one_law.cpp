// What single impacts answer by Poisson's law, in float: a hash for each method, over contacts and bodies of every
// family, one in four of them with a field out of its range. A library that has no other law must print what one prints
// that has all.
#include <cstdio>

#define CALLS_PRECISION single_precision
#include "contact_calls.hpp"

namespace {

// The law and the method come last, so that what is spoiled is not they.
template <class Input, class Output>
bool add(Input input, td_status (*resolve)(const Input *, Output *), std::int32_t method, std::uint32_t seed,
         calls::Hash &hash) {
  calls::Trial trial{calls::Draw(seed)};
  if (seed % 4 == 0) trial.spoil = {seed / 4 % calls::Spoil::kinds, trial.draw.bits()};
  calls::single_precision::attempt(trial, input, *calls::single_precision::untouched<Output>(),
                                   [&](const Input &in, Output &out) {
                                     Input one = in;
                                     one.options.law = TD_LAW_POISSON;
                                     one.options.method = method;
                                     return resolve(&one, &out);
                                   });
  hash.add(trial.hash.value());
  return trial.status >= 0;
}

}  // namespace

int main() {
  for (std::int32_t method = 0; method <= TD_METHOD_PLANAR; ++method) {
    calls::Hash hash;
    int solved = 0;
    for (std::uint32_t seed = 0; seed < 20000; ++seed) {
      calls::Draw of_contact(seed), of_body(seed);
      td_contact contact = calls::single_precision::draw_contact(of_contact);
      if (method == TD_METHOD_PLANAR) calls::single_precision::flatten(contact, 0);
      solved += add(contact, td_resolve, method, seed, hash) ? 1 : 0;
      const td_body_contact body = calls::single_precision::draw_body(of_body);
      solved += add(body, td_resolve_body, method, seed, hash) ? 1 : 0;
    }
    std::printf("method %d: %d of 40000 solved, %016llx\n", static_cast<int>(method), solved,
                static_cast<unsigned long long>(hash.value()));
    if (solved < 5000) return 1;
  }
  return 0;
}
