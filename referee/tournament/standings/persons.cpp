#include "tournament/standings/persons.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text/utf8.hpp"
#include "tournament/intake/memory.hpp"
#include "tournament/plan/bot_names.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The names that the intakes of a folder gave to submissions.
Result<std::vector<SubmissionNames>> names_of_intakes(const fs::path& folder) {
  std::vector<SubmissionNames> all;
  std::error_code ignored;
  for (fs::directory_iterator entry{folder.empty() ? "." : folder, ignored};
       entry != fs::directory_iterator{}; entry.increment(ignored)) {
    if (entry->path().extension() != ".intake") continue;
    auto memory = read_intake_memory(entry->path() / "memory.json");
    if (!memory) return std::unexpected{std::move(memory.error())};
    all.push_back(std::move(memory->names));
  }
  return all;
}

/// The bot of a submission; empty if that is not known.
std::string bot_of_submission(const std::string& listed, const std::vector<SubmissionNames>& intakes) {
  const auto meant = author_name(stem_of_submission(listed));
  std::set<std::string> bots;
  for (const auto& names : intakes) {
    for (const auto& [key, bot] : names) {
      const auto author = author_name(key);
      if (author.name == meant.name && (meant.moodle.empty() || meant.moodle == author.moodle))
        bots.insert(bot);
    }
  }
  if (bots.size() == 1) return *bots.begin();
  return bots.empty() && usable_bot_name(meant.name) == meant.name ? meant.name : std::string{};
}

/// A person for a message.
std::string shown(const StatedAuthor& author) {
  return '\'' + legible(author.person.empty() ? author.submissions.front() : author.person) + '\'';
}

template <class Use>
void for_each_row(TournamentStandings& standings, Use use) {
  const auto rows_of = [&](Standings& alone) {
    for (auto* const some : {&alone.rows, &alone.left_out})
      for (auto& row : *some)
        if (!row.by_referee) use(row);
  };
  rows_of(standings.overall);
  for (auto& [name, alone] : standings.games) rows_of(alone);
}

}  // namespace

Result<Persons> Persons::read(const fs::path& file) {
  auto stated = read_names(file);
  if (!stated) return std::unexpected{std::move(stated.error())};
  const auto intakes = names_of_intakes(file.parent_path());
  if (!intakes) return std::unexpected{intakes.error()};
  Persons persons;
  persons.file_ = file.string();
  for (auto& author : *stated) {
    if (author.person.empty() && author.team.empty() && author.contact.empty()) continue;
    auto bot = author.bot;
    // Several submissions of one person have the name of the first, as for 'intake'.
    if (bot.empty() && author.submissions.size() > 1)
      bot = usable_bot_name(author_name(stem_of_submission(author.submissions.front())).name);
    if (bot.empty()) bot = bot_of_submission(author.submissions.front(), *intakes);
    if (bot.empty()) {
      persons.unknown_.push_back(shown(author));
      continue;
    }
    const auto [other, is_new] = persons.by_bot_.try_emplace(bot, author);
    if (!is_new)
      return std::unexpected{Error{ErrorCode::usage,
                                   {persons.file_},
                                   fmt::format("{} and {} are both listed for the bot {}; expected one, or "
                                               "\"bot\" in their tables",
                                               shown(other->second), shown(author), bot)}};
  }
  return persons;
}

std::string Persons::add_to(TournamentStandings& standings) const {
  auto without = unknown_;
  std::set<std::string> seen;
  for_each_row(standings, [&](StandingsRow& row) {
    const auto found = by_bot_.find(row.name);
    if (found == by_bot_.end()) return;
    seen.insert(row.name);
    row.person = found->second.person;
    row.team = found->second.team;
    row.contact = found->second.contact;
  });
  for (const auto& [bot, author] : by_bot_)
    if (!seen.contains(bot)) without.push_back(shown(author) + " (" + bot + ")");
  if (without.empty()) return {};
  constexpr std::size_t most_named = 8;
  const auto more = without.size() - std::min(without.size(), most_named);
  without.resize(without.size() - more);
  return fmt::format("{}: no bot here is of {}{}; \"bot\" in a table of it names the bot of a person",
                     legible(file_), fmt::join(without, ", "),
                     more == 0 ? "" : fmt::format(", and {} more", more));
}

std::string Persons::bot_of(const std::string& person) const {
  std::string bot;
  for (const auto& [name, author] : by_bot_) {
    if (author.person != person) continue;
    if (!bot.empty()) return {};
    bot = name;
  }
  return bot;
}

}  // namespace tribunal
