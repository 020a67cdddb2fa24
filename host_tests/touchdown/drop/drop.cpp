// `touchdown drop`: an accelerometer's record put to the streaming identifier, here or on a board; what each impact
// was.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/embedded.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "drop/drop_document.hpp"
#include "drop/drop_record.hpp"
#include "drop_link.h"
#include "link/target.hpp"
#include "resolve/cases.hpp"

namespace touchdown::host {
namespace {

struct Arguments {
  std::string record, rig, on = "host-float", results = "-";
  DocumentFiles documents;
};

// The functions of the drop_test firmware (drop_link.h), called in this process or over the link.
class Identifier {
 public:
  explicit Identifier(const std::string &place) {
    if (is_target(place)) target_ = std::make_unique<Target>(place);
  }

  template <class Request, class Result>
  td_link_outcome call(std::uint8_t function, const Request &request, Result &result) {
    const td_link_outcome here = call_here(function, request, result);
    if (!target_) return here;
    Result there{};
    const td_link_outcome outcome = target_->call(function, request, there);
    const bool same =
        outcome.status == here.status && (here.status < 0 || std::memcmp(&there, &result, sizeof there) == 0);
    differing_ += same ? 0 : 1;
    return {outcome.check, here.status, outcome.counter};  // with the result that the target gave, or should have given
  }

  bool on_target() const { return target_ != nullptr; }
  std::size_t differing() const { return differing_; }

 private:
  template <class Request, class Result>
  static td_link_outcome call_here(std::uint8_t function, const Request &request, Result &result) {
    for (const td_link_function &known : drop_link)
      if (known.signature.function == function) return {0, known.call(nullptr, &request, &result), 0};
    return {};
  }

  std::unique_ptr<Target> target_;
  std::size_t differing_ = 0;
};

constexpr const char *heading =
    "t,status,status_name,e,e_u,mu,mu_u,duration,duration_u,compression,compression_u,peak,peak_u,impulse,impulse_u,"
    "e_at_least,e_at_most,mu_at_least,mu_at_most,e_force,e_duration,e_speed,approach,approach_u,sliding,tilt,turn,"
    "split,samples,rises,clipped,missing,"
    "work\n";

void write_ends(std::ostream &out, const Estimate &x) {
  for (const double end : {x.least, x.most}) out << ',' << (std::isfinite(end) ? text_of(end) : "");
}

void write_row(std::ostream &out, double ready, const td_link_outcome &outcome, const td_drop_impact &x,
               bool on_target) {
  const bool refused = outcome.status < 0;
  out << (refused ? "" : text_of(ready - static_cast<double>(x.age))) << ',' << outcome.status << ','
      << status_field(outcome.status);
  const auto applies = [&](td_real value) { return !refused && value != td_real(TD_NOT_APPLICABLE); };
  const auto figure = [&](td_real value) { out << ',' << (applies(value) ? text_of(value) : ""); };
  const auto measured = [&](const td_measured &m) {
    figure(m.value);
    out << ',' << (applies(m.value) ? text_of(m.uncertainty) : "");
  };
  for (const td_measured &m : {x.e, x.mu, x.duration, x.compression, x.peak, x.impulse}) measured(m);
  if (refused) {
    out << ",,,,";
  } else {
    write_ends(out, e_of(x));
    write_ends(out, mu_of(x));
  }
  for (const td_real value : {x.e_force, x.e_duration, x.e_speed}) figure(value);
  measured(x.approach);
  figure(x.sliding);
  for (const td_real value : {x.tilt, x.turn}) figure(value);
  out << ',' << (refused ? "" : name_of_split(x.split));
  for (const std::int32_t count : {x.samples, x.rises, x.clipped, x.missing})
    out << ',' << (refused ? "" : std::to_string(count));
  out << ',' << (on_target ? std::to_string(outcome.counter) : "") << '\n';
}

// Feeds batches, and writes an impact whenever one is complete.
class Feeder {
 public:
  Feeder(Identifier &identifier, const DropTestRig &rig, Output &out)
      : identifier_(identifier), rig_(rig), out_(out), document_(rig.rig) {
    start();
  }

  void feed(const TimedSample &sample) {
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
    write_row(out_.stream(), ready_, outcome, answer.measured, identifier_.on_target());
    out_.flush();
    document_.take(ready_ - static_cast<double>(answer.measured.age), outcome.status, answer.measured);
    ++impacts_;
    refused_ += outcome.status < 0 ? 1 : 0;
    const td_measured &leaving = answer.measured.leaving;
    leaving_ = {outcome.status < 0 ? 0 : leaving.value, leaving.uncertainty};
    phase_ = leaving_.speed > 0 ? TD_DROP_RECORDS : TD_DROP_LEARNS;
  }

  Identifier &identifier_;
  const DropTestRig &rig_;
  Output &out_;
  DropDocument document_;
  std::vector<TimedSample> batch_;
  double ready_ = 0;
  double last_time_ = 0;
  td_drop_approach leaving_{};  // of the last impact, where its bounce ends with the next
  std::int32_t phase_ = 0;
  std::size_t impacts_ = 0, refused_ = 0;
};

int verdict(const Identifier &identifier, const Feeder &feeder, const DropRecord &record, const RowsLeftOut &left_out) {
  std::fprintf(stderr, "%zu impacts, %zu of them refused; %zu rows left out, %zu samples missing between the others\n",
               feeder.impacts(), feeder.refused(), left_out.count(), record.missing());
  if (feeder.in_mid_impact()) std::fprintf(stderr, "the record ends in the middle of an impact\n");
  if (identifier.differing() > 0) {
    std::fprintf(stderr, "touchdown: the target differs from host-float in some bits of %zu answers\n",
                 identifier.differing());
    return bits_differ;
  }
  return left_out.count() + feeder.refused() > 0 || feeder.in_mid_impact() ? some_failed : all_done;
}

int run(const Arguments &arguments) {
  if (arguments.on == "host-double") throw std::runtime_error("the identifier runs in float: host-float, or a target");
  DropTestRig rig = read_drop_rig(arguments.rig);
  if (!(rig.rig.rate > 0)) rig.rig.rate = static_cast<td_real>(rate_of_record(arguments.record, rig.record));
  RowsLeftOut left_out;
  DropRecord record(arguments.record, rig.record, static_cast<double>(rig.rig.rate), rig.low_range, left_out);
  Output out(arguments.results);
  DocumentOutput documents(arguments.documents);
  Identifier identifier(arguments.on);
  out.stream() << heading;
  Feeder feeder(identifier, rig, out);
  Progress progress("bytes of the record done:", record.source().size());
  while (const std::optional<TimedSample> sample = record.next()) {
    feeder.feed(*sample);
    progress.at(record.source().place());
  }
  feeder.finish();
  out.keep();
  if (documents.is_wanted()) documents.write(feeder.document());
  return verdict(identifier, feeder, record, left_out);
}

}  // namespace

void add_drop_command(CLI::App &program) {
  const auto arguments = std::make_shared<Arguments>();
  Command(program, "drop", "What the impacts in an accelerometer's record were: restitution, friction, duration",
          [=] { return run(*arguments); })
      .required("record", arguments->record, "table t,ax,ay,az[,wx,wy,wz]; - is standard input")
      .required("--rig", arguments->rig, "JSON file: how the accelerometer sits")
      .place(arguments->on)
      .option("-o,--output", arguments->results, "CSV file of the impacts; - is standard output")
      .documents(arguments->documents)
      .example("drop/rig")
      .help(embedded("drop/help.txt"), {"drop/rig"});
}

}  // namespace touchdown::host
