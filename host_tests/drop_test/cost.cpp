// What a sample costs, in every phase and whatever it is, and what the report of an impact costs.
// Fails over budget.
// Usage: drop_test_cost [cases of each row]
#include <cstdlib>
#include <limits>

#include "cost_table.hpp"
#include "pulses.hpp"

namespace {

using pulses::Drop;
using pulses::Random;

td_drop_test test;

struct Row {
  const char *name;
  bool hostile;
};

constexpr Row rows[] = {
    {"sample", false},
    {"sample, not a number, clipped, huge among them", true},
};

// Drops one after the other, each at another rate, for ever.
class Samples {
 public:
  explicit Samples(const Row &row) : row_(row) { next_drop(); }

  void next() {
    if (i_ >= pulses::samples_of(drop_)) next_drop();
    const pulses::Vector a = pulses::sample_of(drop_, i_++, random_);
    for (int k = 0; k < 3; ++k) {
      sample.a[k] = static_cast<td_real>(a[static_cast<std::size_t>(k)]);
      sample.w[k] = static_cast<td_real>(random_.uniform(-1, 1));
    }
    if (row_.hostile) spoil();
  }

  td_drop_sample sample = {};

 private:
  void next_drop() {
    i_ = 0;
    drop_.rate = random_.uniform(1000, 20000);
    drop_.noise = 3;
    drop_.range = row_.hostile ? 0.8 * drop_.peak : 2 * drop_.peak;
    drop_.before = 120;
    drop_.behind = 1000;
    const td_drop_rig rig = pulses::rig_of(drop_);
    (void)td_drop_start(&test, &rig);
  }
  void spoil() {
    constexpr td_real nan = std::numeric_limits<td_real>::quiet_NaN();
    const auto what = static_cast<int>(random_.uniform(0, 12));
    if (what == 1) sample.a[2] = nan;
    if (what == 2) sample.w[2] = nan;
    if (what == 3) sample.a[1] = -std::numeric_limits<td_real>::infinity();
    if (what == 4) sample.a[0] = sample.a[1] = sample.a[2] = std::numeric_limits<td_real>::max();
    if (what == 5) sample.a[2] = static_cast<td_real>(drop_.range);
  }

  const Row &row_;
  Random random_{1};
  Drop drop_;
  int i_ = 0;
};

void measure(bench::CostTable &table, const Row &row) {
  Samples samples(row);
  table.row(row.name, bench::budgeted, [&](int) {
    samples.next();
    return table.cost_of([&] { (void)td_drop_feed(&test, &samples.sample); });
  });
}

// The ends of records as long as there is room for: clipped until `loud` samples, all missing after, each seen in the
// last of its readings; with every `loud` at which quiet and room end at about the same time, and one that is never
// quiet.
class LongestRecords {
 public:
  const td_drop_sample &next() {
    if (test.phase != TD_DROP_RECORDS) next_record();
    return sample();
  }

 private:
  static constexpr int first = TD_DROP_LONGEST * 4 / 5 - 32, last = first + 32, seen = 256;

  const td_drop_sample &sample() const { return test.count < loud_ ? clipped_ : missing_; }
  void next_record() {
    loud_ = loud_ == last ? TD_DROP_LONGEST : loud_ > last ? first : loud_ + 1;
    (void)td_drop_start(&test, &rig_);
    for (int i = 0; i < TD_DROP_LEARNING; ++i) (void)td_drop_feed(&test, &rest_);
    while (test.count < TD_DROP_LONGEST - seen) (void)td_drop_feed(&test, &sample());
  }

  td_drop_rig rig_ = pulses::rig_of(Drop());
  td_drop_sample rest_ = {}, clipped_ = {{0, 0, rig_.range}, {}}, missing_ = {{0, 0, 2 * rig_.range}, {}};
  int loud_ = last;
};

void measure_longest(bench::CostTable &table) {
  LongestRecords records;
  test = {};
  table.row("last samples of the longest records", bench::budgeted, [&](int) {
    const td_drop_sample &sample = records.next();
    return table.cost_of([&] { (void)td_drop_feed(&test, &sample); });
  });
}

void measure_report(bench::CostTable &table) {
  Random random(1);
  table.row("report of an impact", bench::budgeted, [&](int i) {
    Drop drop;
    drop.shape = i % 2 == 0 ? pulses::Shape::triangle : pulses::Shape::half_sine;
    drop.rate = random.uniform(1000, 20000);
    drop.before = 100;
    drop.behind = 1000;
    const td_drop_test &ready = pulses::stream(drop, pulses::rig_of(drop), random);
    td_drop_impact impact;
    return table.cost_of([&] { (void)td_drop_impact_of(&ready, nullptr, &impact); });
  });
}

}  // namespace

int main(int argc, char **argv) {
  const int cases = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 20000;
  bench::CostTable table("a drop test", cases);
  for (const Row &row : rows) measure(table, row);
  measure_longest(table);
  bench::CostTable reports("a drop test", std::min(cases, 100));
  measure_report(reports);
  const int status = table.exit_status();
  return reports.exit_status() == 0 ? status : 1;
}
