#include "land/velocity_picture.hpp"

namespace touchdown::host {

std::string velocity_picture(const std::vector<Picture::Row> &rows, const char *first, const char *second) {
  Picture picture(860, 320);
  picture.data("velocity", rows);
  picture.script << plain_look << "set key outside top horizontal\nset xlabel 'time, s'\nset ylabel 'm/s'\n"
                 << "set y2label 'rad/s'\nset y2tics\n"
                 << "plot $velocity using 1:2 with lines lw 2 lc rgb '#2f6ca8' title '" << first << "', "
                 << "$velocity using 1:3 with lines lw 2 lc rgb '#e07020' title '" << second << "', "
                 << "$velocity using 1:4 axes x1y2 with lines lw 2 lc rgb '#8a94a0' title 'rotation'\n";
  return picture.drawn();
}

}  // namespace touchdown::host
