// MuJoCo: a free body with eight spheres over a plane; elliptic cone, Newton's solver. Contacts are springs there, so
// what is fitted is friction, the spring's time constant and damping ratio (solref), its impedance (solimp, the same at
// any depth) and how much stiffer friction is (impratio). Steps of 1 ms, and of 0.25 ms.
#include <mujoco/mujoco.h>

#include <cstring>
#include <sstream>
#include <stdexcept>

#include "tosses/simulator.hpp"

namespace peers {
namespace {

std::string description(const TossedBody &body, const std::vector<double> &values) {
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><size njmax='100' nconmax='16'/><option gravity='0 0 " << -body.gravity
       << "' cone='elliptic' solver='Newton' impratio='" << values[4] << "'/><default><geom condim='3' friction='"
       << values[0] << " 0 0' solref='" << values[1] << " " << values[2] << "' solimp='" << values[3] << " "
       << values[3] << " 0.001'/></default><worldbody><geom type='plane' size='0 0 1'/><body><freejoint/>"
       << "<inertial pos='0 0 0' mass='" << body.mass << "' diaginertia='" << body.inertia.transpose() << "'/>";
  for (const Vector &corner : body.corners)
    text << "<geom type='sphere' size='" << body.radius << "' pos='" << corner.transpose() << "'/>";
  text << "</body></worldbody></mujoco>";
  return text.str();
}

mjModel *model(const std::string &text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "toss.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char error[300] = "";
  mjModel *const made = mj_loadXML("toss.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (made == nullptr) throw std::runtime_error(error);
  return made;
}

class Mujoco : public Stepping {
 public:
  Mujoco(const TossedBody &body, const std::vector<double> &values, double longest)
      : Stepping(longest), model_(model(description(body, values))), data_(mj_makeData(model_)) {
    mju_user_warning = [](const char *) {};
  }

  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  Placed now() const override {
    const mjtNum *const q = data_->qpos;
    return {{q[0], q[1], q[2]}, Attitude(q[3], q[4], q[5], q[6])};
  }

 private:
  // Linear velocity is the world's there, angular velocity the body's.
  void put(const State &s) override {
    mj_resetData(model_, data_);
    const Vector w = s.q.conjugate() * s.w;
    const mjtNum at[] = {s.x[0], s.x[1], s.x[2], s.q.w(), s.q.x(), s.q.y(), s.q.z()};
    const mjtNum by[] = {s.v[0], s.v[1], s.v[2], w[0], w[1], w[2]};
    std::memcpy(data_->qpos, at, sizeof at);
    std::memcpy(data_->qvel, by, sizeof by);
  }

  void step(double h) override {
    model_->opt.timestep = h;
    mj_step(model_, data_);
  }

  mjModel *model_;
  mjData *data_;
};

}  // namespace

std::vector<Tossing> tossings() {
  const Parameter mu{"mu", 0.05, 0.18, 0.5, true}, damping{"damping ratio", 0.05, 0.4, 1.5, true};
  const Parameter impedance{"impedance", 0.5, 0.95, 0.9999, false}, ratio{"impratio", 0.3, 3, 100, true};
  const auto time = [](double least) { return Parameter{"time constant", least, 2 * least, 0.03, true}; };
  return {tossing<Mujoco>("MuJoCo, 1 ms", {mu, time(0.002), damping, impedance, ratio}, 1e-3),
          tossing<Mujoco>("MuJoCo, 0.25 ms", {mu, time(0.0005), damping, impedance, ratio}, 0.25e-3)};
}

}  // namespace peers
