// `touchdown drop`: an accelerometer's record put to the streaming identifier, here or on a board; what each impact
// was.
#include "cli/command.hpp"
#include "drop/drop_document.hpp"
#include "drop_link.h"
#include "link/target.hpp"
#include "resolve/cases.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string record, rig, on = "host-float", results = "-";
  DocumentFiles documents;
};

constexpr const char *heading =
    "t,status,status_name,e,e_u,mu,mu_u,duration,duration_u,compression,compression_u,peak,peak_u,impulse,impulse_u,"
    "e_at_least,e_at_most,mu_at_least,mu_at_most,e_force,e_duration,e_speed,approach,approach_u,sliding,tilt,turn,"
    "split,samples,rises,clipped,missing,"
    "work\n";

// The number as a text that reads back to the same float.
Cell text_figure(td_real value) { return value == td_real(TD_NOT_APPLICABLE) ? Cell() : Cell(text_of(value)); }

Cells row_of(double ready, const td_link_outcome &outcome, const td_drop_impact &x, bool on_target) {
  const bool refused = outcome.status < 0;
  Cells row = {refused ? Cell() : Cell(text_of(ready - static_cast<double>(x.age))), outcome.status,
               status_text(outcome.status)};
  const auto measured = [&](const td_measured &m) {
    row.insert(row.end(), {text_figure(m.value), text_figure(m.value).is_null() ? Cell() : text_figure(m.uncertainty)});
  };
  for (const td_measured &m : {x.e, x.mu, x.duration, x.compression, x.peak, x.impulse}) measured(m);
  for (const Estimate &one : {e_of(x), mu_of(x)}) row.insert(row.end(), {one.least, one.most});
  for (const td_real value : {x.e_force, x.e_duration, x.e_speed}) row.push_back(text_figure(value));
  measured(x.approach);
  for (const td_real value : {x.sliding, x.tilt, x.turn}) row.push_back(text_figure(value));
  row.insert(row.end(), {name_of_split(x.split), x.samples, x.rises, x.clipped, x.missing});
  if (refused) std::fill(row.begin() + 3, row.end(), Cell());
  row.push_back(on_target ? Cell(outcome.counter) : Cell());
  return row;
}

// Feeds batches, and writes an impact whenever one is complete.
class Feeder {
 public:
  Feeder(TargetBeside &identifier, const DropTestRig &rig, Output &out)
      : identifier_(identifier), rig_(rig), out_(out), document_(rig.rig) {
    start();
  }

  void feed(const TimedSample &sample) {
    fed_ = true;
    document_.take(sample);
    batch_.push_back(sample);
    last_time_ = sample.time;
    if (batch_.size() == DROP_LINK_BATCH) flush();
  }

  void flush() {
    while (!batch_.empty()) {
      drop_link_samples samples{};
      for (const TimedSample &one : batch_) samples.samples[samples.count++] = one.sample;
      drop_link_progress progress{};
      check(identifier_.call(DROP_LINK_SAMPLES, samples, progress));
      const auto taken = static_cast<std::ptrdiff_t>(progress.taken);
      if (taken <= 0 || taken > samples.count) throw TargetError("the target takes no samples");
      ready_ = batch_[static_cast<std::size_t>(taken - 1)].time;
      batch_.erase(batch_.begin(), batch_.begin() + taken);
      phase_ = progress.phase;
      if (phase_ == TD_DROP_READY) report();
    }
  }

  // A bounce whose end the record does not reach does not count.
  void finish() {
    flush();
    while (phase_ == TD_DROP_WATCHES || phase_ == TD_DROP_FLIES) {
      batch_.push_back(missing_sample(last_time_ += 1 / static_cast<double>(rig_.rig.rate)));
      if (batch_.size() == DROP_LINK_BATCH) flush();
    }
    batch_.clear();
  }

  Document document() const { return document_.finished(); }
  bool fed() const { return fed_; }
  std::size_t impacts() const { return impacts_; }
  std::size_t refused() const { return refused_; }
  bool in_mid_impact() const { return phase_ >= TD_DROP_RECORDS && phase_ < TD_DROP_READY; }

 private:
  static void check(const td_link_outcome &outcome) {
    if (outcome.status < 0) throw std::runtime_error("the identifier: " + status_text(outcome.status));
  }

