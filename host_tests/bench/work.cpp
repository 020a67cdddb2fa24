// The work of every public function on the machine this runs on: instructions of one call, the median and the worst of
// random inputs and the worst of inputs that were searched for, and the deepest stack of all of them, as painted.
//
//   work SHARES STEPS MILLIONS [ONLY]   so many shares of random inputs of each function, 10 000 at most, and so many
//                       steps of search for each share, or until they took so many million instructions; below a
//                       function's line its slowest input, in the form of slowest_inputs.inc. ONLY: of one function, by
//                       its name; "float": of all but those in double
//
// The search climbs from the slowest of the random inputs, and from those that an earlier search left in
// slowest_inputs.inc: some of the integers that the input is drawn from are changed at random, or one field of it
// spoiled (NaN, infinities, denormal, huge, a flipped bit, ...), and what is not faster is kept. Of functions with few
// fields it then climbs over the real fields themselves, one, two or three at once, which leads out of what is drawn:
// each by a bit, by a power of two, by units in its last places, or to what another field is. All of it is the same in
// every run. Inputs are stored by the names of fields, so that they stay what they were where a struct gets another
// field; "stale" says that a name is not there any more.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "painted_stack.hpp"
#include "trial.hpp"
#include "wide_counter.h"

namespace {

constexpr std::uint32_t most_words = 2048;  // more than any input is drawn from

struct Change {
  std::uint32_t place, word;
};

// What a field is, bit for bit; by its name, which stays where other fields come or go.
struct Field {
  const char *name;
  std::uint64_t word;
};

// An input: the integers that Draw(seed) gives, some of them changed, what is spoiled of the outcome, and what fields
// are instead.
struct Pinned {
  const char *function;
  std::uint32_t seed;
  std::uint32_t spoil;
  const char *spoilt;
  std::initializer_list<Change> changes;
  std::initializer_list<Field> fields = {};
};

// As constants: built at run time they would take more stack than there is.
const Pinned pinned_inputs[] = {
#include "slowest_inputs.inc"
};

struct Input {
  std::uint32_t seed = 0, used = 0;
  calls::Spoil spoil;
  std::vector<calls::Spoil> fields;  // raw ones: reals, and then integers
  std::size_t reals = 0;
  std::uint32_t words[most_words];

  explicit Input(std::uint32_t from) : seed(from) {
    calls::Draw draw(seed);
    for (std::uint32_t &word : words) word = draw.bits();
  }
  explicit Input(const Pinned &from) : Input(from.seed) {
    for (const Change &change : from.changes) words[change.place % most_words] = change.word;
  }

  // As a row of slowest_inputs.inc, up to its fields.
  void print(const char *function, const char *spoilt) const {
    std::printf("input {\"%s\", %luU, %luU, \"%s\", {", function, static_cast<unsigned long>(seed),
                static_cast<unsigned long>(spoil.kind), spoilt);
    const Input unchanged(seed);
    const char *comma = "";
    for (std::uint32_t i = 0; i < used; ++i) {
      if (words[i] == unchanged.words[i]) continue;
      std::printf("%s{%luU, 0x%lxU}", comma, static_cast<unsigned long>(i), static_cast<unsigned long>(words[i]));
      comma = ", ";
    }
    std::printf("}");
  }
};

// A field of an input as it is handed over.
struct Shown {
  enum Kind { a_real, an_integer, a_pointer };
  std::uint32_t index;
  const char *name;
  Kind kind;
  std::uint64_t word;

  bool is(const char *other) const { return std::strcmp(name, other) == 0; }
};

// Shows them one by one.
template <class Show>
class InputFields final : public calls::Reader {
 public:
  InputFields(bool in_double, const Show &show) : in_double_(in_double), show_(show) {}
  void next() override { over_ = true; }
  void named(const char *name) override { name_ = name; }
  void real(double value) override { pass(Shown::a_real, word_of(value)); }
  void integer(std::int32_t value) override { pass(Shown::an_integer, static_cast<std::uint32_t>(value)); }
  void pointer(bool there) override { pass(Shown::a_pointer, there ? 1 : 0); }

 private:
  void pass(Shown::Kind kind, std::uint64_t word) {
    if (!over_) show_(Shown{index_++, name_, kind, word});
  }
  std::uint64_t word_of(double value) const {
    std::uint64_t word = 0;
    const float single = static_cast<float>(value);
    if (in_double_)
      std::memcpy(&word, &value, sizeof value);
    else
      std::memcpy(&word, &single, sizeof single);
    return word;
  }

