// What an engine is here: something that takes one tossed body on from a state before its first contact. Each adapter
// (<engine>.cpp) sets its engine up as well as its documentation allows, says how in its header, and lists the ways in
// which it can be asked, with the parameters that are to be fitted.
#ifndef TOUCHDOWN_PEERS_SIMULATOR_HPP
#define TOUCHDOWN_PEERS_SIMULATOR_HPP

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace peers {

using Vector = Eigen::Vector3d;
using Attitude = Eigen::Quaterniond;

// Eight spheres at the corners of a rigid body, over the ground z = 0. SI units. Body axes are the principal ones, and
// the centre of mass is their origin.
struct TossedBody {
  double mass;
  Vector inertia;  // principal
  Vector centre;   // of mass, from the tracked point
  double radius;
  std::vector<Vector> corners;  // centres of the spheres, from the centre of mass
  double gravity, width;
  double e, mu, mu_sliding, step;  // as `touchdown roll` has them for it
};

struct State {
  Vector x;    // of the centre of mass
  Attitude q;  // body to world
  Vector v, w;
};

struct Placed {
  Vector x;
  Attitude q;
};

class Simulator {
 public:
  Simulator() = default;
  Simulator(const Simulator &) = delete;
  Simulator &operator=(const Simulator &) = delete;
  virtual ~Simulator() = default;
  virtual void start(const State &state) = 0;
  // On to a time since the start.
  virtual void to(double time) = 0;
  virtual Placed now() const = 0;
};

// One that goes in equal steps, no longer than `longest`, from each time that it is asked for to the next.
class Stepping : public Simulator {
 public:
  explicit Stepping(double longest) : longest_(longest) {}

  void start(const State &state) override {
    time_ = 0;
    put(state);
  }

  void to(double time) override {
    const int steps = std::max(1, static_cast<int>(std::ceil((time - time_) / longest_ - 1e-6)));
    const double h = (time - time_) / steps;
    for (int i = 0; i < steps; ++i) step(h);
    time_ = time;
  }

 private:
  virtual void put(const State &state) = 0;
  virtual void step(double h) = 0;

  double longest_, time_ = 0;
};

struct Parameter {
  std::string name;
  double least, start, most;
  bool by_ratio;  // searched by its logarithm
};

struct Tossing {
  std::string name;
  std::vector<Parameter> parameters;
  // The values in the order of the parameters. The body outlives the simulator.
  std::function<std::unique_ptr<Simulator>(const TossedBody &, const std::vector<double> &)> make;
};

// Every adapter defines this.
std::vector<Tossing> tossings();

template <class Kind, class... Settings>
Tossing tossing(const std::string &name, const std::vector<Parameter> &parameters, Settings... settings) {
  return {name, parameters, [=](const TossedBody &body, const std::vector<double> &values) {
            return std::make_unique<Kind>(body, values, settings...);
          }};
}

}  // namespace peers

#endif
