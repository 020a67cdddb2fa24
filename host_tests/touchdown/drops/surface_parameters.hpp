// Restitution and friction of a body on its ground, with their intervals, as `touchdown identify -o` writes them.
#ifndef TOUCHDOWN_HOST_TESTS_SURFACE_PARAMETERS_HPP
#define TOUCHDOWN_HOST_TESTS_SURFACE_PARAMETERS_HPP

#include "drops/surface_fit.hpp"

namespace touchdown::host {

struct SurfaceParameters {
  std::string source;  // the file
  std::size_t drops;   // they were found on
  RestitutionCurve restitution;
  std::vector<Estimate> e;  // at restitution.speed; one: a constant
  Estimate mu_k;
  double mu_s;
};

// Poisson's law on the slip path: with one e, or with e by approach speed. Throws std::runtime_error naming the file
// and what it lacks.
SurfaceParameters read_surface(const std::string &path, bool by_speed);

// The file of data/ for the body of that name. Throws std::runtime_error if it is missing.
std::string known_surface(const std::string &body);

// Gives every drop the surface, its e that of its approach speed.
void lay_on(std::vector<Drop> &drops, const SurfaceParameters &surface);

}  // namespace touchdown::host

#endif
