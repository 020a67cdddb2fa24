#include "drops/impact_model.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <filesystem>

#include "drops/rebound.hpp"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Matrix = Matrix3<double>;

constexpr int direction_rounds = 200;

Matrix cross_matrix(const Vector &r) {
  Matrix matrix;
  matrix << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  return matrix;
}

// Impulse that ends with the normal speed -e v_n and with slip, if any, against the friction that acts: the direction
// of slip after the impact is found by going round.
Vector sliding_impulse(const Matrix &W, const Vector &velocity, const Vector &n, double e, double mu) {
  const Matrix in_ground = Matrix::Identity() - n * n.transpose();
  Vector direction = (in_ground * velocity).normalized(), impulse = Vector::Zero();
  for (int round = 0; round < direction_rounds; ++round) {
    const Vector push = n - mu * direction;
    const double slope = n.dot(W * push);
    if (!(slope > 0)) break;  // jams: no end under this friction
    impulse = push * (-(1 + e) * n.dot(velocity) / slope);
    const Vector slip = in_ground * (velocity + W * impulse);
    const Vector turned = (direction + slip / std::max(slip.norm(), 1e-12)).normalized();
    if ((turned - direction).norm() < 1e-10) break;
    direction = turned;
  }
  return impulse;
}

// On a contact with this W and velocity.
Vector one_step_impulse(const Matrix &W, const Vector &velocity, const Vector &n, double e, double mu) {
  if (velocity.dot(n) >= 0) return Vector::Zero();
  const Vector stuck = W.inverse() * (-e * velocity.dot(n) * n - velocity);
  const double normal = stuck.dot(n);
  const bool sticks = (stuck - normal * n).norm() <= mu * normal;
  return sticks ? stuck : sliding_impulse(W, velocity, n, e, mu);
}

Motion one_step(const DropBody &body, double e, double mu) {
  const Matrix inverse = body.inertia.inverse(), arm = cross_matrix(body.r);
  const Matrix W = Matrix::Identity() / body.mass - arm * inverse * arm;
  const Vector impulse = one_step_impulse(W, body.v + body.w.cross(body.r), body.n, e, mu);
  return {body.v + impulse / body.mass, body.w + inverse * body.r.cross(impulse)};
}

// null: no bound.
double end_of(JsonObject json, const char *key, double open) {
  return json.at(key).is_null() ? open : json.number<double>(key);
}

Estimate read_estimate(JsonObject json) {
  const Estimate open{json.number<double>("value")};
  return {open.value, end_of(json, "at_least", open.least), end_of(json, "at_most", open.most)};
}

SurfaceParameters surface_of(JsonObject json, bool by_speed) {
  if (json.has("e")) {
    const Estimate e{json.number<double>("e")}, mu_k{json.number<double>("mu")};
    return {{}, 0, {0, {0}, {e.value}}, {e}, mu_k, json.number<double>("mu_s", mu_k.value)};
  }
  JsonObject fit = by_speed ? json.object("by_speed") : json.objects("constant", 100).front();
  SurfaceParameters surface{{}, json.at("drops").get<std::size_t>(), {},
                            {}, read_estimate(fit.object("mu_k")),   fit.number<double>("mu_s")};
  JsonObject restitution = fit.object("restitution");
  surface.restitution.speed = restitution.list<double>("speed", 0);
  for (JsonObject &e : restitution.objects("e", TD_MAX_RESTITUTION_POINTS)) {
    surface.e.push_back(read_estimate(e));
    surface.restitution.e.push_back(surface.e.back().value);
  }
  if (surface.restitution.speed.size() != surface.e.size())
    throw std::runtime_error(restitution.place_of("speed") + " must have as many numbers as e");
  if (by_speed) surface.restitution.capture_speed = json.number<double>("capture_speed");
  return surface;
}

}  // namespace

double restitution_at(const RestitutionCurve &curve, double approach_speed) {
  const std::size_t points = curve.speed.size();
  if (points > TD_MAX_RESTITUTION_POINTS) throw std::runtime_error("a restitution table of too many points");
  Restitution<double> table{curve.capture_speed, {}, {}, static_cast<std::int32_t>(points)};
  std::copy_n(curve.speed.begin(), points, table.speed);
  std::copy_n(curve.e.begin(), points, table.e);
  double e = 0;
  const Status status = touchdown::restitution_at(table, approach_speed, e);
  if (status != TD_SOLVED) throw std::runtime_error(std::string("restitution table ") + td_status_name(status));
  return e;
}

double approach_speed(const Drop &drop) { return -contact_speed(drop.body, {drop.body.v, drop.body.w}).normal; }

Motion predicted(const Drop &drop, const Model &model, double e, const Friction &friction) {
  if (model.handling == Handling::one_step) return one_step(drop.body, e, friction.mu_k);
  BodyContact<double> body = in_scalar<double>(drop.body);
  body.surface = {friction.mu_s, friction.mu_k, e};
  body.options.law = model.law;
  body.options.method = model.handling == Handling::frozen_direction ? TD_METHOD_ALGEBRAIC : TD_METHOD_SLIP_PATH;
  BodyImpact<double> impact;
  const Status status = resolve(body, impact);
  if (status < 0) throw std::runtime_error("drop " + drop.id + ": " + td_status_name(status));
  return {vector(impact.v), vector(impact.w)};
}

Deviation deviation(const Drop &drop, const Motion &motion) {
  const DropBody &body = drop.body;
  const Matrix root = Eigen::LLT<Matrix>(body.inertia / body.mass).matrixU();
  Deviation off, measured;
  off << motion.v - drop.after.v, root * (motion.w - drop.after.w);
  measured << drop.after.v, root * drop.after.w;
  return off / measured.norm();
}

SurfaceParameters read_surface(const std::string &path, bool by_speed) {
  return read_input(path, "drops/surface", [&](const JsonObject &json) {
    SurfaceParameters surface = surface_of(json, by_speed);
    surface.source = path;
    return surface;
  });
}

std::string known_surface(const std::string &body) {
  const std::string path = data_folder() + '/' + body + ".surface.json";
  if (std::filesystem::exists(path)) return path;
  throw std::runtime_error("the surface of " + body +
                           " is not known here; `touchdown identify -o` finds it, --surface "
                           "takes it");
}

void lay_on(std::vector<Drop> &drops, const SurfaceParameters &surface) {
  for (Drop &drop : drops)
    drop.body.surface = {surface.mu_s, surface.mu_k.value, restitution_at(surface.restitution, approach_speed(drop))};
}

}  // namespace touchdown::host
