#include "cli/results/since_digest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/command_line.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/standings/games_csv.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

using State = BotChange::State;
using Claim = BotChange::Claim;

using Paths = std::vector<std::filesystem::path>;

constexpr auto to_left = TextTable::Align::left;

constexpr std::array state_names{"unchanged", "new version", "new bot", "did not play", "excluded"};
constexpr std::array claim_names{"", "rose", "fell", "too few deals"};

std::string state_text(const BotChange& change) {
  return state_names.at(static_cast<std::size_t>(change.state));
}
std::string claim_text(const BotChange& change) {
  return claim_names.at(static_cast<std::size_t>(change.claim));
}

/// The cell that says what happened to a bot.
std::string news_cell(const BotChange& change) {
  const auto state = change.state == State::unchanged ? std::string{} : state_text(change);
  const auto claim = claim_text(change);
  return state + (state.empty() || claim.empty() ? "" : ", ") + claim;
}

std::optional<double> score_of(const BotChange& change) {
  if (change.place_points.most == 0) return std::nullopt;
  return 100 * static_cast<double>(change.place_points.halves) /
         static_cast<double>(change.place_points.most);
}

/// The columns of the digest. The text has persons and teams only if there are any.
Columns<BotChange> change_columns(const std::vector<BotChange>& bots) {
  constexpr auto right = TextTable::Align::right;
  const auto text = [](auto text_of) {
    return [=](const BotChange& change) {
      const std::string value = std::invoke(text_of, change);
      return value.empty() ? Json(nullptr) : Json(value);
    };
  };
  const auto heading = [&](const char* name, std::string BotChange::*member) {
    const auto has_some = [&](const BotChange& change) { return !(change.*member).empty(); };
    return TextTable::Column{std::ranges::any_of(bots, has_some) ? name : "", to_left, 4};
  };
  const auto elo = [](auto rating) { return part_of_row(rating, &Rating::elo); };
  const auto error = [](auto rating) { return part_of_row(rating, &Rating::elo_error); };
  const auto cell = [](auto rating) {
    return [=](const BotChange& change) { return elo_cell(change.*rating); };
  };
  const auto faults = [](const BotChange& change) { return faults_json(change.faults); };
  constexpr auto now = &BotChange::rating;
  constexpr auto before = &BotChange::rating_before;
  return {{"rank", &BotChange::rank, 0, {{"Rank"}}},
          {"rank_before", &BotChange::rank_before, 0, {{"Before", right, 1, "rank before"}}},
          {"name", &BotChange::bot, 0, {{"Bot", to_left}}},
          {"person", text(&BotChange::person), 0, {heading("Person", &BotChange::person)}},
          {"team", text(&BotChange::team), 0, {heading("Team", &BotChange::team)}},
          {"state", state_text},
          {"claim", text(claim_text)},
          {"sha256", text(&BotChange::sha256)},
          {"sha256_before", text(&BotChange::sha256_before)},
          {"files_of", text(&BotChange::files_of)},
          {"elo", elo(now), elo_decimals, {{"Elo"}, cell(now)}},
          {"elo_error", error(now), elo_decimals, {{"+/-"}}},
          {"elo_before", elo(before), elo_decimals, {{"Elo before", right, 2}, cell(before)}},
          {"elo_error_before", error(before), elo_decimals, {{"+/-", right, 2, "its +/-"}}},
          {"elo_of_last_version", elo(&BotChange::last_version), elo_decimals},
          {"elo_error_of_last_version", error(&BotChange::last_version), elo_decimals},
          {"superiority", &BotChange::superiority, points_decimals},
          {"games", &BotChange::games, 0, {{"New games", right, 3}}},
          {"deals", &BotChange::deals},
          {"score_percent", score_of, elo_decimals, {{"Score", right, 3}}},
          {"faults", faults},
          {{}, {}, 0, {{"News", to_left}, news_cell}}};
}

