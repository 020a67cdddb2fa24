// What a peer is: an engine that says how one body leaves one impact. Each adapter (<engine>.cpp) sets its engine up as
// well as its documentation allows, says how in its header, and lists the ways in which it can be asked.
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

// Of v and w after, by v and w before.
using Slopes = Eigen::Matrix<double, 6, 6>;

class Peer {
 public:
  Peer() = default;
  Peer(const Peer &) = delete;
  Peer &operator=(const Peer &) = delete;
  virtual ~Peer() = default;
  // The strike of that number, of those that the peer was made for. Whatever can be done once for a body was done then.
  virtual After resolve(std::size_t strike) = 0;
  // None of a peer that offers no derivatives.
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
