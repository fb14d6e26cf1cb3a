#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "table/start_history.hpp"

namespace tribunal {

namespace asio = boost::asio;

/// Coordinates the starts of a run's bots at all its tables. Starts are concurrent, but a bot that failed
/// before is started alone. It decides how long the start of a failing bot is repeated. Safe to use from
/// several threads. Waits are asynchronous, and end when they are cancelled.
class StartDesk {
 public:
  using Clock = StartHistory::Clock;
  using Standing = StartHistory::Standing;

  /// The reasons not to start a bot now.
  enum class Refusal : std::uint8_t { later, gone, interrupted };

  /// `on_news` is called on a table's thread after every failed start, and after a success that follows one.
  /// `forfeits`: if a bot no longer starts, its games are played without it and lost; otherwise they are not
  /// played.
  StartDesk(std::vector<StartPatience> patience, bool forfeits,
            std::function<void(const StartNews&)> on_news = {});
  StartDesk(const StartDesk&) = delete;
  StartDesk& operator=(const StartDesk&) = delete;

  /// The permission to start a bot. Its destructor returns it.
  class Turn {
   public:
    /// Not safe to use from several threads. `alone`, `quiet`: as in `StartFailure`.
    Turn(StartDesk& desk, int bot, bool alone, bool quiet)
        : desk_{&desk}, bot_{bot}, alone_{alone}, quiet_{quiet} {
      ++desk.starting_;
      desk.alone_ = alone;
    }
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    ~Turn();

    void succeeded();
    void failed(StartFailure start);

   private:
    StartDesk* desk_;
    int bot_;
    bool alone_;
    bool quiet_;
  };

  /// Marks the bot as gone without a start.
  void leave_out(int bot, std::string why);
  /// Waits until the bot may be started.
  [[nodiscard]] asio::awaitable<std::expected<Turn, Refusal>> enter(int bot);

  /// A game that is registered until it is destroyed.
  class Game {
   public:
    explicit Game(StartDesk& desk) : desk_{&desk} {}
    Game(Game&& other) noexcept
        : desk_{std::exchange(other.desk_, nullptr)},
          last_tries_{std::move(other.last_tries_)},
          in_play_{other.in_play_} {}
    Game& operator=(Game&&) = delete;
    ~Game();

   private:
    friend StartDesk;
    StartDesk* desk_;
    std::vector<int> last_tries_;
    bool in_play_ = false;
  };

  /// Waits until a game of these bots may begin. It may not while another bot has its last try. If it may be
  /// the last try of one of these bots, waits until the other games are over, but at most half a minute. None
  /// if cancelled.
  [[nodiscard]] asio::awaitable<std::optional<Game>> begin_game(std::vector<int> bots);

  [[nodiscard]] Standing standing(int bot) const;
  /// The time of the next start of a bot in doubt.
  [[nodiscard]] Clock::time_point next_try(int bot) const;
  [[nodiscard]] bool forfeits() const { return forfeits_; }
  [[nodiscard]] std::string why_gone(int bot) const;
  /// The bots that no longer start.
  [[nodiscard]] std::vector<int> gone() const;
  [[nodiscard]] std::uint64_t failures_in_all() const;

 private:
  class Place;

  [[nodiscard]] std::optional<Refusal> refusal(int bot, Clock::time_point now) const;
  [[nodiscard]] bool may_begin(Game& game, const std::vector<int>& bots, Clock::time_point since);
  void tell(int bot, const std::string& message) const;
  [[nodiscard]] StartHistory& history(int bot) { return bots_.at(static_cast<std::size_t>(bot)); }
  [[nodiscard]] const StartHistory& history(int bot) const { return bots_.at(static_cast<std::size_t>(bot)); }

  mutable std::mutex mutex_;
  std::vector<StartHistory> bots_;
  bool forfeits_;
  std::function<void(const StartNews&)> on_news_;
  std::list<bool> queue_;  ///< waiting starts in their order, by whether they must be alone
  int starting_ = 0;
  bool alone_ = false;        ///< whether the current start must be alone
  int games_ = 0;             ///< number of games in play
  std::set<int> last_tries_;  ///< bots that have, or wait for, their last try
};

}  // namespace tribunal
