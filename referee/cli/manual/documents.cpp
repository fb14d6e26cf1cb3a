// The pages are our own. Therefore the reader knows only the Markdown that they use: headings, paragraphs,
// lists of one or two levels, tables, and blocks of code.
#include "cli/manual/documents.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <ranges>
#include <utility>

#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

/// Returns the command or the manual page that shows a document.
using OpenedBy = std::string(const Document&);

std::string opening_command(const Document& document) {
  return fmt::format("tribunal help {}{}", document.name, document.is_page() ? ".md" : "");
}

std::string manual_page_for(const Document& document) {
  return document.is_page() ? fmt::format("**tribunal-{}**(7)", document.name)
                            : fmt::format("`tribunal help {}`", document.name);
}

std::string_view without_code_marks(std::string_view text) {
  if (text.size() < 2 || !text.starts_with('`') || !text.ends_with('`')) return text;
  return text.substr(1, text.size() - 2);
}

/// The file that an address names. Empty if it is on the same page or on the web.
std::string_view file_of(std::string_view address) {
  const auto path = address.substr(0, address.find('#'));
  return path.contains("://") ? std::string_view{} : path;
}

/// The text of a link, and what opens its page or file if the program contains it. Other files are in the
/// repository.
std::string link(std::string_view text, std::string_view address, OpenedBy* opened_by) {
  const auto file = file_of(address);
  if (file.empty() || opened_by == nullptr) return std::string{text};
  const auto* const document = find_document(file);
  if (document == nullptr) return fmt::format("{} (in the repository)", text);
  const auto name = file.substr(file.rfind('/') + 1);
  const bool is_path = without_code_marks(text).ends_with(name);
  return is_path ? opened_by(*document) : fmt::format("{} ({})", text, opened_by(*document));
}

/// The text with each `[text](address)` replaced by `link`, and without images.
std::string with_links(std::string_view markdown, OpenedBy* opened_by) {
  std::string plain;
  for (auto middle = markdown.find("]("); middle != std::string_view::npos; middle = markdown.find("](")) {
    const auto open = markdown.rfind('[', middle);
    const auto close = markdown.find(')', middle);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const bool is_image = open > 0 && markdown[open - 1] == '!';
    plain += markdown.substr(0, is_image ? open - 1 : open);
    if (!is_image)
      plain += link(markdown.substr(open + 1, middle - open - 1),
                    markdown.substr(middle + 2, close - middle - 2), opened_by);
    markdown.remove_prefix(close + 1);
  }
  return plain + std::string{markdown};
}

enum class Kind : std::uint8_t { heading, paragraph, item, code, table };

/// A part of a page between empty lines.
struct Block {
  Kind kind = Kind::paragraph;
  std::size_t depth = 0;             ///< level of a heading; for an item: number of columns before its mark
  std::vector<std::string> lines{};  ///< one line for a paragraph or an item; the rows of a table
};

/// The width of the mark `- `, `* ` or `12. ` at the front of `text`. 0 if there is none.
std::size_t mark_of(std::string_view text) {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0 && text.substr(digits).starts_with(". ")) return digits + 2;
  return text.starts_with("- ") || text.starts_with("* ") ? 2 : 0;
}

class Reader {
 public:
  /// Links in headings are only their text.
  std::vector<Block> read(std::string_view markdown, OpenedBy& opened_by) {
    for (const auto line : split_lines(markdown)) read_line(line);
    for (auto& block : blocks_)
      if (block.kind != Kind::code)
        for (auto& line : block.lines)
          line = with_links(line, block.kind == Kind::heading ? nullptr : opened_by);
    return std::move(blocks_);
  }

