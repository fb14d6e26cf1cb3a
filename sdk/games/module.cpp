// The module `tribunal_games` for Python: rules, games, worlds and batches. docs/python.md describes it, and
// tribunal_games/__init__.pyi has the types. A wrong call raises ValueError and changes nothing.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "batch.hpp"
#include "games/catalogue.hpp"
#include "games/checked_game.hpp"
#include "games/imagine.hpp"
#include "games/vocabulary.hpp"
#include "observation.hpp"
#include "position.hpp"
#include "worlds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tribunal {
namespace {

constexpr std::size_t most_games = 1'000'000;
constexpr std::size_t most_scores = 100'000'000;
constexpr std::size_t most_threads = 256;

template <class Value>
Value must(Result<Value> result) {
  if (!result) throw nb::value_error(result.error().text().c_str());
  if constexpr (!std::is_void_v<Value>) return std::move(*result);
}

[[noreturn]] void refuse(const std::string& sentence) { throw nb::value_error(sentence.c_str()); }

// --- the deal and the past of a game, from which it can be repeated

struct Seeded {
  std::uint64_t seed = 0;
};
struct Stacked {
  std::map<std::string, std::vector<std::string>> stocks;
  std::map<std::string, std::vector<std::uint32_t>> numbers;
  DealKey key;
};
struct Imagined {
  int seat = 0;
  std::vector<std::string> lines;
  std::uint64_t seed = 0;
};
using Origin = std::variant<Seeded, Stacked, Imagined>;

/// A game in Python. Copies share its rules and its origin.
struct PyGame {
  std::shared_ptr<const Rules> rules;
  std::shared_ptr<const Origin> origin;
  CheckedGame game;
};

DealKey key_of(const std::optional<nb::bytes>& bytes) {
  DealKey key;
  if (!bytes) return key;
  if (bytes->size() != key.bytes.size()) {
    refuse("a key has 32 bytes, not " + std::to_string(bytes->size()));
  }
  const auto* data = reinterpret_cast<const unsigned char*>(bytes->c_str());
  std::ranges::transform(data, data + key.bytes.size(), key.bytes.begin(), [](unsigned char byte) {
    return static_cast<decltype(key.bytes)::value_type>(byte);
  });
  return key;
}

Card card_of(const std::string& text) {
  const auto card = Card::parse(text);
  if (!card || card->is_hidden()) refuse("'" + text + "' is not a card; cards are written as Kh, Td, 2c, Jo");
  return *card;
}

DealPointer deal_of(const Stacked& stacked) {
  StackedDeal::Stocks stocks;
  for (const auto& [label, cards] : stacked.stocks) {
    std::ranges::transform(cards, std::back_inserter(stocks[label]), card_of);
  }
  return std::make_shared<StackedDeal>(std::move(stocks), stacked.key,
                                       StackedDeal::Numbers{stacked.numbers.begin(), stacked.numbers.end()});
}

/// The seat of this number, which a bot plays.
Seat player_of(const Rules& rules, int seat) {
  if (seat < 0 || seat >= rules.players()) {
    refuse("there is no seat " + std::to_string(seat) + "; players have the seats 0 to " +
           std::to_string(rules.players() - 1));
  }
  return static_cast<Seat>(seat);
}

CheckedGame begun(const Rules& rules, const Origin& origin) {
  if (const auto* seeded = std::get_if<Seeded>(&origin)) {
    return must(CheckedGame::deal(rules, std::make_shared<FastDeal>(seeded->seed)));
  }
  if (const auto* stacked = std::get_if<Stacked>(&origin)) {
    return must(CheckedGame::deal(rules, deal_of(*stacked)));
  }
  const auto& imagined = std::get<Imagined>(origin);
  const auto seat = player_of(rules, imagined.seat);
  Stream stream{imagined.seed, "imagine"};
  auto game = must(imagine(rules, seat, imagined.lines, stream));
  return CheckedGame{std::move(game), seat, imagined.lines};
}

PyGame new_game(std::shared_ptr<const Rules> rules, Origin origin) {
  auto game = begun(*rules, origin);
  return {std::move(rules), std::make_shared<const Origin>(std::move(origin)), std::move(game)};
}

/// Whether `label` is `head` followed by a number from 1.
bool is_numbered(std::string_view label, std::string_view head) {
  if (!label.starts_with(head)) return false;
  const auto digits = label.substr(head.size());
  return !digits.empty() && digits.front() != '0' &&
         digits.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A game asks for no other labels, so cards stacked for them would be ignored.
void must_be_labels(const Rules& rules, const Stacked& stacked) {
  for (const auto& [label, cards] : stacked.stocks) {
    if (!is_numbered(label, "hand "))
      refuse("'" + label + "' is not the label of a stock; expected 'hand 1', 'hand 2' and so on");
  }
  for (const auto& [label, numbers] : stacked.numbers) {
    if (rules.game() != "chez" || (label != "dice" && label != "draw" && !is_numbered(label, "reshuffle ")))
      refuse("'" + label +
             "' is not the label of numbers; expected 'dice', 'draw' or 'reshuffle 1', in Chez");
  }
}

PyGame deal(const std::shared_ptr<const Rules>& rules, std::optional<std::uint64_t> seed,
            std::optional<nb::bytes> key, std::map<std::string, std::vector<std::string>> stacked,
            std::map<std::string, std::vector<std::uint32_t>> numbers) {
  const bool is_fast = !key && stacked.empty() && numbers.empty();
  if (seed && !is_fast) refuse("a deal has a seed, or a key with what is stacked: give one of them");
  if (seed) return new_game(rules, Seeded{*seed});
  if (is_fast) refuse("a deal needs a seed, a key, or stacked cards");
  Stacked origin{std::move(stacked), std::move(numbers), key_of(key)};
  must_be_labels(*rules, origin);
  return new_game(rules, std::move(origin));
}

// --- rules

std::string option_text(nb::handle value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value) ? "on" : "off";
  return nb::cast<std::string>(nb::str(value));
}

std::shared_ptr<const Rules> new_rules(const std::string& game, int players, const OptionTexts& options) {
  return std::make_shared<const Rules>(must(make_rules(game, players, options)));
}

/// The rules from the protocol's line `game`.
std::shared_ptr<Rules> rules_of_line(const std::string& line) {
  std::istringstream words{line};
  std::string first;
  std::string game;
  words >> first >> game;
  std::map<std::string, std::string, std::less<>> values;
  for (std::string word; words >> word;) {
    if (const auto sign = word.find('='); sign != std::string::npos)
      values[word.substr(0, sign)] = word.substr(sign + 1);
  }
  int players = 0;
  const auto& written = values["players"];
  std::from_chars(written.data(), written.data() + written.size(), players);
  if (first != "game" || players < 1)
    refuse("expected a line such as 'game mitch players=2 ...', found '" + line + "'");
  return std::make_shared<Rules>(
      must(rules_as_told(game, players, [&](std::string_view name) -> std::string_view {
        const auto found = values.find(name);
        return found == values.end() ? std::string_view{} : found->second;
      })));
}

OptionTexts texts_of(const Rules& rules) {
  OptionTexts texts;
  for (const auto& [name, value] : rules.options()) texts[name] = to_text(value);
  return texts;
}

// --- arrays

template <class Value, class... Sizes>
auto array_of(const Shared<Value>& values, Sizes... sizes) {
  auto* kept = new Shared<Value>(values);  // NOLINT(*-owning-memory): the capsule owns it
  const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<Shared<Value>*>(pointer); });
  return nb::ndarray<nb::numpy, const Value>(values->data(), {static_cast<std::size_t>(sizes)...}, owner);
}

