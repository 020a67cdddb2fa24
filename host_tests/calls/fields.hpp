// The fields of every struct of the C headers, one line a struct, but for where an input says that results go; and what
// can be done with all fields: hash them, spoil one, show them. Compiled once for each precision, in a namespace of its
// own.
#ifndef TOUCHDOWN_CALLS_FIELDS_HPP
#define TOUCHDOWN_CALLS_FIELDS_HPP

#include <cstring>
#include <type_traits>

#include "touchdown/derivatives.h"
#include "touchdown/end_effector.h"
#include "touchdown/landing.h"
#include "touchdown/prepared.h"
#include "touchdown/saltation.h"
#include "trial.hpp"

namespace calls {
namespace CALLS_PRECISION {

// touchdown.h
template <class V>
void fields(V &v, td_surface &x) {
  v.all(x.mu_s, x.mu_k, x.e);
}
template <class V>
void fields(V &v, td_options &x) {
  v.all(x.law, x.method, x.steps, x.d1, x.d2);
}
template <class V>
void fields(V &v, td_contact_vector &x) {
  v.all(x.n, x.t, x.s);
}
template <class V>
void fields(V &v, td_contact_inertia &x) {
  v.all(x.nn, x.nt, x.ns, x.tt, x.ts, x.ss);
}
template <class V>
void fields(V &v, td_contact &x) {
  v.all(x.W, x.v, x.surface, x.options);
}
template <class V>
void fields(V &v, td_impact &x) {
  v.all(x.p, x.v, x.p_compression, x.p_sliding, x.p_sticking, x.p_reversed);
  v.optional(x.N_P, x.N_N, x.N_E);
  v.all(x.energy_before, x.energy_after, x.energy_friction, x.energy_restitution, x.cone_margin);
  v.optional(x.R1, x.R2, x.R3);
  v.all(x.case_number, x.mode_compression, x.mode_restitution, x.law, x.method, x.steps);
}
template <class V>
void fields(V &v, td_body_contact &x) {
  v.all(x.body.mass, x.body.inertia, x.r, x.n, x.body.v, x.body.w, x.surface, x.options);
}
template <class V>
void fields(V &v, td_body_impact &x) {
  v.all(x.impact, x.t, x.s, x.v, x.w);
}
template <class V>
void fields(V &v, td_restitution &x) {
  v.all(x.capture_speed, x.speed, x.e, x.points);
}
template <class V>
void fields(V &v, td_surface_pair &x) {
  v.all(x.a, x.b, x.mu_s, x.mu_k, x.restitution);
}

// prepared.h
template <class V>
void fields(V &v, td_response &x) {
  v.all(x.p, x.v, x.case_number);
}
template <class V>
void fields(V &v, td_prepared_slip &x) {
  v.all(x.sign, x.slowing, x.f, x.friction_after, x.slip_after);
}
template <class V>
void fields(V &v, td_prepared &x) {
  v.all(x.contact, x.short_way, x.after_stop, x.inverse_W, x.inverse_t, x.b, x.e, x.f_after, x.along);
}

// systems.h
template <class V>
void fields(V &v, td_pair &x) {
  v.all(x.a.mass, x.a.inertia, x.r_a, x.a.v, x.a.w, x.b.mass, x.b.inertia, x.r_b, x.b.v, x.b.w, x.n);
  v.all(x.surface, x.options);
}
template <class V>
void fields(V &v, td_pair_impact &x) {
  v.all(x.impact, x.t, x.s, x.v_a, x.w_a, x.v_b, x.w_b);
}
template <class V>
void fields(V &v, td_speeds &x) {
  v.all(x.system.n, x.system.M, x.system.L, x.J, x.system.u, x.axes, x.normal, x.system.constraints, x.system.A);
  v.all(x.system.hold, x.surface, x.options);
}
template <class V>
void fields(V &v, td_speeds_impact &x) {
  v.all(x.impact, x.t, x.s, x.redundant);
}
template <class V>
void fields(V &v, td_operational_space_inertia &x) {
  v.all(x.free, x.locked, x.blended);
}

// simultaneous.h
template <class V>
void fields(V &v, td_multi_contact &x) {
  v.all(x.rule, x.iterations, x.options);
}
template <class V>
void fields(V &v, td_contact_result &x) {
  v.all(x.p, x.v, x.p_compression, x.cone_margin, x.mode, x.t, x.s);
}
template <class V>
void fields(V &v, td_multi_contact_result &x) {
  v.all(x.energy_before, x.energy_after, x.approach_left, x.residual, x.restitution_scale, x.iterations);
}
template <class V>
void fields(V &v, td_point &x) {
  v.all(x.r, x.n, x.surface);
}
template <class V>
void fields(V &v, td_body_multi_contact &x) {
  v.all(x.body.mass, x.body.inertia, x.body.v, x.body.w, x.count, x.points, x.multi_contact);
}
template <class V>
void fields(V &v, td_body_multi_contact_impact &x) {
  v.all(x.result, x.v, x.w);
}
template <class V>
void fields(V &v, td_speeds_multi_contact &x) {
  v.all(x.system.n, x.system.M, x.system.L, x.system.u, x.system.constraints, x.system.A, x.system.hold);
  v.all(x.count, x.axes, x.J, x.normals, x.surfaces, x.multi_contact);
}
template <class V>
void fields(V &v, td_speeds_multi_contact_impact &x) {
  v.all(x.result, x.redundant);
}

// landing.h; of arrays in results, what is written
template <class V>
void fields(V &v, td_foot &x) {
  v.all(x.r, x.surface);
}
template <class V>
void fields(V &v, td_ground &x) {
  v.all(x.point, x.n);
}
template <class V>
void fields(V &v, td_lander &x) {
  v.all(x.mass, x.inertia, x.feet, x.foot, x.planes, x.ground, x.gravity, x.thrust, x.thrust_after, x.options);
  v.all(x.horizon, x.simultaneity_window, x.rest_speed, x.contact_duration, x.max_touchdowns, x.iterations);
}
template <class V>
void fields(V &v, td_lander_state &x) {
  v.all(x.x, x.q, x.v, x.w);
}
template <class V>
void fields(V &v, td_foot_outlook &x) {
  v.optional(x.time);
  v.all(x.v_n, x.outlook);
}
template <class V>
void fields(V &v, td_edge &x) {
  v.all(x.from, x.to, x.energy_margin, x.tipping_angle);
}
template <class V>
void fields(V &v, td_stability &x) {
  v.all(x.verdict, x.edges, x.worst);
  v.first(x.edges, x.edge);
}
template <class V>
void fields(V &v, td_touchdown &x) {
  v.all(x.foot, x.together, x.time, x.at, x.after, x.v_n, x.slip, x.p, x.p_n, x.mode_compression, x.mode_restitution);
  v.all(x.slide, x.energy_lost, x.rebound_speed);
  v.optional(x.rebound_height, x.peak_force);
  v.all(x.stability);
}
template <class V>
void fields(V &v, td_landing &x) {
  v.all(x.first, x.together, x.landing_class, x.count, x.chain_end);
  v.first(x.count, x.touchdown);
}
template <class V>
void fields(V &v, td_landing_errors &x) {
  v.all(x.e, x.mu, x.slope, x.vertical, x.lateral);
}
template <class V>
void fields(V &v, td_extremes &x) {
  v.optional(x.min, x.max);
  v.all(x.corner_min, x.corner_max);
}
template <class V>
void fields(V &v, td_landing_envelope &x) {
  v.all(x.landed, x.refused, x.time, x.impulse, x.energy_lost, x.rebound_speed, x.peak_force, x.energy_margin,
        x.tipping_angle);
  v.all(x.worst_corner, x.worst_verdict);
}
template <class V>
void fields(V &v, td_froude &x) {
  v.all(x.length, x.time, x.velocity, x.angular_velocity, x.acceleration, x.mass, x.inertia, x.impulse, x.force);
  v.all(x.energy);
}

// end_effector.h
template <class V>
void fields(V &v, td_effector_impact &x) {
  v.all(x.speeds, x.slide, x.energy_lost);
  v.optional(x.scale);
  v.all(x.limit, x.joint);
  v.optional(x.peak_force);
}

// derivatives.h
template <class V>
void fields(V &v, td_impact_derivatives &x) {
  v.all(x.impact, x.p, x.v, x.margin);
}
template <class V>
void fields(V &v, td_body_derivatives &x) {
  v.all(x.body, x.p, x.motion, x.margin);
}
template <class V>
void fields(V &v, td_body_multi_contact_derivatives &x) {
  v.all(x.body, x.motion, x.margin, x.redundant);
}
template <class V>
void fields(V &v, td_speeds_derivatives &x) {
  v.all(x.speeds, x.margin);
}
template <class V>
void fields(V &v, td_speeds_multi_contact_derivatives &x) {
  v.all(x.speeds, x.margin, x.redundant);
}
template <class V>
void fields(V &v, td_impact_inertia_derivatives &x) {
  v.all(x.derivatives, x.p, x.v);
}
template <class V>
void fields(V &v, td_body_pose_derivatives &x) {
  v.all(x.derivatives, x.impulse, x.motion);
}

// saltation.h
template <class V>
void fields(V &v, td_body_loads &x) {
  v.all(x.force, x.torque);
}
template <class V>
void fields(V &v, td_body_saltation &x) {
  v.all(x.body, x.X, x.E, x.margin);
}
template <class V>
void fields(V &v, td_touchdown_covariance &x) {
  v.all(x.at, x.after, x.margin);
}
template <class V>
void fields(V &v, td_landing_covariance &x) {
  v.all(x.at_count, x.after_count);
  for (std::int32_t i = 0; i < x.at_count && i < TD_MAX_TOUCHDOWNS; ++i) v.all(x.touchdown[i].at);
  v.first(x.after_count, x.touchdown);
}
template <class V>
void fields(V &v, td_speeds_flow &x) {
  v.all(x.before, x.after, x.M, x.J, x.A);
}
template <class V>
void fields(V &v, td_speeds_saltation &x) {
  v.all(x.speeds, x.margin);
}

// ---- What is done with them -----------------------------------------------------------------------------------------

// Walks down to numbers: Own::number(td_real &), Own::number(std::int32_t &), Own::pointer(const T *&).
template <class Own>
struct Visitor {
  template <class... T>
  void all(T &...x) {
    (visit(x), ...);
  }
  // Those that may be TD_NOT_APPLICABLE.
  template <class... T>
  void optional(T &...x) {
    may_be_absent = true;
    all(x...);
    may_be_absent = false;
  }
  template <class T, std::size_t N>
  void first(std::int32_t count, T (&x)[N]) {
    for (std::int32_t i = 0; i < count && i < static_cast<std::int32_t>(N); ++i) visit(x[i]);
  }
  void visit(td_real &x) { own().number(x); }
  void visit(std::int32_t &x) { own().number(x); }
  template <class T>
  void visit(const T *&x) {
    own().pointer(x);
  }
  template <class T, std::size_t N>
  void visit(T (&x)[N]) {
    for (T &entry : x) visit(entry);
  }
  template <class T>
  void visit(T &x) {
    fields(*this, x);
  }

