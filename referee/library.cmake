# The rules as a library, docs/library.md: `cmake --install build/release --prefix P`, then
# `find_package(tribunal)` and `target_link_libraries(x tribunal::games)`.
include(CMakePackageConfigHelpers)

foreach(module base cards games)
  add_library(tribunal::${module} ALIAS tribunal-${module})
  set_target_properties(tribunal-${module} PROPERTIES EXPORT_NAME ${module})
  target_compile_features(tribunal-${module} PUBLIC cxx_std_23)
  # Modules of other languages link it, too. Nobody exchanges a function of it, so that it is as fast as without.
  set_target_properties(tribunal-${module} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(tribunal-${module} PRIVATE -fno-semantic-interposition)
  install(DIRECTORY ${module} DESTINATION include/tribunal COMPONENT library FILES_MATCHING PATTERN *.hpp
    PATTERN text EXCLUDE PATTERN try.hpp EXCLUDE)
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tribunal)
install(TARGETS tribunal-base tribunal-cards tribunal-games EXPORT tribunal-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT tribunal-targets NAMESPACE tribunal:: DESTINATION ${package} COMPONENT library)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tribunal-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES tribunal-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/tribunal-config-version.cmake DESTINATION ${package} COMPONENT library)
