// As much of Arduino as the sketch uses.
#include <cstdio>

static struct {
  void begin(long) {}
  void println(const char *text) { std::printf("%s\n", text); }
  void println(double number) { std::printf("%.2f\n", number); }
} Serial;
static void delay(unsigned long) {}

#include SKETCH

int main() {
  setup();
  loop();
}
