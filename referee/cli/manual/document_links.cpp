#include "cli/manual/document_links.hpp"

#include <fmt/format.h>

#include "cli/manual/documents.hpp"

namespace tribunal {
namespace {

std::string_view without_code_marks(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('`') || !text.ends_with('`')) return text;
  return text.substr(1, text.size() - 2);
}

/// The file of an address; empty if it is a place of the same page, or on the web.
std::string_view file_of(std::string_view address) {
  const auto path = address.substr(0, address.find('#'));
  return path.contains("://") ? std::string_view{} : path;
}

std::string link(std::string_view text, std::string_view address,
                 const std::function<std::string(const Document&)>& opened_by) {
  const auto file = file_of(address);
  if (file.empty()) return std::string{text};
  const auto* const document = find_document(file);
  if (document == nullptr) return fmt::format("{} (in the repository)", text);
  const auto name = file.substr(file.rfind('/') + 1);
  const bool is_path = without_code_marks(text).ends_with(name);
  return is_path ? opened_by(*document) : fmt::format("{} ({})", text, opened_by(*document));
}

}  // namespace

std::string with_links(std::string_view markdown, const LinkWords& words) {
  std::string plain;
  for (auto middle = markdown.find("]("); middle != std::string_view::npos; middle = markdown.find("](")) {
    const auto open = markdown.rfind('[', middle);
    const auto close = markdown.find(')', middle);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const bool is_image = open > 0 && markdown[open - 1] == '!';
    plain += markdown.substr(0, is_image ? open - 1 : open);
    if (!is_image)
      plain += words(markdown.substr(open + 1, middle - open - 1),
                     markdown.substr(middle + 2, close - middle - 2));
    markdown.remove_prefix(close + 1);
  }
  return plain + std::string{markdown};
}

std::string link_text(std::string_view text, std::string_view /*address*/) { return std::string{text}; }

std::string link_for_terminal(std::string_view text, std::string_view address) {
  return link(text, address, [](const Document& document) {
    return fmt::format("tribunal help {}{}", document.name, document.is_page() ? ".md" : "");
  });
}

std::string link_for_manual(std::string_view text, std::string_view address) {
  return link(text, address, [](const Document& document) {
    return document.is_page() ? fmt::format("**tribunal-{}**(7)", document.name)
                              : fmt::format("`tribunal help {}`", document.name);
  });
}

}  // namespace tribunal
