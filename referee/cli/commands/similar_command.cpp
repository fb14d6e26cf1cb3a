// tribunal similar: finds bots that decide more alike than independent bots do.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <unistd.h>

#include "analysis/model/fit.hpp"
#include "analysis/question.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cards/deal.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/results/rehearsal.hpp"
#include "cli/run/run_terminal.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "games/catalogue.hpp"
#include "ratings/similarity.hpp"
#include "record/seat_lines.hpp"
#include "report/format/columns_and_csv.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_decisions = 1'000'000;  ///< number that is kept; further games are not read
constexpr std::size_t most_bots = 500;             ///< number of versions of bots
constexpr std::size_t most_seats = 1000;           ///< number of seats that are drawn
/// The time after which a bot is sent no further game.
constexpr std::chrono::seconds longest_asking{120};

/// A version of a bot in some results folders.
struct BotVersion {
  std::string name;
  std::string sha256;  ///< hash of its files; may be empty
  std::string label;   ///< `greedy`, or `greedy@0c1f66a2` if there are several versions
};

/// The decisions of all bots in some results folders, by situation.
class BotsAlike {
 public:
  using Tell = std::function<void(const std::string& line)>;

  /// Reads the games of the folders on `threads` threads. Throws `Complaint`.
  BotsAlike(std::vector<fs::path> folders, unsigned threads) : folders_{std::move(folders)} {
    for (const auto& folder : folders_) {
      results_.push_back(must(Results::open(folder, RoundSource::nowhere)));
      secrets_.push_back(must(results_.back().secret()));
    }
    read_models(threads);
    name_bots();
    for (std::size_t folder = 0; folder < folders_.size(); ++folder) {
      const auto left = most_decisions - similarity_->size();
      read_games(static_cast<std::uint16_t>(folder), similarity_->size() + left / (folders_.size() - folder),
                 threads);
    }
  }