/// The version as text: `0c1f66a2`, or `without files`.
std::string named_version(const std::string& sha256) {
  constexpr std::size_t digits = 8;
  return sha256.empty() ? "without files" : sha256.substr(0, digits);
}

std::string elo_with_error(const std::optional<Rating>& rating) {
  if (!rating) return "unknown";
  return elo_text(*rating) + (rating->elo_error ? " +/- " + fixed(*rating->elo_error, 0) : "");
}

/// A sentence about a bot whose strength may have changed. Empty if there is nothing to report.
std::string sentence_on(const BotChange& change) {
  const auto bot = harmless(change.bot);
  const auto claim = change.claim;
  if (change.state == State::unchanged && (claim == Claim::up || claim == Claim::down))
    return fmt::format("{}: its estimate {} from {} to {}; its files are the same.\n", bot,
                       claim == Claim::up ? "rose" : "fell", elo_with_error(change.rating_before),
                       elo_with_error(change.rating));
  if (!change.files_of.empty())
    return fmt::format(
        "{}: its files are those that {} played with before ({}), so a change of its Elo is not progress.\n",
        bot, harmless(change.files_of), named_version(change.sha256));
  if (change.state != State::new_version) return {};
  const auto version = named_version(change.sha256);
  const auto last = named_version(change.sha256_before);
  if (claim == Claim::too_few_deals)
    return fmt::format("{}: the new version {} has {}, too few to say how strong it is ({} are needed).\n",
                       bot, version, counted(static_cast<std::uint64_t>(change.deals), "new deal"),
                       fewest_deals);
  const auto elos = fmt::format("Elo {} and {}, by all games", elo_with_error(change.rating),
                                elo_with_error(change.last_version));
  if (claim == Claim::none)
    return fmt::format("{}: it is still open whether the new version {} is stronger than {} ({}).\n", bot,
                       version, last, elos);
  return fmt::format("{}: the new version {} is {} than {} ({}).\n", bot, version,
                     claim == Claim::up ? "stronger" : "weaker", last, elos);
}

std::string lines_of(const std::vector<std::string>& notes) {
  std::string text;
  for (const auto& note : notes) text += note + '\n';
  return text;
}

/// The names of the bots in the plans of folders: all of them, or those that a ruling excludes.
std::set<std::string> bots_in(const std::vector<Results>& folders, bool are_excluded) {
  std::set<std::string> names;
  for (const auto& folder : folders)
    for (const auto& bot : folder.tournament().plan.bots)
      if (!are_excluded || bot.stay.excluded) names.insert(bot.name);
  return names;
}

std::vector<Results> opened(const Paths& folders) {
  std::vector<Results> all;
  for (const auto& folder : folders) {
    auto results = must(Results::open(folder, RoundSource::nowhere));
    all.push_back(std::move(results));
  }
  return all;
}

/// The index among the command's folders of the folder called `name`.
std::size_t folder_named(const std::string& name, const Paths& folders) {
  const auto is_it = [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::equivalent(folder, name, ignored);
  };
  const auto found = std::ranges::find_if(folders, is_it);
  if (found != folders.end()) return static_cast<std::size_t>(found - folders.begin());
  throw Complaint{Error{ErrorCode::usage, fmt::format("--since {}: this is not one of the results folders of "
                                                      "this command; expected one of them, such as {}",
                                                      legible(name), legible(folders.back().native()))}};
}

/// The folders that count, in the order of time: those up to a given one, and later ones.
struct FoldersByTime {
  Paths before;
  Paths later;
};

