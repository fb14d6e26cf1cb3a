// Plays Tennis by search: deals what it has not seen at random, again and again, plays every such game on,
// and does what comes out best. Other games it plays at random. It looks at no clock and throws no dice: all
// chance follows from the lines of the game, so that equal games stay equal.
#include "searcher.hpp"

#include <string>

#include "tribunal_bot.hpp"

namespace bot = tribunal::bot;

namespace {

constexpr int deals = 60;  // to imagine for a decision

class Searcher {
 public:
  void begin(const bot::View& view) {
    heard_ = 14695981039346656037U;
    hear(std::to_string(view.me));
    memory_.reset();
    if (view.game != "tennis") return;
    tribunal::OptionTexts options;
    if (const auto lead = view.option("round_lead"); !lead.empty()) options["round_lead"] = lead;
    if (auto rules = tribunal::make_rules(view.game, view.players, options)) {
      memory_.emplace(*std::move(rules), static_cast<tribunal::Seat>(view.me));
    }
  }

  void hear(const bot::View& view, const bot::Event& event) {
    hear(event.verb);
    hear(std::to_string(event.seat));
    for (const auto argument : event.arguments) hear(argument);
    if (!memory_) return;
    const auto cards = cards_of(event);
    if (event.verb == "deal" && event.seat == view.me) memory_->take_hand(cards);
    if (event.verb == "play") {
      for (const auto card : cards) memory_->play(static_cast<tribunal::Seat>(event.seat), card);
    }
  }

  bot::Decision decide(const bot::View& view) {
    if (view.legal.size() == 1) return view.legal.front();
    auto chance = tribunal::FastDeal{heard_}.stream("search");
    if (memory_) {
      const auto best = searcher::best_action(*memory_, static_cast<tribunal::Seat>(view.me), deals, chance);
      const auto found =
          std::find(view.legal.begin(), view.legal.end(), bot::Action{best ? best->text() : ""});
      if (found != view.legal.end()) return *found;
    }
    return view.legal[chance.uniform(static_cast<std::uint32_t>(view.legal.size()))];
  }

 private:
  static std::vector<tribunal::Card> cards_of(const bot::Event& event) {
    std::vector<tribunal::Card> cards;
    for (const auto argument : event.arguments) {
      cards.push_back(tribunal::Card::parse(argument).value_or(tribunal::Card{}));
    }
    return cards;
  }

  /// The hash FNV-1a of all words heard in this game.
  void hear(std::string_view word) {
    for (const char letter : word) heard_ = (heard_ ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    heard_ = (heard_ ^ 0xffU) * 1099511628211U;
  }

  std::uint64_t heard_ = 0;
  std::optional<searcher::Memory> memory_;
};

}  // namespace

int main() {
  Searcher searcher;
  const bot::Hooks hooks{
      .game_start = [&](const bot::View& view) { searcher.begin(view); },
      .event = [&](const bot::View& view, const bot::Event& event) { searcher.hear(view, event); },
      .game_end = nullptr};
  return bot::run(
      "searcher", "1.0", [&](const bot::View& view) { return searcher.decide(view); }, hooks);
}
