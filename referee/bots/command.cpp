#include "bots/command.hpp"

#include <array>
#include <fstream>
#include <wordexp.h>

#include "cards/digest.hpp"

namespace tribunal {
namespace {

std::string problem_of(int code) {
  switch (code) {
    case WRDE_BADCHAR:
      return "holds a character that only a shell understands (one of |&;<>(){} or a new line); put it in "
             "quotes";
    case WRDE_BADVAL:
      return "names an environment variable that is not set";
    case WRDE_CMDSUB:
      return "asks for a command substitution, which is not done here";
    case WRDE_SYNTAX:
      return "has a quote that is not closed, or a similar slip";
    default:
      return "is too much for memory";
  }
}

}  // namespace

std::expected<Command, std::string> parse_command(std::string_view text,
                                                  const std::filesystem::path& directory) {
  const std::string line{text};
  wordexp_t expansion{};
  const int code = ::wordexp(line.c_str(), &expansion, WRDE_NOCMD | WRDE_UNDEF);
  if (code != 0) {
    if (code == WRDE_NOSPACE) ::wordfree(&expansion);
    return std::unexpected{"the command '" + line + "' " + problem_of(code)};
  }
  Command command{{expansion.we_wordv, expansion.we_wordv + expansion.we_wordc}, directory};
  ::wordfree(&expansion);
  if (command.words.empty() || command.words.front().empty()) {
    return std::unexpected{"the command '" + line + "' names no program"};
  }
  return command;
}

std::vector<std::filesystem::path> files_of(const Command& command) {
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const auto& word = command.words[i];
    if (i == 0 && !word.contains('/')) continue;  // found by PATH: the machine's, not the bot's
    const auto path = command.directory / word;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) files.push_back(path);
  }
  return files;
}

std::expected<std::string, std::string> sha256_of(const Command& command) {
  const auto files = files_of(command);
  if (files.empty()) return std::string{};
  Sha256 hash;
  for (const auto& file : files) {
    std::ifstream stream{file, std::ios::binary};
    std::error_code error;
    hash.add(big_endian_64(std::filesystem::file_size(file, error)));
    std::array<char, 1 << 16> block{};
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
      hash.add({block.data(), static_cast<std::size_t>(stream.gcount())});
    }
    if (error || !stream.eof()) return std::unexpected{"cannot read '" + file.string() + "' to hash it"};
  }
  return to_hex(hash.finish());
}

}  // namespace tribunal
