#include "tournament/standings/persons.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/intake/memory.hpp"
#include "tournament/plan/bot_names.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The memories of the intakes in a folder.
Result<std::vector<IntakeMemory>> memories_in(const fs::path& folder) {
  std::vector<IntakeMemory> all;
  std::error_code ignored;
  for (fs::directory_iterator entry{folder.empty() ? "." : folder, ignored};
       entry != fs::directory_iterator{}; entry.increment(ignored)) {
    if (entry->path().extension() != ".intake") continue;
    auto memory = TRY(read_intake_memory(entry->path() / "memory.json"));
    all.push_back(std::move(memory));
  }
  return all;
}

/// The bot with the name of a submission. Empty if `intake` would change that name.
std::string bot_of_its_name(const std::string& listed) {
  const auto name = author_name(stem_of_submission(listed)).name;
  return usable_bot_name(name) == name ? name : std::string{};
}

/// The bot of an author's submission. Empty if it is unknown.
std::string bot_of_submission(const StatedAuthor& author, const std::vector<IntakeMemory>& intakes) {
  std::set<std::string> bots;
  for (const auto& memory : intakes)
    for (const auto& [key, bot] : memory.names)
      if (author.lists(key)) bots.insert(bot);
  if (bots.size() == 1) return *bots.begin();
  return bots.empty() ? bot_of_its_name(author.submissions.front()) : std::string{};
}

/// All bots to which an author's submissions belong or belonged.
std::set<std::string> bots_of(const StatedAuthor& author, const std::vector<IntakeMemory>& intakes) {
  std::set<std::string> bots;
  for (const auto& memory : intakes) bots.merge(bots_of(author, memory));
  if (!author.bot.empty()) bots.insert(author.bot);
  if (!bots.empty()) return bots;
  for (const auto& listed : author.submissions)
    if (auto bot = bot_of_its_name(listed); !bot.empty()) bots.insert(std::move(bot));
  return bots;
}

bool names_person(const StatedAuthor& author) {
  return !author.person.empty() || !author.team.empty() || !author.contact.empty();
}

/// A person's name for a message.
std::string shown(const StatedAuthor& author) {
  return '\'' + legible(author.person.empty() ? author.submissions.front() : author.person) + '\'';
}

/// The first of these names, and the number of the others.
std::string some_of(std::vector<std::string> names) {
  constexpr std::size_t most_named = 8;
  const auto more = names.size() - std::min(names.size(), most_named);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "), more == 0 ? "" : fmt::format(", and {} more", more));
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
  auto stated = TRY(read_names(file));
  const auto intakes = TRY(memories_in(file.parent_path()));
  Persons persons;
  persons.file_ = file.string();
  for (auto& author : stated) {
    if (!author.excluded.empty()) {
      const auto bots = bots_of(author, intakes);
      for (const auto& bot : bots) persons.excluded_.try_emplace(bot, author.excluded);
      if (bots.empty()) persons.unknown_.push_back(shown(author));
    }
    const auto knows = [&](const IntakeMemory& memory) { return !bots_of(author, memory).empty(); };
    if (!names_person(author) && (author.excluded.empty() || std::ranges::any_of(intakes, knows))) continue;
    auto bot = author.own_bot();
    if (bot.empty()) bot = bot_of_submission(author, intakes);
    if (bot.empty() && !author.excluded.empty()) continue;
    if (bot.empty()) {
      persons.unknown_.push_back(shown(author));
      continue;
    }
    const auto [other, is_new] = persons.by_bot_.try_emplace(bot, author);
    if (!is_new && names_person(other->second) && names_person(author)) {
      return failure(ErrorCode::usage, Place{persons.file_},
                     fmt::format("{} and {} are both listed for the bot {}; expected one, or "
                                 "\"bot\" in their tables",
                                 shown(other->second), shown(author), bot));
    }
    if (!is_new && names_person(author)) other->second = author;
    for (const auto& earlier : bots_of(author, intakes)) persons.earlier_.try_emplace(earlier, bot);
  }
  return persons;
}

std::string Persons::add_to(TournamentStandings& standings) const {
  auto without = unknown_;
  std::set<std::string> seen;
  std::set<std::string> counting;
  for_each_row(standings, [&](StandingsRow& row) {
    if (!row.excluded && excluded_.contains(row.name)) counting.insert(row.name);
    auto found = by_bot_.find(row.name);
    if (const auto now = earlier_.find(row.name); found == by_bot_.end() && now != earlier_.end())
      found = by_bot_.find(now->second);
    if (found == by_bot_.end()) return;
    seen.insert(found->first);
    row.person = found->second.person;
    row.team = found->second.team;
    row.contact = found->second.contact;
  });
  for (const auto& [bot, author] : by_bot_)
    if (!seen.contains(bot))
      without.push_back(shown(author) + " (" + bot + (author.excluded.empty() ? ")" : ", excluded)"));
  std::vector<std::string> lines;
  if (!without.empty())
    lines.push_back(fmt::format(
        "{}: no bot here belongs to {}; \"bot\" in a table of this file names the bot of a person",
        legible(file_), some_of(std::move(without))));
  for (const auto& bot : counting) {
    lines.push_back(fmt::format(
        "{}: {} is excluded ({}), but its games count in these standings of one folder, which follow its "
        "rulings: 'tribunal ruling FOLDER --exclude' makes one, and 'tribunal ratings FOLDER --names' omits "
        "the bot",
        legible(file_), bot, excluded_.at(bot)));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::vector<Exclusion> Persons::exclusions() const {
  std::vector<Exclusion> all;
  for (const auto& [bot, reason] : excluded_)
    all.push_back({.bot = bot, .reason = reason, .by_list = legible(file_)});
  return all;
}

}  // namespace tribunal
