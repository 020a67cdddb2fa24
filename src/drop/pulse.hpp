// The force pulse of a drop test: where it began and ended, and where it was greatest, from chords at several levels
// (docs/theory, D.4-D.7). Times are in bins of the trace, from the first point of the record.
#ifndef TOUCHDOWN_DROP_PULSE_HPP
#define TOUCHDOWN_DROP_PULSE_HPP

#include "drop/trace.hpp"

namespace touchdown::drop {

template <class Scalar>
struct Pulse {
  std::int32_t top, first, last;  // bins: of the greatest force, and of the lobe around it
  std::int32_t rises;             // of the whole record
  bool parted, pulled;            // the force went between two rises; it pulled
  Scalar force;                   // greatest, of a bin [m/s]
  Scalar begin, split, end;
  Scalar begin_spread, end_spread;  // standard uncertainties of the first and the last, by how the flanks bend
  Scalar ratio;                     // duration after the split over that before
  Scalar ratio_uncertainty;         // standard
  Scalar crossing;                  // standard uncertainty of the crossing of a level

  Scalar middle() const { return static_cast<Scalar>(top) + Scalar(0.5); }  // of the top's bin
};

template <class Scalar>
std::int32_t top_of(const Trace<Scalar> &trace) {
  std::int32_t top = 0;
  for (std::int32_t k = 1; k < TD_DROP_POINTS; ++k)
    if (k < trace.bins() && trace.force(k) > trace.force(top)) top = k;
  return top;
}

// The bins around the top that are above its foot.
template <class Scalar>
void find_lobe(const Trace<Scalar> &trace, Pulse<Scalar> &pulse) {
  const Scalar foot = tolerance::pulse_foot<Scalar> * pulse.force;
  pulse.first = pulse.last = pulse.top;
  for (std::int32_t k = 1; k < TD_DROP_POINTS; ++k)
    if (pulse.first > 0 && trace.force(pulse.first - 1) > foot) --pulse.first;
  for (std::int32_t k = 1; k < TD_DROP_POINTS; ++k)
    if (pulse.last < trace.bins() - 1 && trace.force(pulse.last + 1) > foot) ++pulse.last;
}

// How long the force is above a level before and after the top, which lies in the middle of its bin.
template <class Scalar>
struct Chord {
  Scalar before, after;
};

template <class Scalar>
struct Chords {
  Chord<Scalar> at[tolerance::chords];
  static constexpr Scalar level(int i) {
    return tolerance::lowest_chord<Scalar> + tolerance::chord_step<Scalar> * static_cast<Scalar>(i);
  }
  // Levels up to a force, given as a part of the greatest.
  static std::int32_t levels_below(Scalar force) {
    const Scalar place = (force - tolerance::lowest_chord<Scalar>) / tolerance::chord_step<Scalar>;
    if (!(place >= 0)) return 0;
    return place < tolerance::chords - 1 ? static_cast<std::int32_t>(place) + 1 : tolerance::chords;
  }
};

// How long one flank is above each level. Most bins lie between two levels: above those below them all the time.
template <class Scalar>
class Flank {
 public:
  // A straight line from one force to another, as parts of the greatest, one bin long.
  void add(Scalar a, Scalar b) {
    const Scalar low = a < b ? a : b, high = a < b ? b : a;
    const std::int32_t below = Chords<Scalar>::levels_below(low), crossed = Chords<Scalar>::levels_below(high);
    if (below > 0) ++bins_above_[below - 1];
    for (std::int32_t i = below; i < crossed; ++i) crossing_[i] += (high - Chords<Scalar>::level(i)) / (high - low);
  }
  // From the highest level down.
  Scalar length(int level) {
    whole_ += bins_above_[level];
    return crossing_[level] + static_cast<Scalar>(whole_);
  }