  void start() {
    drop_link_progress progress{};
    check(identifier_.call(DROP_LINK_START, rig_.rig, progress));
    phase_ = progress.phase;
  }

  void report() {
    const drop_link_question question{leaving_.speed > 0 ? leaving_ : rig_.approach, {}};
    drop_link_answer answer{};
    const td_link_outcome outcome = identifier_.call(DROP_LINK_IMPACT, question, answer);
    write_csv(out_.stream(), row_of(ready_, outcome, answer.measured, identifier_.on_target()), 0);
    out_.flush();
    document_.take(ready_ - static_cast<double>(answer.measured.age), outcome.status, answer.measured);
    ++impacts_;
    refused_ += outcome.status < 0 ? 1 : 0;
    const td_measured &leaving = answer.measured.leaving;
    leaving_ = {outcome.status < 0 ? 0 : leaving.value, leaving.uncertainty};
    phase_ = leaving_.speed > 0 ? TD_DROP_RECORDS : TD_DROP_LEARNS;
  }

  TargetBeside &identifier_;
  const DropTestRig &rig_;
  Output &out_;
  DropDocument document_;
  std::vector<TimedSample> batch_;
  bool fed_ = false;
  double ready_ = 0;
  double last_time_ = 0;
  td_drop_approach leaving_{};  // of the last impact, where its bounce ends with the next
  std::int32_t phase_ = 0;
  std::size_t impacts_ = 0, refused_ = 0;
};

int verdict(const TargetBeside &identifier, const Feeder &feeder, const DropRecord &record,
            const RowsLeftOut &left_out) {
  std::fprintf(stderr, "%zu impacts, %zu of them refused; %zu rows left out, %zu samples missing between the others\n",
               feeder.impacts(), feeder.refused(), left_out.count(), record.filled_in());
  if (feeder.in_mid_impact()) std::fprintf(stderr, "the record ends in the middle of an impact\n");
  if (are_differing(identifier.work())) return bits_differ;
  return left_out.count() + feeder.refused() > 0 || feeder.in_mid_impact() ? some_failed : all_done;
}

int run(const Arguments &arguments) {
  if (arguments.on == "host-double") throw std::runtime_error("the identifier runs in float: host-float, or a target");
  DropTestRig rig = read_drop_rig(arguments.rig);
  const Vector3<double> normal = vector(rig.rig.normal).cast<double>();
  const double rate = checked_rate(arguments.record, static_cast<double>(rig.rig.rate), rig.record,
                                   rig.rig.gravity > 0 ? normal : Vector3<double>(0, 0, 0));
  rig.rig.rate = static_cast<td_real>(rate);
  RowsLeftOut left_out;
  DropRecord record = drop_record(arguments.record, rig.record, rate, rig.low_range, left_out);
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  TargetBeside identifier(arguments.on, drop_link, DROP_LINK_COUNT);
  out.stream() << heading;
  Feeder feeder(identifier, rig, out);
  Progress progress("bytes of the record done:", record.source().size());
  Extremes extremes;
  while (const std::optional<TimedSample> sample = record.next()) {
    feeder.feed(*sample);
    extremes.add(sample->sample);
    progress.at(record.source().place());
  }
  if (!feeder.fed()) throw std::runtime_error(arguments.record + ": holds no sample that can be used");
  feeder.finish();
  extremes.check(arguments.record, static_cast<double>(rig.rig.range));
  out.keep();
  const Document document = feeder.document();
  documents.write(document);
  say(document);
  return verdict(identifier, feeder, record, left_out);
}

}  // namespace

void add_drop_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "drop", "What the impacts in an accelerometer's record were: restitution, friction, duration",
          [=] { return run(*arguments); })
      .required("record", arguments->record,
                "table t,ax,ay,az[,wx,wy,wz], or a flight's log (.ulg, .bin, .bbl, .mcap); - is standard input")
      .required("--rig", arguments->rig, "JSON file: how the accelerometer sits")
      .place(arguments->on)
      .option("-o,--output", arguments->results, "CSV file of the impacts; - is standard output")
      .documents(arguments->documents)
      .example("drop/rig")
      .help(embedded("drop/help.txt"), {"drop/rig"});
}

}  // namespace touchdown::host
