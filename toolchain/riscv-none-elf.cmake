# Bare-metal RISC-V of 32 bits: -DCMAKE_TOOLCHAIN_FILE=toolchain/riscv-none-elf.cmake -DTOUCHDOWN_BOARD=<board>
#
# A board is a folder of port/riscv/boards/; its core stands here. -DTOUCHDOWN_CPU_FLAGS=... instead of a board builds the
# library for any other core. Debian's compiler comes with picolibc and without a C++ library: headers of the latter are those
# of arm-none-eabi, where what differs between machines is asked of the compiler. Nothing of it is linked.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TOUCHDOWN_BOARD TOUCHDOWN_CPU_FLAGS)

set(cpu_virt-rv32imac -march=rv32imac -mabi=ilp32) # of the class of RP2350's Hazard3
set(cpu_virt-rv32imafc -march=rv32imafc -mabi=ilp32f)

if(NOT TOUCHDOWN_CPU_FLAGS)
  set(TOUCHDOWN_CPU_FLAGS ${cpu_${TOUCHDOWN_BOARD}})
endif()
if(NOT TOUCHDOWN_CPU_FLAGS)
  message(FATAL_ERROR "TOUCHDOWN_BOARD is '${TOUCHDOWN_BOARD}', whose core is unknown; see toolchain/riscv-none-elf.cmake")
endif()
list(JOIN TOUCHDOWN_CPU_FLAGS " " cpu)
file(GLOB cxx_headers /usr/include/newlib/c++/*)
list(GET cxx_headers -1 cxx_headers)
set(CMAKE_C_FLAGS_INIT "${cpu} --specs=picolibc.specs")
set(CMAKE_CXX_FLAGS_INIT "${cpu} --specs=picolibc.specs -isystem ${cxx_headers} -isystem ${cxx_headers}/arm-none-eabi")
# By the C compiler, which asks for no C++ library.
set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_C_COMPILER> <FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_ASM_FLAGS_INIT "${cpu}")

set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/run-on-board ${TOUCHDOWN_BOARD})

# Packages (Eigen) are headers and come from the host.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
