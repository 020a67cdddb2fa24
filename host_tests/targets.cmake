# TOUCHDOWN_PROOF_TARGETS: the machines of toolchain/target that the tests of a host build use, each a fixture named for
# it: a test that builds `proofs` there first. All but those that toolchain/campaign alone uses.
add_custom_target(proofs)
set(TOUCHDOWN_PROOF_TARGETS)
if(CMAKE_CROSSCOMPILING OR NOT "mps2-an386" IN_LIST TOUCHDOWN_BOARDS)
  return()
endif()
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/toolchain/target cores
                OUTPUT_VARIABLE TOUCHDOWN_PROOF_CORES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" TOUCHDOWN_PROOF_CORES "${TOUCHDOWN_PROOF_CORES}")
set(TOUCHDOWN_PROOF_TARGETS x86-64-gcc-O1 x86-64-gcc-O3 x86-64-clang-O2 ${TOUCHDOWN_PROOF_CORES} aarch64 riscv64
    cortex-m4f-contracted)
foreach(target ${TOUCHDOWN_PROOF_TARGETS})
  add_test(NAME host/target/${target}
    COMMAND ${PROJECT_SOURCE_DIR}/toolchain/target ${target} ${CMAKE_BINARY_DIR} build)
  set_tests_properties(host/target/${target} PROPERTIES FIXTURES_SETUP ${target} TIMEOUT 900 PROCESSORS 2 LABELS gate)
endforeach()
set_tests_properties(host/target/cortex-m4f PROPERTIES RESOURCE_LOCK build) # in the folder of `toolchain/test`
set_tests_properties(host/target/cortex-m4f PROPERTIES COST 4) # first: longest is what follows it
