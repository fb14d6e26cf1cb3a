// The information about the deal in everything that a bot receives, if it knows how deals are made.
#include <filesystem>
#include <optional>
#include <string>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "base/digest.hpp"
#include "cards/deal.hpp"
#include "support/words.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

constexpr Seat guesser = 1;
constexpr int seeds_tried = 1000;
constexpr const char* event = "spring cup";  // published, and therefore known
constexpr std::uint64_t deal_number = 7;     // available to a bot that counts

Rules rules() { return make_rules("revolution", 3, {}).value(); }

/// Everything that the bot at the guesser's seat was sent in a game of this secret.
std::string heard_in_game(const Secret& secret) {
  const auto file = std::filesystem::temp_directory_path() / ("tribunal-heard-" + std::to_string(::getpid()));
  auto listener = shell_bot("tee '" + file.string() + "' | '" + HONEST_BOT + "'");
  {
    TestTable table{{honest_bot(), listener, honest_bot()}};
    const auto game = table.play({.rules = rules(),
                                  .deal = {event, deal_number, deal_key(secret, event, deal_number)},
                                  .limits = {.move_ms = 20000},
                                  .host = {.referee = "test", .sandbox = "none"},
                                  .cards = nullptr});
    REQUIRE(game);
    REQUIRE(game->record.faults.empty());
  }
  auto heard = testing::content_of(file);
  std::filesystem::remove(file);
  return heard;
}

/// The lines to the guessing seat when the game of a deal begins.
std::string opening_of(const DealKey& key) {
  const auto game = rules().deal(std::make_shared<KeyedDeal>(key));
  EventLog events;
  game->begin(events);
  std::string text;
  for (const auto& told : events.events()) {
    if (told.is_told_to(guesser)) text += told.text(guesser) + '\n';
  }
  return text;
}

/// The seed that a person would have typed, if it is one of the first thousand numbers.
std::optional<std::string> guess(const std::string& heard) {
  for (int seed = 0; seed < seeds_tried; ++seed) {
    const auto text = std::to_string(seed);
    if (heard.contains(opening_of(deal_key(Secret::from_seed(text), event, deal_number)))) return text;
  }
  return std::nullopt;
}

TEST_CASE("A seed that a person typed can be guessed from one's own hand by the known method of dealing") {
  CHECK(guess(heard_in_game(Secret::from_seed("427"))) == "427");
}

TEST_CASE("A random secret cannot be guessed, and no line to a bot depends on it") {
  const auto secret = Secret::random();
  const auto heard = heard_in_game(secret);
  REQUIRE(heard.contains(opening_of(deal_key(secret, event, deal_number))));
  CHECK_FALSE(guess(heard));
  for (const auto& bytes : {secret.bytes, secret.commitment(), deal_key(secret, event, deal_number).bytes}) {
    CHECK_FALSE(heard.contains(to_hex(bytes)));
  }
  CHECK_FALSE(heard.contains(event));
}

}  // namespace
}  // namespace tribunal