  /// Sends bots that can be started here the lines of `seats` seats, drawn from all games, unless they had
  /// the seat themselves. `sandbox`: as in `settle_level_again`. `tell` is called before each game with a
  /// line of text. Throws `Complaint`.
  void ask(std::uint64_t seats, std::optional<SandboxLevel> sandbox, const Tell& tell) {
    std::vector<Asked> asked;
    while (asked.size() < seats && !seats_.empty()) {
      std::swap(seats_[chance_.uniform(static_cast<std::uint32_t>(seats_.size()))], seats_.back());
      const auto seating = seats_.back();
      seats_.pop_back();
      const auto look = [&](const GameResult&, const Record& record) {
        auto lines = seat_lines(record, seating.seat);
        SeatSet seat;
        seat.add(seating.seat);
        auto questions = questions_of(record, seat);
        if (lines && questions && !questions->open.empty())
          asked.push_back({seating, record, *std::move(lines), std::move(questions->open)});
        return false;
      };
      must(results_[seating.folder].for_each_record(secrets_[seating.folder], look, seating.game));
    }
    if (asked.empty()) return;
    std::set<std::uint16_t> done;
    for (auto folder = folders_.size(); folder-- > 0;)
      ask_folder(static_cast<std::uint16_t>(folder), asked, sandbox, tell, done);
    for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
      if (!done.contains(static_cast<std::uint16_t>(bot)))
        notes_.push_back(
            fmt::format("{} is not asked: its files have changed, or are not where the plan says.",
                        harmless(bots_[bot].label)));
    }
  }

  /// Completes the similarity. Call it last.
  void finish() { similarity_->finish(); }

  [[nodiscard]] const std::vector<fs::path>& folders() const { return folders_; }
  [[nodiscard]] const std::vector<BotVersion>& bots() const { return bots_; }
  [[nodiscard]] const Similarity& similarity() const { return *similarity_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }
  /// Sentences about games that were not read, or bots that were not asked.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// The action of the bot in this situation.
  [[nodiscard]] std::string action_of(const Sighting& sighting) const {
    std::string text = "?";
    const auto look = [&](const GameResult&, const Record& record) {
      const auto questions = questions_of(record, SeatSet::first(record.rules.players()));
      if (!questions) return false;
      const auto& open = questions->open;
      const auto found = std::ranges::find(open, std::size_t{sighting.decision}, &Question::decision);
      if (found != open.end() && sighting.action < found->legal.size())
        text = found->legal[sighting.action].text();
      return false;
    };
    must(results_.at(sighting.folder).for_each_record(secrets_[sighting.folder], look, sighting.game));
    return text;
  }

 private:
  /// A seat whose lines are sent to bots.
  struct Seating {
    std::uint16_t folder = 0;
    std::uint64_t game = 0;
    Seat seat = 0;
  };
  struct Asked {
    Seating seating;
    Record record;
    SeatLines lines;
    std::vector<Question> questions;
  };

  void read_models(unsigned threads) {
    ModelsOfBots models{std::max<std::size_t>(1, results_.front().tournament().plan.bots.size())};
    std::uint64_t unusable = 0;
    std::set<std::string> left_out;
    const auto take = [&](Record record) {
      for (auto& entrant : record.entrants) {
        auto number = number_of(entrant);
        if (!number && bots_.size() < most_bots) {
          number = static_cast<std::uint16_t>(bots_.size());
          numbers_.emplace(std::pair{entrant.bot, entrant.sha256}, *number);
          bots_.push_back({entrant.bot, entrant.sha256, entrant.bot});
        }
        if (!number) left_out.insert(left_out.size() < most_bots ? entrant.bot : "");
        entrant.bot = number ? std::to_string(*number) : "";
      }
      unusable += models.add(record) ? 0 : 1;
      return true;
    };
    for (std::size_t folder = 0; folder < folders_.size(); ++folder) {
      must(results_[folder].each_game(secrets_[folder], 1, {}, [&](const StoredGame& game) -> TakeGame {
        if (!game.record || !game.damage.empty()) ++unusable;
        if (!game.record || !game.damage.empty()) return {};
        return [&take, record = *game.record] { return take(record); };
      }));
    }
    for (const auto& model : must(models.fit(threads))) {
      auto& weights = models_[{model.bot, model.family, model.of_odd_deals}];
      for (const auto weight : model.weights) weights.push_back(weight / double{luck_units});
    }
    if (unusable > 0)
      notes_.push_back(fmt::format(
          "{} cannot have happened or {} damaged, and {} omitted; 'tribunal verify' gives the reasons.",
          counted(unusable, "game"), unusable == 1 ? "is" : "are", unusable == 1 ? "is" : "are"));
    if (!left_out.empty())
      notes_.push_back(fmt::format("More than {} versions of bots; the others are omitted.", most_bots));
  }

  /// The number of the bot in a seat. None if there are too many bots.
  [[nodiscard]] std::optional<std::uint16_t> number_of(const Entrant& entrant) const {
    const auto found = numbers_.find({entrant.bot, entrant.sha256});
    return found == numbers_.end() ? std::nullopt : std::optional{found->second};
  }

  void name_bots() {
    std::map<std::string, std::uint16_t> authors;
    std::vector<std::uint16_t> author;
    for (auto& bot : bots_) {
      author.push_back(
          authors.try_emplace(bot.name, static_cast<std::uint16_t>(authors.size())).first->second);
      constexpr std::size_t short_hash = 8;
      if (std::ranges::count(bots_, bot.name, &BotVersion::name) > 1 && !bot.sha256.empty())
        bot.label += '@' + bot.sha256.substr(0, short_hash);
    }
    similarity_ = std::make_unique<Similarity>(std::move(author));
    std::map<std::string, std::vector<std::string>> names_by_files;
    for (const auto& bot : bots_)
      if (!bot.sha256.empty()) names_by_files[bot.sha256].push_back(bot.label);
    for (const auto& [files, names] : names_by_files)
      if (names.size() > 1)
        notes_.push_back(
            fmt::format("The same files: {}.", harmless(fmt::format("{}", fmt::join(names, ", ")))));
  }

  /// The probability of an action by a model of the bot that was fitted to other deals. 0 without a model.
  [[nodiscard]] float foretold(std::uint16_t bot, const Record& record, const Question& question,
                               std::size_t action) const {
    const auto* const game = find_game(record.rules.game());
    const auto model =
        models_.find({std::to_string(bot), game == nullptr ? "" : game->family, record.deal.number % 2 == 0});
    if (model == models_.end()) return 0;
    std::vector<float> features;
    question.game->describe_actions(question.seat, question.legal, features);
    if (features.size() != model->second.size() * question.legal.size()) return 0;
    return static_cast<float>(likely_actions(features, model->second).at(action));
  }

  /// The sighting for the action with this index, without its deal and its place.
  [[nodiscard]] Sighting sighting_of(const Record& record, const Question& question, std::uint16_t bot,
                                     std::size_t action) const {
    Sighting sighting{.bot = bot,
                      .action = static_cast<std::uint16_t>(action),
                      .legal = static_cast<std::uint16_t>(question.legal.size()),
                      .foretold = foretold(bot, record, question, action),
                      .decision = static_cast<std::uint32_t>(question.decision)};
    std::memcpy(&sighting.situation, question.situation.data(), sizeof sighting.situation);
    return sighting;
  }

  [[nodiscard]] std::uint32_t number_of(const DealKey& deal) {
    return deals_.try_emplace(deal.bytes, static_cast<std::uint32_t>(deals_.size())).first->second;
  }

  /// Draws seats from all games with equal probability (reservoir sampling).
  void draw_seats(std::uint16_t folder, std::uint64_t game, int players) {
    for (const auto seat : SeatSet::first(players)) {
      const auto place = seats_seen_++ < most_seats
                             ? seats_.size()
                             : chance_.uniform(static_cast<std::uint32_t>(seats_seen_));
      if (place == seats_.size()) seats_.emplace_back();
      if (place < seats_.size()) seats_[place] = {folder, game, seat};
    }
  }

  void read_games(std::uint16_t folder, std::size_t most, unsigned threads) {
    bool all = true;
    must(results_[folder].each_game(secrets_[folder], threads, {}, [&](const StoredGame& game) -> TakeGame {
      if (!game.record || !game.damage.empty()) return {};
      const auto& record = *game.record;
      const auto questions = questions_of(record, SeatSet::first(record.rules.players()));
      if (!questions) return {};
      std::vector<Sighting> sightings;
      for (const auto& question : questions->open)
        if (const auto bot = number_of(record.entrants[index_of(question.seat)]))
          sightings.push_back(sighting_of(record, question, *bot, question.taken));
      return [&, players = record.rules.players(), deal = record.deal.key, index = game.index,
              sightings = std::move(sightings)]() mutable {
        all = similarity_->size() + sightings.size() <= most;
        if (!all) return false;
        ++games_;
        draw_seats(folder, index, players);
        for (auto& sighting : sightings) {
          sighting.deal = number_of(deal);
          sighting.folder = folder;
          sighting.game = index;
          similarity_->add(sighting);
        }
        return true;
      };
    }));
    if (!all)
      notes_.push_back(
          fmt::format("{}: only its first games are read, because at most {} decisions are kept in all.",
                      harmless(folders_[folder].native()), most_decisions));
  }

  /// The sandbox of the bots of a folder. `record` is of any of the games. Throws `Complaint`.
  [[nodiscard]] SandboxLevel level_of(std::uint16_t folder, Record record,
                                      std::optional<SandboxLevel> sandbox) const {
    const auto& plan = results_[folder].tournament().plan;
    if (plan.sandbox) record.host.sandbox = name_of(*plan.sandbox);
    const auto settled = settle_level_again(sandbox, record, CommandSource::results_folder, plan.resources);
    if (!settled) throw Complaint{settled.error().at(ErrorCode::no_sandbox, folders_[folder].native())};
    return *settled;
  }

  void ask_folder(std::uint16_t folder, const std::vector<Asked>& asked, std::optional<SandboxLevel> sandbox,
                  const Tell& tell, std::set<std::uint16_t>& done) {
    auto tournament = results_[folder].tournament();
    const auto place = std::span{&folders_[folder], 1};
    std::optional<SandboxLevel> settled;  // a folder without bots to ask needs none
    const auto level = [&] {
      if (!settled) settled = level_of(folder, asked.front().record, sandbox);
      return *settled;
    };
    for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot) {
      const auto& planned = tournament.plan.bots[bot];
      const auto number = number_of({planned.name, "", tournament.sha256.at(bot)});
      if (planned.build.empty() || !number || done.contains(*number) || planned.stay.withdrawn_after)
        continue;
      if (const auto built = build_again(tournament.plan, {bot}, level(), folders_[folder]); !built)
        notes_.push_back(harmless(built.error().text()) + '.');
    }
    const auto now = identities_of(tournament.plan, place);
    if (!now) {
      notes_.push_back(
          fmt::format("{}: {}.", harmless(folders_[folder].native()), harmless(now.error().text())));
      return;
    }
    std::vector<Sandbox> sandboxes;
    for (std::size_t bot = 0; bot < now->size(); ++bot) {
      const auto number = number_of({tournament.plan.bots[bot].name, "", now->at(bot).sha256});
      if (!number || done.contains(*number) || tournament.plan.bots[bot].stay.withdrawn_after) continue;
      if (sandboxes.empty()) sandboxes = sandboxes_of(tournament.plan, level(), place);
      done.insert(*number);
      ask_bot(*number, entry_of(tournament, sandboxes, static_cast<int>(bot)), asked, tell);
    }
  }

  void ask_bot(std::uint16_t number, const BotEntry& entry, const std::vector<Asked>& asked,
               const Tell& tell) {
    const auto begin = std::chrono::steady_clock::now();
    const auto took = [&] { return std::chrono::steady_clock::now() - begin; };
    std::size_t games = 0;
    std::string trouble;
    for (const auto& [seating, record, lines, questions] : asked) {
      ++games;
      tell(fmt::format("{} is asked in game {}/{}", harmless(bots_[number].label), games, asked.size()));
      if (number_of(record.entrants[index_of(seating.seat)]) == number) continue;
      if (took() > longest_asking) trouble = fmt::format("it took more than {} s", longest_asking.count());
      if (!trouble.empty() || similarity_->size() + questions.size() > 2 * most_decisions) break;
      const auto rehearsal = rehearse(entry, record, seating.seat, lines, std::nullopt);
      if (rehearsal.interrupted) throw Complaint{ExitCode::interrupted, "interrupted"};
      trouble = rehearsal.trouble;
      for (const auto& answer : rehearsal.answers) {
        const auto question = std::ranges::find(questions, answer.decision, &Question::decision);
        if (question == questions.end()) continue;
        const auto action = std::ranges::find(question->legal, answer.answered,
                                              [](const Action& each) { return each.text(); });
        if (action == question->legal.end()) continue;
        auto sighting = sighting_of(record, *question, number,
                                    static_cast<std::size_t>(action - question->legal.begin()));
        sighting.deal = number_of(record.deal.key);
        sighting.asked = true;
        sighting.folder = seating.folder;
        sighting.game = seating.game;
        similarity_->add(sighting);
      }
    }
    if (!trouble.empty())
      notes_.push_back(fmt::format("{} was asked in {} of {}: {}.", harmless(bots_[number].label), games,
                                   counted(asked.size(), "game"), harmless(trouble)));
  }

  std::vector<fs::path> folders_;
  std::vector<Results> results_;
  std::vector<Secret> secrets_;
  std::vector<BotVersion> bots_;
  std::map<std::pair<std::string, std::string>, std::uint16_t> numbers_;  ///< numbers by name and hash
  std::map<std::tuple<std::string, std::string, bool>, std::vector<double>> models_;
  std::unique_ptr<Similarity> similarity_;
  std::map<Bytes32, std::uint32_t> deals_;  ///< numbers of deals by key
  std::vector<Seating> seats_;
  std::uint64_t seats_seen_ = 0;
  Stream chance_{1, "similar"};
  std::uint64_t games_ = 0;
  std::vector<std::string> notes_;
};

