# What `cmake --install` puts down: headers, archive, a CMake package (find_package(touchdown), with components cpp, port and
# link), touchdown.pc and, for the C++ face, touchdown-cpp.pc. All of it may be moved afterwards: paths are relative to the
# files that name them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/touchdown)
install(TARGETS touchdown touchdown_headers EXPORT touchdown)
install(DIRECTORY include/touchdown DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT touchdown NAMESPACE touchdown:: FILE touchdown-targets.cmake DESTINATION ${cmake_folder})
install(TARGETS touchdown_cpp EXPORT touchdown-cpp)
install(EXPORT touchdown-cpp NAMESPACE touchdown:: DESTINATION ${cmake_folder})

file(WRITE ${PROJECT_BINARY_DIR}/package/touchdown-config.cmake
  "include(CMakeFindDependencyMacro)\n"
  "include(\${CMAKE_CURRENT_LIST_DIR}/touchdown-targets.cmake)\n"
  "# It needs no C++ runtime, so a project in C alone may link it.\n"
  "get_target_property(touchdown_builds touchdown::touchdown IMPORTED_CONFIGURATIONS)\n"
  "foreach(build \${touchdown_builds})\n"
  "  set_property(TARGET touchdown::touchdown PROPERTY IMPORTED_LINK_INTERFACE_LANGUAGES_\${build} C)\n"
  "endforeach()\n"
  "if(cpp IN_LIST touchdown_FIND_COMPONENTS)\n"
  "  find_dependency(Eigen3 3.4 NO_MODULE)\n"
  "endif()\n"
  "foreach(part \${touchdown_FIND_COMPONENTS})\n"
  "  include(\${CMAKE_CURRENT_LIST_DIR}/touchdown-\${part}.cmake OPTIONAL RESULT_VARIABLE touchdown_\${part}_FOUND)\n"
  "  if(NOT touchdown_\${part}_FOUND AND touchdown_FIND_REQUIRED_\${part})\n"
  "    set(touchdown_FOUND FALSE)\n"
  "    set(touchdown_NOT_FOUND_MESSAGE \"it was installed without \${part}\")\n"
  "  endif()\n"
  "endforeach()\n")
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/touchdown-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/touchdown-config.cmake
              ${PROJECT_BINARY_DIR}/package/touchdown-config-version.cmake
  DESTINATION ${cmake_folder})

file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
list(TRANSFORM touchdown_sizes PREPEND " -D" OUTPUT_VARIABLE sizes)
list(JOIN sizes "" sizes)
file(WRITE ${PROJECT_BINARY_DIR}/package/touchdown.pc
  "prefix=\${pcfiledir}/${prefix_from_pc}\n"
  "Name: touchdown\n"
  "Description: ${PROJECT_DESCRIPTION}\n"
  "Version: ${PROJECT_VERSION}\n"
  "Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}${sizes}\n"
  "Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -ltouchdown\n")
file(WRITE ${PROJECT_BINARY_DIR}/package/touchdown-cpp.pc
  "Name: touchdown-cpp\n"
  "Description: C++ face of touchdown\n"
  "Version: ${PROJECT_VERSION}\n"
  "Requires: touchdown = ${PROJECT_VERSION}, eigen3 >= 3.4\n")
install(FILES ${PROJECT_BINARY_DIR}/package/touchdown.pc ${PROJECT_BINARY_DIR}/package/touchdown-cpp.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR})
