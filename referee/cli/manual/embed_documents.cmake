# Writes OUTPUT, the source of FUNCTION of documents.hpp. It includes the given files, sorted by name, with .incbin,
# because g++ 12 has no #embed. Names of pages are without .md.
function(embed_documents output function)
  set(pages ${ARGN})
  set(by_name "")
  foreach(page ${pages})
    get_filename_component(name ${page} NAME)
    string(REGEX REPLACE "[.]md$" "" name ${name})
    list(APPEND by_name "${name}|${page}")
  endforeach()
  list(SORT by_name)
  set(data "")
  set(declared "")
  set(listed "")
  set(number 0)
  foreach(entry ${by_name})
    string(REPLACE "|" ";" entry ${entry})
    list(GET entry 0 name)
    list(GET entry 1 page)
    string(APPEND data "  .global tribunal_${function}_${number}, tribunal_${function}_${number}_end\ntribunal_${function}_${number}:\n"
      "  .incbin \"${page}\"\ntribunal_${function}_${number}_end:\n")
    string(APPEND declared "extern const char tribunal_${function}_${number}[];\nextern const char tribunal_${function}_${number}_end[];\n")
    string(APPEND listed "      {\"${name}\", {tribunal_${function}_${number}, tribunal_${function}_${number}_end}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT "#include \"cli/manual/documents.hpp\"

#include <array>

asm(R\"(
  .section .rodata
@data@  .text
)\");

extern \"C\" {
@declared@}

namespace tribunal {

std::span<const Document> @function@() {
  static const std::array<Document, @number@> pages{{
@listed@  }};
  return pages;
}

}  // namespace tribunal
")
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${pages}")
endfunction()