template <class Value, class... Sizes>
auto array_of(std::vector<Value> values, Sizes... sizes) {
  return array_of(std::make_shared<std::vector<Value>>(std::move(values)), sizes...);
}

// --- questions to a game

ActionList legal(const PyGame& self, int seat) {
  const auto actions = must(self.game.legal_actions(seat));
  return {actions.begin(), actions.end()};
}

std::vector<std::string> words(const PyGame& self, int seat) {
  std::vector<std::string> texts;
  for (const auto& action : must(self.game.legal_actions(seat))) texts.push_back(action.text());
  return texts;
}

std::vector<int> numbers_of(SeatSet seats) {
  std::vector<int> numbers;
  for (const auto seat : seats) numbers.push_back(seat);
  return numbers;
}

Action action_of(const PyGame& self, int seat, const std::variant<std::int64_t, std::string>& choice) {
  const auto actions = must(self.game.legal_actions(seat));
  if (const auto* word = std::get_if<std::string>(&choice)) {
    const auto action = parse_action(*word);
    if (!action) refuse("'" + *word + "' is not an action; actions are written as play:Kh or pass");
    return *action;
  }
  const auto number = std::get<std::int64_t>(choice);
  if (number < 0 || std::cmp_greater_equal(number, actions.size())) {
    refuse("seat " + std::to_string(seat) + " has the actions 0 to " + std::to_string(actions.size() - 1) +
           ", not " + std::to_string(number));
  }
  return actions[static_cast<std::size_t>(number)];
}

