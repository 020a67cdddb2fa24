// What went over a link. Nothing that went wrong is left out: every frame sent is a greeting, a request or one of the
// repeats, every frame that came is garbled, or one of those below, or the answer to a greeting.
#ifndef TOUCHDOWN_HOST_TESTS_LINK_COUNTS_HPP
#define TOUCHDOWN_HOST_TESTS_LINK_COUNTS_HPP

#include <array>
#include <cstdint>
#include <string>

namespace touchdown {

struct LinkCounts {
  std::uint64_t requests = 0;         // put to the target
  std::uint64_t answers = 0;          // accepted; equal to `requests` once all is done
  std::uint64_t repeated = 0;         // requests sent again: the sum of the next four
  std::uint64_t timed_out = 0;        // because nothing came in time
  std::uint64_t damaged = 0;          // because one end heard something garbled, which may have been this
  std::uint64_t overtaken = 0;        // because a later request was answered first
  std::uint64_t interrupted = 0;      // because the target had started anew
  std::uint64_t garbled_here = 0;     // frames that arrived damaged
  std::uint64_t garbled_there = 0;    // frames that the target says arrived damaged
  std::uint64_t answered_before = 0;  // answers to what had been answered already
  std::uint64_t stale = 0;            // frames of no use: from before a greeting, or an answer to another request
  std::uint64_t greetings = 0;        // sessions asked for; more than `sessions` where one had to be repeated
  std::uint64_t sessions = 0;         // opened
  std::uint64_t resets = 0;           // times the target had started anew
};

struct NamedCount {
  const char *name, *meaning;
  std::uint64_t LinkCounts::*count;
};

constexpr std::array<NamedCount, 14> link_counts{{
    {"requests", "requests put", &LinkCounts::requests},
    {"answers", "answers accepted", &LinkCounts::answers},
    {"repeated", "requests sent again", &LinkCounts::repeated},
    {"timed_out", "of these: nothing came in time", &LinkCounts::timed_out},
    {"damaged", "of these: something arrived garbled", &LinkCounts::damaged},
    {"overtaken", "of these: a later one was answered first", &LinkCounts::overtaken},
    {"interrupted", "of these: the target had started anew", &LinkCounts::interrupted},
    {"garbled_here", "frames garbled on the way here", &LinkCounts::garbled_here},
    {"garbled_there", "frames garbled on the way there", &LinkCounts::garbled_there},
    {"answered_before", "answers that came again", &LinkCounts::answered_before},
    {"stale", "frames of no use", &LinkCounts::stale},
    {"greetings", "greetings sent", &LinkCounts::greetings},
    {"sessions", "sessions opened", &LinkCounts::sessions},
    {"resets", "times the target started anew", &LinkCounts::resets},
}};

inline LinkCounts &operator+=(LinkCounts &sum, const LinkCounts &more) {
  for (const NamedCount &named : link_counts) sum.*named.count += more.*named.count;
  return sum;
}

// "requests put: 349; answers accepted: 349; requests sent again: 0; ..."; what is zero goes without saying, but for
// these three.
inline std::string in_words(const LinkCounts &link) {
  std::string words;
  for (const NamedCount &named : link_counts) {
    const bool always = &named - link_counts.data() < 3;
    if (always || link.*named.count > 0)
      words += (words.empty() ? "" : "; ") + std::string(named.meaning) + ": " + std::to_string(link.*named.count);
  }
  return words;
}

// Whether anything was lost, damaged or repeated.
inline bool was_troubled(const LinkCounts &link) {
  return link.repeated + link.garbled_here + link.garbled_there + link.answered_before + link.stale + link.resets > 0;
}

}  // namespace touchdown

#endif
