#include "tournament/run/run_events.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/digest.hpp"
#include "record/names.hpp"
#include "tournament/run/event_line.hpp"

namespace tribunal {
namespace {

using nlohmann::ordered_json;

}  // namespace

void RunEvents::write(std::string_view event, const ordered_json& members) const {
  stream_->write(event_line(event, members));
}

void RunEvents::start(const Store& store, const HostFacts& host, int workers, std::uint64_t games,
                      bool is_whole) const {
  if (!stream_) return;
  const auto& plan = tournament_.plan;
  ordered_json bots = ordered_json::array();
  for (const auto& bot : plan.bots) bots.push_back(bot.name);
  ordered_json members{{"schema", 1},
                       {"tournament", plan.name},
                       {"plan_sha256", to_hex(sha256(tournament_.plan_text))},
                       {"commitment", to_hex(store.commitment())},
                       {"referee", host.referee},
                       {"sandbox", host.sandbox},
                       {"workers", workers},
                       {"process", ::getpid()},
                       {"bots", bots},
                       {"games", games},
                       {"more_rounds", !is_whole}};
  if (tournament_.shard) members["shard"] = to_text(tournament_.shard->shard);
  write("started", members);
  if (store.size() > 0) write("resumed", {{"stored", store.size()}, {"faults", store.faults()}});
}

void RunEvents::game(const FinishedGame& game, std::uint64_t stored) const {
  if (!stream_) return;
  const auto& plan = tournament_.plan;
  const auto name_of_seat = [&](std::size_t seat) {
    return plan.bots.at(static_cast<std::size_t>(game.result.seats.at(seat).bot)).name;
  };
  ordered_json bots = ordered_json::array();
  ordered_json scores = ordered_json::array();
  ordered_json places = ordered_json::array();
  for (std::size_t seat = 0; seat < game.result.seats.size(); ++seat) {
    bots.push_back(name_of_seat(seat));
    scores.push_back(game.result.outcome.scores.at(seat));
    places.push_back(game.result.outcome.places.at(seat));
  }
  for (const auto& fault : game.diagnostics) {
    write("fault", {{"game", game.result.index},
                    {"deal", game.result.deal},
                    {"seat", fault.seat},
                    {"bot", name_of_seat(index_of(fault.seat))},
                    {"kind", name_of(fault.kind)},
                    {"message", fault.message}});
  }
  write("game", {{"game", game.result.index},
                 {"deal", game.result.deal},
                 {"rules", tournament_.rules.at(static_cast<std::size_t>(game.result.game)).game()},
                 {"bots", bots},
                 {"scores", scores},
                 {"places", places},
                 {"faults", game.diagnostics.size()},
                 {"stored", stored}});
}

void RunEvents::void_game(const VoidGame& game) const {
  if (stream_) write("void", {{"game", game.index}, {"reason", game.reason}});
}

void RunEvents::start_news(const StartNews& news) const {
  if (!stream_) return;
  using Standing = StartDesk::Standing;
  const auto* const state = news.standing == Standing::sound      ? "ready"
                            : news.standing == Standing::in_doubt ? "failed"
                                                                  : "withdrawn";
  ordered_json members{{"bot", tournament_.plan.bots.at(static_cast<std::size_t>(news.bot)).name},
                       {"state", state},
                       {"failures", news.failures}};
  if (!news.message.empty()) members["message"] = news.message;
  write("start", members);
}

void RunEvents::warning(const std::string& sentence) const {
  if (stream_) write("warning", {{"message", sentence}});
}

void RunEvents::rounds(std::size_t first, std::size_t count, std::uint64_t games) const {
  if (stream_) write("round", {{"first", first + 1}, {"last", first + count}, {"games", games}});
}

void RunEvents::interrupted(const std::string& signal) const {
  if (stream_) write("interrupted", {{"signal", signal}});
}

void RunEvents::end(std::string_view how, const std::string& problem, const Store& store) const {
  if (!stream_) return;
  ordered_json members{{"how", how}, {"stored", store.size()}, {"faults", store.faults()}};
  if (!problem.empty()) members["problem"] = problem;
  stream_->write_last(event_line("finished", members));
}

}  // namespace tribunal
