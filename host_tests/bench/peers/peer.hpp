// A peer: an engine that gives the motion of one body after one impact. Each adapter (<engine>.cpp) sets its engine up
// as well as its documentation allows, says how in its header, and lists the configurations in which it can be asked.
#ifndef TOUCHDOWN_PEERS_PEER_HPP
#define TOUCHDOWN_PEERS_PEER_HPP

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace peers {

using Vector = Eigen::Vector3d;

// A free body struck at r. World and body axes are the principal ones, the centre of mass is the origin. SI units.
struct Strike {
  double mass;
  Vector inertia;  // principal
  Vector r, n;     // from the centre of mass to the contact; normal out of the struck surface, of length 1
  Vector v, w;     // before; the point of contact approaches at 1 m/s
  double mu, e;
};

struct After {
  Vector v, w;
};

// Derivatives of v and w after by v and w before.
using Slopes = Eigen::Matrix<double, 6, 6>;

class Peer {
 public:
  Peer() = default;
  Peer(const Peer &) = delete;
  Peer &operator=(const Peer &) = delete;
  virtual ~Peer() = default;
  // The strike with that number. Work that a body needs once was done when the peer was made.
  virtual After resolve(std::size_t strike) = 0;
  // Absent if the peer offers no derivatives.
  virtual std::optional<Slopes> slopes(std::size_t) { return std::nullopt; }
};

enum class Space { plane, both };

struct Way {
  std::string name;
  Space space;
  // The strikes outlive the peer.
  std::function<std::unique_ptr<Peer>(const std::vector<Strike> &)> make;
};

// Every adapter defines this.
std::vector<Way> ways();

template <class Kind, class... Settings>
Way way(const std::string &name, Space space, Settings... settings) {
  return {name, space,
          [=](const std::vector<Strike> &strikes) { return std::make_unique<Kind>(strikes, settings...); }};
}

}  // namespace peers

#endif
