// The work of every public function on the machine this runs on: instructions of one call, the median and the worst of
// random inputs and the worst of inputs that were searched for, and the deepest stack of all of them, as painted.
//
//   work SHARES STEPS [ONLY]   so many shares of random inputs of each function, 10 000 at most, and so many steps of
//                       search for each share; below a function's line its slowest input, in the form of
//                       slowest_inputs.inc. ONLY: of one function, by its name; "float": of all but those in double
//
// The search climbs from the slowest of the random inputs, and from those that an earlier search left in
// slowest_inputs.inc: some of the integers that the input is drawn from are changed at random, or one field of it
// spoiled (NaN, infinities, denormal, huge, a flipped bit, ...), and what is not faster is kept. All of it is the same
// in every run.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "open.h"
#include "painted_stack.hpp"
#include "trial.hpp"

namespace {

constexpr std::uint32_t most_words = 2048;  // more than any input is drawn from

struct Change {
  std::uint32_t place, word;
};

// An input: the integers that Draw(seed) gives, some of them changed, and what is spoiled of the outcome.
struct Pinned {
  const char *function;
  std::uint32_t seed;
  calls::Spoil spoil;
  std::vector<Change> changes;
};

const std::vector<Pinned> &pinned_inputs() {
  static const std::vector<Pinned> list = {
#include "slowest_inputs.inc"
  };
  return list;
}

struct Input {
  std::uint32_t seed = 0, used = 0;
  calls::Spoil spoil;
  std::uint32_t words[most_words];

  explicit Input(std::uint32_t from) : seed(from) {
    calls::Draw draw(seed);
    for (std::uint32_t &word : words) word = draw.bits();
  }
  explicit Input(const Pinned &from) : Input(from.seed) {
    spoil = from.spoil;
    for (const Change &change : from.changes) words[change.place % most_words] = change.word;
  }

  void print(const char *function) const {
    std::printf("input {\"%s\", %luU, {%luU, %luU}, {", function, static_cast<unsigned long>(seed),
                static_cast<unsigned long>(spoil.kind), static_cast<unsigned long>(spoil.field));
    const Input unchanged(seed);
    const char *comma = "";
    for (std::uint32_t i = 0; i < used; ++i) {
      if (words[i] == unchanged.words[i]) continue;
      std::printf("%s{%luU, 0x%lxU}", comma, static_cast<unsigned long>(i), static_cast<unsigned long>(words[i]));
      comma = ", ";
    }
    std::printf("}},\n");
  }
};

class Meter final : public calls::Probe {
 public:
  Meter() {
    td_port_open(&port_);
    before();
    after();
    reading_ = counted;
  }
  void before() override {
    if (painting) stack_.paint(__builtin_dwarf_cfa());
    start_ = port_.counter(port_.context);
  }
  void after() override {
    const std::uint32_t passed = port_.counter(port_.context) - start_;
    counted = passed > reading_ ? passed - reading_ : 0;
    if (painting) deepest = std::max(deepest, stack_.used());
  }
  const td_port &port() const { return port_; }

  bool painting = false;
  std::uint32_t counted = 0, deepest = 0;

 private:
  td_port port_ = {};
  bench::PaintedStack stack_;
  std::uint32_t start_ = 0, reading_ = 0;  // what the counter counts of being read
};

// Of one function.
class Search {
 public:
  Search(const calls::Call &call, Meter &meter) : call_(call), meter_(meter) {}

  void random_inputs(std::uint32_t count) {
    for (std::uint32_t seed = 0; seed < count; ++seed) {
      meter_.painting = seed < painted_inputs;
      calls::Trial trial{calls::Draw(seed)};
      counts_.push_back(run(trial));
      remember(seed, counts_.back());
    }
    meter_.painting = false;
    std::sort(counts_.begin(), counts_.end());
  }

  void climb(std::uint32_t steps) {
    for (const Pinned &pinned : pinned_inputs())
      if (std::strcmp(pinned.function, call_.name) == 0)
        climb_from(std::make_unique<Input>(pinned), steps / (2 * starts));
    for (std::uint32_t i = 0; i < starts && i < counts_.size(); ++i)
      climb_from(std::make_unique<Input>(slowest_[i].seed), steps / starts);
    meter_.painting = true;
    cost_of(*best_);
    meter_.painting = false;
  }

  void print() const {
    std::printf("%-34s %8lu %9lu %9lu %9lu %7lu\n", call_.name, static_cast<unsigned long>(counts_.size()),
                static_cast<unsigned long>(counts_[counts_.size() / 2]), static_cast<unsigned long>(counts_.back()),
                static_cast<unsigned long>(best_cost_), static_cast<unsigned long>(meter_.deepest));
    best_->print(call_.name);
  }

