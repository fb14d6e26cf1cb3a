#include "tournament/results/tables/game_seal.hpp"

namespace tribunal {

GameSeal::GameSeal(const GameRowView& row, const Bytes32& conditions, std::string_view record) {
  text_.reserve(1024 + record.size());
  append_netstring(text_, std::to_string(row.index));
  append_netstring(text_, std::to_string(row.deal));
  append_netstring(text_, as_text(conditions));
  for (const auto cell : {row.bots, row.scores, row.places, row.faults, row.times, row.usage, row.content})
    append_netstring(text_, cell);
  append_netstring(text_, record);
}

void GameSeal::add_note(NoteKind kind, std::int64_t seat, std::string_view message,
                        std::string_view error_tail) {
  append_netstring(text_, name_of(kind));
  append_netstring(text_, std::to_string(seat));
  append_netstring(text_, message);
  append_netstring(text_, error_tail);
}

Bytes32 GameSeal::finish() const { return sha256(text_); }

GameRowView view_of(const GameRow& row, const Bytes32& content) {
  return {.index = row.index,
          .deal = row.deal,
          .bots = row.bots,
          .scores = row.scores,
          .places = row.places,
          .faults = row.faults,
          .times = row.times,
          .usage = row.usage,
          .content = as_text(content)};
}

}  // namespace tribunal
