// Prints recorded_tosses.inc, from which landing_cost throws the cube: the body of a JSON file as the library takes
// it, and the end of each toss's free flight, to six digits. As `touchdown roll` reads and fits them. Usage:
// recorded_tosses [TOSSES BODY]; those of the cube unless given
#include <cstdio>
#include <string>

#include "roll/thrown_body.hpp"

namespace {

using namespace touchdown;

// As a literal in float.
std::string number(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", value);
  const std::string text = digits;
  return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}

template <std::size_t count>
std::string numbers(const double (&values)[count]) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "{" : ", ") + number(value);
  return text + "}";
}

void print_foot(const Foot<double> &foot) {
  const std::string surface =
      number(foot.surface.mu_s) + ", " + number(foot.surface.mu_k) + ", " + number(foot.surface.e);
  std::printf("    {%s, %s, {%s}, %s},\n", numbers(foot.r).c_str(), number(foot.radius).c_str(), surface.c_str(),
              number(foot.mu_sliding).c_str());
}

void print_body(const Lander<double> &body) {
  std::printf("const td_foot recorded_feet[] = {\n");
  for (int i = 0; i < body.feet; ++i) print_foot(body.foot[i]);
  std::printf("};\n\ninline td_lander recorded_body() {\n  td_lander body = {};\n");
  std::printf("  body.mass = %s;\n", number(body.mass).c_str());
  for (int i = 0; i < 6; ++i) std::printf("  body.inertia[%d] = %s;\n", i, number(body.inertia[i]).c_str());
  for (int i = 0; i < 3; ++i) std::printf("  body.up[%d] = %s;\n", i, number(body.up[i]).c_str());
  std::printf("  body.feet = %ld;\n", static_cast<long>(body.feet));
  std::printf("  for (int i = 0; i < body.feet; ++i) body.foot[i] = recorded_feet[i];\n  body.planes = 1;\n");
  std::printf("  body.ground[0].point[2] = %s;\n", number(body.ground[0].point[2]).c_str());
  std::printf("  body.ground[0].n[2] = 1;\n  body.gravity[2] = %s;\n", number(body.gravity[2]).c_str());
  std::printf("  body.options.steps = %ld;\n", static_cast<long>(body.options.steps));
  std::printf("  body.step = %s;\n  body.horizon = %s;\n", number(body.step).c_str(), number(body.horizon).c_str());
  std::printf("  body.impacts = %ld;\n", static_cast<long>(body.impacts));
  std::printf("  body.iterations = %ld;\n  return body;\n}\n", static_cast<long>(body.iterations));
}

void print_flights(const host::ThrownBody &body, const std::vector<host::Toss> &tosses) {
  std::printf("\nconst td_lander_state recorded_flights[] = {\n");
  for (const host::Toss &toss : tosses) {
    const std::optional<host::FreeFlight> flight = host::fit_free_flight(body, toss.poses);
    if (!flight || flight->last + 1 >= toss.poses.size()) continue;
    const LanderState<double> end = host::state_of(*flight);
    std::printf("    {%s, %s, %s, %s},\n", numbers(end.x).c_str(), numbers(end.q).c_str(), numbers(end.v).c_str(),
                numbers(end.w).c_str());
  }
  std::printf("};\n");
}

}  // namespace

int main(int argc, char **argv) {
  const std::string folder = TOUCHDOWN_DROPS_FOLDER;
  const host::ThrownBody body = host::read_thrown_body(argc > 2 ? argv[2] : folder + "/cube.body.json");
  host::RowsLeftOut left_out;
  const std::vector<host::Toss> tosses =
      host::read_tosses(argc > 2 ? argv[1] : folder + "/cube_tosses.csv.gz", body, left_out);
  std::printf(
      "// Written by `recorded_tosses`: a body that was tossed, and its state as the free flight of each toss\n"
      "// ends: x, q, v, w.\n");
  print_body(body.lander);
  print_flights(body, tosses);
  return 0;
}