 private:
  void read_line(std::string_view line) {
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    const auto text = line.substr(indent);
    if (text.starts_with("```")) {
      in_code_ = !in_code_;
      if (in_code_) blocks_.push_back({.kind = Kind::code});
      joins_ = false;
    } else if (in_code_) {
      blocks_.back().lines.emplace_back(line);
    } else if (text.empty()) {
      joins_ = false;
    } else if (const bool goes_on = joins_ && blocks_.back().kind == Kind::code;
               goes_on || (!joins_ && indent >= content_ + 4)) {
      if (!goes_on) blocks_.push_back({.kind = Kind::code});
      blocks_.back().lines.emplace_back(line.substr(std::min(indent, content_ + 4)));
      joins_ = true;
    } else if (text.starts_with('#')) {
      const auto level = text.find_first_not_of('#');
      add(Kind::heading, level, std::string{text.substr(level + 1)});
      content_ = 0;
      joins_ = false;
    } else if (text.starts_with('|')) {
      if (!joins_ || blocks_.back().kind != Kind::table) blocks_.push_back({.kind = Kind::table});
      blocks_.back().lines.emplace_back(text);
      joins_ = true;
    } else if (mark_of(text) > 0) {
      add(Kind::item, indent, std::string{text});
      content_ = indent + mark_of(text);
    } else if (joins_ && !blocks_.empty()) {
      blocks_.back().lines.back() += ' ' + std::string{text};
    } else {
      add(Kind::paragraph, indent, std::string{text});
      content_ = indent;
    }
  }
  void add(Kind kind, std::size_t depth, std::string line) {
    blocks_.push_back({.kind = kind, .depth = depth, .lines = {std::move(line)}});
    joins_ = true;
  }

  std::vector<Block> blocks_;
  bool in_code_ = false;
  std::size_t content_ = 0;  ///< columns before the text of the last item or paragraph; code is indented by 4
                             ///< more
  bool joins_ = false;       ///< whether the next line belongs to the last block
};

/// The cells of a row `| a | b |`. `\|` is part of a cell.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells{""};
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
      cells.back() += row[++i];
    } else if (row[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += row[i];
    }
  }
  cells.pop_back();
  for (auto& cell : cells) {
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return cells;
}

/// The cells of a row after the first, as one sentence. From the third cell on, the name of the column
/// precedes it.
std::string said_by(const std::vector<std::string>& names, const std::vector<std::string>& cells) {
  std::string said;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    if (!said.empty()) said += "; ";
    if (cells.size() > 2 && i < names.size() && !names[i].empty()) said += names[i] + ": ";
    said += cells[i];
  }
  return said;
}

std::vector<std::vector<std::string>> rows_of(const Block& table) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < table.lines.size(); ++i)
    if (i != 1) rows.push_back(cells_of(table.lines[i]));  // the second is the line under the heading
  return rows;
}

/// Whether the asterisk at `text[at]` marks emphasis, and is not a sign between blanks.
bool is_emphasis(std::string_view text, std::size_t at) {
  const auto is_blank = [&](std::size_t i) { return i >= text.size() || text[i] == ' '; };
  return !is_blank(at - 1) || !is_blank(at + 1);
}

/// `text` without the marks of emphasis and code, which a terminal does not need. Within code, all signs are
/// literal.
std::string without_marks(std::string_view text) {
  std::string plain;
  bool in_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') {
      in_code = !in_code;
    } else if (!in_code && text[i] == '\\' && i + 1 < text.size()) {
      plain += text[++i];
    } else if (in_code || text[i] != '*' || !is_emphasis(text, i)) {
      plain += text[i];
    }
  }
  return plain;
}

/// `text` in lines of `columns` columns. The first line begins with `first`, and the others with as many
/// blanks.
std::string filled(std::string_view text, const std::string& first, std::size_t columns) {
  return wrapped_to(first + std::string{text}, columns, columns_of(first));
}

/// A table with its columns side by side. Empty if it would be wider than `columns`.
std::string table_side_by_side(const std::vector<std::vector<std::string>>& rows, std::size_t columns) {
  std::vector<TextTable::Column> headings;
  for (const auto& heading : rows.front()) headings.push_back({heading, TextTable::Align::left});
  TextTable table{std::move(headings)};
  for (const auto& row : rows | std::views::drop(1)) table.add(row);
  auto text = table.text();
  const bool fits = std::ranges::all_of(split_lines(text),
                                        [&](std::string_view line) { return columns_of(line) <= columns; });
  return fits ? text : "";
}