void apply(PyGame& self, const std::map<int, std::variant<std::int64_t, std::string>>& choices) {
  std::vector<SeatAction> decisions;
  for (const auto& [seat, choice] : choices) {
    decisions.push_back({static_cast<Seat>(seat), action_of(self, seat, choice)});
  }
  must(self.game.apply(decisions));
}

PyGame redrawn(const PyGame& self, int viewer, std::uint64_t seed) {
  auto copy = self;
  must(copy.game.redraw(viewer, seed));
  return copy;
}

nb::object outcome_of(const Rules& rules, const Outcome& outcome) {
  const auto seats = static_cast<std::size_t>(rules.seats());
  const std::vector<int> scores(outcome.scores.begin(),
                                outcome.scores.begin() + static_cast<std::ptrdiff_t>(seats));
  std::vector<std::optional<int>> places(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (outcome.places[seat] != no_place) places[seat] = outcome.places[seat];
  }
  return nb::module_::import_("tribunal_games").attr("Outcome")(scores, places);
}

auto values_of(const PyGame& self, int seat) {
  const auto actions = legal(self, seat);
  ActionValues values;
  self.game.game().value_actions(static_cast<Seat>(seat), actions, values);
  return array_of(std::move(values), actions.size());
}

auto features_of(const PyGame& self, int seat) {
  const auto actions = legal(self, seat);
  std::vector<float> features;
  self.game.game().describe_actions(static_cast<Seat>(seat), actions, features);
  return array_of(std::move(features), actions.size(), self.game.game().feature_names().size());
}

auto observation_of(const PyGame& self, int seat) {
  auto values = observe(*self.rules, self.game.game().position(), player_of(*self.rules, seat));
  const auto size = values.size();
  return array_of(std::move(values), size);
}

auto worlds_of(const PyGame& self, int seat, std::size_t worlds, std::uint64_t seed, std::size_t threads) {
  const auto actions = must(self.game.legal_actions(seat)).size();
  if (worlds < 1 || worlds > most_scores / actions) {
    refuse("worlds: expected 1 to " + std::to_string(most_scores / actions) + ", found " +
           std::to_string(worlds));
  }
  if (threads < 1 || threads > most_threads) {
    refuse("threads: expected 1 to " + std::to_string(most_threads) + ", found " + std::to_string(threads));
  }
  const auto game = self.game.game().clone();  // another Python thread may change the game in the meantime
  std::vector<float> scores;
  bool is_interrupted = false;
  {
    const nb::gil_scoped_release others;
    auto looked = std::chrono::steady_clock::now();
    const auto goes_on = [&] {
      constexpr std::chrono::milliseconds between{50};  // signals such as Ctrl-C
      if (std::chrono::steady_clock::now() - looked < between) return true;
      const nb::gil_scoped_acquire python;
      is_interrupted = PyErr_CheckSignals() != 0;
      looked = std::chrono::steady_clock::now();
      return !is_interrupted;
    };
    scores = scores_of_worlds(*game, static_cast<Seat>(seat), seed, worlds, threads, goes_on);
  }
  if (is_interrupted) throw nb::python_error();
  return array_of(std::move(scores), actions, worlds);
}

// --- a game as a value: (game, players, options, origin, changes)

nb::object state_of_origin(const Origin& origin) {
  if (const auto* seeded = std::get_if<Seeded>(&origin)) return nb::make_tuple("seed", seeded->seed);
  if (const auto* stacked = std::get_if<Stacked>(&origin)) {
    const nb::bytes key(reinterpret_cast<const char*>(stacked->key.bytes.data()), stacked->key.bytes.size());
    return nb::make_tuple("key", key, stacked->stocks, stacked->numbers);
  }
  const auto& imagined = std::get<Imagined>(origin);
  return nb::make_tuple("imagined", imagined.seat, imagined.lines, imagined.seed);
}

/// A tuple of this number of entries from a state that may be anything.
nb::tuple entries(nb::handle state, std::initializer_list<std::size_t> sizes) {
  auto tuple = nb::cast<nb::tuple>(state);
  if (std::ranges::find(sizes, tuple.size()) == sizes.end()) refuse("this is not the state of a game");
  return tuple;
}