FoldersByTime parted(const TournamentStandings& standings, const Paths& folders, std::size_t since) {
  for (const auto& [folder, by, ruling] : standings.superseded) {
    if (folder == since) {
      throw Complaint{
          Error{ErrorCode::usage, fmt::format("--since {}: none of its games counts, because {} plays on "
                                              "from a round of it; expected --since {}",
                                              legible(folders[since].native()), legible(folders[by].native()),
                                              legible(folders[by].native()))}};
    }
  }
  FoldersByTime parts;
  bool is_later = false;
  for (const auto& night : standings.history->nights) {
    const auto is_copy = [&](const SharedDeals& shared) {
      return shared.games == 0 && shared.repeated > 0 && folders[shared.folder] == night.folder;
    };
    if (!is_later)
      parts.before.emplace_back(night.folder);
    else if (std::ranges::none_of(standings.shared_deals, is_copy))
      parts.later.emplace_back(night.folder);
    is_later = is_later || folders[since] == night.folder;
  }
  return parts;
}

/// The rows that have games, by the bot and the hash of its files.
class VersionRows {
 public:
  explicit VersionRows(const Standings& standings) {
    for (const auto& row : standings.rows)
      if (row.games > 0 && !row.by_referee) rows_.emplace(std::pair{row.name, row.sha256}, &row);
  }

  [[nodiscard]] const StandingsRow* find(const std::string& bot, const std::string& sha256) const {
    const auto found = rows_.find({bot, sha256});
    return found == rows_.end() ? nullptr : found->second;
  }
  [[nodiscard]] const StandingsRow* newest(const std::string& bot) const {
    for (auto row = rows_.lower_bound({bot, ""}); row != rows_.end() && row->first.first == bot; ++row)
      if (!row->second->superseded) return row->second;
    return nullptr;
  }

 private:
  std::map<std::pair<std::string, std::string>, const StandingsRow*> rows_;
};

/// The differences between the scales of two tables, for bots of one group in each.
class ScaleShifts {
 public:
  ScaleShifts(const VersionRows& before, const Standings& earlier, const Standings& after)
      : are_anchored_{!after.anchors.empty() && after.anchors.size() == earlier.anchors.size() &&
                      after.groups.size() == 1 && earlier.groups.size() == 1} {
    for (const auto& row : after.rows) {
      const auto* const old = before.find(row.name, row.sha256);
      if (old == nullptr || !old->rating || !row.rating || row.games == 0) continue;
      if (old->rating->sweep != Sweep::no || row.rating->sweep != Sweep::no) continue;
      auto& [sum, count] = sums_[{old->rating->group, row.rating->group}];
      sum += row.rating->elo - old->rating->elo;
      ++count;
    }
  }

  /// A rating of the earlier table on the scale of the later one. None if the scales are not comparable.
  [[nodiscard]] std::optional<Rating> moved(std::optional<Rating> rating,
                                            const std::optional<Rating>& now) const {
    if (!rating || !now || are_anchored_) return rating;
    const auto found = sums_.find({rating->group, now->group});
    if (found == sums_.end()) return std::nullopt;
    rating->elo += found->second.first / found->second.second;
    return rating;
  }

 private:
  bool are_anchored_;
  std::map<std::pair<std::size_t, std::size_t>, std::pair<double, int>> sums_;
};

/// The rank of a row if older versions are not ranked.
int rank_among_newest(const Standings& standings, const StandingsRow& row) {
  return 1 + static_cast<int>(std::ranges::count_if(standings.rows, [&](const StandingsRow& other) {
           return !other.superseded && other.games > 0 && other.rank < row.rank;
         }));
}

/// Adds the games of a version that are not in the earlier table.
void add_new_games(BotChange& change, const StandingsRow& row, const StandingsRow* before) {
  static const StandingsRow none{};
  const auto& old = before == nullptr ? none : *before;
  change.games += row.games - old.games;
  change.place_points.halves += row.place_points.halves - old.place_points.halves;
  change.place_points.most += row.place_points.most - old.place_points.most;
  for (const auto& [kind, count] : row.faults) {
    const auto earlier = old.faults.find(kind);
    const auto more = count - (earlier == old.faults.end() ? 0 : earlier->second);
    if (more > 0) change.faults[kind] += more;
  }
}

