// `identify --model`: what tosses of a hinged body tell of it and of its impacts.
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_IDENTIFICATION_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_IDENTIFICATION_HPP

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "hinged/hinged_models.hpp"

namespace touchdown::host {

// Of one file of tosses.
struct HingedSet {
  std::string name;  // of the file
  std::size_t tosses;
  Ground ground;
  HingedNoise noise;
  std::vector<HingedImpact> impacts;
  std::vector<HingedImpulse> impulses;  // of them, those that models are held against
  std::vector<HingedFit> fits;
  std::vector<std::string> findings;  // sentences on the fits
};

struct HingedIdentification {
  HingedBody body;
  FlightProperties flights;
  std::vector<HingedSet> sets;  // that parameters were found on, then those that they were held against
};

// Bits of the impacts in contact space, where they were asked for on another place than here.
struct PlaceCheck {
  std::string place;
  std::size_t impacts = 0, same_bits = 0;
  double largest_difference = 0;  // of an impulse from that in double, as a part of it
};

struct HingedArguments {
  std::string data, model, check, impacts, report, place;
};

// Prints what was found. Throws CLI::RuntimeError(ExitStatus) where rows were left out or bits differ.
void identify_hinged(const HingedArguments &arguments);

// Sentences on the body.
std::vector<std::string> words_of(const HingedBody &body, const FlightProperties &flights, const HingedSet &set);
// Sentences on the models. Looks for the parameters of each impact, which takes seconds.
std::vector<std::string> findings(const HingedSet &set);

void write_hinged_report(std::ostream &page, const HingedIdentification &found);

}  // namespace touchdown::host

#endif
