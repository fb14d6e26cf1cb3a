#include "report/page/page_document.hpp"

#include <fmt/format.h>

#include "cards/digest.hpp"
#include "report/page/packed.hpp"
#include "report/page/page_assets.hpp"

namespace tribunal {
namespace {

std::string escaped(std::string_view text) {
  std::string html;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += letter;
    }
  }
  return html;
}

std::string hash_source(std::string_view text) {
  const auto digest = sha256(text);
  return "'sha256-" + base64(as_text(digest)) + '\'';
}

std::string data_block(const std::string& id, const std::string& json) {
  return "<script type=\"application/json;gzip;base64\" id=\"" + id + "\">" + packed(json) + "</script>\n";
}

/// `sources`: what the policy allows scripts and style sheets to be; `head` and `tail`: what loads them.
std::string document(const PageContent& content, const std::string& scripts, const std::string& styles,
                     std::string_view head, std::string_view tail) {
  auto html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src "
      "{}; "
      "img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n{}</head>\n<body>\n<div id=\"app\"></div>\n"
      "<noscript><h1>{}</h1><p>The drawn form of this report needs JavaScript. In "
      "figures:</p><pre>{}</pre></noscript>\n",
      scripts, styles, escaped(content.title), head, escaped(content.title), escaped(content.plain));
  html += data_block("tribunal-report", content.report);
  for (std::size_t block = 0; block < content.blocks.size(); ++block)
    html += data_block("tribunal-games-" + std::to_string(block), content.blocks[block]);
  html += tail;
  return html + "</body>\n</html>\n";
}

}  // namespace

std::string page_in_one_file(const PageContent& content) {
  const auto style = "<style>" + std::string{page_style()} + "</style>\n";
  const auto script = "<script>" + std::string{page_script()} + "</script>\n";
  return document(content, hash_source(page_script()), hash_source(page_style()), style, script);
}

PageFiles page_in_files(const PageContent& content) {
  return {.html = document(content, "'self'", "'self'", "<link rel=\"stylesheet\" href=\"page.css\">\n",
                           "<script src=\"page.js\"></script>\n"),
          .script = page_script(),
          .style = page_style()};
}

}  // namespace tribunal
