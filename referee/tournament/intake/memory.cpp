#include "tournament/intake/memory.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/digest.hpp"
#include "base/text/utf8.hpp"
#include "cards/unreadable.hpp"

namespace tribunal {
namespace {

using Object = nlohmann::json;

constexpr int memory_schema = 1;
constexpr std::size_t longest_memory = std::size_t{256} << 20U;

constexpr std::array<std::pair<const char*, std::string IntakeResult::*>, 18> text_members{
    {{"bot", &IntakeResult::bot},
     {"submission", &IntakeResult::stem},
     {"key", &IntakeResult::key},
     {"conditions", &IntakeResult::conditions},
     {"address", &IntakeResult::address},
     {"found", &IntakeResult::found},
     {"build", &IntakeResult::build},
     {"command", &IntakeResult::command},
     {"name", &IntakeResult::name},
     {"author", &IntakeResult::author},
     {"contact", &IntakeResult::contact},
     {"stage", &IntakeResult::stage},
     {"check", &IntakeResult::check},
     {"why", &IntakeResult::why},
     {"sha256", &IntakeResult::sha256},
     {"kept", &IntakeResult::kept},
     {"lost", &IntakeResult::lost},
     {"place", &IntakeResult::place}}};

/// Any bytes as text of JSON, which is UTF-8: each byte as the character of its number.
std::string as_latin(std::string_view bytes) {
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

std::string from_latin(std::string_view text) {
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

Object to_json(const IntakeResult& result) {
  Object json{{"verdict", name_of(result.verdict)}};
  for (const auto& [key, member] : text_members) json[key] = as_latin(result.*member);
  return json;
}

Object to_json(const std::map<std::string, IntakeResult>& results) {
  auto json = Object::array();
  for (const auto& [bot, result] : results) json.push_back(to_json(result));
  return json;
}

/// Whether a text is 64 hexadecimal digits, or empty: it becomes the name of a folder.
bool is_hash(const std::string& text) { return text.empty() || from_hex(text).has_value(); }

/// The results of a list; nothing if it is none.
std::optional<std::map<std::string, IntakeResult>> results_of(const Object& json) {
  if (!json.is_array()) return std::nullopt;
  std::map<std::string, IntakeResult> results;
  for (const auto& entry : json) {
    if (!entry.is_object()) return std::nullopt;
    IntakeResult result;
    for (const auto& [key, member] : text_members) {
      const auto found = entry.find(key);
      if (found == entry.end() && member == &IntakeResult::place) continue;  // of an earlier version
      if (found == entry.end() || !found->is_string()) return std::nullopt;
      result.*member = from_latin(found->get<std::string>());
    }
    const auto verdict = entry.find("verdict");
    if (verdict == entry.end() || !verdict->is_string()) return std::nullopt;
    const auto known = find_name<IntakeVerdict>(verdict->get<std::string>());
    if (!known || !is_hash(result.sha256) || !is_hash(result.kept) || !is_hash(result.lost) ||
        !is_hash(result.key) || !is_hash(result.place))
      return std::nullopt;
    if (!needs_no_quotes(result.bot)) return std::nullopt;
    result.verdict = *known;
    results.emplace(result.bot, std::move(result));
  }
  return results;
}

/// Reads pairs of bots, each with its source. Returns whether they are such.
bool read_pairs(const Object& json, std::map<std::pair<std::string, std::string>, std::string>& pairs) {
  if (!json.is_array()) return false;
  for (const auto& entry : json) {
    if (!entry.is_array() || entry.size() != 3) return false;
    std::array<std::string, 3> names;
    for (std::size_t at = 0; at < names.size(); ++at) {
      if (!entry[at].is_string()) return false;
      names.at(at) = entry[at].get<std::string>();
    }
    pairs.emplace(std::pair{names[0], names[1]}, names[2]);
  }
  return true;
}

std::optional<IntakeMemory> memory_of(const Object& json) {
  if (!json.is_object() || json.value("schema", Object{}) != memory_schema) return std::nullopt;
  for (const auto* const key : {"names", "results", "sound"})
    if (!json.contains(key)) return std::nullopt;
  IntakeMemory memory;
  if (!json["names"].is_object()) return std::nullopt;
  for (const auto& [stem, bot] : json["names"].items()) {
    if (!bot.is_string() || !needs_no_quotes(bot.get<std::string>())) return std::nullopt;
    memory.names.emplace(from_latin(stem), bot.get<std::string>());
  }
  if (const auto secret = json.find("secret"); secret != json.end()) {
    if (!secret->is_string() || !is_hash(*secret)) return std::nullopt;
    memory.secret = *secret;
  }
  auto results = results_of(json["results"]);
  auto sound = results_of(json["sound"]);
  if (!results || !sound) return std::nullopt;
  memory.results = *std::move(results);
  memory.sound = *std::move(sound);
  const auto playing = json.value("playing", Object::array());  // memories of before do not have it
  if (!playing.is_array()) return std::nullopt;
  for (const auto& bot : playing) {
    if (!bot.is_string() || !needs_no_quotes(bot.get<std::string>())) return std::nullopt;
    memory.playing.push_back(bot.get<std::string>());
  }
  if (!read_pairs(json.value("alike", Object::array()), memory.alike)) return std::nullopt;
  const auto changed = json.value("changed", Object::object());
  if (!changed.is_object()) return std::nullopt;
  for (const auto& [bot, is_known] : changed.items())
    if (is_known.is_boolean()) memory.changed.emplace(bot, is_known.get<bool>());
  return memory;
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

Result<IntakeMemory> read_intake_memory(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return IntakeMemory{};
  const auto damaged = [&] {
    return std::unexpected{
        Error{ErrorCode::unreadable,
              {file.string()},
              "is no memory of 'tribunal intake' that can be read; remove the file to take in "
              "all submissions again (bots may get other names)"}};
  };
  if (!odd_kind_of(file).empty()) return damaged();
  std::ifstream stream{file, std::ios::binary};
  const auto text = stream ? contents_of(stream, longest_memory) : std::nullopt;
  if (!text || text->size() > longest_memory) return damaged();
  const auto json = Object::parse(*text, nullptr, false);
  if (json.is_discarded()) return damaged();
  auto memory = memory_of(json);
  if (!memory) return damaged();
  return *std::move(memory);
}

std::string text_of(const IntakeMemory& memory) {
  Object names = Object::object();
  for (const auto& [stem, bot] : memory.names) names[as_latin(stem)] = bot;
  Object alike = Object::array();
  for (const auto& [pair, source] : memory.alike) alike.push_back({pair.first, pair.second, source});
  const Object json{{"schema", memory_schema},        {"secret", memory.secret},
                    {"names", std::move(names)},      {"results", to_json(memory.results)},
                    {"sound", to_json(memory.sound)}, {"playing", memory.playing},
                    {"alike", std::move(alike)},      {"changed", memory.changed}};
  return json.dump(1) + '\n';
}

}  // namespace tribunal