  bool in_double_, over_ = false;
  std::uint32_t index_ = 0;
  const Show &show_;
  const char *name_ = "";
};

class Meter final : public calls::Probe {
 public:
  Meter() {
    td_port_open(&port_);
    calls::Trial trial{calls::Draw(0)};
    trial.probe = this;
    calls::nothing(trial);
    calling_ = counted - 2;  // but for its result and its return
  }
  void before() override {
    if (painting) stack_.paint(__builtin_dwarf_cfa());
    start_ = wide_count(&port_);
  }
  void after() override {
    const std::uint64_t passed = counted_since(&port_, start_);
    counted = passed > calling_ ? passed - calling_ : 0;
    if (painting) deepest = std::max(deepest, stack_.used());
  }
  const td_port &port() const { return port_; }

  bool painting = false;
  std::uint64_t counted = 0;
  std::uint32_t deepest = 0;

 private:
  td_port port_ = {};
  bench::PaintedStack stack_;
  std::uint64_t start_ = 0, calling_ = 0;  // what a call counts before and after it
};

// Of one function.
class Search {
 public:
  Search(const calls::Call &call, bool in_double, Meter &meter) : call_(call), in_double_(in_double), meter_(meter) {}

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

  // From pinned inputs, all of which are run, an eighth of the steps each; from random ones in rounds, of which the
  // slower half goes on.
  void climb(std::uint32_t steps, std::uint64_t instructions) {
    std::vector<Climber> climbers;
    for (const Pinned &pinned : pinned_inputs)
      if (std::strcmp(pinned.function, call_.name) == 0) climbers.push_back({input_of(pinned)});
    for (Climber &climber : climbers) keep(*climber.input, cost_of(*climber.input));
    left_ = instructions;
    for (Climber &climber : climbers) climb_on(climber, steps / 8);
    climbers.clear();
    for (std::uint32_t i = 0; i < starts && i < counts_.size(); ++i)
      climbers.push_back({std::make_unique<Input>(slowest_[i].seed)});
    while (!climbers.empty()) {
      for (Climber &climber : climbers)
        climb_on(climber, steps / (rounds * static_cast<std::uint32_t>(climbers.size())));
      std::stable_sort(climbers.begin(), climbers.end(),
                       [](const Climber &a, const Climber &b) { return a.cost > b.cost; });
      climbers.resize(climbers.size() / 2);
    }
    meter_.painting = true;
    cost_of(*best_);
    meter_.painting = false;
  }

  void print() {
    // As text: `unsigned long` has 32 bits on a board.
    std::printf("%-34s %8lu %9s %9s %9s %7lu\n", call_.name, static_cast<unsigned long>(counts_.size()),
                std::to_string(counts_[counts_.size() / 2]).c_str(), std::to_string(counts_.back()).c_str(),
                std::to_string(best_cost_).c_str(), static_cast<unsigned long>(meter_.deepest));
    print_best();
  }

 private:
  static constexpr std::uint32_t starts = 16, rounds = 5, painted_inputs = 200;
  static constexpr std::size_t most_fields = 64;
  static constexpr std::uint32_t longest_history = 100;

  std::uint64_t run(calls::Trial &trial) {
    trial.probe = &meter_;
    call_.run(trial);
    left_ -= std::min(left_, meter_.counted);
    return meter_.counted;
  }

  std::uint64_t cost_of(Input &input) {
    calls::Trial trial{
        calls::Draw(input.seed, reinterpret_cast<const std::uint8_t *>(input.words), sizeof input.words)};
    trial.spoil = input.spoil;
    trial.more = input.fields.data();
    trial.more_count = input.fields.size();
    trial.reader = reader_;
    const std::uint64_t cost = run(trial);
    fields_ = std::max<std::uint32_t>(trial.input_fields, 1);
    input.used = most_words - static_cast<std::uint32_t>(trial.draw.unread() / sizeof *input.words);
    return cost;
  }

  // Shows the fields of an input.
  template <class Show>
  void each_field(Input &input, const Show &show) {
    InputFields<Show> read(in_double_, show);
    reader_ = &read;
    cost_of(input);
    reader_ = nullptr;
  }

