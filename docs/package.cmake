# The Debian package (./dev package deb): all installed files in one package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Tribunal developers <tribunal@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "referee and tournament runner for card-playing bots")
set(CPACK_PACKAGE_DESCRIPTION "Tribunal deals seeded games, talks to bot programs over their standard
input and output, enforces the rules and the clock, runs tournaments with
Elo tables, and keeps logs from which every game can be reproduced and
verified.

With it come sample bots, plans of tournaments, kits for bots in C++, Go,
Java, JavaScript, Python and Rust, and the rules as a C++ library.")
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_DEPENDS python3)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, nodejs")  # nodejs: one of the sample bots
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENTS_ALL program searchers library kits python documents debian)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The files that Debian's policy requires in addition to the program (12.5, 12.7).
set(debian ${CMAKE_CURRENT_BINARY_DIR}/debian)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
file(CONFIGURE OUTPUT ${debian}/copyright @ONLY CONTENT "Tribunal\n\n@license@")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of the commit: ./dev sets SOURCE_DATE_EPOCH
file(CONFIGURE OUTPUT ${debian}/changelog @ONLY CONTENT "tribunal (@PROJECT_VERSION@) unstable; urgency=medium

  * CHANGELOG.md.gz says what is new.

 -- The Tribunal developers <tribunal@example.org>  @date@
")
find_program(gzip gzip)
if(gzip)
  foreach(file ${debian}/changelog ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
    get_filename_component(name ${file} NAME)
    execute_process(COMMAND ${gzip} -9nc ${file} OUTPUT_FILE ${debian}/${name}.gz)
    install(FILES ${debian}/${name}.gz DESTINATION share/doc/tribunal COMPONENT debian)
  endforeach()
  # A page shows the traceback of a bot. One package serves two releases of Debian, so libraries are in the program.
  file(WRITE ${debian}/overrides "tribunal: python-traceback-in-manpage *\ntribunal: embedded-library *\n")
  install(FILES ${debian}/overrides DESTINATION share/lintian/overrides RENAME tribunal COMPONENT debian)
  install(FILES ${debian}/copyright DESTINATION share/doc/tribunal COMPONENT debian)
endif()
# Removing the package removes the byte code that Python compiled from the kit.
file(WRITE ${debian}/prerm "#!/bin/sh\nset -e\nif command -v py3clean >/dev/null; then py3clean -p tribunal; fi\n")
file(CHMOD ${debian}/prerm PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/prerm)
include(CPack)
