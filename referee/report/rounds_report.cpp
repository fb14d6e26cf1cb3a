#include "report/rounds_report.hpp"

#include <algorithm>
#include <span>

#include "record/number_text.hpp"
#include "report/text_table.hpp"
#include "tournament/formats/knockout.hpp"
#include "tournament/formats/swiss.hpp"

namespace tribunal {
namespace {

std::string points_text(std::int64_t halves) { return fixed(static_cast<double>(halves) / 2, 1); }

const std::string& name_of_bot(const Tournament& tournament, int bot) {
  return tournament.plan.bots.at(static_cast<std::size_t>(bot)).name;
}

/// The rounds of which all games are kept.
std::span<const PlayedRound> complete_rounds(const Schedule& schedule) {
  const std::span rounds{schedule.rounds()};
  return schedule.is_whole() ? rounds : rounds.first(rounds.size() - 1);
}

std::string swiss_text(const Tournament& tournament, std::span<const PlayedRound> rounds) {
  using Align = TextTable::Align;
  const auto& shape = tournament.schedule.shape();
  const auto points = points_of_bots(shape, rounds);
  TextTable table{{{"#"}, {"bot", Align::left}, {"place points"}, {"of"}, {"%"}}};
  int rank = 0;
  for (const int bot : swiss_standing(shape, rounds)) {
    const auto& [halves, most] = points.at(static_cast<std::size_t>(bot));
    const auto share = most == 0 ? 50.0 : 100.0 * static_cast<double>(halves) / static_cast<double>(most);
    table.add({std::to_string(++rank), name_of_bot(tournament, bot), points_text(halves), points_text(most),
               fixed(share, 1)});
  }
  return "After " + std::to_string(rounds.size()) + " of " + std::to_string(shape.rounds) + " rounds:\n" +
         table.text();
}

/// `careful 14.5, random 5.5; greedy 9.0, hoarder 11.0`
std::string contests_text(const Tournament& tournament, const PlayedRound& played) {
  const auto points = points_of(played, tournament.plan.players);
  std::string text;
  for (std::size_t group = 0; group < points.size(); ++group) {
    text += group == 0 ? " " : "; ";
    for (std::size_t bot = 0; bot < points[group].size(); ++bot) {
      text += (bot == 0 ? "" : ", ") + name_of_bot(tournament, played.round.groups[group][bot]) + ' ' +
              points_text(points[group][bot].halves);
    }
  }
  return text + '\n';
}

std::string knockout_text(const Tournament& tournament, std::span<const PlayedRound> rounds) {
  const auto& shape = tournament.schedule.shape();
  std::string text;
  std::size_t left = 0;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto before = knockout_left(shape, rounds.first(i)).size();
    const bool further = before == left && i > 0;  // nobody has gone out since the round before
    left = before;
    const bool final = left == static_cast<std::size_t>(shape.seats);
    text += (further ? "further deal:"
             : final ? "final:"
                     : std::to_string(left) + " bots left:") +
            contests_text(tournament, rounds[i]);
  }
  if (tournament.schedule.is_whole())
    text += "winner: " + name_of_bot(tournament, knockout_left(shape, rounds).front()) + '\n';
  return text;
}

}  // namespace

std::string rounds_text(const Tournament& tournament) {
  const auto format = tournament.plan.format;
  if (format != Format::swiss && format != Format::knockout) return {};
  const auto rounds = complete_rounds(tournament.schedule);
  return '\n' +
         (format == Format::swiss ? swiss_text(tournament, rounds) : knockout_text(tournament, rounds));
}

}  // namespace tribunal