  // A pinned input whose fields have other names now is not what it was.
  std::unique_ptr<Input> input_of(const Pinned &pinned) {
    auto input = std::make_unique<Input>(pinned);
    std::size_t known = 0;
    std::vector<calls::Spoil> integers;
    const auto find = [&](const Shown &shown) {
      const bool spoilt = shown.is(pinned.spoilt);
      if (spoilt) input->spoil = {static_cast<calls::Spoil::Kind>(pinned.spoil), shown.index, 0};
      known += spoilt ? 1 : 0;
      for (const Field &field : pinned.fields) {
        if (!shown.is(field.name)) continue;
        (shown.kind == Shown::a_real ? input->fields : integers)
            .push_back({calls::Spoil::raw, shown.index, field.word});
        ++known;
      }
    };
    Input drawn = *input;
    each_field(drawn, find);
    input->reals = input->fields.size();
    input->fields.insert(input->fields.end(), integers.begin(), integers.end());
    const std::size_t missing = pinned.fields.size() + (*pinned.spoilt != 0 ? 1 : 0) - known;
    if (missing > 0) std::printf("stale %s: %lu fields\n", call_.name, static_cast<unsigned long>(missing));
    return input;
  }

  // Behind its last run, for each takes as long as the slowest call.
  void print_best() {
    char spoilt[96] = "";
    const auto name = [&](const Shown &shown) {
      if (shown.index == best_->spoil.field % fields_) std::snprintf(spoilt, sizeof spoilt, "%s", shown.name);
    };
    if (best_->spoil.kind != calls::Spoil::nothing) each_field(*best_, name);
    best_->print(call_.name, spoilt);
    const char *before = ", {";
    const auto print = [&](const Shown &shown) {
      for (const calls::Spoil &field : best_->fields) {
        if (field.field != shown.index) continue;
        std::printf("%s{\"%s\", 0x%08lx%08lxU}", before, shown.name, static_cast<unsigned long>(field.word >> 32),
                    static_cast<unsigned long>(field.word & 0xFFFFFFFFU));
        before = ", ";
      }
    };
    if (!best_->fields.empty()) each_field(*best_, print);
    std::printf("%s},\n", best_->fields.empty() ? "" : "}");
  }

