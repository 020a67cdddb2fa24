# cmake -DROOT=folder -DOUT=header [-DPROGRAM=folder] -P fingerprint.cmake: the sources of the library, and of the host program in
# PROGRAM without its tests and data, as two numbers. Names and contents count, in the order of the names; the header is left alone
# where nothing changed.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/include/*.h ${ROOT}/include/*.hpp ${ROOT}/src/*.h ${ROOT}/src/*.hpp
     ${ROOT}/src/*.c ${ROOT}/src/*.cpp)
if(PROGRAM)
  file(GLOB program RELATIVE ${ROOT} ${PROGRAM}/*/*.hpp ${PROGRAM}/*/*.cpp ${PROGRAM}/*/*.schema.json ${PROGRAM}/*/help.txt
       ${PROGRAM}/page/page.html)
  list(FILTER program EXCLUDE REGEX /test/)
  list(APPEND files ${program})
endif()
list(SORT files)
set(all "")
foreach(file ${files})
  file(SHA256 ${ROOT}/${file} hash)
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 8 first)
string(SUBSTRING ${hash} 8 8 second)
set(text "#define TD_LINK_SOURCES_0 0x${first}u\n#define TD_LINK_SOURCES_1 0x${second}u\n")
set(before "")
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
