# Of rosidl_default_generators what Debian has: C++ alone. The type supports that it lacks are needed to send, not to compile.
find_package(rosidl_cmake REQUIRED)
find_package(rosidl_generator_cpp REQUIRED)
set(rosidl_default_generators_FOUND TRUE)
macro(rosidl_get_typesupport_target target interfaces support)
  set(${target} ${interfaces}__rosidl_generator_cpp)
endmacro()
