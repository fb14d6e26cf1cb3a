#include "cli/options/help_format.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/text/text_width.hpp"

namespace tribunal {
namespace {

constexpr std::size_t name_width = 27;
constexpr std::size_t narrow_name_width = 6;  ///< below names, since all are longer
constexpr std::size_t longest_choice = 45;    ///< that is listed as the name of a value

/// `text` in lines of at most `columns`.
std::string wrapped(const std::string& text, std::size_t columns) {
  std::istringstream words{text};
  std::string lines;
  std::size_t width = 0;
  for (std::string word; words >> word; width += word.size() + 1) {
    const bool is_new_line = width + word.size() > columns;
    if (is_new_line) width = 0;
    if (!lines.empty()) lines += is_new_line ? '\n' : ' ';
    lines += word;
  }
  return lines;
}

/// `--name{-}`: a flag that takes a file (`ReportOption`).
constexpr std::string_view file_mark = "{-}";

class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t columns)
      : names_{columns < full_help_width ? narrow_name_width : name_width},
        columns_{std::clamp(columns, 2 * narrow_name_width, full_help_width)} {
    column_width(names_);
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const auto value = option->get_positional() ? "" : value_name(*option);
    return value.empty() ? "" : ' ' + value;
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    auto name = Formatter::make_option_name(option, is_positional);
    if (const auto at = name.find("{false}"); at != std::string::npos) name.erase(at, 7);
    if (const auto at = name.find(file_mark); at != std::string::npos)
      name.replace(at, file_mark.size(), "[=FILE]");
    return name;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(description_of(*option), columns_ - names_);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(true),
                             wrapped(command->get_description(), columns_ - names_), names_);
    return out.str();
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), columns_) + '\n';
  }
  std::string make_footer(const CLI::App* app) const override {
    const auto footer = Formatter::make_footer(app);
    return columns_ < full_help_width ? wrapped_to(footer, columns_, 4) : footer;
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const auto usage = Formatter::make_usage(app, std::move(name));
    return columns_ < full_help_width ? wrapped_to(usage, columns_, 4) : usage;
  }

 private:
  std::size_t names_;    ///< columns before the descriptions
  std::size_t columns_;  ///< of a line
};

}  // namespace

std::vector<std::string> choices_of(const CLI::Option& option) {
  const auto type = option.get_type_name();
  const auto begin = type.find('{');
  if (begin == std::string::npos) return {};
  std::vector<std::string> choices;
  std::istringstream words{type.substr(begin + 1, type.find('}') - begin - 1)};
  for (std::string word; std::getline(words, word, ',');) choices.push_back(word);
  return choices;
}

std::string value_name(const CLI::Option& option) {
  if (!option.get_option_text().empty()) return option.get_option_text();
  if (option.get_type_size() == 0) return "";
  if (const auto choices = choices_of(option); !choices.empty()) {
    const auto words = fmt::format("{}", fmt::join(choices, "|"));
    return words.size() <= longest_choice ? words : "NAME";
  }
  if (option.get_name().ends_with("-ms")) return "MS";
  const auto type = option.get_type_name();
  const auto kind = type.starts_with("NAME[") ? type : type.substr(0, type.find(':'));
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> names{
      {{"INT", "N"}, {"UINT", "N"}, {"FLOAT", "X"}}};
  const auto* const name =
      std::ranges::find(names, kind, &std::pair<std::string_view, std::string_view>::first);
  return name == names.end() ? kind : std::string{name->second};
}

std::string description_of(const CLI::Option& option) {
  auto text = option.get_description();
  auto value = option.get_default_str();
  std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
  if (!value.empty()) text += " (default: " + value + ')';
  return text;
}

bool takes_file(const CLI::Option& option) { return option.get_name(false, true).contains(file_mark); }

void set_examples(CLI::App& command, std::initializer_list<std::string_view> lines) {
  std::string text = lines.size() == 1 ? "Example:" : "Examples:";
  for (const auto line : lines) text += "\n  tribunal " + std::string{line};
  command.footer(text);
}

void set_help_format(CLI::App& app, std::size_t columns) {
  app.formatter(std::make_shared<HelpFormat>(columns));
}

}  // namespace tribunal
