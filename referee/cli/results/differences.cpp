#include "cli/results/differences.hpp"

#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "cli/options/command_line.hpp"
#include "tournament/results/folder.hpp"

namespace tribunal {
namespace {

/// The largest number of differences that are listed. Further ones are only counted, because in a log of
/// another version every game may differ.
constexpr std::size_t most_differences_shown = 10;
constexpr std::size_t most_games_noted = 100'000;

}  // namespace

std::string Differences::named(std::string_view text) const {
  return fmt::format("{}: {}", harmless(source_), text);
}

void Differences::add(std::string_view text, ErrorCode code) {
  if (count_++ == 0) code_ = code;
  if (first_.size() < most_differences_shown) first_.push_back(named(text));
}

void Differences::add(std::uint64_t game, const std::string& text, ErrorCode code) {
  if (of_games_.size() < most_games_noted) of_games_.emplace(game, text);
  add(text, code);
}

void Differences::note(std::string_view sentence) { notes_.push_back(named(sentence)); }

void Differences::append(Differences more) {
  if (count_ == 0) code_ = more.code_;
  count_ += more.count_;
  for (auto& text : more.first_)
    if (first_.size() < most_differences_shown) first_.push_back(std::move(text));
  of_games_.merge(more.of_games_);
  std::ranges::move(more.notes_, std::back_inserter(notes_));
}

std::vector<std::string> Differences::texts() const {
  auto texts = first_;
  if (const auto more = count_ - first_.size(); more > 0)
    texts.push_back("and " + counted(more, "more difference"));
  return texts;
}

std::string Differences::text() const {
  std::string all;
  for (const auto& text : texts()) all += text + '\n';
  for (const auto& note : notes_) all += note + '\n';
  return all;
}

std::string Differences::of_game(std::uint64_t game) const {
  const auto found = of_games_.find(game);
  return found == of_games_.end() ? std::string{} : found->second;
}

ExitCode Differences::conclude() const {
  if (empty()) return ExitCode::ok;
  const auto more = count_ > 1 ? fmt::format("\nand {}", counted(count_ - 1, "more difference")) : "";
  return complain({code_, first_.front() + more});
}

Result<Differences> compare_folder(const Results& results, const std::string& folder, ComparedGames games,
                                   TablesBeside tables) {
  const auto worked_out = TRY(Results::open(folder, RoundSource::results));
  games.tournament = &worked_out.tournament();
  Differences differences{folder};
  const auto secret = worked_out.secret();
  if (!secret && secret.error().code == ErrorCode::wrong_plan) {
    differences.add(harmless(secret.error().message));
  } else if (!secret) {
    differences.note(
        "the games are not compared with their records, because the secret of the deals is missing");
  }
  if (!secret && !games.look) return differences;
  const auto compared =
      compare_stored(results, secret ? std::optional{*secret} : std::nullopt, ThreadsOption{}.count(), games,
                     [&](const StoredDifference& difference) {
                       differences.add(difference.game, harmless(difference.text),
                                       difference.is_unreadable ? ErrorCode::unreadable : ErrorCode::failed);
                       return true;
                     });
  if (!compared) return std::unexpected{compared.error()};
  if (!secret) return differences;
  const auto beside = TRY(difference_beside_games(worked_out, folder, tables));
  if (!beside.empty()) differences.add(harmless(beside));
  return differences;
}

}  // namespace tribunal