std::string table_for_terminal(const Block& table, std::size_t columns) {
  auto rows = rows_of(table);
  for (auto& row : rows)
    for (auto& cell : row) cell = without_marks(cell);
  if (auto text = table_side_by_side(rows, columns); !text.empty()) return text;
  std::string text;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    text += filled(rows[i].front(), "", columns);
    if (const auto said = said_by(rows.front(), rows[i]); !said.empty())
      text += filled(said, "    ", columns);
  }
  return text;
}

std::string block_for_terminal(const Block& block, std::size_t columns, bool bold) {
  const auto& front = block.lines.empty() ? std::string{} : block.lines.front();
  switch (block.kind) {
    case Kind::heading:
      return bold ? fmt::format("\x1b[1m{}\x1b[0m\n", without_marks(front)) : without_marks(front) + '\n';
    case Kind::paragraph:
      return filled(without_marks(front), std::string(block.depth, ' '), columns);
    case Kind::item: {
      const auto mark = mark_of(front);
      return filled(without_marks(std::string_view{front}.substr(mark)),
                    std::string(block.depth, ' ') + front.substr(0, mark), columns);
    }
    case Kind::code:
      return fmt::format("    {}\n", fmt::join(block.lines, "\n    "));
    case Kind::table:
      return table_for_terminal(block, columns);
  }
  return {};
}

std::string table_for_manual(const Block& table) {
  const auto rows = rows_of(table);
  std::string text;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto said = said_by(rows.front(), rows[i]);
    text += rows[i].front() + "\n: " + (said.empty() ? "-" : said) + "\n\n";
  }
  return text;
}

std::string block_for_manual(const Block& block) {
  const auto& front = block.lines.empty() ? std::string{} : block.lines.front();
  switch (block.kind) {
    case Kind::heading:
      return std::string(std::max<std::size_t>(block.depth, 2) - 1, '#') + ' ' + front + "\n\n";
    case Kind::code:
      return fmt::format("```\n{}\n```\n\n", fmt::join(block.lines, "\n"));
    case Kind::table:
      return table_for_manual(block);
    case Kind::item:
      return std::string(block.depth, ' ') + front + '\n';
    case Kind::paragraph:
      break;
  }
  return front + "\n\n";
}

}  // namespace

const Document* find_document(std::string_view name) {
  if (const auto slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.ends_with(".md")) name.remove_suffix(3);
  const auto found = std::ranges::find(documents(), name, &Document::name);
  return found == documents().end() ? nullptr : &*found;
}

std::string sections_of(std::string_view markdown, std::string_view words) {
  std::string sections;
  std::size_t depth = 0;  // depth of the section being copied; 0 if there is none
  bool in_code = false;
  for (const auto line : split_lines(markdown)) {
    if (line.starts_with("```")) in_code = !in_code;
    const auto level = in_code || !line.starts_with('#') ? 0 : line.find_first_not_of('#');
    if (level > 0 && (depth == 0 || level <= depth))
      depth = level > 1 && lower_case(line).contains(lower_case(words)) ? level : 0;
    if (depth > 0) sections.append(line).push_back('\n');
  }
  return sections;
}

std::vector<std::string> headings_of(std::string_view markdown) {
  std::vector<std::string> headings;
  for (const auto& block : Reader{}.read(markdown, opening_command))
    if (block.kind == Kind::heading && block.depth > 1)
      headings.push_back(without_marks(block.lines.front()));
  return headings;
}

std::string document_for_terminal(std::string_view markdown, std::size_t columns, bool bold) {
  std::string text;
  auto before = Kind::heading;
  for (const auto& block : Reader{}.read(markdown, opening_command)) {
    const bool is_next_item = before == Kind::item && block.kind == Kind::item;
    if (!text.empty() && !is_next_item) text += '\n';
    text += block_for_terminal(block, columns, bold);
    before = block.kind;
  }
  return text;
}

std::string document_for_manual(std::string_view markdown) {
  std::string text;
  bool after_item = false;
  for (const auto& block : Reader{}.read(markdown, manual_page_for)) {
    if (block.kind == Kind::heading && block.depth == 1) continue;  // the title of the page
    const bool is_item = block.kind == Kind::item;
    if (after_item && !is_item) text += '\n';
    text += block_for_manual(block);
    after_item = is_item;
  }
  return text;
}

}  // namespace tribunal
