#include "cli/options/help_format.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace tribunal {
namespace {

constexpr std::size_t description_width = 78;

/// The option's value in help: the words to choose from, a unit, or the name that the option gives it.
std::string value_name(const CLI::Option& option) {
  const auto type = option.get_type_name();
  const auto kind = type.substr(0, type.find(':'));
  if (const auto words = type.find('{'); words != std::string::npos) {
    auto choice = type.substr(words + 1, type.find('}') - words - 1);
    std::ranges::replace(choice, ',', '|');
    return choice.size() < description_width / 2 ? choice : "NAME";
  }
  if (option.get_name().ends_with("-ms")) return "MS";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> names{
      {{"INT", "N"}, {"UINT", "N"}, {"FLOAT", "X"}}};
  const auto* const name =
      std::ranges::find(names, kind, &std::pair<std::string_view, std::string_view>::first);
  return name == names.end() ? kind : std::string{name->second};
}

std::string wrapped(const std::string& text) {
  std::istringstream words{text};
  std::string lines;
  std::size_t width = 0;
  for (std::string word; words >> word; width += word.size() + 1) {
    const bool is_new_line = width + word.size() > description_width;
    if (is_new_line) width = 0;
    if (!lines.empty()) lines += is_new_line ? '\n' : ' ';
    lines += word;
  }
  return lines;
}

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!option->get_option_text().empty()) return ' ' + option->get_option_text();
    if (option->get_type_size() == 0 || option->get_positional()) return "";
    return ' ' + value_name(*option);
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    auto text = option->get_description();
    auto value = option->get_default_str();
    std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
    if (!value.empty()) text += " (default: " + value + ')';
    return wrapped(text);
  }
};

}  // namespace

void set_help_format(CLI::App& app) { app.formatter(std::make_shared<HelpFormat>()); }

}  // namespace tribunal
