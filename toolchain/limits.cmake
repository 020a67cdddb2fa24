# What can be chosen when the library is compiled (include/touchdown/limits.h, src/impact/method_set.hpp, src/numerics/scalar.hpp):
#
#   touchdown_sizes       definitions for the library and for its users
#   touchdown_choice      those for the library alone
#   touchdown_precisions  the scalars that it is compiled for
set(touchdown_sizes)
foreach(what SPEEDS CONSTRAINTS CONTACTS FEET)
  set(TOUCHDOWN_MAX_${what} "" CACHE STRING "TD_MAX_${what}, for the library and its users; empty: as limits.h says")
  if(NOT TOUCHDOWN_MAX_${what} STREQUAL "")
    list(APPEND touchdown_sizes TD_MAX_${what}=${TOUCHDOWN_MAX_${what}})
  endif()
endforeach()

# touchdown_choose(WHAT NAME...): TOUCHDOWN_<WHAT>, a list of some of the names or of all, with commas or semicolons. A name's
# number in the headers is its place here.
set(touchdown_choice)
macro(touchdown_choose what)
  set(names ${ARGN})
  set(TOUCHDOWN_${what} "${names}" CACHE STRING "Those that the library has; what is left out is refused and not in the image")
  set(sum 0)
  string(REPLACE "," ";" chosen "${TOUCHDOWN_${what}}")
  foreach(name ${chosen})
    list(FIND names "${name}" number)
    if(number EQUAL -1)
      message(FATAL_ERROR "TOUCHDOWN_${what}: ${name} is not one of ${names}")
    endif()
    math(EXPR sum "${sum} | (1 << ${number})")
  endforeach()
  list(APPEND touchdown_choice TD_${what}=${sum})
endmacro()
touchdown_choose(LAWS poisson energetic newton compromise automatic)
touchdown_choose(METHODS slip_path algebraic planar)

# TOUCHDOWN_PRECISIONS: float, double or both, with commas or semicolons. What is left out is not compiled, and a user who asks for
# it is refused by precision.h.
set(TOUCHDOWN_PRECISIONS "float;double" CACHE STRING "Scalars that the library has: float, double, or both")
string(REPLACE "," ";" touchdown_precisions "${TOUCHDOWN_PRECISIONS}")
foreach(scalar ${touchdown_precisions})
  if(NOT scalar MATCHES "^(float|double)$")
    message(FATAL_ERROR "TOUCHDOWN_PRECISIONS: ${scalar} is neither float nor double")
  endif()
endforeach()
foreach(scalar float double)
  if(NOT scalar IN_LIST touchdown_precisions)
    string(TOUPPER ${scalar} without)
    list(APPEND touchdown_sizes TD_WITHOUT_${without})
  endif()
endforeach()

list(LENGTH touchdown_precisions precisions)
if(TOUCHDOWN_TESTS AND NOT precisions EQUAL 2)
  message(FATAL_ERROR "The tests are of both precisions: -DTOUCHDOWN_TESTS=OFF with -DTOUCHDOWN_PRECISIONS=${TOUCHDOWN_PRECISIONS}")
endif()

option(TOUCHDOWN_FLASH_FIRST "Compile for size where floating point is hardware too: a quarter to a third less flash, about twice the work" OFF)
if(TOUCHDOWN_FLASH_FIRST)
  list(APPEND touchdown_choice TD_FLASH_FIRST)
endif()
