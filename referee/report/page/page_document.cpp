#include "report/page/page_document.hpp"

#include <fmt/format.h>

#include "base/digest.hpp"
#include "base/escape.hpp"
#include "report/page/packed.hpp"
#include "report/page/page_assets.hpp"

namespace tribunal {
namespace {

std::string hash_source(std::string_view text) {
  const auto digest = sha256(text);
  return "'sha256-" + base64(as_text(digest)) + '\'';
}

std::string data_block(const std::string& id, const std::string& json) {
  return "<script type=\"application/json;gzip;base64\" id=\"" + id + "\">" + packed(json) + "</script>\n";
}

/// The sources that the Content-Security-Policy allows a page, and the elements that load them.
struct PageParts {
  std::string scripts;
  std::string styles;
  std::string connections{};  ///< none
  std::string head;
  std::string tail;
};

std::string document(const PageContent& content, const PageParts& parts) {
  auto html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src "
      "{}; "
      "{}img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n{}</head>\n<body>\n<div id=\"app\"></div>\n"
      "<noscript><h1>{}</h1><p>The drawn form of this report needs JavaScript. In "
      "figures:</p><pre>{}</pre></noscript>\n",
      parts.scripts, parts.styles, parts.connections, escaped_for_xml(content.title), parts.head,
      escaped_for_xml(content.title), escaped_for_xml(content.plain));
  html += data_block("tribunal-report", content.report);
  for (std::size_t block = 0; block < content.blocks.size(); ++block)
    html += data_block("tribunal-games-" + std::to_string(block), content.blocks[block]);
  html += parts.tail;
  return html + "</body>\n</html>\n";
}

constexpr auto loads_style = "<link rel=\"stylesheet\" href=\"page.css\">\n";
constexpr auto loads_script = "<script src=\"page.js\"></script>\n";

}  // namespace

std::string page_in_one_file(const PageContent& content) {
  const auto style = "<style>" + std::string{page_style()} + "</style>\n";
  const auto script = "<script>" + std::string{page_script()} + "</script>\n";
  return document(content, {.scripts = hash_source(page_script()),
                            .styles = hash_source(page_style()),
                            .head = style,
                            .tail = script});
}

PageFiles page_in_files(const PageContent& content) {
  return {.html = document(
              content, {.scripts = "'self'", .styles = "'self'", .head = loads_style, .tail = loads_script}),
          .script = page_script(),
          .style = page_style()};
}

std::string page_to_watch(const PageContent& content, std::uint64_t games) {
  const auto loads_watch = fmt::format("<script src=\"watch.js\" data-games=\"{}\"></script>\n", games);
  return document(content, {.scripts = "'self'",
                            .styles = "'self'",
                            .connections = "connect-src 'self'; ",
                            .head = loads_style,
                            .tail = loads_script + loads_watch});
}

}  // namespace tribunal
