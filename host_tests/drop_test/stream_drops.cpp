// Streams synthetic drops to the drop_test firmware, as a rig would, and holds what comes back against this build of
// the library, bit for bit, and against what the drops were made from. Fails where they differ. Usage: stream_drops
// PLACE [drops], PLACE as in `touchdown replay --on`: mps2-an386, serial:/dev/ttyACM0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "drop_link.h"
#include "link/target.hpp"
#include "pulses.hpp"

namespace {

using pulses::Drop;
using pulses::Random;
using touchdown::Target;

Drop drop_number(int index) {
  Random random(static_cast<std::uint64_t>(index) + 1);
  Drop drop;
  drop.shape = index % 2 == 0 ? pulses::Shape::triangle : pulses::Shape::half_sine;
  drop.e = random.uniform(0.2, 0.8);
  drop.mu = random.uniform(0.1, 0.8);
  drop.rate = random.uniform(3000, 20000);
  drop.noise = 0.005 * drop.peak;
  drop.phase = random.uniform(0, 1);
  drop.behind = 60 + static_cast<int>(3 * drop.duration * drop.rate);
  return drop;
}

// A tilted box, which the measured surface is put under.
drop_link_question question_of(const Drop &drop) {
  drop_link_question question = {};
  td_body_contact &body = question.body;
  body.body.mass = 45;
  body.body.inertia[0] = body.body.inertia[1] = body.body.inertia[2] = 2;
  body.r[0] = td_real(0.1);
  body.r[2] = td_real(-0.3);
  body.n[2] = 1;
  body.body.v[0] = 3;
  body.body.v[2] = -static_cast<td_real>(drop.approach());
  return question;
}

// The same, here.
int expected(const Drop &drop, int index, const drop_link_question &question, drop_link_answer &answer) {
  Random random(static_cast<std::uint64_t>(index));
  const td_drop_test &test = pulses::stream(drop, pulses::rig_of(drop), random);
  answer = {};
  const td_status status = td_drop_impact_of(&test, nullptr, &answer.measured);
  td_body_contact body = question.body;
  body.surface = {answer.measured.mu.value, answer.measured.mu.value, answer.measured.e.value};
  answer.resolved_status = td_resolve_body(&body, &answer.resolved);
  return status;
}

// Returns the most instructions, or what else is counted there, that a sample took on the average of its batch.
std::uint32_t stream(Target &target, const Drop &drop, int index) {
  Random random(static_cast<std::uint64_t>(index));
  const td_drop_rig rig = pulses::rig_of(drop);
  drop_link_progress progress = {};
  target.call(DROP_LINK_START, rig, progress);
  drop_link_samples batch = {};
  std::uint32_t most = 0;
  const int count = pulses::samples_of(drop);
  for (int i = 0; i < count; ++i) {
    const pulses::Vector a = pulses::sample_of(drop, i, random);
    for (int k = 0; k < 3; ++k) batch.samples[batch.count].a[k] = static_cast<td_real>(a[static_cast<std::size_t>(k)]);
    if (++batch.count < DROP_LINK_BATCH && i + 1 < count) continue;
    const td_link_outcome outcome = target.call(DROP_LINK_SAMPLES, batch, progress);
    if (progress.taken > 0) most = std::max(most, outcome.counter / static_cast<std::uint32_t>(progress.taken));
    batch.count = 0;
  }
  return most;
}

bool try_drop(Target &target, int index) {
  const Drop drop = drop_number(index);
  const drop_link_question question = question_of(drop);
  const std::uint32_t most = stream(target, drop, index);
  drop_link_answer there = {}, here;
  const td_link_outcome outcome = target.call(DROP_LINK_IMPACT, question, there);
  const bool same = outcome.status == expected(drop, index, question, here) && outcome.status >= 0 &&
                    std::memcmp(&here, &there, sizeof here) == 0;
  const td_drop_impact &x = there.measured;
  const bool near = std::abs(static_cast<double>(x.e.value) - drop.e) <= 0.03 &&
                    std::abs(static_cast<double>(x.mu.value) - drop.mu) <= 0.05;
  std::printf(
      "drop %d: e %.3f +- %.3f (made with %.3f), mu %.3f +- %.3f (%.3f), %.1f ms; resolved: rebound %.2f m/s; %s a "
      "sample %u, report %u; bits %s\n",
      index + 1, static_cast<double>(x.e.value), static_cast<double>(x.e.uncertainty), drop.e,
      static_cast<double>(x.mu.value), static_cast<double>(x.mu.uncertainty), drop.mu,
      1000 * static_cast<double>(x.duration.value), static_cast<double>(there.resolved.v[2]),
      target.identity().counter.c_str(), most, outcome.counter, same ? "the same" : "DIFFER");
  return same && near;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "stream_drops PLACE [drops]\n");
    return 2;
  }
  try {
    Target target(argv[1]);
    std::printf("%s\n", target.identity().board.c_str());
    int bad = 0;
    for (int i = 0; i < (argc > 2 ? std::atoi(argv[2]) : 4); ++i) bad += !try_drop(target, i);
    std::printf(bad == 0 ? "all as here\n" : "%d FAILED\n", bad);
    return bad == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "stream_drops: %s\n", error.what());
    return 3;
  }
}
