// The two case forms of `touchdown resolve` and their results, between rows of text and the structs of the library.
//
// contact space  id,W_nn,..,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method                  -> Contact
// body           id,mass,Ixx,..,Iyz,rx,..,nx,..,vx,..,wx,..,mu_s,mu_k,e,law,method   -> Body
//
// What a table may lack has a default. Without mu_s, mu_k and e it may have `surface`, the name of a measured one,
// whose e is by the speed of the approach.
//
// With derivatives, results gain columns d_<output>_<input>; and where the body form has columns sd_<input>, standard
// deviations of the state and the surface before and of what no law explains, the lower triangle of the covariance of
// the motion after.
//
// Numbers are read and printed in the scalar that computes, correctly rounded and read back to the same bits.
#pragma once

#include "drops/impact_model.hpp"
#include "drops/rebound.hpp"

namespace touchdown::host {

// Of restitution and of resolving, by name; an empty name is the library's own choice.
extern const std::map<std::string, std::int32_t> laws, methods;

enum class Form { contact, body };

// What `touchdown identify -o` found, by name: files NAME.surface.json of a folder.
class Surfaces {
 public:
  explicit Surfaces(std::string folder) : folder_(std::move(folder)) {}
  // Throws std::runtime_error for an unknown name.
  const SurfaceParameters &at(const std::string &name);

 private:
  std::string folder_;
  std::map<std::string, SurfaceParameters> read_;
};

// Where the columns of a form stand in the file.
struct Layout {
  Form form;
  std::size_t width;                              // fields in a row
  std::vector<std::optional<std::size_t>> known;  // in the order of the form
  std::vector<std::size_t> unknown;               // passed through, in the order of the file
  std::optional<std::size_t> surface = {};        // the column of that name, where it says what a row strikes
  std::shared_ptr<Surfaces> surfaces = std::make_shared<Surfaces>(data_folder());
  std::vector<double> scales = {};  // of each field of the file, to SI
  bool derivatives = false;
  std::vector<std::optional<std::size_t>> deviations =
      {};  // in the order of deviation_columns; empty without such columns

  template <class Scalar>
  Scalar number(const CsvRow &row, std::size_t place, const std::string &name, Scalar) const {
    return number_in<Scalar>(row, place, name) * static_cast<Scalar>(scales[place]);
  }
};

// sd_vx .. sd_wz, sd_e, sd_mu, sd_p, sd_turn, sd_r. Those that a file lacks are 0.
extern const std::vector<std::string> deviation_columns;

// Throws CsvError if the header holds neither form, both, or a column of the form twice. `derivatives`: looks for the
// columns that these have a use for.
Layout layout_of(const CsvRow &header, bool derivatives);
// What is taken for the columns that a table lacks: "W_nt = 0, mu_s = mu_k"; empty where it has all.
std::string defaults_of(const Layout &layout);

// Columns that are only passed through: "Remark, Colour".
std::string unread_in(const CsvRow &header, const Layout &layout);

// What looks like another unit, as "v is 1500 m/s"; empty where nothing does.
std::string implausible_in(const BodyContact<double> &body);

// Throw CsvError for a missing or surplus field, a field that is not a number, an unknown law or method.
template <class Scalar>
Contact<Scalar> contact_of(const CsvRow &row, const Layout &layout);
template <class Scalar>
BodyContact<Scalar> body_of(const CsvRow &row, const Layout &layout);

// The standard deviations of a row, as of Layout::deviations; throws CsvError where one is not a number, or negative.
template <class Scalar>
std::vector<Scalar> deviations_of(const CsvRow &row, const Layout &layout);

void write_header(std::ostream &out, const CsvRow &header, const Layout &layout);

// What happened at the contact.
template <class Result>
const auto &impact_of(const Result &x) {
  if constexpr (std::is_same_v<Result, Impact<float>> || std::is_same_v<Result, Impact<double>>)
    return x;
  else if constexpr (std::is_same_v<Result, BodyDerivatives<float>> || std::is_same_v<Result, BodyDerivatives<double>>)
    return x.body.impact;
  else
    return x.impact;
}

// A refused case gets its status and empty fields. `Result`: Impact, BodyImpact or the derivatives of either.
template <class Scalar, class Result>
void write_result(std::ostream &out, const CsvRow &row, const Layout &layout, const Answer &answer, const Result &x);

// The shortest text that reads back to the same bits.
template <class Scalar>
std::string text_of(Scalar number);

}  // namespace touchdown::host