Origin origin_of(nb::handle stored) {
  const auto state = entries(stored, {2, 4});
  const auto kind = nb::cast<std::string>(state[0]);
  if (kind == "seed") return Seeded{nb::cast<std::uint64_t>(state[1])};
  if (kind == "key") {
    entries(state, {4});
    return Stacked{nb::cast<decltype(Stacked::stocks)>(state[2]),
                   nb::cast<decltype(Stacked::numbers)>(state[3]), key_of(nb::cast<nb::bytes>(state[1]))};
  }
  entries(state, {4});
  return Imagined{nb::cast<int>(state[1]), nb::cast<std::vector<std::string>>(state[2]),
                  nb::cast<std::uint64_t>(state[3])};
}

/// A change as (seat, action), or (viewer, seed of a redraw).
nb::list changes_of(const PyGame& self) {
  nb::list list;
  for (const auto& change : self.game.changes()) {
    if (const auto* decision = std::get_if<SeatAction>(&change)) {
      list.append(nb::make_tuple(int{decision->seat}, decision->action.text()));
    } else {
      const auto& redraw = std::get<Redraw>(change);
      list.append(nb::make_tuple(int{redraw.viewer}, redraw.seed));
    }
  }
  return list;
}

GameChange change_of(nb::handle stored) {
  const auto state = entries(stored, {2});
  const auto seat = nb::cast<int>(state[0]);
  if (seat < referee_view || seat >= max_seats) refuse("there is no seat " + std::to_string(seat));
  if (nb::isinstance<nb::int_>(state[1]))
    return Redraw{static_cast<Seat>(seat), nb::cast<std::uint64_t>(state[1])};
  const auto word = nb::cast<std::string>(state[1]);
  const auto action = parse_action(word);
  if (!action) refuse("'" + word + "' is not an action");
  return SeatAction{static_cast<Seat>(seat), *action};
}

nb::tuple state_of(const PyGame& self) {
  const auto& rules = *self.rules;
  const auto options = texts_of(rules);
  return nb::make_tuple(rules.game(), rules.players(),
                        std::map<std::string, std::string>{options.begin(), options.end()},
                        state_of_origin(*self.origin), changes_of(self));
}

void restore(PyGame& self, const nb::tuple& stored) try {
  const auto state = entries(stored, {5});
  const auto options = nb::cast<std::map<std::string, std::string>>(state[2]);
  const auto rules =
      new_rules(nb::cast<std::string>(state[0]), nb::cast<int>(state[1]), {options.begin(), options.end()});
  auto game = new_game(rules, origin_of(state[3]));
  std::vector<GameChange> changes;
  for (const auto change : nb::cast<nb::list>(state[4])) changes.push_back(change_of(change));
  must(game.game.repeat(changes));
  new (&self) PyGame{std::move(game)};
} catch (const std::bad_cast&) {
  refuse("this is not the state of a game");
}

/// The game after the decisions that these lines echo. For each decision: its seat, its index among the legal
/// actions, their number, and the features of all of them.
nb::tuple follow(const PyGame& self, const std::vector<std::string>& echoes) {
  auto after = self;
  std::vector<std::int32_t> seats;
  std::vector<std::int32_t> taken;
  std::vector<std::int32_t> counts;
  std::vector<float> features;
  std::vector<float> described;
  std::vector<SeatAction> together;
  for (const auto& line : echoes) {
    const auto decision = parse_decision(line);
    if (!decision) refuse("'" + line + "' is not a decision");
    const auto legal = must(after.game.legal_actions(decision->first));
    const auto place = std::ranges::find(legal, decision->second) - legal.begin();
    if (std::cmp_equal(place, legal.size())) refuse("'" + line + "' is not legal there");
    after.game.game().describe_actions(decision->first, {legal.begin(), legal.end()}, described);
    features.insert(features.end(), described.begin(), described.end());
    seats.push_back(decision->first);
    taken.push_back(static_cast<std::int32_t>(place));
    counts.push_back(static_cast<std::int32_t>(legal.size()));
    together.push_back({decision->first, decision->second});
    if (std::cmp_less(together.size(), after.game.wanted().size())) continue;
    must(after.game.apply(together));
    together.clear();
  }
  if (!together.empty()) must(after.game.apply(together));
  const auto width = after.game.game().feature_names().size();
  const auto rows = width == 0 ? 0 : features.size() / width;
  const auto decisions = seats.size();
  return nb::make_tuple(std::move(after), array_of(std::move(seats), decisions),
                        array_of(std::move(taken), decisions), array_of(std::move(counts), decisions),
                        array_of(std::move(features), rows, width));
}

