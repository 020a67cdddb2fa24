// Box2D (plane only, single precision): a small ball at the end of the rod touches an edge, and the world takes one
// step so short that nothing moves. No warm start from the impact before, no position iterations, no sleep, bounce from
// any speed; 8 velocity iterations as its manual advises (50 err no less). Mass and inertia are set outright.
#include <box2d/box2d.h>

#include "peer.hpp"

namespace peers {
namespace {

b2Vec2 b2(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

class Box2d : public Peer {
 public:
  explicit Box2d(const std::vector<Strike> &strikes) : strikes_(strikes) {
    for (const Strike &strike : strikes) put(strike);
  }

  After resolve(std::size_t strike) override {
    const Strike &s = strikes_[strike];
    b2Body &body = *bodies_[strike];
    body.SetTransform({0, 0}, 0);
    body.SetLinearVelocity(b2(s.v.x(), s.v.y()));
    body.SetAngularVelocity(static_cast<float>(s.w.z()));
    worlds_[strike]->Step(step, iterations, 0);
    const b2Vec2 v = body.GetLinearVelocity();
    return {{v.x, v.y, 0}, {0, 0, body.GetAngularVelocity()}};
  }

 private:
  static constexpr int iterations = 8;
  static constexpr float step = 1e-6f, radius = 0.1f, overlap = 1e-3f;

  void put(const Strike &strike) {
    worlds_.push_back(std::make_unique<b2World>(b2Vec2(0, 0)));
    b2World &world = *worlds_.back();
    world.SetWarmStarting(false);
    world.SetContinuousPhysics(false);
    world.SetAllowSleeping(false);
    b2BodyDef fixed, moving;
    // Both overlap a little; the point of contact lies midway between ball and edge, which has a skin.
    const double x = strike.r.x(), y = strike.r.y(), half = overlap / 2;
    b2EdgeShape edge;
    edge.SetTwoSided(b2(x - 2, y + half - b2_polygonRadius), b2(x + 2, y + half - b2_polygonRadius));
    b2FixtureDef fixture;
    fixture.friction = static_cast<float>(strike.mu);
    fixture.restitution = static_cast<float>(strike.e);
    fixture.restitutionThreshold = 0;
    fixture.shape = &edge;
    world.CreateBody(&fixed)->CreateFixture(&fixture);
    moving.type = b2_dynamicBody;
    b2Body *const body = world.CreateBody(&moving);
    b2CircleShape ball;
    ball.m_radius = radius;
    ball.m_p = b2(x, y - half + radius);
    fixture.shape = &ball;
    body->CreateFixture(&fixture);
    b2MassData mass;
    mass.mass = static_cast<float>(strike.mass);
    mass.center.SetZero();
    mass.I = static_cast<float>(strike.inertia.z());
    body->SetMassData(&mass);
    bodies_.push_back(body);
  }

  const std::vector<Strike> &strikes_;
  std::vector<std::unique_ptr<b2World>> worlds_;
  std::vector<b2Body *> bodies_;
};

}  // namespace

std::vector<Way> ways() { return {way<Box2d>("Box2D", Space::plane)}; }

}  // namespace peers
