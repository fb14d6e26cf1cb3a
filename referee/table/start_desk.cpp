#include "table/start_desk.hpp"

#include <algorithm>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

namespace tribunal {
namespace {

/// The polling interval of waiting starts and games. Only those delayed by a failed start ever wait long.
constexpr std::chrono::milliseconds look_again{10};

/// The time for running games to end before a last try.
constexpr std::chrono::seconds quiet_at_last{30};

/// Waits for a polling interval. False if the caller was cancelled.
asio::awaitable<bool> pause() {
  asio::steady_timer timer{co_await asio::this_coro::executor, look_again};
  co_await timer.async_wait(asio::as_tuple(asio::deferred));
  const auto state = co_await asio::this_coro::cancellation_state;
  co_return state.cancelled() == asio::cancellation_type::none;
}

}  // namespace

/// A place in the queue that is kept until it is destroyed.
class StartDesk::Place {
 public:
  Place(StartDesk& desk, int bot) : desk_{desk} {
    const std::scoped_lock lock{desk_.mutex_};
    place_ = desk_.queue_.insert(desk_.queue_.end(), desk_.history(bot).wants_alone());
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    const std::scoped_lock lock{desk_.mutex_};
    desk_.queue_.erase(place_);
  }

  /// Call this with the mutex locked. The queue is first come, first served, but starts that need not be
  /// alone are made at the same time.
  [[nodiscard]] bool has_its_turn(bool alone) const {
    *place_ = alone;
    if (alone) return place_ == desk_.queue_.begin() && desk_.starting_ == 0;
    return !desk_.alone_ && std::none_of(desk_.queue_.begin(), place_, std::identity{});
  }

 private:
  StartDesk& desk_;
  std::list<bool>::iterator place_;
};

StartDesk::StartDesk(std::vector<StartPatience> patience, bool forfeits,
                     std::function<void(const StartNews&)> on_news)
    : bots_{patience.begin(), patience.end()}, forfeits_{forfeits}, on_news_{std::move(on_news)} {}

StartDesk::Turn::Turn(Turn&& other) noexcept
    : desk_{std::exchange(other.desk_, nullptr)},
      bot_{other.bot_},
      alone_{other.alone_},
      quiet_{other.quiet_} {}

StartDesk::Turn::~Turn() {
  if (desk_ == nullptr) return;
  const std::scoped_lock lock{desk_->mutex_};
  --desk_->starting_;
  if (alone_) desk_->alone_ = false;
}

void StartDesk::Turn::succeeded() {
  bool was_in_doubt = false;
  {
    const std::scoped_lock lock{desk_->mutex_};
    was_in_doubt = desk_->history(bot_).standing() == Standing::in_doubt;
    desk_->history(bot_).succeeded();
    desk_->last_tries_.erase(bot_);
  }
  if (was_in_doubt) desk_->tell(bot_, {});
}

void StartDesk::Turn::failed(StartFailure start) {
  start.alone = alone_;
  start.quiet = quiet_;
  {
    const std::scoped_lock lock{desk_->mutex_};
    desk_->history(bot_).failed(start, Clock::now());
    desk_->last_tries_.erase(bot_);
  }
  desk_->tell(bot_, start.message);
}

StartDesk::Game::~Game() {
  if (desk_ == nullptr) return;
  const std::scoped_lock lock{desk_->mutex_};
  for (const int bot : last_tries_) desk_->last_tries_.erase(bot);
  if (in_play_) --desk_->games_;
}

void StartDesk::leave_out(int bot, std::string why) {
  {
    const std::scoped_lock lock{mutex_};
    history(bot).leave_out(std::move(why));
  }
  tell(bot, {});
}

void StartDesk::tell(int bot, const std::string& message) const {
  if (!on_news_) return;
  StartNews news{.bot = bot};
  {
    const std::scoped_lock lock{mutex_};
    const auto& its = history(bot);
    news.standing = its.standing();
    news.message = news.standing == Standing::gone ? its.why_gone() : message;
    news.failures = its.failures_in_all();
    news.in_a_row = its.failures();
  }
  on_news_(news);
}

std::optional<StartDesk::Refusal> StartDesk::refusal(int bot, Clock::time_point now) const {
  const auto& its = history(bot);
  if (its.standing() == Standing::gone) return Refusal::gone;
  if (its.standing() == Standing::in_doubt && now < its.next_try()) return Refusal::later;
  return std::nullopt;
}

asio::awaitable<std::expected<StartDesk::Turn, StartDesk::Refusal>> StartDesk::enter(int bot) {
  const Place place{*this, bot};
  while (true) {
    {
      const std::scoped_lock lock{mutex_};
      if (const auto refused = refusal(bot, Clock::now())) co_return std::unexpected{*refused};
      const bool alone = history(bot).wants_alone();
      if (place.has_its_turn(alone))
        co_return Turn{*this, bot, alone, games_ <= 1 || last_tries_.contains(bot)};
    }
    const bool goes_on = co_await pause();
    if (!goes_on) co_return std::unexpected{Refusal::interrupted};
  }
}

/// Whether the game may begin. If so, registers it.
bool StartDesk::may_begin(Game& game, const std::vector<int>& bots, Clock::time_point since) {
  const std::scoped_lock lock{mutex_};
  const auto now = Clock::now();
  for (const int bot : bots) {
    if (!history(bot).wants_quiet(now) || !last_tries_.insert(bot).second) continue;
    game.last_tries_.push_back(bot);
  }
  const bool is_last_try = !game.last_tries_.empty();
  const bool others_are_over = games_ == 0 || now - since > quiet_at_last;
  if (is_last_try ? !others_are_over : !last_tries_.empty()) return false;
  game.in_play_ = true;
  ++games_;
  return true;
}

asio::awaitable<std::optional<StartDesk::Game>> StartDesk::begin_game(std::vector<int> bots) {
  Game game{*this};
  const auto since = Clock::now();
  while (!may_begin(game, bots, since)) {
    const bool goes_on = co_await pause();
    if (!goes_on) co_return std::nullopt;
  }
  co_return std::move(game);
}

StartDesk::Standing StartDesk::standing(int bot) const {
  const std::scoped_lock lock{mutex_};
  return history(bot).standing();
}

StartDesk::Clock::time_point StartDesk::next_try(int bot) const {
  const std::scoped_lock lock{mutex_};
  return history(bot).next_try();
}

std::string StartDesk::why_gone(int bot) const {
  const std::scoped_lock lock{mutex_};
  return history(bot).why_gone();
}

std::vector<int> StartDesk::gone() const {
  const std::scoped_lock lock{mutex_};
  std::vector<int> gone;
  for (std::size_t bot = 0; bot < bots_.size(); ++bot)
    if (bots_[bot].standing() == Standing::gone) gone.push_back(static_cast<int>(bot));
  return gone;
}

std::uint64_t StartDesk::failures_in_all() const {
  const std::scoped_lock lock{mutex_};
  std::uint64_t failures = 0;
  for (const auto& bot : bots_) failures += bot.failures_in_all();
  return failures;
}

}  // namespace tribunal