std::unique_ptr<Batch> new_batch(const std::shared_ptr<const Rules>& rules, std::size_t games,
                                 std::uint64_t seed) {
  if (games < 1 || games > most_games) {
    refuse("games: expected 1 to " + std::to_string(most_games) + ", found " + std::to_string(games));
  }
  return std::make_unique<Batch>(*rules, games, seed);
}

std::vector<std::string> words_of_row(const Batch& batch, std::size_t row) {
  const auto* actions = batch.actions(row);
  if (actions == nullptr) {
    refuse("there is no row " + std::to_string(row) + "; rows are 0 to " + std::to_string(batch.rows() - 1));
  }
  std::vector<std::string> words;
  for (const auto& action : *actions) words.push_back(action.text());
  return words;
}

auto observations_of(const Batch& batch) {
  std::vector<float> all;
  for (std::size_t row = 0; row < batch.rows(); ++row) {
    const auto values = observe(batch.rules(), batch.game(row).position(), batch.seat(row));
    all.insert(all.end(), values.begin(), values.end());
  }
  const auto width = all.size() / batch.rows();
  return array_of(std::move(all), batch.rows(), width);
}

void step(Batch& batch,
          const nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& choices) {
  must(batch.step({choices.data(), choices.size()}));
}

std::vector<std::string> names_of(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

}  // namespace
}  // namespace tribunal

