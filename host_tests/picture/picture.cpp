// picture: draws README's picture, the impact of its ten lines of C, as SVG on standard output. Side view: the leg, the
// friction cone at its foot, the impulse inside it, the velocities of foot and centre of mass before and after. All
// that is drawn is what td_resolve_body answers.
#include <cmath>
#include <cstdio>
#include <string>

#include "touchdown/touchdown.h"

namespace {

constexpr double pixels_per_metre = 270, pixels_per_speed = 85, pixels_per_impulse = 14;
constexpr double foot_x = 300, foot_y = 340;

td_body_contact lander() {
  td_body_contact lander = {};
  lander.body.mass = 12.0F;
  lander.body.inertia[0] = lander.body.inertia[1] = 0.9F;
  lander.body.inertia[2] = 0.4F;
  lander.r[0] = 0.35F, lander.r[2] = -0.60F;
  lander.n[2] = 1.0F;
  lander.body.v[0] = 0.40F, lander.body.v[2] = -1.50F;
  lander.surface.mu_s = 0.5F, lander.surface.mu_k = 0.4F, lander.surface.e = 0.3F;
  return lander;
}

struct Point {
  double x, y;
};

// Right and up from a point of the picture.
template <class Length>
Point beside(Point from, Length right, Length up, double scale) {
  return {from.x + scale * static_cast<double>(right), from.y - scale * static_cast<double>(up)};
}

void line(const char *style, Point from, Point to) {
  std::printf("  <line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", style, from.x, from.y, to.x,
              to.y);
}

// A line with a head whose size does not depend on its length.
void arrow(const char *style, Point from, Point to) {
  line(style, from, to);
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double x = 9 * (to.x - from.x) / length, y = 9 * (to.y - from.y) / length;
  std::printf("  <path class=\"%s head\" d=\"M %.1f %.1f L %.1f %.1f L %.1f %.1f Z\"/>\n", style, to.x + x, to.y + y,
              to.x - 0.5 * y, to.y + 0.5 * x, to.x + 0.5 * y, to.y - 0.5 * x);
}

void text(Point at, const std::string &what) {
  std::printf("  <text x=\"%.1f\" y=\"%.1f\">%s</text>\n", at.x, at.y, what.c_str());
}

std::string number(td_real value) {
  char digits[32];
  std::snprintf(static_cast<char *>(digits), sizeof digits, "%.2f", static_cast<double>(value));
  return static_cast<const char *>(digits);
}

void head() {
  std::puts(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 390" font-family="sans-serif" font-size="14">
  <style>
    line { stroke-width: 2 } .ground, .leg { stroke: #555 } .leg { stroke-width: 6; stroke-linecap: round }
    .before { stroke: #999; stroke-dasharray: 5 4 } .after { stroke: #1f6fb2 } .impulse { stroke: #c0392b; stroke-width: 4 }
    .head { stroke: none } .before.head { fill: #999 } .after.head { fill: #1f6fb2 } .impulse.head { fill: #c0392b }
    .cone { fill: #f4d58d; fill-opacity: 0.6; stroke: #b8860b } .body { fill: #dfe6ec; stroke: #555; stroke-width: 2 }
  </style>
  <rect width="760" height="390" fill="#fff"/>)");
}

void cone(Point foot, double mu) {
  const double height = 240, half = mu * height;
  std::printf("  <path class=\"cone\" d=\"M %.1f %.1f l %.1f %.1f h %.1f Z\"/>\n", foot.x, foot.y, -half, -height,
              2 * half);
}

void legend() {
  line("before", {455, 40}, {495, 40});
  text({505, 45}, "velocity before");
  line("after", {455, 64}, {495, 64});
  text({505, 69}, "velocity after");
}

void scene(const td_body_contact &lander, const td_body_impact &hit) {
  const Point foot = {foot_x, foot_y};
  const Point centre = beside(foot, -lander.r[0], -lander.r[2], pixels_per_metre);
  cone(foot, static_cast<double>(lander.surface.mu_s));
  line("ground", {20, foot.y + 3}, {740, foot.y + 3});
  line("leg", centre, foot);
  std::printf("  <circle class=\"body\" cx=\"%.1f\" cy=\"%.1f\" r=\"34\"/>\n", centre.x, centre.y);
  arrow("before", centre, beside(centre, lander.body.v[0], lander.body.v[2], pixels_per_speed));
  arrow("after", centre, beside(centre, hit.v[0], hit.v[2], pixels_per_speed));
  // The body does not turn before: its foot moves as its centre of mass does, and its velocity ends at the foot.
  arrow("before", beside(foot, -lander.body.v[0], -lander.body.v[2], pixels_per_speed), beside(foot, 0.0, 0.12, 1));
  arrow("after", foot, beside(foot, hit.impact.v.t, hit.impact.v.n, pixels_per_speed));
  arrow("impulse", foot, beside(foot, hit.impact.p.t, hit.impact.p.n, pixels_per_impulse));
  text({455, 110}, "friction cone, mu_s = " + number(lander.surface.mu_s));
  text({455, 150}, "impulse " + number(hit.impact.p.n) + " N s up, " + number(hit.impact.p.t) + " N s along");
  text({455, 172},
       std::string(td_mode_name(hit.impact.mode_compression)) + ", then " + td_mode_name(hit.impact.mode_restitution));
  text({455, 212}, "kinetic energy " + number(hit.impact.energy_before) + " J before,");
  text({455, 234}, number(hit.impact.energy_after) + " J after");
}

}  // namespace

int main() {
  const td_body_contact body = lander();
  td_body_impact hit;
  if (td_resolve_body(&body, &hit) != TD_SOLVED) return 1;
  head();
  legend();
  scene(body, hit);
  std::puts("</svg>");
  return 0;
}
