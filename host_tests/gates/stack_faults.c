/* What host_tests/gates/stack is to refuse, a function each (stack_can_fail). */
void use(volatile char *place);
int td_recursive(int n);
int td_through_pointer(int (*function)(int), int n);
int td_of_any_size(int n);
int td_deeper(int n);
int td_good(int n);
int single_precision_caller_height(int n);
int query_heightIf(int (*height)(int), int n);
int td_asking(int (*height)(int), int n);

__attribute__((noinline)) void use(volatile char *place) { *place = 1; }
int td_good(int n) {
  volatile char bytes[2000];
  use(bytes + n);
  return bytes[n];
}
__attribute__((noinline)) int td_recursive(int n) { return n < 2 ? n : td_recursive(n - 1) * td_recursive(n - 2); }
int td_through_pointer(int (*function)(int), int n) { return function(n) + 1; }
int td_of_any_size(int n) {
  volatile char bytes[n];
  use(bytes);
  return bytes[0];
}
int td_deeper(int n) { return td_good(n) + 1; }
/* The caller's height function, and where the library calls it. */
int single_precision_caller_height(int n) { return td_good(n) + 1; }
__attribute__((noinline)) int query_heightIf(int (*height)(int), int n) {
  volatile char bytes[100];
  use(bytes);
  return height(n) + bytes[n];
}
int td_asking(int (*height)(int), int n) { return query_heightIf(height, n) + 1; }
