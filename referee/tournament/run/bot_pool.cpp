#include "tournament/run/bot_pool.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

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

/// Ends a bot in the background; one that is slow to exit is killed when another needs its place.
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

}  // namespace tribunal
