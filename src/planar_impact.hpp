// Planar impact in closed form: Sun & Baruh 2022, section 2; DESIGN.md (E21)..(E27).
//
// Problem. One contact whose tangential motion stays on a line. While the point slips with sigma = sign(u),
//     du/dp = b - mu_k sigma a      dv_n/dp = 1 - mu_k sigma b        (normal form: W_nn = 1, v_n = -1)
// where a = W_tt / W_nn and b = W_nt / W_nn. Both slopes are constant, so slip stops after a known impulse; then the
// point sticks if the friction needed, R2 = |b| / a, is at most mu_s, and slides back otherwise.
//
// Cases (Baruh 2022, Table 1)
//     0 slides, slides                         3 slides, then slip ends and it sticks
//     1 slip ends and it sticks, sticks        4 slides, then slip ends and it slides back
//     2 slip ends and it slides back           5, 6 from rest: sticks, slides
// Degenerate inputs. mu_k = 0 and b = 0 need no care. a = 0 (no tangential mobility) has b = 0: slip never changes. In
// a jam, 1 <= mu_k sigma b, slip is always slowed, and the stop comes before compression can end.
#ifndef TOUCHDOWN_SRC_PLANAR_IMPACT_HPP
#define TOUCHDOWN_SRC_PLANAR_IMPACT_HPP

#include "normal_form.hpp"
#include "straight_path.hpp"

namespace touchdown {

template <class Scalar>
TOUCHDOWN_INLINE Course<Scalar> planar_impact(const NormalForm<Scalar> &contact) {
  const Scalar a = contact.tt;
  const Scalar b = contact.b.t;
  const Scalar mu_k = contact.mu_k;
  const Scalar u = contact.u.t;
  const Scalar sigma = u < 0 ? Scalar(-1) : Scalar(1);
  const Scalar b_magnitude = magnitude(b);

  const bool sticks = b_magnitude <= contact.mu_s * a;
  const bool at_rest = u == 0;
  const Scalar slowing = mu_k * a - sigma * b;  // -d|u|/dp
  StraightLegs<Scalar> legs;
  legs.f1 = 1 - mu_k * sigma * b;
  legs.length = at_rest ? 0 : slowing > 0 ? magnitude(u) / slowing : largest<Scalar>;
  const Scalar per_a = a > 0 ? 1 / a : 0;
  legs.f2 = sticks ? 1 - b * b * per_a : 1 - mu_k * b_magnitude;
  if (at_rest) legs.f1 = legs.f2;

  const StraightImpact<Scalar> impact = walk(contact.law, legs, at_first_touch<Scalar>());
  const Scalar back = b < 0 ? Scalar(-1) : Scalar(1);  // direction of renewed slip
  const bool stopped = impact.stopped_in != Stage::none;
  const Scalar slip = magnitude(u) - slowing * impact.p1;
  const Scalar slip_back = sticks ? 0 : (b_magnitude - mu_k * a) * impact.p2;

  Course<Scalar> course;
  course.normal = impact.end;
  course.p = {-mu_k * sigma * impact.p1 - (sticks ? b * per_a : mu_k * back) * impact.p2, 0};
  course.u = {stopped ? back * slip_back : sigma * slip, 0};
  course.friction_work =
      Scalar(0.5) * mu_k * ((stopped ? magnitude(u) : magnitude(u) + slip) * impact.p1 + slip_back * impact.p2);
  course.p_sliding = impact.p1;
  course.p_sticking = sticks ? impact.p2 : 0;
  course.p_reversed = sticks ? 0 : impact.p2;
  course.R1 = legs.f1 > 0 ? slowing / legs.f1 : largest<Scalar>;
  course.R2 = b_magnitude * per_a;
  course.starts_at_rest = at_rest;
  course.sticks = sticks;
  course.stopped_in = impact.stopped_in;
  course.law = impact.law;
  course.method = Method::planar;
  course.steps = 0;
  course.caveats = impact.caveats;
  return course;
}

}  // namespace touchdown

#endif
