#include "table/verdict.hpp"

#include <algorithm>
#include <utility>

#include "bots/system/lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

/// Bytes of comments kept, a seat a game.
constexpr std::size_t most_comments = 16 << 10;

/// A fault to be shown with the words that it was.
Reply fault(FaultKind kind, const Input& input, std::string message, std::string_view got) {
  auto reply = fault(kind, input, std::move(message));
  reply.got = escaped(got);
  reply.message += ": '" + reply.got + "'";
  return reply;
}

/// The answer with the number that its question has in this game: what a record holds must not depend on how
/// many questions the process was asked before.
std::string in_this_game(const Answer& answer, const SeatTalk& talk) {
  return "move " + std::to_string(answer.id - talk.first_question + 1) + ' ' + std::string{answer.action};
}

/// A verdict on a line that is no comment; nothing if it is to be dropped.
std::optional<Reply> judge_line(const Input& input, SeatTalk& talk, std::uint64_t open,
                                const ActionList& legal) {
  const auto answer = parse_answer(input.text);
  if (!answer)
    return fault(FaultKind::garbage, input, "said what is neither 'move ID ACTION' nor a comment",
                 input.text);
  if (answer->id > open || (answer->id == open && input.unasked)) {
    return fault(FaultKind::early, input, "answered a question that it had not been asked",
                 in_this_game(*answer, talk));
  }
  if (answer->id < open) {
    const bool twice = answer->id >= talk.first_question && talk.answered[answer->id - talk.first_question];
    if (!twice) {  // its time was over
      talk.stale = input.text;
      return std::nullopt;
    }
    return fault(FaultKind::garbage, input, "answered a question twice", in_this_game(*answer, talk));
  }
  talk.answered.back() = true;
  const auto action = Action::parse(answer->action);
  if (!action || std::ranges::find(legal, *action) == legal.end()) {
    return fault(FaultKind::illegal, input, "answered with an action that was not in the list",
                 in_this_game(*answer, talk));
  }
  return Reply{Reply::Kind::action, *action, {}, input.us.count(), {}, {}};
}

void keep_comment(SeatTalk& talk, std::string_view line) {
  if (talk.comment_bytes + line.size() > most_comments) return;
  talk.comment_bytes += line.size();
  talk.comments.emplace_back(line);
}

}  // namespace

void SeatTalk::asked(std::uint64_t id) {
  if (answered.empty()) first_question = id;
  answered.push_back(false);
  stale.clear();
}

bool SeatTalk::has_answered() const { return std::ranges::find(answered, true) != answered.end(); }

Reply fault(FaultKind kind, const Input& input, std::string message) {
  return {Reply::Kind::fault, {}, kind, input.us.count(), {}, std::move(message)};
}

std::optional<Reply> judge_output(const Input& input, SeatTalk& talk, std::uint64_t open,
                                  const ActionList& legal) {
  if (input.kind == Input::Kind::flood)
    return fault(FaultKind::flood, input, "wrote a line of more than 4 KiB, or more than 1 MiB");
  if (input.kind == Input::Kind::not_text)
    return fault(FaultKind::garbage, input, "wrote a line with a NUL byte or that is no UTF-8", input.text);
  if (!input.text.starts_with('#')) return judge_line(input, talk, open, legal);
  keep_comment(talk, input.text);
  return std::nullopt;
}

}  // namespace tribunal
