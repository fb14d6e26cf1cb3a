#include "cli/results/bots_alike.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/model/fit.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/sandbox_option.hpp"
#include "cli/results/rehearsal.hpp"
#include "games/catalogue.hpp"
#include "record/seat_lines.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {
namespace {

/// The largest number of seats that are drawn.
constexpr std::size_t most_seats = 1000;
/// The time after which a bot is sent no further game.
constexpr std::chrono::seconds longest_asking{120};

std::string family_of(const Record& record) {
  const auto* const info = find_game(record.rules.game());
  return info == nullptr ? "" : info->family;
}

bool is_odd(const Record& record) { return record.deal.number % 2 == 1; }

}  // namespace

/// A seat whose lines are sent to bots, and its game.
struct BotsAlike::Asked {
  Seating seating;
  Record record;
  SeatLines lines;
  std::vector<Question> questions;
};

BotsAlike::BotsAlike(std::vector<std::filesystem::path> folders, unsigned threads)
    : folders_{std::move(folders)} {
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

void BotsAlike::read_models(unsigned threads) {
  ModelsOfBots models{std::max<std::size_t>(1, results_.front().tournament().plan.bots.size())};
  std::uint64_t unusable = 0;
  std::set<std::string> left_out;
  const auto take = [&](Record record) {
    for (auto& entrant : record.entrants) {
      const auto number = numbers_.size() < most_bots || number_of(entrant)
                              ? std::optional{numbers_
                                                  .try_emplace({entrant.bot, entrant.sha256},
                                                               static_cast<std::uint16_t>(numbers_.size()))
                                                  .first->second}
                              : std::nullopt;
      if (!number) left_out.insert(left_out.size() < most_bots ? entrant.bot : "");
      if (number && *number == bots_.size()) bots_.push_back({entrant.bot, entrant.sha256, entrant.bot});
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

std::optional<std::uint16_t> BotsAlike::number_of(const Entrant& entrant) const {
  const auto found = numbers_.find({entrant.bot, entrant.sha256});
  return found == numbers_.end() ? std::nullopt : std::optional{found->second};
}

void BotsAlike::name_bots() {
  std::map<std::string, std::uint16_t> authors;
  std::vector<std::uint16_t> author;
  for (auto& bot : bots_) {
    author.push_back(authors.try_emplace(bot.name, static_cast<std::uint16_t>(authors.size())).first->second);
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

float BotsAlike::foretold(std::uint16_t bot, const Record& record, const Question& question,
                          std::size_t action) const {
  const auto model = models_.find({std::to_string(bot), family_of(record), !is_odd(record)});
  if (model == models_.end()) return 0;
  std::vector<float> features;
  question.game->describe_actions(question.seat, question.legal, features);
  if (features.size() != model->second.size() * question.legal.size()) return 0;
  return static_cast<float>(likely_actions(features, model->second).at(action));
}

Sighting BotsAlike::sighting_of(const Record& record, const Question& question, std::uint16_t bot,
                                std::size_t action) const {
  Sighting sighting{.bot = bot,
                    .action = static_cast<std::uint16_t>(action),
                    .legal = static_cast<std::uint16_t>(question.legal.size()),
                    .foretold = foretold(bot, record, question, action),
                    .decision = static_cast<std::uint32_t>(question.decision)};
  std::memcpy(&sighting.situation, question.situation.data(), sizeof sighting.situation);
  return sighting;
}

std::uint32_t BotsAlike::number_of(const DealKey& deal) {
  return deals_.try_emplace(deal.bytes, static_cast<std::uint32_t>(deals_.size())).first->second;
}

void BotsAlike::draw_seats(std::uint16_t folder, std::uint64_t game, int players) {
  for (const auto seat : SeatSet::first(players)) {
    const auto place =
        seats_seen_++ < most_seats ? seats_.size() : chance_.uniform(static_cast<std::uint32_t>(seats_seen_));
    if (place == seats_.size()) seats_.emplace_back();
    if (place < seats_.size()) seats_[place] = {folder, game, seat};
  }
}

void BotsAlike::read_games(std::uint16_t folder, std::size_t most, unsigned threads) {
  const auto take = [&](int players, const DealKey& deal, std::uint64_t game,
                        std::vector<Sighting> sightings) {
    if (similarity_->size() + sightings.size() > most) return false;
    ++games_;
    draw_seats(folder, game, players);
    for (auto& sighting : sightings) {
      sighting.deal = number_of(deal);
      sighting.folder = folder;
      sighting.game = game;
      similarity_->add(sighting);
    }
    return true;
  };
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
    return [&take, &all, players = record.rules.players(), deal = record.deal.key, index = game.index,
            sightings = std::move(sightings)] { return all = take(players, deal, index, sightings); };
  }));
  if (!all)
    notes_.push_back(
        fmt::format("{}: only its first games are read, because at most {} decisions are kept in all.",
                    harmless(folders_[folder].native()), most_decisions));
}

std::string BotsAlike::action_of(const Sighting& sighting) const {
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

void BotsAlike::ask(std::uint64_t seats, std::optional<SandboxLevel> sandbox, const Tell& tell) {
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
          fmt::format("{} is not asked: its files are not at their place in the plan, or have changed.",
                      harmless(bots_[bot].label)));
  }
}

SandboxLevel BotsAlike::level_of(std::uint16_t folder, Record record,
                                 std::optional<SandboxLevel> sandbox) const {
  const auto& plan = results_[folder].tournament().plan;
  if (plan.sandbox) record.host.sandbox = name_of(*plan.sandbox);
  const auto settled = settle_level_again(sandbox, record, CommandSource::results_folder, plan.resources);
  if (!settled) throw Complaint{settled.error().at(ErrorCode::no_sandbox, folders_[folder].native())};
  return *settled;
}

void BotsAlike::ask_folder(std::uint16_t folder, const std::vector<Asked>& asked,
                           std::optional<SandboxLevel> sandbox, const Tell& tell,
                           std::set<std::uint16_t>& done) {
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
    if (planned.build.empty() || !number || done.contains(*number) || planned.stay.withdrawn_after) continue;
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

void BotsAlike::ask_bot(std::uint16_t number, const BotEntry& entry, const std::vector<Asked>& asked,
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
    const auto fed = rehearse(entry, record, seating.seat, lines, std::nullopt);
    if (fed.interrupted) throw Complaint{ExitCode::interrupted, "interrupted"};
    trouble = fed.rehearsal.trouble;
    for (const auto& answer : fed.rehearsal.answers) {
      const auto question = std::ranges::find(questions, answer.decision, &Question::decision);
      if (question == questions.end()) continue;
      const auto action =
          std::ranges::find(question->legal, answer.answered, [](const Action& each) { return each.text(); });
      if (action == question->legal.end()) continue;
      auto sighting =
          sighting_of(record, *question, number, static_cast<std::size_t>(action - question->legal.begin()));
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

}  // namespace tribunal