std::optional<double> superiority_of(const Standings& standings, const StandingsRow& row,
                                     const StandingsRow* other) {
  if (other == nullptr || standings.superiority.empty()) return std::nullopt;
  const auto place = [&](const StandingsRow& one) {
    return static_cast<std::size_t>(&one - standings.rows.data());
  };
  return standings.superiority_of(place(row), place(*other));
}

/// The sign of a difference that is larger than its error. 0 otherwise, or if one of the two is not an exact
/// Elo.
int sign_of_difference(const std::optional<Rating>& now, const std::optional<Rating>& before) {
  if (!now || !before || !now->elo_error || !before->elo_error) return 0;
  if (now->sweep != Sweep::no || before->sweep != Sweep::no) return 0;
  const double difference = now->elo - before->elo;
  const auto [a, b] = std::pair{*now->elo_error, *before->elo_error};
  if (std::abs(difference) <= std::sqrt(a * a + b * b)) return 0;
  return difference > 0 ? 1 : -1;
}

Claim claim_of(const BotChange& change) {
  constexpr double sure = 0.975;
  if (change.state == State::absent || change.state == State::excluded) return Claim::none;
  if (change.deals < static_cast<std::int64_t>(fewest_deals)) return Claim::too_few_deals;
  if (change.state == State::new_bot || !change.files_of.empty()) return Claim::none;
  const bool is_new = change.state == State::new_version;
  const auto sign = sign_of_difference(change.rating, is_new ? change.last_version : change.rating_before);
  const double chance = is_new ? change.superiority.value_or(0.5) : sign > 0 ? 1 : 0;
  if (sign > 0 && chance > sure) return Claim::up;
  return sign < 0 && chance < 1 - sure ? Claim::down : Claim::none;
}

/// Another bot of the table with the files of this one. Empty if there is none.
std::string other_with_files_of(const StandingsRow& bot, const Standings& table) {
  const auto has_them = [&](const StandingsRow& row) {
    return row.name != bot.name && !row.sha256.empty() && row.sha256 == bot.sha256;
  };
  const auto found = std::ranges::find_if(table.rows, has_them);
  return found == table.rows.end() ? std::string{} : found->name;
}

