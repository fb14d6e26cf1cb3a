#include "tournament/run/table_worker.hpp"

#include <fmt/format.h>
#include <iterator>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include "bots/system/machine.hpp"
#include "record/compact.hpp"
#include "table/silence.hpp"

namespace tribunal {

std::vector<Bot*> BotPool::take(std::span<const int> indices) {
  ++takes_;
  make_room(indices);
  std::vector<Bot*> bots;
  for (const int index : indices) {
    auto found = kept_.find(index);
    if (found == kept_.end()) found = kept_.emplace(index, Kept{make_(index)}).first;
    found->second.taken = takes_;
    bots.push_back(&found->second.bot);
  }
  return bots;
}

std::vector<Bot*> BotPool::all() {
  std::vector<Bot*> bots;
  for (auto& [index, kept] : kept_) bots.push_back(&kept.bot);
  return bots;
}

void BotPool::make_room(std::span<const int> playing) {
  std::vector<std::map<int, Kept>::iterator> idle;
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept)
    if (kept->second.bot.has_process() && std::ranges::find(playing, kept->first) == playing.end())
      idle.push_back(kept);
  const auto room = static_cast<std::size_t>(bounds_.kept) -
                    std::min(playing.size(), static_cast<std::size_t>(bounds_.kept));
  if (idle.size() <= room) return;
  std::ranges::sort(idle, {}, [](const auto& kept) { return kept->second.taken; });
  idle.resize(idle.size() - room);
  for (const auto& kept : idle) {
    end(std::move(kept->second.bot));
    kept_.erase(kept);
  }
}

/// Ends a bot in the background. If it is slow to exit, it is killed as soon as another bot needs its place.
void BotPool::end(Bot bot) {
  const auto running = std::ranges::count_if(ending_, &Bot::running);
  if (running >= bounds_.ending) {
    const auto oldest = std::ranges::find_if(ending_, &Bot::running);
    if (oldest != ending_.end()) oldest->process().kill();
  }
  ending_.push_back(std::move(bot));
  asio::co_spawn(context_, end_politely(std::prev(ending_.end())), asio::detached);
}

asio::awaitable<void> BotPool::end_politely(std::list<Bot>::iterator bot) {
  co_await bot->end();
  ending_.erase(bot);
}

namespace {

using Done = Result<void>;

constexpr int tries_at_a_game = 3;  // attempts at a game that fails because of us

/// The failed attempts at a game.
class VoidTries {
 public:
  void add(GameVoid attempt) {
    same_ = attempt.asked && (reason_.empty() || (same_ && seat_ == attempt.asked));
    seat_ = attempt.asked;
    reason_ = std::move(attempt.reason);
  }
  /// The only seat that was being asked in all attempts. Empty if it differs between them. Such a bot makes
  /// the referee fail whenever it is asked. It must not cause endless repetitions of the game, nor end the
  /// run.
  [[nodiscard]] SeatSet only_seat() const { return same_ && seat_ ? SeatSet::only(*seat_) : SeatSet{}; }
  [[nodiscard]] const std::string& last_reason() const { return reason_; }

 private:
  bool same_ = false;
  std::optional<Seat> seat_;
  std::string reason_;
};

bool has_timeout(const PlayedGame& game) {
  return std::ranges::any_of(
      game.reports, [](const FaultReport& report) { return report.fault.kind == FaultKind::timeout; });
}

}  // namespace

TableWorker::TableWorker(TableSetting setting, Host& host, WorkQueue& work, std::vector<int> cores,
                         std::function<void(FinishedGame)> deliver,
                         std::function<void(VoidGame)> deliver_void)
    : setting_{std::move(setting)},
      host_{host},
      work_{work},
      cores_{std::move(cores)},
      deliver_{std::move(deliver)},
      deliver_void_{std::move(deliver_void)} {}

Done TableWorker::run() {
  if (!cores_.empty()) {
    if (const auto pinned = run_on_cores(cores_); !pinned)
      return failure(ErrorCode::machine, pinned.error().message + "; run the same command again to resume");
  }
  auto played = run_playing();
  run_ending();
  return played;
}

Done TableWorker::run_playing() {
  Done result;
  const auto keep = [&](const std::exception_ptr& error, Done done) {
    context_.stop();  // output of bots is always being read, so the context would not stop by itself
    if (error) std::rethrow_exception(error);
    result = std::move(done);
  };
  // It is posted to the context's own thread, so that it begins at once. If it were abandoned before it
  // began, it would end with an exception.
  asio::post(context_, [&] {
    if (stopping_) return context_.stop();
    asio::co_spawn(context_, play_all(), asio::bind_cancellation_slot(cancel_.slot(), keep));
  });
  context_.run();
  return result;
}

void TableWorker::run_ending() {
  const auto all = bots_.all();
  context_.restart();
  asio::co_spawn(context_, end_all(all), [this](const std::exception_ptr& error) {
    context_.stop();
    if (error) std::rethrow_exception(error);
  });
  context_.run();
}

