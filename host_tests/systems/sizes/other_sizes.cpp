// A program that is compiled for other sizes than its library: results would be written beyond their end, so none of
// these may link.
#include "touchdown/end_effector.hpp"
#include "touchdown/simultaneous.hpp"

int main() {
  touchdown::SpeedsImpact<float> leg;
  touchdown::EffectorImpact<float> arm;
  touchdown::Invariants<float> invariants;
  touchdown::SpeedsMultiContactImpact<float> feet;
  touchdown::BodyMultiContactImpact<float> lander;
  return touchdown::resolve({}, leg) + touchdown::predict({}, arm) + touchdown::invariants({}, invariants) +
         touchdown::resolve({}, feet) + touchdown::resolve({}, lander);
}
