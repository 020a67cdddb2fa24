# Target `docs`: the site, in docs/html of the build folder, by Sphinx out of the tree's pages and by Breathe and doxygen out of the public
# headers; with TOUCHDOWN_PYTHON from its notebooks too, which are run. A warning is an error, and so is a link that leads nowhere.
find_program(DOXYGEN doxygen)
find_program(SPHINX sphinx-build PATHS /usr/bin NO_DEFAULT_PATH) # Debian's, which has MyST, Furo and Breathe beside it
if(NOT DOXYGEN OR NOT SPHINX)
  return()
endif()

# C comments stay free of markup: a filter turns them into doxygen's.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/docs/Doxyfile @ONLY CONTENT [[
PROJECT_NAME           = Touchdown
OUTPUT_DIRECTORY       = @CMAKE_BINARY_DIR@/docs
INPUT                  = include/touchdown
FILE_PATTERNS          = *.h *.hpp
FILTER_PATTERNS        = *.h=@PROJECT_SOURCE_DIR@/toolchain/comments-for-doxygen *.hpp=@PROJECT_SOURCE_DIR@/toolchain/comments-for-doxygen
STRIP_FROM_PATH        = . include
STRIP_FROM_INC_PATH    = include
GENERATE_HTML          = NO
GENERATE_LATEX         = NO
GENERATE_XML           = YES
XML_PROGRAMLISTING     = NO
QUIET                  = YES
WARNINGS               = YES
EXTRACT_ALL            = YES
WARN_NO_PARAMDOC       = NO
WARN_AS_ERROR          = FAIL_ON_WARNINGS
JAVADOC_AUTOBRIEF      = YES
OPTIMIZE_OUTPUT_FOR_C  = YES
TYPEDEF_HIDES_STRUCT   = YES
MACRO_EXPANSION        = NO
]])

# The pages in the places that they have in the tree, as links.
set(site ${CMAKE_BINARY_DIR}/docs/site)
file(REMOVE_RECURSE ${site})
file(MAKE_DIRECTORY ${site} ${CMAKE_BINARY_DIR}/docs/notebooks)
file(GLOB pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS *.md LICENSE)
foreach(page ${pages} docs host_tests include port src target_examples toolchain LICENSES zephyr)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${page} ${site}/${page} SYMBOLIC)
endforeach()
file(CREATE_LINK ${CMAKE_BINARY_DIR}/docs/notebooks ${site}/notebooks SYMBOLIC)

set(html ${CMAKE_BINARY_DIR}/docs/html)
add_custom_target(docs COMMAND ${DOXYGEN} ${CMAKE_BINARY_DIR}/docs/Doxyfile
  COMMAND ${CMAKE_COMMAND} -E env TOUCHDOWN_VERSION=${PROJECT_VERSION} TOUCHDOWN_XML=${CMAKE_BINARY_DIR}/docs/xml
          TOUCHDOWN_PLAYGROUND=${touchdown_playground} PYTHONPATH=${CMAKE_BINARY_DIR}/python
          ${SPHINX} -q -E -W --keep-going -c ${PROJECT_SOURCE_DIR}/docs -d ${CMAKE_BINARY_DIR}/docs/trees ${site} ${html}
  COMMAND ${PROJECT_SOURCE_DIR}/host_tests/gates/site ${html}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
if(touchdown_playground)
  add_dependencies(docs playground)
endif()
if(TARGET touchdown_python)
  set(notebooks ${CMAKE_BINARY_DIR}/docs/notebooks)
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
