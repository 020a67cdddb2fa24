# The floating-point contract and the warnings, in one place.
#
#   touchdown_flags          everything whose bits must match between targets, and everything of this project
#   touchdown_library_flags  the library itself, which in addition keeps out of the C++ runtime
#
# -ffp-contract=off is what makes targets with and without fused multiply-add agree; Eigen unvectorized fixes the order
# of its sums. Only + - * / sqrt remain, which IEEE 754 defines to the last bit. No vectors: GCC 12 forms
# vfmaddsub on x86 with FMA in spite of the first, and a Cortex-M55's vectors make denormals 0.

include(CheckCXXSourceCompiles)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
  endif()
  # -O2: with Eigen, -Os is larger, slower and needs more stack. -Og: at -O0 Eigen links malloc.
  foreach(language C CXX)
    set(CMAKE_${language}_FLAGS_RELEASE "-O2")
    set(CMAKE_${language}_FLAGS_DEBUG "-Og -g")
  endforeach()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

add_library(touchdown_flags INTERFACE)
target_compile_options(touchdown_flags INTERFACE
  -ffp-contract=off -fno-tree-vectorize -fno-tree-slp-vectorize -fno-fast-math -fno-math-errno
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>
  $<$<BOOL:${PROJECT_IS_TOP_LEVEL}>:-Werror>)
target_compile_definitions(touchdown_flags INTERFACE EIGEN_DONT_VECTORIZE)

# Where a scalar is computed by calls of the compiler's library, its target has the property TOUCHDOWN_BY_CALLS. There, and where
# flash is to count first (numerics/scalar.hpp), it is compiled for size: of the former 0.4 of the flash for a tenth more instructions.
set(by_calls $<BOOL:$<TARGET_PROPERTY:TOUCHDOWN_BY_CALLS>>)
set(flash_first $<OR:${by_calls},$<BOOL:${TOUCHDOWN_FLASH_FIRST}>>)
function(touchdown_compile_for scalar target)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_REQUIRED_DEFINITIONS -DTD_${scalar})
  string(TOUPPER "${CMAKE_REQUIRED_DEFINITIONS}" CMAKE_REQUIRED_DEFINITIONS) # TD_DOUBLE; TD_FLOAT says nothing
  set(CMAKE_REQUIRED_INCLUDES ${PROJECT_SOURCE_DIR}/src)
  check_cxx_source_compiles("#include \"numerics/scalar.hpp\"\nstatic_assert(TOUCHDOWN_BY_CALLS, \"\");" touchdown_${scalar}_by_calls)
  set_target_properties(${target} PROPERTIES TOUCHDOWN_BY_CALLS "${touchdown_${scalar}_by_calls}")
endfunction()

add_library(touchdown_library_flags INTERFACE)
target_link_libraries(touchdown_library_flags INTERFACE touchdown_flags)
target_compile_options(touchdown_library_flags INTERFACE
  $<$<CONFIG:>:-O2> $<$<AND:${flash_first},$<NOT:$<CONFIG:Debug>>>:-Os> -ffunction-sections -fdata-sections # -O2 also in a user's build that says nothing
  $<$<AND:$<BOOL:${PROJECT_IS_TOP_LEVEL}>,$<BOOL:${CMAKE_CROSSCOMPILING}>>:-g1> # the line of every instruction; same code
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -fno-threadsafe-statics>)
# A user's program may compile Eigen otherwise: with assertions that print, with vectors or fused sums. Of an inline function
# that both hold the linker keeps either, so the library's are under a name of their own. Its short pieces take fewer bytes in line
# than called, unless a sum is a call.
target_compile_definitions(touchdown_library_flags INTERFACE
  Eigen=touchdown_eigen EIGEN_NO_DEBUG EIGEN_NO_MALLOC "EIGEN_STRONG_INLINE=inline$<$<NOT:${by_calls}>: __attribute__((always_inline))>")
