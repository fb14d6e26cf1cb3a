#include "tournament/luck/stored_luck.hpp"

#include <cmath>
#include <fmt/format.h>
#include <fstream>

#include <climits>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "record/json_line.hpp"

namespace tribunal {
namespace {

using LuckJson = nlohmann::json;

constexpr int format_version = 2;
constexpr std::size_t longest_head = std::size_t{16} << 20U;
constexpr std::size_t longest_game_line = 4096;
constexpr std::size_t most_weights = 256;

std::int32_t to_units(double value) { return static_cast<std::int32_t>(std::llround(value * luck_units)); }

LuckJson of_seats(const std::vector<SeatLuckUnits>& seats) {
  auto list = LuckJson::array();
  for (const auto& seat : seats) list.push_back({seat.points, seat.rank});
  return list;
}

std::vector<SeatLuckUnits> read_seats(JsonFields& fields, const char* key) {
  std::vector<SeatLuckUnits> seats;
  const auto units = [&](const LuckJson& value) {
    return static_cast<std::int32_t>(fields.number_in(value, key, INT32_MIN, INT32_MAX));
  };
  for (const auto& pair : fields.list(key)) {
    const bool is_seat = pair.is_array() && pair.size() == 2 && seats.size() < max_seats;
    if (!is_seat) fields.refuse("a seat has points and rank");
    if (!is_seat) break;
    seats.push_back({units(pair[0]), units(pair[1])});
  }
  return seats;
}

LuckModel read_model(const LuckJson& object, std::string& problem) {
  JsonFields fields{object, "a model", problem};
  LuckModel model{.bot = fields.text("bot"),
                  .family = fields.text("family"),
                  .of_odd_deals = fields.number("half", 0, UINT32_MAX) == 1,
                  .decisions = fields.natural("decisions"),
                  .weights = {}};
  for (const auto weight : fields.numbers("weights", INT32_MIN, INT32_MAX))
    model.weights.push_back(static_cast<std::int32_t>(weight));
  if (model.weights.size() > most_weights) fields.refuse("too many weights");
  return model;
}

std::optional<StoredLuck> read_head(const std::string& line) {
  const auto object = LuckJson::parse(line, nullptr, false);
  std::string problem;
  JsonFields fields{object, "the head", problem};
  if (fields.number("luck", 0, INT_MAX) != format_version) return std::nullopt;
  const auto results = from_hex(fields.text("results"));
  StoredLuck luck{.results = results.value_or(Bytes32{}),
                  .pairs = static_cast<std::uint32_t>(fields.number("pairs", 1, most_luck_pairs)),
                  .alike = fields.truth("alike"),
                  .models = {},
                  .games = {}};
  for (const auto& model : fields.list("models")) luck.models.push_back(read_model(model, problem));
  if (!results || !problem.empty()) return std::nullopt;
  return luck;
}

std::optional<LuckOfGame> read_game(const std::string& line) {
  const auto object = LuckJson::parse(line, nullptr, false);
  std::string problem;
  JsonFields fields{object, "a game", problem};
  LuckOfGame game{.game = fields.natural("game"),
                  .events = static_cast<std::uint32_t>(fields.number("events", 0, UINT32_MAX)),
                  .draws = read_seats(fields, "draws"),
                  .hands = read_seats(fields, "hands")};
  if (game.draws.size() != game.hands.size() || !problem.empty()) return std::nullopt;
  return game;
}

/// Reads a line of at most `longest` bytes. A longer one is returned cut. False at the end.
bool read_line(std::istream& in, std::string& line, std::size_t longest, bool& is_whole) {
  line.clear();
  is_whole = false;
  for (auto c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return is_whole = true;
    if (line.size() == longest) return true;
    line.push_back(static_cast<char>(c));
  }
  return !line.empty();
}

}  // namespace

SeatLuckUnits LuckOfGame::of_seat(std::size_t seat, LuckKind kind) const {
  if (seat >= draws.size()) return {};
  auto luck = draws[seat];
  if (kind == LuckKind::draws_and_hands) luck += hands[seat];
  return luck;
}

LuckOfGame in_units(std::uint64_t game, std::size_t seats, const GameLuck& luck) {
  LuckOfGame stored{.game = game, .events = luck.events, .draws = {}, .hands = {}};
  const auto units = [](const SeatLuck& seat) {
    return SeatLuckUnits{to_units(seat.points), to_units(seat.rank)};
  };
  for (std::size_t seat = 0; seat < seats; ++seat) {
    stored.draws.push_back(units(luck.draws.at(seat)));
    stored.hands.push_back(units(luck.hands.at(seat)));
  }
  return stored;
}

PolicyWeights policy_of(const std::vector<std::int32_t>& weights) {
  PolicyWeights policy;
  for (const auto weight : weights) policy.push_back(static_cast<float>(weight) / luck_units);
  return policy;
}

const LuckOfGame* StoredLuck::find(std::uint64_t game) const {
  const auto found = std::ranges::lower_bound(games, game, {}, &LuckOfGame::game);
  return found == games.end() || found->game != game ? nullptr : &*found;
}

PolicyWeights StoredLuck::policy(std::string_view bot, std::string_view family, std::uint64_t deal) const {
  const auto found = std::ranges::find_if(models, [&](const LuckModel& model) {
    return model.bot == bot && model.family == family && model.of_odd_deals == (deal % 2 == 0);
  });
  return found == models.end() ? PolicyWeights{} : policy_of(found->weights);
}

std::string luck_head_line(const StoredLuck& luck) {
  auto models = LuckJson::array();
  for (const auto& model : luck.models) {
    models.push_back({{"bot", model.bot},
                      {"family", model.family},
                      {"half", model.of_odd_deals ? 1 : 0},
                      {"decisions", model.decisions},
                      {"weights", model.weights}});
  }
  const LuckJson head{{"luck", format_version},
                      {"results", to_hex(luck.results)},
                      {"pairs", luck.pairs},
                      {"alike", luck.alike},
                      {"models", models}};
  return head.dump() + '\n';
}

std::string luck_line(const LuckOfGame& game) {
  const LuckJson line{{"game", game.game},
                      {"events", game.events},
                      {"draws", of_seats(game.draws)},
                      {"hands", of_seats(game.hands)}};
  return line.dump() + '\n';
}

Result<StoredLuck> read_luck(std::istream& in, bool unfinished) {
  std::string line;
  bool is_whole = false;
  auto luck = read_line(in, line, longest_head, is_whole) && is_whole ? read_head(line) : std::nullopt;
  if (!luck) return std::unexpected{"line 1 should be the first line of a file that 'tribunal luck' wrote"};
  for (std::size_t number = 2; read_line(in, line, longest_game_line, is_whole); ++number) {
    auto game = is_whole ? read_game(line) : std::nullopt;
    if (!is_whole && unfinished) break;
    if (!game || (!luck->games.empty() && game->game <= luck->games.back().game))
      return std::unexpected{
          fmt::format("line {} should be the luck of a game, in order of the games' numbers", number)};
    luck->games.push_back(*std::move(game));
  }
  return *std::move(luck);
}

Result<std::optional<StoredLuck>> luck_in(const std::filesystem::path& folder) {
  const auto path = folder / luck_file_name;
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return std::nullopt;
  std::ifstream file{path, std::ios::binary};
  const auto refuse = [&](const std::string& why) {
    return std::unexpected{Error{why}.at(ErrorCode::unreadable, path.string())};
  };
  if (!file || !std::filesystem::is_regular_file(path, none))
    return refuse(unreadable(path.string(), "cannot be read"));
  auto luck = read_luck(file);
  if (!luck) return refuse(luck.error().message + "; 'tribunal luck' writes the file again");
  return *std::move(luck);
}

}  // namespace tribunal