/// The changes of all bots of the later table, by its ranks. `before` has a part of the games of `after`.
/// Both have the rows of all versions, and `after` has all pairs. `excluded`: bots that are excluded now.
///
/// If the tables do not have the same anchors, Elos of `before` are shifted so that the versions that both
/// tables rate keep their mean. A new version is up or down if the probability that it is stronger than the
/// last one is above 97.5 or below 2.5 %, and their Elos differ by more than the root of the sum of their
/// squared errors. A bot whose files are unchanged has made no progress: only its estimate has moved. The
/// same bound is used for it. It is too wide there, because both tables share games.
std::vector<BotChange> changes_between(const Standings& before, const Standings& after,
                                       const std::set<std::string>& excluded) {
  const VersionRows earlier{before};
  const VersionRows later{after};
  const ScaleShifts shifts{earlier, before, after};
  std::vector<BotChange> changes;
  for (const auto& row : after.rows) {
    if (row.superseded || row.by_referee || (row.games == 0 && !excluded.contains(row.name))) continue;
    BotChange change{.bot = row.name, .person = row.person, .team = row.team, .sha256 = row.sha256};
    for (const auto& version : after.rows)
      if (version.name == row.name && version.games > 0 && !version.by_referee)
        add_new_games(change, version, earlier.find(version.name, version.sha256));
    const auto* const same = earlier.find(row.name, row.sha256);
    change.deals = row.deals - (same == nullptr ? 0 : same->deals);
    if (row.games > 0) {
      change.rank = rank_among_newest(after, row);
      change.rating = row.rating;
    }
    const auto* const old = earlier.newest(row.name);
    if (old != nullptr) {
      change.sha256_before = old->sha256;
      change.rank_before = rank_among_newest(before, *old);
      change.rating_before = shifts.moved(old->rating, row.rating);
    }
    const bool is_out = row.games == 0 || (change.games == 0 && excluded.contains(row.name));
    change.state = is_out                      ? State::excluded
                   : old == nullptr            ? State::new_bot
                   : old->sha256 != row.sha256 ? State::new_version
                   : change.games == 0         ? State::absent
                                               : State::unchanged;
    if (change.state == State::new_version || change.state == State::new_bot)
      change.files_of = other_with_files_of(row, before);
    if (change.state == State::new_version) {
      const auto* const last = later.find(row.name, old->sha256);
      if (last != nullptr) change.last_version = last->rating;
      change.superiority = superiority_of(after, row, last);
    }
    change.claim = claim_of(change);
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace

void SinceOptions::add_options(CommandLine& command) {
  command.add("--since", folder, {Value::results, "FOLDER"},
              "instead of the table, print the changes since this results folder, one of those given: new "
              "versions and bots, who rose and fell, faults");
  command.add("--for", bot, {Value::bot_name, "BOT"}, "with --since: only the changes of this bot");
}

std::optional<std::string> SinceOptions::objection(const StandingsOutput& output) const {
  if (!are_given() && bot.empty()) return std::nullopt;
  if (!are_given()) return "--for needs --since FOLDER";
  if (output.csv.is_wanted() || !output.columns.empty())
    return "--since prints a text without CSV and --columns; expected --since alone, with --markdown or with "
           "--json";
  if ((output.crosstable || output.los || output.history || output.bootstrap > 0) && !output.json.is_wanted())
    return "--since prints its text instead of the tables; expected --crosstable, --los, --history and "
           "--bootstrap only with --json";
  return std::nullopt;
}

SinceDigest SinceDigest::of(const SinceOptions& options, const Paths& folders,
                            const std::vector<Anchor>& anchors, const std::vector<Exclusion>& exclusions,
                            const Persons& persons) {
  const auto since = folder_named(options.folder, folders);
  auto after = must(
      joint_standings(folders, {.anchors = anchors, .history = true}, LastColumn::times, {}, exclusions));
  const auto parts = parted(after, folders, since);
  const auto earlier = opened(parts.before);
  const auto later = opened(parts.later);
  const auto known = bots_in(earlier, false);
  const auto is_unknown = [&](const std::string& bot) { return !known.contains(bot); };
  auto old_anchors = anchors;
  std::erase_if(old_anchors, [&](const Anchor& anchor) { return is_unknown(anchor.bot); });
  auto old_exclusions = exclusions;
  std::erase_if(old_exclusions, [&](const Exclusion& one) { return is_unknown(one.bot); });
  const auto before = must(joint_standings(parts.before, {.anchors = old_anchors, .all_pairs = false},
                                           LastColumn::times, {}, old_exclusions));
  static_cast<void>(persons.add_to(after));  // bots without a person were reported for the table already

  auto excluded = bots_in(later, true);
  for (const auto& one : exclusions) excluded.insert(one.bot);
  SinceDigest digest;
  digest.folder_ = folders[since].native();
  for (const auto& folder : parts.later) digest.new_folders_.push_back(folder.native());
  digest.games_ = after.overall.games - before.overall.games;
  digest.deals_ = after.overall.deals - before.overall.deals;
  digest.bots_ = changes_between(before.overall, after.overall, excluded);
  if (!options.bot.empty()) {
    std::vector<std::string> names;
    for (const auto& change : digest.bots_) names.push_back(change.bot);
    std::erase_if(digest.bots_, [&](const BotChange& change) { return change.bot != options.bot; });
    if (digest.bots_.empty())
      throw Complaint{
          Error{ErrorCode::usage, fmt::format("--for {}: there is no bot with this name{}",
                                              legible(options.bot), suggestion(options.bot, names))}};
    for (auto& change : digest.bots_)  // its author learns nothing about others
      if (!change.files_of.empty()) change.files_of = "another bot";
  }
  for (std::size_t at = 0; at < later.size(); ++at)
    for (const auto& note : rulings_notes(later[at].tournament()))
      digest.notes_.push_back(harmless(digest.new_folders_[at]) + ": " + note);
  if (const auto line = sentence_about(exclusions, after.excluded_games); !line.empty())
    digest.notes_.push_back(line + '.');
  if (auto times = unknown_times_note(*after.history); !times.empty())
    digest.notes_.push_back(times.substr(0, times.size() - 1));
  return digest;
}

std::string SinceDigest::news() const {
  std::string text;
  std::vector<std::string> added;
  std::vector<std::string> absent;
  std::vector<std::string> few;
  std::vector<std::string> faults;
  for (const auto& change : bots_) {
    const auto bot = harmless(change.bot);
    text += sentence_on(change);
    if (change.state == State::new_bot) added.push_back(bot);
    if (change.state == State::absent) absent.push_back(bot);
    if (change.claim == Claim::too_few_deals && change.state != State::new_version)
      few.push_back(fmt::format("{} ({})", bot, change.deals));
    if (!change.faults.empty()) faults.push_back(bot + " (" + faults_text(change.faults) + ')');
  }
  const auto add = [&](const std::string& head, const std::vector<std::string>& bots) {
    if (!bots.empty()) text += fmt::format("{}: {}.\n", head, fmt::join(bots, ", "));
  };
  add("New", added);
  add("Did not play in the new games", absent);
  add(fmt::format("Too few new deals to say more ({} are needed)", fewest_deals), few);
  add("Faults in the new games", faults);
  return text + (faults.empty() ? "No faults in the new games.\n" : "") + lines_of(notes_);
}

std::string SinceDigest::next_step() const {
  if (games_ == 0) return "Next: play a night, and give its folder to this command too.\n";
  if (std::ranges::any_of(bots_, [](const BotChange& change) { return !change.faults.empty(); })) {
    return fmt::format(
        "Next: fix the faults ('tribunal faults {}' shows each with its game); a version that "
        "is sent before the next night plays in it.\n",
        new_folders_.size() == 1 ? harmless(new_folders_.front()) : "FOLDER");
  }
  return "Next: a version that is sent before the next night plays in it.\n";
}

std::string SinceDigest::text(const TextLayout& layout) const {
  if (games_ == 0)
    return fitted_text(fmt::format("Nothing is new since {}: no game that counts was played after it.\n{}{}",
                                   harmless(folder_), lines_of(notes_), next_step()),
                       layout);
  std::vector<std::string> folders;
  for (const auto& folder : new_folders_) folders.push_back(harmless(folder));
  auto head =
      fmt::format("Since {}: {} ({}), {} of {}.\n", harmless(folder_), counted(folders.size(), "new folder"),
                  fmt::join(folders, ", "), counted(static_cast<std::uint64_t>(games_), "new game"),
                  counted(static_cast<std::uint64_t>(deals_), "new deal"));
  if (layout.legend) {
    head +=
        "Before: up to that folder, with Elos on today's scale. +/-: 95 %. Score: place points of the new "
        "games in % of the possible ones.\nOnly a change that is larger than its error is reported; ranks "
        "change "
        "by chance, too.\n";
  }
  const auto table = text_table(change_columns(bots_), bots_);
  return fitted_text(head, layout) + '\n' + (layout.markdown ? table.markdown() : laid_out(table, layout)) +
         '\n' + fitted_text(news() + next_step(), layout);
}

Json SinceDigest::json() const {
  return {{"folder", folder_},
          {"new_folders", new_folders_},
          {"games", games_},
          {"deals", deals_},
          {"bots", json_rows(change_columns(bots_), bots_)},
          {"notes", notes_},
          {"next", next_step().substr(0, next_step().size() - 1)}};
}

}  // namespace tribunal
