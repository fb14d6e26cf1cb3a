#include "tournament/intake/memory.hpp"

#include <exception>
#include <fmt/format.h>
#include <ranges>

#include <nlohmann/json.hpp>

#include "base/digest.hpp"
#include "base/files.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {

// The members of both have the same names in JSON. A missing member, or one of another type, throws an
// exception.
static void to_json(nlohmann::json& json, IntakeVerdict verdict) { json = name_of(verdict); }
static void from_json(const nlohmann::json& json, IntakeVerdict& verdict) {
  verdict = find_name<IntakeVerdict>(json.get<std::string>()).value();
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IntakeResult, bot, stem, key, conditions, address, found, build, command,
                                   name, author, contact, stage, check, verdict, why, sha256, kept, lost,
                                   place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IntakeMemory, names, results, sound, secret, playing, alike, changed)

namespace {

using Object = nlohmann::json;

constexpr int memory_schema = 1;
constexpr std::size_t longest_memory = std::size_t{256} << 20U;

/// Any bytes as JSON text, which must be UTF-8: each byte becomes the character with its number.
std::string as_latin(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    if (number < 0x80) {
      text += byte;
    } else {
      text += static_cast<char>(0xc0U | (number >> 6U));
      text += static_cast<char>(0x80U | (number & 0x3fU));
    }
  }
  return text;
}

std::string from_latin(const std::string& text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto number = static_cast<unsigned char>(text[at]);
    if (number < 0x80 || at + 1 == text.size()) {
      bytes += text[at];
    } else {
      const auto next = static_cast<unsigned char>(text[++at]);
      bytes += static_cast<char>(((number & 0x03U) << 6U) | (next & 0x3fU));
    }
  }
  return bytes;
}

/// The value with `change` applied to all of its texts, including the keys of objects.
Object with_texts(const Object& json, std::string (*change)(const std::string&)) {
  if (json.is_string()) return change(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Object changed = json.is_array() ? Object::array() : Object::object();
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      changed.push_back(with_texts(value, change));
    } else {
      changed[change(key)] = with_texts(value, change);
    }
  }
  return changed;
}

/// Whether a text is empty or 64 hexadecimal digits. It is used as the name of a folder.
bool is_hash(const std::string& text) { return text.empty() || from_hex(text).has_value(); }

bool is_sound(const std::pair<const std::string, IntakeResult>& entry) {
  const auto& [bot, result] = entry;
  return bot == result.bot && needs_no_quotes(bot) && is_hash(result.sha256) && is_hash(result.kept) &&
         is_hash(result.lost) && is_hash(result.key) && is_hash(result.place);
}

/// Whether all names of bots, files and folders in the memory are valid as such.
bool is_sound(const IntakeMemory& memory) {
  return is_hash(memory.secret) && std::ranges::all_of(memory.playing, needs_no_quotes) &&
         std::ranges::all_of(memory.names | std::views::values, needs_no_quotes) &&
         std::ranges::all_of(memory.results, [](const auto& entry) { return is_sound(entry); }) &&
         std::ranges::all_of(memory.sound, [](const auto& entry) { return is_sound(entry); });
}

}  // namespace

std::string IntakeResult::folder() const {
  constexpr std::size_t digits = 16;
  return bot + '-' + (place.empty() ? sha256 : place).substr(0, digits);
}

std::set<std::string> bots_of(const StatedAuthor& author, const IntakeMemory& memory) {
  std::set<std::string> bots;
  if (!author.bot.empty()) bots.insert(author.bot);
  for (const auto& [key, bot] : memory.names)
    if (author.lists(key)) bots.insert(bot);
  for (const auto& [bot, result] : memory.sound)
    if (author.lists(result.stem)) bots.insert(bot);
  return bots;
}

std::string similar_bot_of_another(const StatedAuthor& author, const IntakeMemory& memory) {
  const auto bot = author.own_bot();
  const auto look = look_of(bot);
  const auto is_similar = [&](const std::string& key, const std::string& other) {
    return other != bot && look_of(other) == look && !author.lists(key);
  };
  for (const auto& [key, other] : memory.names)
    if (is_similar(key, other)) return other;
  for (const auto& [other, result] : memory.sound)
    if (is_similar(result.stem, other)) return other;
  return {};
}

std::string objection_to_house_bot(const std::string& name, const IntakeMemory& memory,
                                   std::span<const std::string> last) {
  const auto look = look_of(name);
  const auto objection = [&](const std::string& bot, const std::string& owner) {
    return fmt::format(
        "its bot '{}' has the name of '{}', an earlier bot of {}, and its games would count as "
        "games of that author; expected another name for this bot of the plan",
        name, bot, owner);
  };
  for (const auto& [bot, result] : memory.sound)
    if (look_of(bot) == look) return objection(bot, "the submission '" + legible(result.stem) + '\'');
  for (const auto& bot : last)
    if (look_of(bot) == look) return objection(bot, "an author in the last plan");
  return {};
}

Result<IntakeMemory> read_intake_memory(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return IntakeMemory{};
  const auto damaged = [&] {
    return failure(ErrorCode::unreadable, file,
                   "cannot be read as the memory of 'tribunal intake'; remove the file to take "
                   "in all submissions again (bots may get other names)");
  };
  const auto text = contents_of(file, longest_memory);
  if (!text || text->size() > longest_memory) return damaged();
  try {
    const auto json = Object::parse(*text);
    auto memory = with_texts(json, from_latin).get<IntakeMemory>();
    if (json.at("schema") == memory_schema && is_sound(memory)) return memory;
  } catch (const std::exception&) {  // not JSON, or not of this form
  }
  return damaged();
}

std::string text_of(const IntakeMemory& memory) {
  auto json = with_texts(Object(memory), as_latin);
  json["schema"] = memory_schema;
  return json.dump(1) + '\n';
}

}  // namespace tribunal