  void remember(std::uint32_t seed, std::uint64_t cost) {
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
  std::uint64_t step(Input &input, std::uint64_t cost) {
    Change before[3];
    const calls::Spoil spoil_before = input.spoil;
    const int changes = 1 + draw_.below(3);
    if (draw_.one_in(8)) input.spoil = changed_spoil();
    for (int i = 0; i < changes; ++i) {
      const std::uint32_t place = static_cast<std::uint32_t>(draw_.below(static_cast<int>(input.used)));
      before[i] = {place, input.words[place]};
      input.words[place] = changed(input, input.words[place]);
    }
    const std::uint64_t new_cost = cost_of(input);
    if (new_cost >= cost) return new_cost;
    for (int i = changes; i-- > 0;) input.words[before[i].place] = before[i].word;
    input.spoil = spoil_before;
    return cost;
  }

  // A field of 32 or 64 bits, of which the fraction takes so many.
  std::uint64_t changed_field(const Input &input, std::uint64_t word) {
    const int width = in_double_ ? 64 : 32, fraction = in_double_ ? 52 : 23;
    const std::uint64_t one = 1, mask = in_double_ ? ~std::uint64_t{0} : 0xFFFFFFFFU;
    const bool up = draw_.one_in(2);
    switch (draw_.below(6)) {
      case 0:
        return word ^ (one << draw_.below(width));
      case 1:
        return (up ? word + (one << fraction) : word - (one << fraction)) & mask;
      case 2:
        return input.fields[static_cast<std::size_t>(draw_.below(static_cast<int>(input.reals)))].word;
      default: {
        const std::uint64_t places = one << draw_.below(fraction);
        return (up ? word + places : word - places) & mask;
      }
    }
  }

  std::uint64_t field_step(Input &input, std::uint64_t cost, std::uint64_t floor) {
    calls::Spoil before[3];
    const int changes = 1 + draw_.below(3);
    for (int i = 0; i < changes; ++i) {
      const std::size_t place = static_cast<std::size_t>(draw_.below(static_cast<int>(input.reals)));
      before[i] = {calls::Spoil::raw, static_cast<std::uint32_t>(place), input.fields[place].word};
      input.fields[place].word = changed_field(input, before[i].word);
    }
    const std::uint64_t new_cost = cost_of(input);
    if (new_cost >= std::min(cost, floor)) return new_cost;
    for (int i = changes; i-- > 0;) input.fields[before[i].field].word = before[i].word;
    return cost;
  }

  // Real fields take over from the integers that they were drawn from. A step down is taken too if it leads no lower
  // than the search was some steps before (late acceptance, Burke and Bykov 2017): the slowest inputs are not on a
  // slope.
  std::uint64_t climb_fields(Input &input, std::uint64_t cost, std::uint32_t steps) {
    if (input.fields.empty()) {
      std::vector<calls::Spoil> reals, integers;
      each_field(input, [&](const Shown &shown) {
        if (shown.kind != Shown::a_pointer)
          (shown.kind == Shown::a_real ? reals : integers).push_back({calls::Spoil::raw, shown.index, shown.word});
      });
      if (reals.empty() || reals.size() > most_fields || integers.size() > most_fields) return cost;
      input.spoil = {};
      input.reals = reals.size();
      input.fields = std::move(reals);
      input.fields.insert(input.fields.end(), integers.begin(), integers.end());
      cost = cost_of(input);
    }
    std::vector<std::uint64_t> history(std::min(longest_history, 1 + steps / 16), cost);
    for (std::uint32_t i = 0; i < steps && left_ > 0; ++i) {
      cost = field_step(input, cost, history[i % history.size()]);
      history[i % history.size()] = cost;
      keep(input, cost);
    }
    return cost;
  }

  struct Climber {
    std::unique_ptr<Input> input;
    std::uint64_t cost = 0;
  };

  void climb_on(Climber &climber, std::uint32_t steps) {
    if (left_ == 0) return;
    Input &input = *climber.input;
    climber.cost = cost_of(input);
    if (input.fields.empty())
      for (std::uint32_t i = 0; i < steps / 2 && left_ > 0; ++i) climber.cost = step(input, climber.cost);
    keep(input, climber.cost);
    climber.cost = climb_fields(input, climber.cost, steps - steps / 2);
    keep(input, climber.cost);
  }

  void keep(const Input &input, std::uint64_t cost) {
    if (cost <= best_cost_) return;
    best_ = std::make_unique<Input>(input);
    best_cost_ = cost;
  }

  struct Start {
    std::uint32_t seed;
    std::uint64_t cost;
  };

  const calls::Call &call_;
  bool in_double_;
  Meter &meter_;
  calls::Reader *reader_ = nullptr;
  std::uint32_t fields_ = 1;  // of the input, modulo which one is spoiled
  std::uint64_t left_ = 0;    // of the instructions that the search may take
  calls::Draw draw_{1};
  std::vector<std::uint64_t> counts_;
  Start slowest_[starts] = {};
  std::unique_ptr<Input> best_;
  std::uint64_t best_cost_ = 0;
};

void measure(const calls::Call &call, bool in_double, Meter &meter, std::uint32_t shares, std::uint32_t steps,
             std::uint32_t millions) {
  meter.deepest = 0;
  Search search(call, in_double, meter);
  const std::uint32_t share = static_cast<std::uint32_t>(call.share);
  search.random_inputs(std::min<std::uint32_t>(share * shares, 10000));
  search.climb(std::min<std::uint32_t>(share * steps, 1000000), std::uint64_t{1000000} * millions);
  search.print();
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "work SHARES STEPS MILLIONS [ONLY]\n");
    return 2;
  }
  const auto number = [&](int i, int least) { return static_cast<std::uint32_t>(std::max(std::atoi(argv[i]), least)); };
  const std::uint32_t shares = number(1, 1), steps = number(2, 0), millions = number(3, 1);
  static Meter meter;
  std::printf("%s, %s of one call\n%-34s %8s %9s %9s %9s %7s\n", meter.port().board_name, meter.port().counter_name, "",
              "inputs", "median", "worst", "searched", "stack");
  const char *const only = argc > 4 ? argv[4] : "";
  const bool in_float = std::strcmp(only, "float") == 0;
  for (const calls::Calls *calls : {&calls::narrowed, &calls::in_float, &calls::in_double}) {
    const bool in_double = calls == &calls::in_double;
    for (int i = 0; i < calls->count; ++i)
      if (in_float ? !in_double : *only == 0 || std::strcmp(only, calls->list[i].name) == 0)
        measure(calls->list[i], in_double, meter, shares, steps, millions);
  }
  return 0;
}
