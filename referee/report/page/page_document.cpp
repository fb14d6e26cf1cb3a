#include "report/page/page_document.hpp"

#include <fmt/format.h>
#include <limits>
#include <new>
#include <stdexcept>
#include <zlib.h>

#include <openssl/evp.h>

#include "base/digest.hpp"
#include "base/escape.hpp"

namespace tribunal {
namespace {

constexpr int gzip_window = 15 + 16;  // 32 KiB; 16 selects the gzip header
constexpr int most_memory = 9;

/// A heart and a spade, in colours that show on light and on dark.
constexpr std::string_view icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg "
    "font-size='24'%3E"
    "%3Ctext x='0' y='20' fill='%23c2303a'%3E%E2%99%A5%3C/text%3E%3Ctext x='14' y='30' fill='%23458'%3E"
    "%E2%99%A0%3C/text%3E%3C/g%3E%3C/svg%3E";

/// The bytes in base64 (RFC 4648), in one line.
std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // EVP_EncodeBlock appends a zero
  const auto size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string hash_source(std::string_view text) {
  const auto digest = sha256(text);
  return "'sha256-" + base64(as_text(digest)) + '\'';
}

std::string data_block(const std::string& id, const std::string& json) {
  return "<script type=\"application/json;gzip;base64\" id=\"" + id + "\">" + base64(gzipped(json)) +
         "</script>\n";
}

/// The sources that the Content-Security-Policy allows, and the elements that load them.
struct PageParts {
  std::string scripts;
  std::string styles;
  std::string connections{};  ///< empty: none allowed
  std::string head;
  std::string tail;
};

std::string document(const PageContent& content, const PageParts& parts) {
  auto html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src "
      "{}; {}img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"{}\">\n"
      "<title>{}</title>\n{}</head>\n<body>\n<div id=\"app\"></div>\n"
      "<noscript><h1>{}</h1><p>The drawn form of this report needs JavaScript. In "
      "figures:</p><pre>{}</pre></noscript>\n",
      parts.scripts, parts.styles, parts.connections, icon, escaped_for_xml(content.title), parts.head,
      escaped_for_xml(content.title), escaped_for_xml(content.plain));
  html += data_block("tribunal-report", content.report);
  for (std::size_t block = 0; block < content.blocks.size(); ++block)
    html += data_block("tribunal-games-" + std::to_string(block), content.blocks[block]);
  html += parts.tail;
  return html + "</body>\n</html>\n";
}

PageParts parts_in_files(const std::string& way) {
  return {.scripts = "'self'",
          .styles = "'self'",
          .head = "<link rel=\"stylesheet\" href=\"" + way + "page.css\">\n",
          .tail = "<script src=\"" + way + "page.js\"></script>\n"};
}

}  // namespace

std::string gzipped(std::string_view text) {
  if (text.size() > std::numeric_limits<uInt>::max()) throw std::length_error{"more than 4 GiB in one block"};
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, most_memory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc{};
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  std::string in{text};  // zlib's interface requires writable bytes
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::logic_error{"deflateBound was too small"};
  return out;
}

std::string page_in_one_file(const PageContent& content) {
  return document(content, {.scripts = hash_source(page_script()),
                            .styles = hash_source(page_style()),
                            .head = "<style>" + std::string{page_style()} + "</style>\n",
                            .tail = "<script>" + std::string{page_script()} + "</script>\n"});
}

std::string page_in_files(const PageContent& content, const std::string& way) {
  return document(content, parts_in_files(way));
}

std::string page_to_watch(const PageContent& content, std::uint64_t games) {
  auto parts = parts_in_files({});
  parts.connections = "connect-src 'self'; ";
  parts.tail += fmt::format("<script src=\"watch.js\" data-games=\"{}\"></script>\n", games);
  return document(content, parts);
}

}  // namespace tribunal