 private:
  Scalar crossing_[tolerance::chords] = {};
  std::int32_t bins_above_[tolerance::chords] = {};  // no level but those up to this one
  std::int32_t whole_ = 0;
};

template <class Scalar>
Chords<Scalar> chords_of(const Trace<Scalar> &trace, const Pulse<Scalar> &pulse) {
  Flank<Scalar> before, after;
  const std::int32_t from = pulse.first > 0 ? pulse.first - 1 : 0;
  const std::int32_t to = pulse.last < trace.bins() - 1 ? pulse.last + 1 : trace.bins() - 1;
  const Scalar part = 1 / pulse.force;
  for (std::int32_t k = from; k < to; ++k) {
    const Scalar a = trace.force(k) * part, b = trace.force(k + 1) * part;
    (k < pulse.top ? before : after).add(a, b);
  }
  Chords<Scalar> chords;
  for (int i = tolerance::chords - 1; i >= 0; --i) chords.at[i] = {before.length(i), after.length(i)};
  return chords;
}

template <class Scalar>
Chord<Scalar> mean_of(const Chords<Scalar> &chords) {
  Chord<Scalar> mean{0, 0};
  for (const Chord<Scalar> &chord : chords.at) {
    mean.before += chord.before;
    mean.after += chord.after;
  }
  return {mean.before / tolerance::chords, mean.after / tolerance::chords};
}

// (D.5), (D.6)
template <class Scalar>
void fit_chords(const Chords<Scalar> &chords, Pulse<Scalar> &pulse) {
  const Chord<Scalar> mean = mean_of(chords);
  Scalar before = 0, after = 0, left = 0;
  for (const Chord<Scalar> &chord : chords.at) {
    before += (chord.before - mean.before) * (chord.before - mean.before);
    after += (chord.after - mean.after) * (chord.after - mean.after);
  }
  pulse.ratio = before > 0 ? square_root(after / before) : 0;
  for (const Chord<Scalar> &chord : chords.at) {
    const Scalar off = chord.after - mean.after - pulse.ratio * (chord.before - mean.before);
    left += off * off;
  }
  const Scalar crossing = tolerance::crossing<Scalar>;
  const Scalar variance = tolerance::chords_alike<Scalar> * (left / (tolerance::chords - 2) + crossing * crossing);
  pulse.ratio_uncertainty = before > 0 ? square_root(variance / before) : 1;
  pulse.crossing = square_root(variance);
  pulse.split = pulse.middle() + (mean.after - pulse.ratio * mean.before) / (1 + pulse.ratio);
}

// The flanks between two chords, extrapolated to 0.
template <class Scalar>
Chord<Scalar> drawn_down(const Chords<Scalar> &chords, int from) {
  constexpr int above = tolerance::foot_chord;
  const Chord<Scalar> &low = chords.at[from], &high = chords.at[from + above];
  const Scalar down = chords.level(from) / (chords.level(from + above) - chords.level(from));
  return {low.before + down * (low.before - high.before), low.after + down * (low.after - high.after)};
}

// (D.7); drawn down from further up as well, flanks that bend at their foot differ.
template <class Scalar>
void find_ends(const Chords<Scalar> &chords, Pulse<Scalar> &pulse) {
  const Chord<Scalar> foot = drawn_down(chords, 0), flank = drawn_down(chords, tolerance::foot_chord);
  pulse.begin = pulse.middle() - foot.before;
  pulse.end = pulse.middle() + foot.after;
  pulse.begin_spread = tolerance::bends_on<Scalar> * abs(foot.before - flank.before);
  pulse.end_spread = tolerance::bends_on<Scalar> * abs(foot.after - flank.after);
}

// How often the force rises, what happens between, and whether it pulls; a turn is what exceeds `least`.
template <class Scalar>
class Rises {
 public:
  Rises(Scalar least, Scalar foot) : least_(least), foot_(foot) {}

  void next(Scalar force, Pulse<Scalar> &pulse) {
    pulse.pulled = pulse.pulled || force < -least_;
    const Scalar on = rising_ ? force - extreme_ : extreme_ - force;  // further in the direction that it has
    if (on < -least_) {
      rising_ = !rising_;
      pulse.parted = pulse.parted || (rising_ && pulse.rises > 0 && extreme_ < foot_);
      pulse.rises += rising_;
    }
    if (on > 0 || on < -least_) extreme_ = force;
  }

 private:
  Scalar least_, foot_, extreme_ = 0;
  bool rising_ = false;
};

// `noise`: of a bin's force.
template <class Scalar>
void count_rises(const Trace<Scalar> &trace, Scalar noise, Pulse<Scalar> &pulse) {
  const Scalar share = tolerance::turn_share<Scalar> * pulse.force, least = tolerance::turn_noise<Scalar> * noise;
  Rises<Scalar> rises(max(share, least), tolerance::pulse_foot<Scalar> * pulse.force);
  for (std::int32_t k = 0; k < TD_DROP_POINTS; ++k)
    if (k < trace.bins()) rises.next(trace.force(k), pulse);
}

// The chords assume that restitution mirrors compression, so they may put the split only where the force is the
// greatest, to within noise and a bin.
template <class Scalar>
void hold_split(const Trace<Scalar> &trace, Scalar noise, Pulse<Scalar> &pulse) {
  const Scalar least = pulse.force - tolerance::turn_noise<Scalar> * noise;
  std::int32_t first = pulse.top, last = pulse.top;
  for (std::int32_t k = 1; k < TD_DROP_POINTS; ++k) {
    if (first > pulse.first && trace.force(first - 1) > least) --first;
    if (last < pulse.last && trace.force(last + 1) > least) ++last;
  }
  const Scalar low = static_cast<Scalar>(first) - Scalar(0.5), high = static_cast<Scalar>(last) + Scalar(1.5);
  pulse.split = clamp(pulse.split, low, high);
}

// `noise`: standard deviation of a bin's force [m/s].
template <class Scalar>
Pulse<Scalar> pulse_of(const Trace<Scalar> &trace, Scalar noise) {
  Pulse<Scalar> pulse{};
  pulse.top = top_of(trace);
  pulse.force = trace.force(pulse.top);
  find_lobe(trace, pulse);
  const Chords<Scalar> chords = chords_of(trace, pulse);
  fit_chords(chords, pulse);
  hold_split(trace, noise, pulse);
  find_ends(chords, pulse);
  count_rises(trace, noise, pulse);
  return pulse;
}

}  // namespace touchdown::drop

#endif