  bool may_be_absent = false;

 private:
  Own &own() { return static_cast<Own &>(*this); }
};

using Word = std::conditional_t<sizeof(td_real) == 4, std::uint32_t, std::uint64_t>;
constexpr int fraction_bits = sizeof(td_real) == 4 ? 23 : 52;
constexpr Word exponent_mask = ((Word{1} << (8 * sizeof(td_real) - 1)) - 1) & ~((Word{1} << fraction_bits) - 1);

inline Word word_of(td_real x) {
  Word word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
inline td_real real_of(Word word) {
  td_real x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}
inline bool finite(td_real x) { return (word_of(x) & exponent_mask) != exponent_mask; }

struct Hasher : Visitor<Hasher> {
  explicit Hasher(Trial &t) : trial(t) {}
  void number(td_real &x) {
    trial.promise(finite(x) || (may_be_absent && x == TD_NOT_APPLICABLE), "finite outputs");
    const bool nan = x != x;  // which NaN is the machine's choice
    trial.hash.add(nan ? exponent_mask | 1U : word_of(x));
  }
  void number(std::int32_t &x) { trial.hash.add(static_cast<std::uint32_t>(x)); }
  template <class T>
  void pointer(const T *&) {}
  Trial &trial;
};

struct Counter : Visitor<Counter> {
  void number(td_real &) { ++count; }
  void number(std::int32_t &) { ++count; }
  template <class T>
  void pointer(const T *&) {
    ++count;
  }
  std::uint32_t count = 0;
};

inline td_real spoiled(td_real x, const Spoil &spoil) {
  constexpr Word sign = Word{1} << (8 * sizeof(td_real) - 1), one = 1;
  switch (spoil.kind) {
    case Spoil::nan:
      return real_of(exponent_mask | (one << (fraction_bits - 1)));
    case Spoil::infinity:
      return real_of(exponent_mask);
    case Spoil::minus_infinity:
      return real_of(exponent_mask | sign);
    case Spoil::denormal:
      return real_of(one << (fraction_bits / 2));
    case Spoil::huge:
      return real_of(exponent_mask - (one << fraction_bits) + (word_of(x) & ((one << fraction_bits) - 1)));
    case Spoil::negative:
      return -x;
    case Spoil::zero:
      return 0;
    case Spoil::tiny:
      return real_of((one << fraction_bits) + (word_of(x) & ((one << fraction_bits) - 1)));
    case Spoil::raw:
      return real_of(static_cast<Word>(spoil.word));
    default:
      return real_of(word_of(x) ^ (one << (spoil.kind - Spoil::flip_bits) % (8 * sizeof(td_real))));
  }
}

inline std::int32_t spoiled(std::int32_t x, const Spoil &spoil) {
  constexpr std::int32_t extremes[] = {0, INT32_MIN, INT32_MAX, -1, 1, 65536, 0, 1025, 65};
  if (spoil.kind < Spoil::flip_bits) return extremes[spoil.kind];
  if (spoil.kind == Spoil::raw) return static_cast<std::int32_t>(static_cast<std::uint32_t>(spoil.word));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) ^ (1U << (spoil.kind - Spoil::flip_bits) % 32));
}

struct Spoiler : Visitor<Spoiler> {
  Spoiler(Trial &t, const Spoil &how) : trial(t), spoil(how), left(how.field % t.input_fields) {}
  void number(td_real &x) {
    if (left-- != 0) return;
    x = spoiled(x, spoil);
    trial.spoiled = Trial::a_real;
  }
  void number(std::int32_t &x) {
    if (left-- != 0) return;
    x = spoiled(x, spoil);
    trial.spoiled = Trial::an_integer;
  }
  template <class T>
  void pointer(const T *&x) {
    if (left-- != 0) return;
    x = nullptr;
    trial.spoiled = Trial::a_pointer;
  }
  Trial &trial;
  const Spoil &spoil;
  std::uint32_t left;
};

struct Shower : Visitor<Shower> {
  explicit Shower(Reader &to) : reader(to) {}
  void number(td_real &x) { reader.real(static_cast<double>(x)); }
  void number(std::int32_t &x) { reader.integer(x); }
  template <class T>
  void pointer(const T *&x) {
    reader.integer(x == nullptr ? 0 : 1);
  }
  Reader &reader;
};

// ---- The call -------------------------------------------------------------------------------------------------------

template <class Input>
void apply(Trial &trial, const Spoil &spoil, Input &input) {
  if (spoil.kind == Spoil::nothing) return;
  Spoiler spoiler(trial, spoil);
  spoiler.all(input);
}

// A struct of inputs that holds no pointer into itself.
template <class Input>
void spoil_and_show(Trial &trial, Input &input) {
  Counter counter;
  counter.all(input);
  trial.input_fields = counter.count;
  apply(trial, trial.spoil, input);
  for (std::size_t i = 0; i < trial.more_count; ++i) apply(trial, trial.more[i], input);
  if (trial.reader == nullptr) return;
  Shower shower(*trial.reader);
  shower.all(input);
}

// Calls `function(input, output)`, and holds it to what every function promises: a refusal leaves the output untouched,
// an answer is finite.
template <class Input, class Output, class Function>
void attempt(Trial &trial, Input &input, Output &output, const Function &function) {
  static Output before;
  spoil_and_show(trial, input);
  std::memcpy(static_cast<void *>(&before), &output, sizeof output);
  if (trial.probe != nullptr) trial.probe->before();
  trial.status = function(input, output);
  if (trial.probe != nullptr) trial.probe->after();
  trial.hash.add(static_cast<std::uint32_t>(trial.status));
  if (trial.status < 0) {
    trial.promise(std::memcmp(&before, &output, sizeof output) == 0, "outputs untouched on refusal");
    return;
  }
  Hasher hasher(trial);
  hasher.all(output);
  if (trial.reader == nullptr) return;
  trial.reader->next();
  Shower shower(*trial.reader);
  shower.all(output);
}

template <class Output>
Output *untouched() {
  static Output output;
  std::memset(static_cast<void *>(&output), 0x5A, sizeof output);
  return &output;
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
