// Random landers on legs of which some reach their stops, against a simulation that knows no impulse: there a stop is a
// stiff damper, and a foot that sticks bends a bristle that is stiffer by far.
//
// Seen red: with the coordinates of a rigid foot in strike_stops() of src/landing/leg_stops.hpp.
#include "landed_legs.hpp"
#include "landings_tried.hpp"

using namespace yielding;

namespace {

constexpr double h = 2e-5, gives = 1e-6, enough = 1e-3;

// Figures of the same made stiffer, how far the first may be off, and what nobody knows changes: 1e-5 of the speed, and
// stops each of which is 0.77 as stiff as the one before.
struct Expected {
  std::vector<Done> done;
  double uncertain, sensitive;
};

Expected integrate_finely(const Landing &landing, const std::vector<Done> &first) {
  Landing faster = landing;
  faster.v *= 1 + 1e-5;
  const std::vector<Done> stiff = Simulation(landing, h / 2, gives / 4, 600).run();
  const std::vector<Done> moved = Simulation(faster, h, gives).run();
  const std::vector<Done> uneven = Simulation(landing, h, gives, 300, 1.3).run();
  return {stiff, difference(stiff, first), std::max(difference(moved, first), difference(uneven, first))};
}

}  // namespace

TEST_CASE("strokes, peak forces and energies of landers on stops are those of an independent simulation") {
  const int cases = landings_tried(60);
  int unknown = 0, sensitive = 0, beyond = 0, stops = 0;
  double worst = 0;
  std::vector<double> all;
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 1);
    Landing landing = random_landing_on_stops(random);
    const Landed landed = land(in_fine_steps(landing), state_of(landing));
    for (std::size_t k = 0; k < landing.legs.size(); ++k) stops += landed.motion.leg[k].stops;
    if (landed.motion.outcome == TD_OUTCOME_TIPS) landing.time = landed.motion.time;
    const std::vector<Done> done = done_of(landed.motion, landing.legs.size());
    CHECK(landed.motion.energy_lost > 0);
    const std::vector<Done> first = Simulation(landing, h, gives).run();
    all.push_back(difference(first, done));
    if (all.back() <= enough) continue;
    const Expected expected = integrate_finely(landing, first);
    const double off = all.back() = difference(expected.done, done);
    if (off <= enough) continue;
    const bool known = off > enough + expected.uncertain, stable = off > enough + expected.sensitive;
    ++(known && stable ? beyond : known ? sensitive : unknown);
    if (known && stable) worst = std::max(worst, off);
    MESSAGE("landing ", i + 1, ": ", off, ", known to ", expected.uncertain, ", changed by ", expected.sensitive);
  }
  std::sort(all.begin(), all.end());
  const double median = all[all.size() / 2], nine_of_ten = all[all.size() * 9 / 10];
  MESSAGE(cases, " landings, ", stops, " stops: median ", median, ", nine of ten ", nine_of_ten, ", all ", all.back(),
          "; off by more than 1e-3: ", beyond, ", by no more than what is not known changes: ", sensitive,
          ", than the simulation knows: ", unknown, "; the worst ", worst);
  CHECK(stops > cases);
  CHECK(median < 5e-4);
  CHECK(beyond <= 1 + cases / 20);
  CHECK(worst < 5e-3);
}