struct SimilarOptions {
  std::vector<std::string> folders;
  std::uint64_t ask = 0;  ///< number of seats
  std::optional<SandboxLevel> sandbox{};
  ThreadsOption threads;
  ReportOption json;
  ReportOption markdown;
  LayoutOptions layout;
};

constexpr std::size_t most_rows = 20;           ///< number of pairs in text
constexpr std::size_t most_pairs = 1000;        ///< number of pairs in JSON
constexpr std::size_t most_with_evidence = 20;  ///< number of pairs that decide alike
constexpr std::size_t most_situations = 10;     ///< per pair in JSON, for each of two lists
constexpr std::size_t most_in_text = 3;         ///< per pair in text, likewise

struct Shown {
  SharedSituation shared;
  std::string did_a;
  std::string did_b;
};

/// A pair of bots with everything that is shown of it.
struct PairRow {
  Likeness likeness;
  const BotVersion* a = nullptr;
  const BotVersion* b = nullptr;
  std::vector<Shown> evidence{};  ///< empty unless they decide alike

  [[nodiscard]] bool has_same_files() const { return !a->sha256.empty() && a->sha256 == b->sha256; }
  [[nodiscard]] std::string finding() const {
    if (!likeness.is_alike()) return "";
    return likeness.is_alarm() ? "alike" : "alike, simple";
  }
};

