# Builds this project once more for every board of TOUCHDOWN_BOARDS, and makes their tests part of this build's.
include(ExternalProject)
foreach(board ${TOUCHDOWN_BOARDS})
  set(folder ${CMAKE_BINARY_DIR}/boards/${board})
  ExternalProject_Add(${board}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${folder}
    PREFIX ${CMAKE_BINARY_DIR}/boards/prefix-${board}
    CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/toolchain/arm-none-eabi.cmake -DTOUCHDOWN_BOARD=${board}
               -DCMAKE_BUILD_TYPE=Release -DTOUCHDOWN_INSTALL=OFF
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    USES_TERMINAL_BUILD ON)
  # The programs of its gates.
  add_custom_target(gates-${board} COMMAND ${CMAKE_COMMAND} --build ${folder} --target gate_programs USES_TERMINAL)
  add_dependencies(gates-${board} ${board})
  add_dependencies(gate_programs gates-${board})
  set(include_file ${CMAKE_BINARY_DIR}/boards/${board}-tests.cmake)
  file(WRITE ${include_file}
    "if(EXISTS \"${folder}/CTestTestfile.cmake\")\n"
    "  subdirs(\"${folder}\")\n"
    "else()\n"
    "  add_test(${board}_NOT_BUILT ${board}_NOT_BUILT)\n"
    "endif()\n")
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endforeach()

# For each of these boards `firmware` is the image that the host program talks to. `demo` is what toolchain/demo runs: an image of
# single impacts, and the host program with `replay`.
add_custom_target(firmware)
add_custom_target(demo)
add_dependencies(demo demo_program)
foreach(board ${TOUCHDOWN_BOARDS})
  ExternalProject_Add_StepTargets(${board} configure)
  foreach(pair firmware:drop_test demo:impact_server)
    string(REGEX MATCH "^[^:]+" target ${pair})
    string(REGEX MATCH "[^:]+$" image ${pair})
    add_custom_target(${target}-${board}
      COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR}/boards/${board} --target ${image}
      USES_TERMINAL)
    add_dependencies(${target}-${board} ${board}-configure)
    add_dependencies(${target} ${target}-${board})
  endforeach()
endforeach()
