# Target `docs`: the site, in docs/html of the build folder, from the public headers and the pages in the tree, and with
# TOUCHDOWN_PYTHON from its notebooks, which are run. Needs doxygen; a reference that leads nowhere is an error. Formulas in the pages are text
# and need no network.
find_program(DOXYGEN doxygen)
if(NOT DOXYGEN)
  return()
endif()

file(GLOB pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS *.md)
file(GLOB_RECURSE guides RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS docs/*.md port/*.md host_tests/*.md target_examples/*.md
     port/web/*.md port/python/*.md)
list(APPEND pages ${guides})
list(JOIN pages " " pages)
set(notebooks ${CMAKE_BINARY_DIR}/docs/notebooks)
file(MAKE_DIRECTORY ${notebooks})
# C comments stay free of markup: a filter turns them into Doxygen's.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/docs/Doxyfile @ONLY CONTENT [[
PROJECT_NAME           = Touchdown
PROJECT_NUMBER         = @PROJECT_VERSION@
PROJECT_BRIEF          = "@PROJECT_DESCRIPTION@"
OUTPUT_DIRECTORY       = @CMAKE_BINARY_DIR@/docs
INPUT                  = @pages@ include/touchdown @notebooks@
IMAGE_PATH             = @notebooks@
USE_MDFILE_AS_MAINPAGE = @PROJECT_SOURCE_DIR@/README.md
FILE_PATTERNS          = *.h *.hpp *.md
FILTER_PATTERNS        = *.h=@PROJECT_SOURCE_DIR@/toolchain/comments-for-doxygen *.hpp=@PROJECT_SOURCE_DIR@/toolchain/comments-for-doxygen *.md=@PROJECT_SOURCE_DIR@/toolchain/pages-for-doxygen
STRIP_FROM_PATH        = . include
STRIP_FROM_INC_PATH    = include
GENERATE_LATEX         = NO
QUIET                  = YES
WARNINGS               = YES
EXTRACT_ALL            = YES
WARN_NO_PARAMDOC       = NO
WARN_AS_ERROR          = FAIL_ON_WARNINGS
JAVADOC_AUTOBRIEF      = YES
OPTIMIZE_OUTPUT_FOR_C  = YES
TYPEDEF_HIDES_STRUCT   = YES
HAVE_DOT               = NO
SEARCHENGINE           = NO
MACRO_EXPANSION        = NO
AUTOLINK_SUPPORT       = YES
MARKDOWN_SUPPORT       = YES
TOC_INCLUDE_HEADINGS   = 3
]])
add_custom_target(docs COMMAND ${DOXYGEN} ${CMAKE_BINARY_DIR}/docs/Doxyfile
  COMMAND ${PROJECT_SOURCE_DIR}/host_tests/gates/site ${CMAKE_BINARY_DIR}/docs/html
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
if(TARGET touchdown_python)
  file(GLOB programs RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS port/python/notebooks/*.py)
  file(GLOB arms CONFIGURE_DEPENDS host_tests/touchdown/arms/*.urdf)
  set(render ${PROJECT_SOURCE_DIR}/port/python/notebooks/render)
  add_custom_command(OUTPUT ${notebooks}/rendered WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python ${render} ${notebooks} ${programs}
    COMMAND ${CMAKE_COMMAND} -E touch ${notebooks}/rendered
    DEPENDS touchdown_python ${render} ${programs} ${arms} ${PROJECT_SOURCE_DIR}/port/python/touchdown/__init__.py)
  add_custom_target(notebooks DEPENDS ${notebooks}/rendered)
  add_dependencies(docs notebooks)
endif()
