# Builds this project once more for every board of TOUCHDOWN_BOARDS, and makes their tests part of this build's.
include(ExternalProject)
foreach(board ${TOUCHDOWN_BOARDS})
  set(folder ${CMAKE_BINARY_DIR}/boards/${board})
  ExternalProject_Add(${board}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${folder}
    PREFIX ${CMAKE_BINARY_DIR}/boards/prefix-${board}
    CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/toolchain/arm-none-eabi.cmake -DTOUCHDOWN_BOARD=${board}
               -DCMAKE_BUILD_TYPE=Release
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

# firmware: the image that the host program talks to, alone, for each of these boards.
add_custom_target(firmware)
foreach(board ${TOUCHDOWN_BOARDS})
  ExternalProject_Add_StepTargets(${board} configure)
  add_custom_target(firmware-${board}
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR}/boards/${board} --target drop_test
    USES_TERMINAL)
  add_dependencies(firmware-${board} ${board}-configure)
  add_dependencies(firmware firmware-${board})
endforeach()