NB_MODULE(_engines, module) {
  using namespace tribunal;
  nb::set_leak_warnings(false);  // at exit, a thread that still plays worlds keeps its game
  constexpr auto own_memory = nb::rv_policy::automatic;  // an array keeps its data alive, not the batch
  nb::class_<Rules>(module, "Rules")
      .def(nb::new_([](const std::string& game, int players, const nb::kwargs& options) {
             OptionTexts texts;
             for (const auto& [name, value] : options)
               texts[nb::cast<std::string>(name)] = option_text(value);
             return std::const_pointer_cast<Rules>(new_rules(game, players, texts));
           }),
           "game"_a, "players"_a, "options"_a)
      .def("__repr__",
           [](const Rules& self) {
             return "Rules('" + self.game() + "', " + std::to_string(self.players()) + ")";
           })
      // A copy, here or in another process, is made from the same arguments.
      .def("__getnewargs_ex__",
           [](const Rules& self) {
             const auto texts = texts_of(self);
             return nb::make_tuple(nb::make_tuple(self.game(), self.players()),
                                   std::map<std::string, std::string>{texts.begin(), texts.end()});
           })
      .def("__eq__",
           [](const Rules& self, nb::handle other) {
             if (!nb::isinstance<Rules>(other)) return false;
             const auto& rules = nb::cast<const Rules&>(other);
             return self.game() == rules.game() && self.players() == rules.players() &&
                    texts_of(self) == texts_of(rules);
           })
      .def("__hash__", [](const Rules& self) { return std::hash<std::string>{}(self.game()); })
      .def_prop_ro("game", &Rules::game)
      .def_prop_ro("players", &Rules::players)
      .def_prop_ro("seats", &Rules::seats)
      .def_prop_ro("options",
                   [](const Rules& self) {
                     const auto texts = texts_of(self);
                     return std::map<std::string, std::string>{texts.begin(), texts.end()};
                   })
      .def_prop_ro("score_bounds",
                   [](const Rules& self) {
                     return std::make_tuple(self.score_bounds().least, self.score_bounds().most);
                   })
      .def_prop_ro("feature_names",
                   [](const Rules& self) {
                     return names_of(self.deal(std::make_shared<FastDeal>(0))->feature_names());
                   })
      .def_prop_ro("observation_names", &observation_names)
      .def("deal", &deal, "seed"_a = nb::none(), nb::kw_only(), "key"_a = nb::none(),
           "stacked"_a = nb::dict(), "numbers"_a = nb::dict())
      .def(
          "imagine",
          [](const std::shared_ptr<const Rules>& self, int seat, std::vector<std::string> lines,
             std::uint64_t seed) {
            return new_game(self, Imagined{seat, std::move(lines), seed});
          },
          "seat"_a, "lines"_a, "seed"_a);

  nb::class_<PyGame>(module, "Game")
      .def_prop_ro("rules", [](const PyGame& self) { return std::const_pointer_cast<Rules>(self.rules); })
      .def_prop_ro("wanted", [](const PyGame& self) { return numbers_of(self.game.wanted()); })
      .def_prop_ro("over", [](const PyGame& self) { return self.game.wanted().empty(); })
      .def(
          "count", [](const PyGame& self, int seat) { return must(self.game.legal_actions(seat)).size(); },
          "seat"_a)
      .def("legal", &words, "seat"_a)
      .def("apply", &tribunal::apply, "choices"_a)
      .def(
          "lines",
          [](const PyGame& self, std::optional<int> seat) {
            if (seat == referee_view) refuse("there is no seat -1; without a seat, lines() has all cards");
            return must(self.game.lines(seat.value_or(referee_view)));
          },
          "seat"_a = nb::none())
      .def("position", [](const PyGame& self) { return dict_of(self.game.game().position()); })
      .def("outcome", [](const PyGame& self) { return outcome_of(*self.rules, self.game.game().outcome()); })
      .def("scores_now",
           [](const PyGame& self) {
             const auto scores = self.game.game().scores_now().scores;
             return std::vector<int>(scores.begin(), scores.begin() + self.rules->seats());
           })
      .def("clone", [](const PyGame& self) { return self; })
      .def("__copy__", [](const PyGame& self) { return self; })
      .def(
          "__deepcopy__", [](const PyGame& self, const nb::dict&) { return self; }, "memo"_a)
      .def(
          "redraw_hidden",
          [](const PyGame& self, int seat, std::uint64_t seed) {
            if (seat == referee_view) refuse("there is no seat -1");
            return redrawn(self, seat, seed);
          },
          "seat"_a, "seed"_a)
      .def(
          "redraw_chance",
          [](const PyGame& self, std::uint64_t seed) { return redrawn(self, referee_view, seed); }, "seed"_a)
      .def("value_actions", &values_of, "seat"_a)
      .def("features", &features_of, "seat"_a)
      .def("observation", &observation_of, "seat"_a)
      .def("worlds", &worlds_of, "seat"_a, "worlds"_a, "seed"_a, "threads"_a = 1)
      .def_prop_ro("changes", &changes_of)
      .def("follow", &follow, "echoes"_a)
      .def("__getstate__", &state_of)
      .def("__setstate__", &restore);

  nb::class_<Batch>(module, "Batch")
      .def(nb::new_(&new_batch), "rules"_a, "games"_a, "seed"_a)
      .def("__len__", &Batch::games)
      .def_prop_ro("rows", &Batch::rows)
      .def_prop_ro(
          "game", [](const Batch& self) { return array_of(self.game_of_row(), self.rows()); }, own_memory)
      .def_prop_ro(
          "seat", [](const Batch& self) { return array_of(self.seat_of_row(), self.rows()); }, own_memory)
      .def_prop_ro(
          "count", [](const Batch& self) { return array_of(self.counts(), self.rows()); }, own_memory)
      .def_prop_ro(
          "mask", [](const Batch& self) { return array_of(self.mask(), self.rows(), self.width()); },
          own_memory)
      .def_prop_ro(
          "features",
          [](const Batch& self) {
            return array_of(self.values_of_features(), self.rows(), self.width(), self.features());
          },
          own_memory)
      .def_prop_ro(
          "ended", [](const Batch& self) { return array_of(self.ended(), self.ended()->size()); }, own_memory)
      .def_prop_ro(
          "scores",
          [](const Batch& self) {
            return array_of(self.scores(), self.ended()->size(),
                            static_cast<std::size_t>(self.rules().seats()));
          },
          own_memory)
      .def_prop_ro(
          "places",
          [](const Batch& self) {
            return array_of(self.places(), self.ended()->size(),
                            static_cast<std::size_t>(self.rules().seats()));
          },
          own_memory)
      .def("observations", &observations_of)
      .def("legal", &words_of_row, "row"_a)
      .def("step", &step, "choices"_a.noconvert());

  module.def("rules_of_line", &rules_of_line, "line"_a);
  module.def("games", [] {
    std::vector<std::string> names;
    for (const auto& game : catalogue()) names.push_back(game.name);
    return names;
  });
  module.def(
      "players",
      [](const std::string& name) {
        const auto* game = find_game(name);
        if (game == nullptr) refuse(unknown_game(name));
        return std::make_tuple(game->fewest_players, game->most_players);
      },
      "game"_a);
}
