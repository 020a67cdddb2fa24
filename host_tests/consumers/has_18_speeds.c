/* Compiles where the build description takes TD_MAX_SPEEDS to the program. */
typedef char has_18_speeds[TD_MAX_SPEEDS == 18 ? 1 : -1];
