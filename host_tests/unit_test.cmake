# touchdown_unit_test(name source... [HOST_ONLY] [DOUBLE] [QUICK] [INCLUDE folder...] [LIBRARIES library...])
#
# A doctest program from the same sources on the host and, unless HOST_ONLY, on the board; each of its test cases becomes
# a CTest test "<host or board>/<name>/<test case>". Test cases are listed by running the program once it is built.
# DOUBLE: with TD_DOUBLE, on the host alone: what double answers is the same anywhere, which host_tests/gates/same_bits holds.
# QUICK: it is one of those that `toolchain/test quick` runs. It is compiled at -O1, which takes a third less time than -O2.
# Names of test cases may hold blanks and commas, but no ; [ ] or \.

find_package(doctest 2.4 REQUIRED)
include(${doctest_DIR}/doctest.cmake)

# doctest is one header in the host's include folder; a cross compiler must see it without its neighbours.
find_path(TOUCHDOWN_DOCTEST_FOLDER doctest.h HINTS ${doctest_DIR}/../../../include/doctest
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${TOUCHDOWN_DOCTEST_FOLDER} ${CMAKE_BINARY_DIR}/include/doctest SYMBOLIC)

add_library(touchdown_unit_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/unit/main.cpp)
target_include_directories(touchdown_unit_main SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/include)
if(CMAKE_CROSSCOMPILING)
  target_compile_options(touchdown_unit_main PUBLIC -fno-exceptions -fno-rtti -Wno-psabi)
  target_compile_definitions(touchdown_unit_main PUBLIC
    DOCTEST_CONFIG_NO_POSIX_SIGNALS DOCTEST_CONFIG_NO_MULTITHREADING
    DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS DOCTEST_CONFIG_COLORS_NONE)
endif()

function(touchdown_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "HOST_ONLY;DOUBLE;QUICK" "" "INCLUDE;LIBRARIES")
  if((test_HOST_ONLY OR test_DOUBLE) AND CMAKE_CROSSCOMPILING)
    return()
  endif()
  add_executable(unit_${name} ${test_UNPARSED_ARGUMENTS})
  target_include_directories(unit_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${test_INCLUDE})
  target_compile_definitions(unit_${name} PRIVATE $<$<BOOL:${test_DOUBLE}>:TD_DOUBLE>)
  target_link_libraries(unit_${name} PRIVATE ${test_LIBRARIES} touchdown_here touchdown_flags touchdown_unit_main)
  if(CMAKE_CROSSCOMPILING)
    target_link_libraries(unit_${name} PRIVATE touchdown_board)
  endif()
  target_compile_options(unit_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  set(labels)
  if(test_QUICK AND NOT CMAKE_CROSSCOMPILING)
    add_dependencies(quick_programs unit_${name})
    set(labels LABELS quick)
  endif()
  # A filter that matches nothing is no success, though doctest says so.
  doctest_discover_tests(unit_${name} TEST_PREFIX "${TOUCHDOWN_PLACE}/${name}/"
    PROPERTIES FAIL_REGULAR_EXPRESSION "test cases: +0 " TIMEOUT 300 ${labels})
endfunction()
