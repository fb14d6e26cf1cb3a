// A whole game in which the bots say anything: it ends, and its record is valid.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/system/lines.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/soundness.hpp"
#include "record/transcript.hpp"
#include "table/answer.hpp"
#include "table/protocol.hpp"

namespace tribunal::fuzz {
namespace {

/// A simulated bot: its pending output, and the number of its last question.
struct Speaker {
  LineBuffer output;
  std::uint64_t question = 0;
  SeatTalk talk;
  ActionList legal;

  /// Appends to the output. Bytes that exceed its space are lost; by then the line is too long anyway.
  void say(std::string_view bytes) {
    const auto space = output.space();
    const auto piece = bytes.substr(0, space.size());
    std::ranges::copy(piece, space.begin());
    output.filled(piece.size());
  }
};

/// A game as the table plays it (table/play_game.cpp), except that the input says what bots say and when.
class GameOfAnything {
 public:
  explicit GameOfAnything(std::string_view input)
      : input_{input},
        record_{.rules = all_rules()[(input_.byte() + 256U * input_.byte()) % all_rules().size()],
                .deal = {.event = "play", .number = input_.byte(), .key = {}},
                .entrants = {},
                .limits = limits_of(input_.byte()),
                .host = {},
                .decisions = {},
                .faults = {},
                .comments = {}},
        clocks_{record_.limits} {
    record_.deal.key.bytes.front() = static_cast<std::uint8_t>(record_.deal.number);
    record_.entrants.resize(static_cast<std::size_t>(record_.rules.players()));
    speakers_.resize(record_.entrants.size());
  }

  /// False if the game is so long that it was abandoned.
  bool run() {
    for (auto& speaker : speakers_) speaker.question = input_.byte();
    const auto game = record_.rules.deal(std::make_shared<KeyedDeal>(record_.deal.key));
    EventLog events;
    game->begin(events);
    while (!game->wanted().empty()) {
      if (record_.decisions.size() > most_decisions) return false;
      Choices choices;
      for (const auto seat : game->wanted()) choices[seat] = decide(*game, seat);
      game->apply(choices, events);
    }
    const auto played = play_again(record_);
    must(played.has_value(), "a game that was played cannot be played again");
    must(played->outcome == final_outcome(game->outcome(), clocks_.forfeited()), "a game ends in two ways");
    must(!check_times(record_), "a game that was played in time was not");
    must_be_sound(record_, *played);
    return true;
  }

 private:
  /// The bytes of the input that control a bot. One below `raw` chooses an answer; `raw` + n is followed by n
  /// bytes of output as they are.
  enum Step : std::uint8_t {
    close = 0xff,
    wait = 0xfe,
    again = 0xfd,
    ahead = 0xfc,
    flood = 0xfb,
    raw = 0xc0
  };

  static constexpr std::size_t most_decisions = 250;

  static Limits limits_of(std::uint8_t bits) {
    Limits limits{.on_fault = (bits & 1U) != 0 ? FaultPolicy::strikes : FaultPolicy::forfeit};
    if ((bits & 2U) != 0) limits.game_ms = 100;
    if ((bits & 4U) != 0) limits.increment_ms = 5;
    if ((bits & 6U) == 6U) limits.move_ms = 0;
    return limits;
  }

  Action decide(const Game& game, Seat seat) {
    auto& speaker = speakers_[index_of(seat)];
    std::optional<Reply> reply;
    if (!clocks_.forfeited().has(seat)) reply = ask(game, seat, speaker);
    for (auto& comment : speaker.talk.comments) {
      record_.comments.push_back({seat, record_.decisions.size(), std::move(comment)});
    }
    speaker.talk.comments.clear();
    const bool decided = reply && reply->kind == Reply::Kind::action;
    if (decided) clocks_.decided(seat, reply->us);
    if (reply && !decided) {
      clocks_.fault(reply->fault, seat, reply->us);
      record_.faults.push_back({reply->fault, seat, record_.decisions.size(), reply->us, reply->got});
    }
    const auto action = decided ? reply->action : game.default_action(seat);
    record_.decisions.push_back({seat, action, decided ? reply->us : 0, !decided});
    return action;
  }

  static Input at(std::chrono::microseconds us) {
    Input input;
    input.us = us;
    return input;
  }

  Reply ask(const Game& game, Seat seat, Speaker& speaker) {
    game.legal_actions(seat, speaker.legal);
    must(std::ranges::find(speaker.legal, game.default_action(seat)) != speaker.legal.end(),
         "a default action is not legal");
    speaker.talk.asked(++speaker.question);
    if (auto reply = hear(speaker, true, {})) return *std::move(reply);
    const std::chrono::microseconds allowance{clocks_.allowance_us(seat)};
    std::chrono::microseconds us{};
    while (!input_.empty()) {
      const auto step = input_.byte();
      us = std::min(allowance, us + std::chrono::microseconds{step});
      if (step == close) return fault(FaultKind::crash, at(us), "");
      if (step == wait) break;
      speak(speaker, step);
      if (auto reply = hear(speaker, false, us)) return *std::move(reply);
    }
    return fault(FaultKind::timeout, at(allowance), "");
  }

  void speak(Speaker& speaker, std::uint8_t step) {
    const auto answer = [&](std::uint64_t id, std::size_t choice) {
      const auto action = speaker.legal[choice % speaker.legal.size()].text();
      speaker.say("move " + std::to_string(id) + ' ' + action + (choice < 0xa0 ? "\n" : "\r\n"));
    };
    if (step < raw) {
      answer(speaker.question, step);
    } else if (step == again) {
      answer(speaker.question - input_.byte(), 0);
    } else if (step == ahead) {
      answer(speaker.question + input_.byte(), 0);
    } else if (step == flood) {
      speaker.say(std::string(std::size_t{longest_line} + 2, 'x'));
    } else {
      speaker.say(input_.take(step - raw));
    }
  }

  /// The verdict on the output so far, if there is one.
  static std::optional<Reply> hear(Speaker& speaker, bool unasked, std::chrono::microseconds us) {
    while (const auto line = speaker.output.next()) {
      Input input{.text = line->text, .unasked = unasked, .us = us};
      if (line->kind == Line::Kind::not_text) input.kind = Input::Kind::not_text;
      if (line->kind == Line::Kind::too_long) input.kind = Input::Kind::flood;
      auto reply = reply_to_output(input, speaker.talk, speaker.question, speaker.legal);
      if (!reply) continue;
      if (reply->kind == Reply::Kind::action) {
        must(!unasked && std::ranges::find(speaker.legal, reply->action) != speaker.legal.end(),
             "an action is taken that was not asked for", line->text);
        must(line->text == "move " + std::to_string(speaker.question) + ' ' + reply->action.text() ||
                 line->text.starts_with("move 0"),
             "an action is taken that was not said", line->text);
      }
      return reply;
    }
    return std::nullopt;
  }

  Bytes input_;
  Record record_;
  ClocksAndStrikes clocks_;
  std::vector<Speaker> speakers_;
};

}  // namespace

bool targets::game(std::string_view input) { return GameOfAnything{input}.run(); }

}  // namespace tribunal::fuzz
