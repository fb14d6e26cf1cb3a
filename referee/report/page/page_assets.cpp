#include "report/page/page_document.hpp"

// g++ 12 has no #embed. TRIBUNAL_PAGE is the folder of the built page.
asm(R"(
  .section .rodata
  .global tribunal_page_script, tribunal_page_script_end, tribunal_page_style, tribunal_page_style_end
  .global tribunal_watch_script, tribunal_watch_script_end
tribunal_page_script:
  .incbin ")" TRIBUNAL_PAGE R"(/page.js"
tribunal_page_script_end:
tribunal_page_style:
  .incbin ")" TRIBUNAL_PAGE R"(/page.css"
tribunal_page_style_end:
tribunal_watch_script:
  .incbin ")" TRIBUNAL_PAGE R"(/../watch.js"
tribunal_watch_script_end:
  .text
)");

extern "C" {
extern const char tribunal_page_script[];
extern const char tribunal_page_script_end[];
extern const char tribunal_page_style[];
extern const char tribunal_page_style_end[];
extern const char tribunal_watch_script[];
extern const char tribunal_watch_script_end[];
}

namespace tribunal {

std::string_view page_script() { return {tribunal_page_script, tribunal_page_script_end}; }

std::string_view watch_script() { return {tribunal_watch_script, tribunal_watch_script_end}; }

std::string_view page_style() { return {tribunal_page_style, tribunal_page_style_end}; }

}  // namespace tribunal
