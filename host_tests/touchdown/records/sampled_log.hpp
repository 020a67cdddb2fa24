// A log of sensors, sample by sample at its rate, with the samples that are missing between two times as missing ones;
// and what it knows of the truth.
#pragma once

#include "records/mapped_table.hpp"

namespace touchdown::host {

template <class Sample>
struct Logged {
  double time;  // [s]
  Sample sample;
  std::optional<int> touches = {};  // the foot that the log says touches now
};

template <class Sample>
class SampledLog {
 public:
  // The sample of the row at which a table stands. Throws CsvError.
  using SampleOf = std::function<Sample(const MappedTable &)>;
  // `map` names the columns of "time" and of what makes a sample, and where there may be one, of "truth"; `rate` [Hz].
  SampledLog(const std::string &path, ColumnMap map, double rate, SampleOf sample_of, Sample missing,
             RowsLeftOut &left_out)
      : map_(std::move(map)),
        table_(path, map_),
        rate_(rate),
        sample_of_(std::move(sample_of)),
        missing_(std::move(missing)),
        left_out_(left_out) {
    table_.account_for_columns();
  }

  // The next; none at the end. Throws std::runtime_error where the file cannot be read on.
  std::optional<Logged<Sample>> next() {
    if (!read()) return std::nullopt;
    const double steps = last_time_ ? std::round((row_->time - *last_time_) * rate_) : 1;
    if (steps > longest_gap)
      throw std::runtime_error(table_.source().name() + ": a gap after " + std::to_string(*last_time_) +
                               " s: what follows is another log");
    Logged<Sample> given = *row_;
    if (steps > 1)
      given = {*last_time_ + 1 / rate_, missing_, std::nullopt}, ++filled_in_;
    else
      row_.reset();
    last_time_ = given.time;
    return given;
  }

  bool has_truth() const { return table_.has("truth"); }
  std::size_t filled_in() const { return filled_in_; }  // samples that are missing between two times, so far
  const MappedTable &table() const { return table_; }
  const Source &source() const { return table_.source(); }

 private:
  static constexpr double longest_gap = 1000;  // samples: a longer one is another log

  Logged<Sample> row() {
    const double time = table_.number("time");
    if (last_time_ && !(time > *last_time_)) table_.refuse("time", "time does not go on");
    return {time, sample_of_(table_), touching()};
  }

  std::optional<int> touching() const {
    if (!table_.has("truth") || table_.text("truth").empty()) return std::nullopt;
    const double foot = table_.number("truth");
    if (!(foot >= 0 && foot < TD_MAX_CONTACTS && foot == std::floor(foot)))
      table_.refuse("truth", "no number of a foot or contact");
    return static_cast<int>(foot);
  }

  // Whether there was another row.
  bool read() {
    while (!row_) try {
        if (!table_.next()) return false;
        row_ = row();
      } catch (const CsvError &error) {
        left_out_.add(error);
      }
    return true;
  }

  ColumnMap map_;
  MappedTable table_;
  double rate_;
  SampleOf sample_of_;
  Sample missing_;
  RowsLeftOut &left_out_;
  std::optional<Logged<Sample>> row_;  // read, and not given yet
  std::optional<double> last_time_;    // of the sample given last
  std::size_t filled_in_ = 0;
};

}  // namespace touchdown::host