 private:
  static constexpr std::uint32_t starts = 4, painted_inputs = 100;

  std::uint32_t run(calls::Trial &trial) {
    trial.probe = &meter_;
    call_.run(trial);
    return meter_.counted;
  }

  std::uint32_t cost_of(Input &input) {
    calls::Trial trial{
        calls::Draw(input.seed, reinterpret_cast<const std::uint8_t *>(input.words), sizeof input.words)};
    trial.spoil = input.spoil;
    const std::uint32_t cost = run(trial);
    input.used = most_words - static_cast<std::uint32_t>(trial.draw.unread() / sizeof *input.words);
    return cost;
  }

  void remember(std::uint32_t seed, std::uint32_t cost) {
    if (cost <= slowest_[starts - 1].cost) return;
    slowest_[starts - 1] = {seed, cost};
    std::sort(slowest_, slowest_ + starts, [](const Start &a, const Start &b) { return a.cost > b.cost; });
  }

  std::uint32_t changed(const Input &input, std::uint32_t word) {
    switch (draw_.below(5)) {
      case 0:
        return draw_.bits();
      case 1:
        return word ^ (1U << draw_.below(32));
      case 2:
        return word + (1U << draw_.below(32));
      case 3:
        return draw_.one_in(2) ? 0U : 0xFFFFFFFFU;
      default:
        return input.words[draw_.below(static_cast<int>(input.used))];
    }
  }

  calls::Spoil changed_spoil() {
    calls::Spoil spoil;
    if (!draw_.one_in(4)) spoil.kind = draw_.bits() % calls::Spoil::kinds;
    spoil.field = draw_.bits();
    return spoil;
  }

  // One step: as many as three integers, or what is spoiled.
  std::uint32_t step(Input &input, std::uint32_t cost) {
    Change before[3];
    const calls::Spoil spoil_before = input.spoil;
    const int changes = 1 + draw_.below(3);
    if (draw_.one_in(8)) input.spoil = changed_spoil();
    for (int i = 0; i < changes; ++i) {
      const std::uint32_t place = static_cast<std::uint32_t>(draw_.below(static_cast<int>(input.used)));
      before[i] = {place, input.words[place]};
      input.words[place] = changed(input, input.words[place]);
    }
    const std::uint32_t new_cost = cost_of(input);
    if (new_cost >= cost) return new_cost;
    for (int i = changes; i-- > 0;) input.words[before[i].place] = before[i].word;
    input.spoil = spoil_before;
    return cost;
  }

  void climb_from(std::unique_ptr<Input> input, std::uint32_t steps) {
    std::uint32_t cost = cost_of(*input);
    for (std::uint32_t i = 0; i < steps; ++i) cost = step(*input, cost);
    if (cost <= best_cost_) return;
    best_ = std::move(input);
    best_cost_ = cost;
  }

  struct Start {
    std::uint32_t seed, cost;
  };

  const calls::Call &call_;
  Meter &meter_;
  calls::Draw draw_{1};
  std::vector<std::uint32_t> counts_;
  Start slowest_[starts] = {};
  std::unique_ptr<Input> best_;
  std::uint32_t best_cost_ = 0;
};

void measure(const calls::Call &call, Meter &meter, std::uint32_t shares, std::uint32_t steps) {
  meter.deepest = 0;
  Search search(call, meter);
  const std::uint32_t share = static_cast<std::uint32_t>(call.share);
  search.random_inputs(std::min<std::uint32_t>(share * shares, 10000));
  search.climb(std::min<std::uint32_t>(share * steps, 100000));
  search.print();
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "work SHARES STEPS [ONLY]\n");
    return 2;
  }
  const std::uint32_t shares = static_cast<std::uint32_t>(std::max(std::atoi(argv[1]), 1));
  const std::uint32_t steps = static_cast<std::uint32_t>(std::max(std::atoi(argv[2]), 0));
  static Meter meter;
  std::printf("%s, %s of one call\n%-34s %8s %9s %9s %9s %7s\n", meter.port().board_name, meter.port().counter_name, "",
              "inputs", "median", "worst", "searched", "stack");
  const char *const only = argc > 3 ? argv[3] : "";
  const bool in_float = std::strcmp(only, "float") == 0;
  for (const calls::Calls *calls : {&calls::usual, &calls::in_float, &calls::in_double})
    for (int i = 0; i < calls->count; ++i)
      if (in_float ? calls != &calls::in_double : *only == 0 || std::strcmp(only, calls->list[i].name) == 0)
        measure(calls->list[i], meter, shares, steps);
  return 0;
}
