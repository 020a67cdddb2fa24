# Bare-metal Arm: -DCMAKE_TOOLCHAIN_FILE=toolchain/arm-none-eabi.cmake -DTOUCHDOWN_BOARD=<board>
#
# A board is a folder of port/cortex_m/boards/; its core stands here. -DTOUCHDOWN_CPU_FLAGS=... instead of a board
# builds the library for any other core.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TOUCHDOWN_BOARD TOUCHDOWN_CPU_FLAGS)

set(cpu_mps2-an385 -mcpu=cortex-m3)
set(cpu_mps2-an386 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard)
set(cpu_mps2-an500 -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard)
set(cpu_mps2-an505 -mcpu=cortex-m33 -mfpu=fpv5-sp-d16 -mfloat-abi=hard)
set(cpu_mps3-an547 -mcpu=cortex-m55 -mfloat-abi=hard)
set(cpu_netduinoplus2 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard)
set(cpu_pico -mcpu=cortex-m0plus)
set(cpu_microbit -mcpu=cortex-m0)

if(NOT TOUCHDOWN_CPU_FLAGS)
  set(TOUCHDOWN_CPU_FLAGS ${cpu_${TOUCHDOWN_BOARD}})
endif()
if(NOT TOUCHDOWN_CPU_FLAGS)
  message(FATAL_ERROR "TOUCHDOWN_BOARD is '${TOUCHDOWN_BOARD}', whose core is unknown; see toolchain/arm-none-eabi.cmake")
endif()
list(JOIN TOUCHDOWN_CPU_FLAGS " " cpu)
set(CMAKE_C_FLAGS_INIT "-mthumb ${cpu}")
set(CMAKE_CXX_FLAGS_INIT "-mthumb ${cpu}")
set(CMAKE_ASM_FLAGS_INIT "-mthumb ${cpu}")

set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/run-on-board ${TOUCHDOWN_BOARD})

# Packages (Eigen, doctest) are headers and come from the host.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
