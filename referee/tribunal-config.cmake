# The package configuration that `find_package(tribunal)` reads.
include(CMakeFindDependencyMacro)
find_dependency(OpenSSL 3)
include("${CMAKE_CURRENT_LIST_DIR}/tribunal-targets.cmake")
