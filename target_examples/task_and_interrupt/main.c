/* One resolver, called from a task and from an interrupt at the same time: each gets the results that it gets alone.
 *
 * The main loop stands for a task, as under FreeRTOS; an interrupt may fall into the middle of its call and calls the
 * same function with other data. No lock is needed, because the library has no state; the core's lazy stacking keeps
 * the FPU's registers. On a board the program says how often each happened. */
#include <stdio.h>
#include <string.h>

#include "tick.h"
#include "touchdown/touchdown.h"

#define CASES 32       /* the task takes them forwards, the interrupt backwards */
#define WANTED 300     /* interrupts within a call */
#define MOST 200000000 /* calls of the task, should no interrupt come */

static td_body_contact bodies[CASES];
static td_body_impact alone[CASES];

static volatile int32_t calling; /* the task is within td_resolve_body */
static volatile int32_t ticks, ticks_within, wrong_in_interrupt;

static td_body_contact body_of(int32_t i) {
  td_body_contact body = {.body.mass = 1.0f + 0.25f * (float)(i % 7),
                          .body.inertia = {0.5f, 0.75f, 1.0f, 0.0625f, -0.03125f, 0.125f},
                          .r = {0.125f * (float)(i % 5) - 0.25f, 0.0625f * (float)(i % 9) - 0.25f, -0.5f},
                          .n = {0.0625f * (float)(i % 3), 0, 1},
                          .body.v = {0.5f * (float)(i % 6), 0.25f * (float)(i % 4), -1.5f},
                          .body.w = {0.25f * (float)(i % 11), -0.5f, 0.125f * (float)i},
                          .surface = {.mu_s = 0.5f, .mu_k = 0.25f + 0.0625f * (float)(i % 4), .e = 0.5f}};
  return body;
}

/* Whether case i comes out as it did alone. */
static int32_t same(int32_t i) {
  td_body_impact impact;
  memset(&impact, 0, sizeof impact);
  return td_resolve_body(&bodies[i], &impact) >= 0 && memcmp(&impact, &alone[i], sizeof impact) == 0;
}

void on_tick(void) {
  ticks_within += calling;
  wrong_in_interrupt += !same(CASES - 1 - ticks % CASES);
  ticks++;
}

static void resolve_alone(void) {
  for (int32_t i = 0; i < CASES; i++) {
    bodies[i] = body_of(i);
    (void)td_resolve_body(&bodies[i], &alone[i]);
  }
}

int main(void) {
  int32_t wrong_in_task = 0, calls = 0;
  resolve_alone();
  tick_start();
  for (; ticks_within < WANTED && calls < MOST; calls++) {
    calling = 1;
    wrong_in_task += !same(calls % CASES);
    calling = 0;
  }
  tick_stop();

  const int32_t lazy = tick_lazy_stackings();
  const int failed = wrong_in_task || wrong_in_interrupt || ticks_within < WANTED || lazy == 0;
  printf("task: %ld calls, %ld differ\n", (long)calls, (long)wrong_in_task);
  printf("interrupt: %ld calls, %ld within one of the task's, %ld differ\n", (long)ticks, (long)ticks_within,
         (long)wrong_in_interrupt);
  if (lazy >= 0) printf("FPU registers stacked lazily: %ld\n", (long)lazy);
  puts(failed ? "FAIL" : "pass");
  return failed;
}