void TableWorker::abandon() {
  if (stopping_.exchange(true)) return;  // a second signal would disturb the end of the game
  asio::post(context_, [this] { cancel_.emit(asio::cancellation_type::terminal); });
}

void TableWorker::stop_after_game() { last_game_ = true; }

TableWorker::Awaitable TableWorker::play_all() {
  co_await asio::this_coro::throw_if_cancelled(false);  // it stops when it finds `stopping_` set
  while (!stopping_ && !last_game_) {
    const auto block = work_.next_block();
    if (block.empty()) break;
    auto done = co_await play_block(block);
    if (!done || stopping_ || last_game_) co_return done;
    if (waits_) continue;
    if (setting_.tournament.plan.restart == Restart::match)
      co_await end_all(bots_.take(block.front().seating));
  }
  co_return Done{};
}

/// Plays the games of the block until one has to wait for a bot.
TableWorker::Awaitable TableWorker::play_block(const std::vector<ScheduledGame>& block) {
  waits_ = false;
  for (const auto& game : block) {
    auto done = co_await play(game);
    if (!done || stopping_ || last_game_ || waits_) co_return done;
  }
  co_return Done{};
}

asio::awaitable<std::expected<PlayedGame, GameVoid>> TableWorker::attempt(const ScheduledGame& game,
                                                                          const GameOrder& order,
                                                                          const std::vector<Bot*>& bots) {
  if (setting_.starts == nullptr) co_return co_await play_game(order, bots);
  const auto turn = co_await setting_.starts->begin_game({game.seating.begin(), game.seating.end()});
  if (!turn) co_return std::unexpected{GameVoid{.interrupted = true, .reason = "interrupted"}};
  co_return co_await play_game(order, bots);
}

TableWorker::Awaitable TableWorker::play(const ScheduledGame& game) {
  const auto& plan = setting_.tournament.plan;
  const auto bots = bots_.take(game.seating);
  VoidTries void_tries;
  for (int i = 0; i < tries_at_a_game; ++i) {
    const GameOrder order{.rules = setting_.tournament.rules.at(static_cast<std::size_t>(game.game)),
                          .deal = {plan.name, game.deal, deal_key(setting_.secret, plan.name, game.deal)},
                          .limits = plan.limits,
                          .host = setting_.facts,
                          .cards = {},
                          .blamed = i + 1 == tries_at_a_game ? void_tries.only_seat() : SeatSet{},
                          .own_limits = own_limits_of(plan, game.seating),
                          .tables = setting_.tables};
    auto played = co_await attempt(game, order, bots);
    if (stopping_) co_return Done{};  // its bots may have been killed
    if (played && setting_.repeats_timeouts && has_timeout(*played)) {
      const bool repeated = co_await repeat(order, bots, *played);
      if (!repeated) co_return Done{};
    }
    if (played) co_return finish(game, *played);
    if (played.error().interrupted) co_return Done{};
    if (played.error().waits) {
      if (played.error().tried) deliver_void_({game.index, played.error().reason});
      work_.take_back(game);
      waits_ = true;
      co_return Done{};
    }
    deliver_void_({game.index, played.error().reason});
    void_tries.add(std::move(played.error()));
  }
  co_return failure(
      ErrorCode::machine,
      fmt::format("game {} could not be played in {} attempts: {}; run the same command again to resume",
                  game.index, tries_at_a_game, void_tries.last_reason()));
}

/// Plays a game with a timeout once more, with fresh processes, and adds to each timeout whether it recurred.
/// False if this was interrupted; the next run then plays the game.
asio::awaitable<bool> TableWorker::repeat(GameOrder order, std::span<Bot* const> bots, PlayedGame& played) {
  co_await end_all(bots);
  const auto again = co_await play_game(std::move(order), bots);
  if (!again) co_return !again.error().interrupted && !stopping_;
  for (auto& report : played.reports) {
    if (report.fault.kind != FaultKind::timeout) continue;
    const bool came_again = std::ranges::any_of(again->reports, [&](const FaultReport& other) {
      return other.fault.seat == report.fault.seat && other.fault.kind == FaultKind::timeout;
    });
    add_repetition(report.message, came_again);
  }
  co_return true;
}

Done TableWorker::finish(const ScheduledGame& game, const PlayedGame& played) const {
  auto result = result_of(game, played.record);
  if (!result) return failure(ErrorCode::our_bug, "a record cannot be replayed: " + result.error().message);
  if (result->outcome != played.outcome) {
    return failure(ErrorCode::our_bug,
                   fmt::format("game {} ends differently when it is replayed", game.index));
  }
  deliver_({std::move(*result), to_compact(played.record), played.reports, played.restarts});
  return {};
}

Bot TableWorker::made(int index) {
  auto entry = entry_of(setting_.tournament, setting_.sandboxes, index);
  entry.on_ready = setting_.on_ready;
  entry.starts = setting_.starts;
  entry.number = index;
  return {context_, host_, std::move(entry)};
}

}  // namespace tribunal
