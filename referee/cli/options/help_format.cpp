#include "cli/options/help_format.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "base/text/text_width.hpp"
#include "cli/options/command_line.hpp"

namespace tribunal {
namespace {

constexpr std::size_t name_width = 27;
constexpr std::size_t narrow_name_width = 6;  ///< below names, since all are longer

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

/// `--name{-}`: a flag that takes a file (`Value::report`).
constexpr std::string_view file_mark = "{-}";

class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t columns)
      : names_{columns < full_help_width ? narrow_name_width : name_width},
        columns_{std::clamp(columns, 2 * narrow_name_width, full_help_width)} {
    column_width(names_);
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_option_text().empty()) return {};
    return ' ' + option->get_option_text() + (option->get_required() ? " REQUIRED" : "");
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
    return wrapped_to(app->get_description(), columns_, 0);
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

void set_help_format(CLI::App& app, std::size_t columns) {
  app.formatter(std::make_shared<HelpFormat>(columns));
}

}  // namespace tribunal
