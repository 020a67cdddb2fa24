# The three loops: `toolchain/test quick`, `toolchain/test` and `toolchain/gates`. CTest's labels distinguish them. A test is
# labelled "quick" or "gate", or has no label; `toolchain/test` runs all but the gates, so a new test is in it by itself.
# Programs of gates are built by target `gate_programs` instead of `all`, and what quick tests need is built by target `quick_programs`.
add_custom_target(gate_programs)
add_custom_target(quick_programs)

# touchdown_gate_programs(program...)
function(touchdown_gate_programs)
  set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(gate_programs ${ARGN})
endfunction()

# touchdown_gate_test(name program argument...): one gate among tests.
function(touchdown_gate_test name program)
  touchdown_gate_programs(${program})
  add_test(NAME ${name} COMMAND ${program} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS gate)
endfunction()

# touchdown_gate_folder(): called first in a folder's CMakeLists.txt, it makes gates of all tests of that folder, and of the
# programs that they need; target gates_of_<folder> builds these.
function(touchdown_gate_folder)
  set_property(DIRECTORY PROPERTY LABELS gate)
  cmake_language(DEFER CALL touchdown_end_of_gate_folder)
endfunction()

# A folder's label reaches the tests that are found when they are built, but none that runs in another folder.
function(touchdown_end_of_gate_folder)
  get_property(tests DIRECTORY PROPERTY TESTS)
  if(tests)
    set_property(TEST ${tests} APPEND PROPERTY LABELS gate)
  endif()
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_custom_target(gates_of_${folder})
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(asked_for_by_name ${target} EXCLUDE_FROM_ALL)
    if(type MATCHES "EXECUTABLE|MODULE_LIBRARY" AND NOT asked_for_by_name)
      touchdown_gate_programs(${target})
      add_dependencies(gates_of_${folder} ${target})
    elseif(type MATCHES LIBRARY AND NOT type STREQUAL INTERFACE_LIBRARY)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
endfunction()
