/* What instruction_bound is to refuse, a function each, and what it is to bound (can_fail). */
int td_recursive(int n);
int td_through_pointer(int (*function)(int), int n);
int td_endless(const volatile int *x);
int td_fewer(int n);
int td_more(int n);
int td_counted(const volatile int *x);
int td_told(const volatile int *x, int n);
int td_exclusive(const volatile int *x, int n);
int sum_row(const volatile int *x, int places);
int td_triangle(const volatile int *x);
int step(const volatile int *x);
int look(const volatile int *x);
int impact(const volatile int *x, int n);
int td_sequence(const volatile int *x);
int single_precision_caller_height(int n);
int query_heightIf(int (*height)(int), int n);
int td_asking(int (*height)(int), const volatile int *x);

int td_recursive(int n) {
  const volatile int kept = n;
  if (n < 2) return n;
  const int before = td_recursive(n - 1);
  return (before ^ kept) / kept;
}
int td_through_pointer(int (*function)(int), int n) { return function(n) + 1; }
int td_endless(const volatile int *x) {
  int sum = 0;
  while (*x != 0) sum += *x;
  return sum;
}
int td_fewer(int n) { return n + 1; }
int td_more(int n) { return n * n + 1; }
/* 100 rounds of 4 instructions: the code says it. */
int td_counted(const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += x[i];
  return sum;
}
/* As many as the table says. */
__attribute__((noinline)) int td_told(const volatile int *x, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}
/* Once, where the table says so, instead of twice. */
int td_exclusive(const volatile int *x, int n) {
  int sum = 0;
  if (*x > 0) sum = td_told(x, n);
  if (*x < 0) sum += td_told(x, n);
  return sum;
}
/* Twenty rows, each a place longer than the one before: 190 places, not 380, where the table says so. */
__attribute__((noinline)) int sum_row(const volatile int *x, int places) {
  int sum = 0;
  for (int k = 0; k < places; ++k) sum += x[k];
  return sum;
}
int td_triangle(const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum += sum_row(x, i);
  return sum;
}
/* Ten impacts of up to 20 steps and looks each. Where the table says so they share five steps, each may take one more,
   and of looks there is one for each step, and one for each impact: 15 steps and 25 looks, not 200 of each. */
__attribute__((noinline)) int step(const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += x[i];
  return sum;
}
__attribute__((noinline)) int look(const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum ^= x[i];
  return sum;
}
__attribute__((noinline)) int impact(const volatile int *x, int n) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    if (x[i] > n) sum += step(x);
    if (x[i] < n) sum += look(x);
  }
  return sum;
}
int td_sequence(const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += impact(x, x[i]);
  return sum;
}
/* An impact whose steps the table limits to two, and ten steps beside it, which that row says nothing of: twelve. */
int td_both_ways(const volatile int *x) {
  int sum = impact(x, x[0]);
  for (int i = 0; i < 10; ++i) sum += step(x);
  return sum;
}
/* The caller's height function, and where the library calls it: ten times. */
int single_precision_caller_height(int n) { return n * n + 1; }
__attribute__((noinline)) int query_heightIf(int (*height)(int), int n) { return height(n) + 1; }
int td_asking(int (*height)(int), const volatile int *x) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += query_heightIf(height, x[i]);
  return sum;
}
