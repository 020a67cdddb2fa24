// What the library answers by Poisson's law alone: a hash for each method, over contacts and bodies of every family.
// A library that has no other law must print what one prints that has all.
#include <cstdio>

#define CALLS_PRECISION single_precision
#include "contact_calls.hpp"

namespace {

template <class Input, class Output>
void add(Input input, td_status (*resolve)(const Input *, Output *), std::int32_t method, calls::Trial &trial) {
  input.options.law = TD_LAW_POISSON;
  input.options.method = method;
  calls::single_precision::attempt(trial, input, *calls::single_precision::untouched<Output>(),
                                   [&](const Input &in, Output &out) { return resolve(&in, &out); });
}

}  // namespace

int main() {
  for (std::int32_t method = 0; method <= TD_METHOD_PLANAR; ++method) {
    calls::Hash hash;
    int solved = 0;
    for (std::uint32_t seed = 0; seed < 20000; ++seed) {
      calls::Trial contact(calls::Draw{seed}), body(calls::Draw{seed});
      add(calls::single_precision::draw_contact(contact.draw), td_resolve, method, contact);
      add(calls::single_precision::draw_body(body.draw), td_resolve_body, method, body);
      solved += (contact.status >= 0) + (body.status >= 0);
      hash.add(contact.hash.value());
      hash.add(body.hash.value());
    }
    std::printf("method %d: %d of 40000 solved, %016llx\n", static_cast<int>(method), solved,
                static_cast<unsigned long long>(hash.value()));
  }
  return 0;
}