Columns<PairRow> pair_columns() {
  constexpr auto left = TextTable::Align::left;
  const auto of_bot = [](const BotVersion* PairRow::*bot) {
    return [=](const PairRow& row) { return (row.*bot)->label; };
  };
  const auto of = [](auto member) {
    return [=](const PairRow& row) { return Json(std::invoke(member, row.likeness)); };
  };
  return {
      {"bot_a", of_bot(&PairRow::a), 0, {{"Bot", left}}},
      {"bot_b", of_bot(&PairRow::b), 0, {{"Other bot", left}}},
      {"alike", of(&Likeness::alike), 4, {{"Alike"}, {}, 1, 100}},
      {"error", of(&Likeness::error), 4, {{"+/-"}, {}, 1, 100}},
      {"same", of(&Likeness::same), 0, {{"Same"}}},
      {"situations", of(&Likeness::situations), 0, {{"Of"}}},
      {"weight", of(&Likeness::weight), 1, {{"Weight", {}, 2}, {}, 1}},
      {"foretold", of(&Likeness::foretold), 4, {{"Foretold", {}, 1}, {}, 0, 100}},
      {"deals", of(&Likeness::deals), 0, {{"Deals", {}, 2}}},
      {"same_files", &PairRow::has_same_files},
      {"finding",
       &PairRow::finding,
       0,
       {{"Finding", left},
        [](const PairRow& row) {
          return row.finding() + (row.has_same_files() && row.likeness.is_alike() ? ", same files" : "");
        }}},
  };
}

