// MuJoCo: contacts are springs there, at their stiffest here (solimp 0.9999), with the elliptic cone, the Newton solver
// to 1e-12 and no warm start. Its manual gives restitution by negative solref (stiffness and damping), so:
//   one step   the damping that turns the approach into e times it within a single step. It acts on slip just as on the
//              approach (this version has no solreffriction): a point that could stick is sent back at e times its
//              slip.
//   40 steps   a damped spring that the impact lasts some 40 steps on, for the e asked for; slip is followed step by
//   step.
// Steps take 1e-6 s, so that nothing moves. Derivatives: mjd_transitionFD of the one step, centered; of 40 steps
// central differences, as it would take them.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "peer.hpp"

namespace peers {
namespace {

constexpr double step = 1e-6, impedance = 0.9999, radius = 0.1;

struct Spring {
  double stiffness, damping;  // per unit of mass, of one step
};

// What a unit approach leaves the spring with.
double rebound(Spring spring) {
  double v = -1, x = 0;
  for (int i = 0; i < 1000 && x <= 0; ++i) {
    v += std::max(0.0, -spring.stiffness * x - spring.damping * v);
    x += v;
  }
  return v;
}

Spring spring(double e, int steps) {
  if (steps == 1) return {0, 1 + e};
  const double pace = 3.14159265358979 / steps;
  double lo = 0, hi = 2 * pace;
  for (int i = 0; i < 60; ++i) {
    const double damping = (lo + hi) / 2;
    (rebound({pace * pace, damping}) > e ? lo : hi) = damping;
  }
  return {pace * pace, lo};
}

std::string description(const Strike &s, int steps) {
  const Spring made = spring(s.e, steps);
  const double keep = impedance * impedance;  // its formula divides the stiffness by it
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><size njmax='8' nconmax='2' nstack='20000'/><option gravity='0 0 0' timestep='" << step
       << "' cone='elliptic' solver='Newton' tolerance='1e-12'/>"
       << "<default><geom solimp='" << impedance << " " << impedance << " 0.001' solref='"
       << -made.stiffness / (step * step) * keep << " " << -made.damping / step * impedance << "' friction='" << s.mu
       << " 0 0'/></default><worldbody><geom type='plane' size='0 0 1' pos='" << s.r.transpose() << "' zaxis='"
       << s.n.transpose() << "'/><body><freejoint/><inertial pos='0 0 0' mass='" << s.mass << "' diaginertia='"
       << s.inertia.transpose() << "'/><geom type='sphere' size='" << radius << "' pos='"
       << (s.r + s.n * (radius - 1e-12)).transpose() << "'/></body></worldbody></mujoco>";
  return text.str();
}

mjModel *model(const std::string &text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "strike.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char error[300] = "";
  mjModel *const made = mj_loadXML("strike.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (made == nullptr) throw std::runtime_error(error);
  return made;
}

class Mujoco : public Peer {
 public:
  Mujoco(const std::vector<Strike> &strikes, int steps) : strikes_(strikes), steps_(steps) {
    mju_user_warning = [](const char *) {};
    for (const Strike &strike : strikes) {
      models_.push_back(model(description(strike, steps)));
      data_.push_back(mj_makeData(models_.back()));
    }
  }

  ~Mujoco() override {
    for (mjData *const data : data_) mj_deleteData(data);
    for (mjModel *const made : models_) mj_deleteModel(made);
  }

  After resolve(std::size_t strike) override {
    const Motion after = run(strike, motion_of(strikes_[strike]));
    return {after.head<3>(), after.tail<3>()};
  }

  std::optional<Slopes> slopes(std::size_t strike) override {
    constexpr double change = 1e-6;
    const Motion before = motion_of(strikes_[strike]);
    Slopes result;
    if (steps_ == 1) {
      place(strike, before);
      Eigen::Matrix<mjtNum, 12, 12, Eigen::RowMajor> A;
      mjd_transitionFD(models_[strike], data_[strike], change, 1, A.data(), nullptr, nullptr, nullptr);
      return A.bottomRightCorner<6, 6>();
    }
    for (int j = 0; j < 6; ++j) {
      const Motion by = change * Motion::Unit(j);
      result.col(j) = (run(strike, before + by) - run(strike, before - by)) / (2 * change);
    }
    return result;
  }

 private:
  using Motion = Eigen::Matrix<double, 6, 1>;

  static Motion motion_of(const Strike &strike) {
    Motion motion;
    motion << strike.v, strike.w;
    return motion;
  }

  void place(std::size_t strike, const Motion &motion) {
    mjData &data = *data_[strike];
    const mjtNum at[] = {0, 0, 0, 1, 0, 0, 0};
    std::memcpy(data.qpos, at, sizeof at);
    std::memset(data.qacc_warmstart, 0, 6 * sizeof(mjtNum));
    Motion::Map(data.qvel) = motion;
  }

  Motion run(std::size_t strike, const Motion &motion) {
    mjData &data = *data_[strike];
    place(strike, motion);
    for (int i = 0; i < steps_; ++i) {
      mj_step(models_[strike], &data);
      if (data.ncon == 0) break;
    }
    return Motion::Map(data.qvel);
  }

  const std::vector<Strike> &strikes_;
  int steps_;
  std::vector<mjModel *> models_;
  std::vector<mjData *> data_;
};

}  // namespace

std::vector<Way> ways() {
  return {way<Mujoco>("MuJoCo, one step", Space::both, 1), way<Mujoco>("MuJoCo, 40 steps", Space::both, 40)};
}

}  // namespace peers
