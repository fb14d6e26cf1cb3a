#include "tournament/results/not_starting.hpp"

#include <nlohmann/json.hpp>

#include "tournament/plan/meta.hpp"

namespace tribunal {

using nlohmann::ordered_json;

void write_not_starting(SQLite::Database& database, std::span<const NotStarting> bots) {
  if (bots.empty()) {
    SQLite::Statement none{database, "DELETE FROM meta WHERE key = ?"};
    none.bind(1, meta::not_starting);
    none.exec();
    return;
  }
  auto list = ordered_json::array();
  for (const auto& bot : bots) list.push_back({{"bot", bot.bot}, {"message", bot.message}});
  write_meta(database, meta::not_starting, list.dump(-1, ' ', true, ordered_json::error_handler_t::replace));
}

Result<std::vector<NotStarting>> read_not_starting(const SQLite::Database& database) {
  const auto text = read_meta(database, meta::not_starting);
  std::vector<NotStarting> bots;
  if (text.empty()) return bots;
  const auto list = ordered_json::parse(text, nullptr, false);
  const auto is_text = [](const ordered_json& entry, const char* name) {
    return entry.is_object() && entry.contains(name) && entry.at(name).is_string();
  };
  const std::unexpected damaged{std::string{"which bots do not start any more is damaged in the database"}};
  if (!list.is_array()) return damaged;
  for (const auto& entry : list) {
    if (!is_text(entry, "bot") || !is_text(entry, "message")) return damaged;
    bots.push_back({entry.at("bot").get<std::string>(), entry.at("message").get<std::string>()});
  }
  return bots;
}

}  // namespace tribunal
