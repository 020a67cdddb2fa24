// A hinged body's JSON file.
#include <Eigen/Core>
#include <stdexcept>

#include "hinged/hinged_body.hpp"
#include "records/json_object.hpp"

namespace touchdown::host {
namespace {

void check_above_zero(const JsonObject &from, const std::string &key, double number) {
  if (!(number > 0)) throw std::runtime_error(from.place_of(key) + " must be above 0");
}

HingedLink link_in(JsonObject &from) {
  HingedLink link{};
  from.fill("size", link.size);
  from.fill("centre", link.centre);
  link.mass = from.number<double>("mass");
  check_above_zero(from, "mass", link.mass);
  check_above_zero(from, "size", link.size.minCoeff());
  from.finish();
  return link;
}

void read_hinge(JsonObject from, HingedBody &body) {
  from.fill("place", body.hinge);
  from.fill("axis", body.axis);
  check_above_zero(from, "axis", body.axis.norm());
  body.axis.normalize();
  from.finish();
}

HingedBody body_in(JsonObject file) {
  HingedBody body;
  body.name = file.text("name", "hinged body");
  body.description = file.text("description", "");
  std::vector<JsonObject> boxes = file.objects("links", links, links);
  for (std::size_t i = 0; i < links; ++i) body.link[i] = link_in(boxes[i]);
  read_hinge(file.object("hinge"), body);
  body.corner_radius = file.number<double>("corner_radius", 0);
  body.rate = file.number<double>("rate");
  body.gravity = file.number<double>("gravity", 9.81);
  check_above_zero(file, "rate", body.rate);
  check_above_zero(file, "gravity", body.gravity);
  const double thinnest = std::min(body.link[0].size.minCoeff(), body.link[1].size.minCoeff());
  if (!(body.corner_radius >= 0 && body.corner_radius <= thinnest / 2))
    throw std::runtime_error(file.place_of("corner_radius") + " must be 0 or more, and at most half of each side");
  file.finish();
  return body;
}

}  // namespace

HingedBody read_hinged_body(const std::string &path) { return read_object(path, "hinged body", body_in); }

}  // namespace touchdown::host