std::vector<PairRow> rows_of(const BotsAlike& alike, const std::vector<Likeness>& pairs) {
  std::vector<PairRow> rows;
  std::size_t with_evidence = 0;
  for (const auto& likeness : pairs) {
    if (rows.size() == most_pairs) break;
    PairRow row{likeness, &alike.bots().at(likeness.a), &alike.bots().at(likeness.b)};
    if (likeness.is_alike() && ++with_evidence <= most_with_evidence) {
      for (const auto& shared : alike.similarity().evidence(likeness.a, likeness.b, most_situations))
        row.evidence.push_back({shared, alike.action_of(shared.a), alike.action_of(shared.b)});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string command_for(const BotsAlike& alike, const Sighting& sighting) {
  return replay_command(alike.folders().at(sighting.folder).native(), sighting.game);
}

Json json_of(const BotsAlike& alike, const Sighting& sighting, const std::string& did) {
  return {{"did", did},
          {"asked", sighting.asked},
          {"folder", alike.folders().at(sighting.folder).native()},
          {"game", sighting.game},
          {"decision", sighting.decision + 1},
          {"foretold", rounded(double{sighting.foretold}, points_decimals)},
          {"see", command_for(alike, sighting)}};
}

Json json_of(const BotsAlike& alike, const PairsTested& tested, const std::vector<PairRow>& rows,
             const SimilarOptions& options) {
  auto bots = Json::array();
  for (const auto& bot : alike.bots())
    bots.push_back({{"bot", bot.label}, {"name", bot.name}, {"sha256", bot.sha256}});
  auto pairs = Json::array();
  const auto columns = pair_columns();
  for (const auto& row : rows) {
    auto pair = json_row(columns, row);
    for (const auto& [shared, did_a, did_b] : row.evidence) {
      pair[shared.is_same() ? "shared" : "different"].push_back(
          {{"a", json_of(alike, shared.a, did_a)},
           {"b", json_of(alike, shared.b, did_b)},
           {"others", shared.others},
           {"others_as_a", rounded(shared.others_as_a, points_decimals)},
           {"others_as_b", rounded(shared.others_as_b, points_decimals)}});
    }
    pairs.push_back(std::move(pair));
  }
  return tested.added_to({{"schema", report_schema},
                          {"folders", options.folders},
                          {"games", alike.games()},
                          {"situations", alike.similarity().situations()},
                          {"asked", options.ask},
                          {"notes", alike.notes()},
                          {"bots", bots},
                          {"pairs", pairs}});
}

std::string did_text(const std::string& bot, const std::string& did, const Sighting& sighting) {
  return fmt::format("{}{} {}", harmless(bot), sighting.asked ? ", asked," : "", did);
}

std::string evidence_text(const BotsAlike& alike, const PairRow& row) {
  auto text = fmt::format(
      "\n{} and {}{}:\n", harmless(row.a->label), harmless(row.b->label),
      row.likeness.is_simple() ? " (a strategy so simple that others may have found it too)" : "");
  std::size_t same = 0;
  std::size_t different = 0;
  for (const auto& [shared, did_a, did_b] : row.evidence) {
    if (++(shared.is_same() ? same : different) > most_in_text) continue;
    const auto did = shared.is_same() ? fmt::format("both {}; {} of {} others did so", did_a,
                                                    fixed(shared.others_as_a, 0), shared.others)
                                      : did_text(row.a->label, did_a, shared.a) + "; " +
                                            did_text(row.b->label, did_b, shared.b);
    text +=
        fmt::format("  game {}, decision {}{}: {}\n    see it: {}\n", shared.a.game, shared.a.decision + 1,
                    shared.b.game == shared.a.game
                        ? ""
                        : fmt::format(" (game {}, decision {})", shared.b.game, shared.b.decision + 1),
                    did, command_for(alike, shared.a));
  }
  return text;
}

/// The tested pairs among versions by different authors. `pairs`: those with situations that count.
PairsTested tested_of(const std::vector<BotVersion>& bots, const std::vector<Likeness>& pairs) {
  const auto count = [&](auto is) { return static_cast<std::size_t>(std::ranges::count_if(pairs, is)); };
  PairsTested tested{0, count(&Likeness::is_tested), count(&Likeness::is_alarm)};
  for (auto a = bots.begin(); a != bots.end(); ++a)
    tested.pairs += static_cast<std::size_t>(
        std::count_if(a, bots.end(), [&](const auto& b) { return a->name != b.name; }));
  return tested;
}

std::string text_of(const BotsAlike& alike, const PairsTested& tested, const std::vector<PairRow>& rows,
                    const TextLayout& layout) {
  auto head = fmt::format("{}, {}, {} with a choice.\n", counted(alike.games(), "game"),
                          counted(alike.bots().size(), "version") + " of bots",
                          counted(alike.similarity().situations(), "situation"));
  for (const auto& note : alike.notes()) head += note + '\n';
  if (tested.found > 0)
    head += fmt::format(
        "{} of bots decide{} alike beyond what independent bots share: a person should look at them.\n",
        counted(tested.found, "pair"), tested.found == 1 ? "s" : "");
  head += tested.text("No two bots decide alike beyond what independent bots share.",
                      "No tested pair of bots decides alike beyond what independent bots share.");
  const auto shown = std::vector<PairRow>{
      rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most_rows))};
  const auto table = text_table(pair_columns(), shown);
  const auto text = fitted_text(head, layout) + '\n' +
                    (layout.markdown ? table.markdown() + '\n' : laid_out(table, layout));
  std::string below;
  if (layout.legend || layout.markdown) {
    below +=
        "Alike: share in % of a bot's unusual decisions, which neither other bots nor simple rules would "
        "make, that the other bot makes too; +/-: 95 %.\nSame, Of: situations that count. Foretold: "
        "decisions in % that simple rules predict; from 50 on, a copy cannot be distinguished from the same "
        "simple strategy.\n";
  }
  for (const auto& row : rows)
    if (!row.evidence.empty()) below += evidence_text(alike, row);
  below += "\nA finding is a reason to ask the author, not a proof (tribunal help fair-play).\n";
  return text + fitted_text(below, layout);
}

ExitCode show_similar(const SimilarOptions& options) {
  must_differ(options.folders);
  BotsAlike alike{{options.folders.begin(), options.folders.end()}, options.threads.count()};
  ProgressLine progress;
  std::int64_t step = 0;
  if (options.ask > 0)
    alike.ask(options.ask, options.sandbox, [&](const std::string& line) { progress.show(line, ++step); });
  progress.finish();
  alike.finish();
  const auto pairs = alike.similarity().pairs();
  const auto rows = rows_of(alike, pairs);
  const auto tested = tested_of(alike.bots(), pairs);
  if (!is_any_printed({options.json, options.markdown}))
    std::cout << text_of(alike, tested, rows, options.layout.layout(STDOUT_FILENO));
  if (options.markdown.is_wanted()) options.markdown.write(text_of(alike, tested, rows, {.markdown = true}));
  if (options.json.is_wanted()) options.json.write(json_text(json_of(alike, tested, rows, options)));
  return tested.code();
}

}  // namespace

void add_similar_command(CommandLine& command) {
  auto& options = command.runs(show_similar);
  add_season_folders(command, options.folders);
  command.add("--ask", options.ask, whole(1, 1000),
              "send bots that are on this machine the lines of N recorded seats, and compare their answers "
              "too (default: none)");
  command.add("--sandbox", options.sandbox,
              "with --ask: isolation of the bots (default: the level at which they played)");
  options.threads.add(command);
  options.layout.add_options(command);
  options.json.add(command, "--json", "JSON: all pairs, with the situations of those that decide alike");
  options.markdown.add(command, "--markdown", "Markdown, for an organiser's notes");
}

}  // namespace tribunal
