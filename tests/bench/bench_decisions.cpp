// Measures the cost of a decision, as a multiple of the physical minimum: a table of bots that answer at once
// against a bare pipe.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>

#include "benches.hpp"
#include "bots/process/probe.hpp"
#include "bots/system/machine.hpp"
#include "record/seat_lines.hpp"
#include "table/play_game.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

using std::chrono::steady_clock;

GameOrder order_of(std::uint64_t number, ClockKind clock) {
  static const Rules rules = make_rules("revolution", 3, {}).value();
  static const Secret secret = Secret::from_seed("bench");
  return {.rules = rules,
          .deal = {.event = "bench", .number = number, .key = deal_key(secret, "bench", number)},
          .limits = {.clock = clock},
          .host = {.referee = "bench", .sandbox = "none"},
          .cards = nullptr};
}

template <typename T>
asio::awaitable<void> keep(asio::awaitable<T> task, std::optional<T>& result) {
  result.emplace(co_await std::move(task));
}

void run(asio::io_context& context, asio::awaitable<void> task) {
  asio::co_spawn(context, std::move(task), [&](const std::exception_ptr& error) {
    context.stop();
    if (error) std::rethrow_exception(error);
  });
  context.restart();
  context.run();
}

std::size_t text_size(const std::vector<std::string>& lines) {
  std::size_t size = 0;
  for (const auto& line : lines) size += line.size() + 1;
  return size;
}

/// Bytes of an average decision, there and back.
struct Bytes {
  std::size_t question = 0;
  std::size_t answer = 0;
};

Command echo_command(const std::string& program, const Bytes& bytes) {
  return {{program, "--echo", std::to_string(bytes.question), std::to_string(bytes.answer)}, "."};
}

Launched launch(Host& host, const Command& command, SandboxLevel level) {
  Sandbox sandbox;
  sandbox.level = level;
  auto launched = host.launch(command, sandbox);
  if (!launched) throw std::runtime_error{launched.error().message};
  return std::move(*launched);
}

/// False at the end of the stream.
bool read_all(int fd, std::vector<char>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const auto count = ::read(fd, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int fd, const std::vector<char>& bytes) {
  return ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

/// The physical minimum of a decision: a blocking write and a blocking read on each side, and nothing else.
class BarePipe {
 public:
  /// Starts `program --echo QUESTION ANSWER`, which has to call `echo`, at a sandbox level.
  BarePipe(Host& host, const std::string& program, const Bytes& bytes, SandboxLevel level)
      : host_{host}, bytes_{bytes}, child_{launch(host, echo_command(program, bytes), level)} {
    ::fcntl(child_.input.get(), F_SETFL, 0);  // blocking
    ::fcntl(child_.output.get(), F_SETFL, 0);
  }

  ~BarePipe() { host_.dismiss(child_.pid); }
  BarePipe(const BarePipe&) = delete;
  BarePipe& operator=(const BarePipe&) = delete;

  /// Nanoseconds of a round trip, over `count` of them.
  [[nodiscard]] double measure(int count) {
    const std::vector<char> question(bytes_.question, 'q');
    std::vector<char> answer(bytes_.answer);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      if (!write_all(child_.input.get(), question) || !read_all(child_.output.get(), answer)) {
        throw std::runtime_error{"the other end of the bare pipe is gone"};
      }
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return time.count() / count;
  }

 private:
  Host& host_;
  Bytes bytes_;
  Launched child_;
};

/// Three bots that answer at once, at a table for Revolution.
class BenchTable {
 public:
  explicit BenchTable(Host& host, SandboxLevel level = SandboxLevel::none, ClockKind clock = ClockKind::wall)
      : clock_{clock} {
    for (int seat = 0; seat < 3; ++seat) {
      BotEntry entry;
      entry.name = "honest";
      entry.command = {{HONEST_BOT}, "."};
      entry.sandbox.level = level;
      bots_.emplace_back(context_, host, entry);
    }
    for (auto& bot : bots_) seats_.push_back(&bot);
  }

  ~BenchTable() { run(context_, end_all(seats_)); }
  BenchTable(const BenchTable&) = delete;
  BenchTable& operator=(const BenchTable&) = delete;

  struct Run {
    std::uint64_t games = 0;
    std::uint64_t decisions = 0;
    std::uint64_t allocations = 0;
    std::chrono::nanoseconds time{};
  };
  /// Plays the deals from `first` on.
  [[nodiscard]] Run play(std::uint64_t first, std::uint64_t games) {
    Run total{.games = games, .decisions = 0, .allocations = allocations(), .time = {}};
    const auto start = steady_clock::now();
    for (std::uint64_t i = 0; i < games; ++i) total.decisions += play_one(first + i).record.decisions.size();
    total.time = steady_clock::now() - start;
    total.allocations = allocations() - total.allocations;
    return total;
  }

  /// Bytes of a decision through the referee, the mean over some games: all lines to a bot and from it.
  [[nodiscard]] Bytes mean_bytes(std::uint64_t games) {
    Bytes bytes;
    std::size_t decisions = 0;
    for (std::uint64_t number = 0; number < games; ++number) {
      const auto record = play_one(number).record;
      decisions += record.decisions.size();
      for (Seat seat = 0; seat < 3; ++seat) {
        const auto lines = seat_lines(record, seat).value();
        bytes.question += text_size(lines.closing) + 200;  // the game's first line and its last two
        for (const auto& question : lines.questions) {
          std::string ask;
          append_ask_line(ask, 1000, question.allowance_us, question.legal);
          bytes.question += text_size(question.lines) + ask.size();
          bytes.answer +=
              record.decisions[question.decision].action.text().size() + std::string{"move 1000 \n"}.size();
        }
      }
    }
    return {bytes.question / decisions, bytes.answer / decisions};
  }

  struct Restart {
    std::chrono::nanoseconds end{};
    std::chrono::nanoseconds start{};  ///< until it was ready
  };
  /// Ends a bot and starts it again, `count` times.
  [[nodiscard]] std::vector<Restart> restart(int count) {
    std::vector<Restart> times;
    auto& bot = bots_.front();
    for (int i = 0; i < count; ++i) {
      const auto begin = steady_clock::now();
      run(context_, bot.end());
      const auto ended = steady_clock::now();
      std::optional<std::optional<Bot::StartTrouble>> trouble;
      run(context_, keep(bot.make_ready(Limits{}), trouble));
      if (*trouble) throw std::runtime_error{"a bot " + (*trouble)->message};
      times.push_back({ended - begin, steady_clock::now() - ended});
    }
    return times;
  }

 private:
  PlayedGame play_one(std::uint64_t number) {
    std::optional<std::expected<PlayedGame, GameVoid>> game;
    run(context_, keep(play_game(order_of(number, clock_), seats_), game));
    if (!*game) throw std::runtime_error{"a game did not count: " + game->error().reason};
    if (!(*game)->reports.empty()) throw std::runtime_error{"a bot " + (*game)->reports.front().message};
    return std::move(game->value());
  }

  ClockKind clock_;
  asio::io_context context_{1};
  std::deque<Bot> bots_;
  std::vector<Bot*> seats_;
};

template <typename T>
T median(std::vector<T> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

struct DecisionCost {
  double referee_ns = 0;
  double bare_ns = 0;
  double ratio = 0;  ///< the median over rounds, not the ratio of the medians
  double allocations = 0;
  Bytes bytes;
};

/// Rounds of both kinds alternate, so that other work of the machine affects both. The other end of the bare
/// pipe is at the same level: the kernel's cost for two processes there is not the referee's.
DecisionCost measure_decision(Host& host, const DecisionsBench& bench, SandboxLevel level) {
  BenchTable table{host, level};
  DecisionCost cost{.bytes = table.mean_bytes(200)};
  BarePipe pipe{host, own_program(), cost.bytes, level};
  std::vector<double> referee;
  std::vector<double> bare;
  std::vector<double> ratio;
  for (int round = 0; round < bench.rounds; ++round) {
    const auto run = table.play(static_cast<std::uint64_t>(round) * bench.games, bench.games);
    const auto decisions = static_cast<double>(run.decisions);
    referee.push_back(static_cast<double>(run.time.count()) / decisions);
    bare.push_back(pipe.measure(static_cast<int>(run.decisions)));
    ratio.push_back(referee.back() / bare.back());
    cost.allocations = static_cast<double>(run.allocations) / decisions;
  }
  cost.referee_ns = median(referee);
  cost.bare_ns = median(bare);
  cost.ratio = median(ratio);
  return cost;
}

DecisionCost print_decision(Host& host, const DecisionsBench& bench, SandboxLevel level) {
  const auto cost = measure_decision(host, bench, level);
  std::printf("a decision / the bare pipe       %6.2f us / %.2f us, ratio %.2f  (sandbox %s)\n",
              cost.referee_ns / 1000, cost.bare_ns / 1000, cost.ratio, std::string{name_of(level)}.c_str());
  return cost;
}

/// Calls by name, of `games` games of this program under strace, its bots not counted.
std::map<std::string, double> count_calls(std::uint64_t games) {
  const auto file = std::filesystem::temp_directory_path() / ("tribunal-bench-" + std::to_string(::getpid()));
  const auto command = "strace -c -U name,calls -o " + file.string() + ' ' + own_program() +
                       " --only-games " + std::to_string(games) + " >/dev/null 2>&1";
  std::map<std::string, double> calls;
  if (std::system(command.c_str()) != 0) return calls;  // NOLINT(cert-env33-c): a fixed command
  std::ifstream table{file};
  for (std::string line; std::getline(table, line);) {
    std::istringstream words{line};
    std::string name;
    double count = 0;
    if (words >> name >> count && name != "total") calls[name] = count;
  }
  std::filesystem::remove(file);
  return calls;
}

/// Prints the system calls per decision, from the difference between many games and few: the calls of starts
/// and ends cancel out.
void print_system_calls() {
  constexpr std::uint64_t few = 20;
  constexpr std::uint64_t many = 120;
  const auto base = count_calls(few);
  const auto more = count_calls(many);
  if (base.empty() || more.empty()) {
    std::cout << "system calls a decision          not counted: strace is missing, or may not trace here\n";
    return;
  }
  Host host;
  const auto decisions = BenchTable{host}.play(few, many - few).decisions;
  double total = 0;
  std::string parts;
  for (const auto& [name, count] : more) {
    const double each = (count - (base.contains(name) ? base.at(name) : 0)) / static_cast<double>(decisions);
    total += each;
    if (each < 0.01) continue;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), " %s %.2f", name.c_str(), each);
    parts += text.data();
  }
  std::printf("system calls a decision          %6.2f  (%s )\n", total, parts.c_str());
}

void print_restarts(Host& host, SandboxLevel level) {
  const auto restarts = BenchTable{host, level}.restart(51);
  const auto median_ms = [&](auto part) {
    std::vector<std::chrono::nanoseconds> times;
    for (const auto& restart : restarts) times.push_back(restart.*part);
    return static_cast<double>(median(times).count()) / 1e6;
  };
  std::printf("starting and ending a bot        %6.2f ms, %.2f ms  (sandbox %s)\n",
              median_ms(&BenchTable::Restart::start), median_ms(&BenchTable::Restart::end),
              std::string{name_of(level)}.c_str());
}

/// A decision by the CPU clock as a multiple of one by the wall clock: the median over rounds, in turns.
double ratio_of_clocks(Host& host, const DecisionsBench& bench, SandboxLevel level) {
  BenchTable wall{host, level, ClockKind::wall};
  BenchTable cpu{host, level, ClockKind::cpu};
  std::vector<double> ratios;
  for (int round = 0; round < bench.rounds; ++round) {
    const auto first = static_cast<std::uint64_t>(round) * bench.games;
    const auto by_wall = wall.play(first, bench.games).time;  // equal games, so equal decisions
    ratios.push_back(static_cast<double>(cpu.play(first, bench.games).time.count()) /
                     static_cast<double>(by_wall.count()));
  }
  return median(ratios);
}

/// `cores`: those of the machine; this thread itself is kept on one of them.
double games_a_second(Host& host, int workers, const std::vector<int>& cores) {
  constexpr std::uint64_t games = 1500;
  std::vector<std::thread> threads;
  const auto start = std::chrono::steady_clock::now();
  for (int worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      pin_or_say(cores[static_cast<std::size_t>(worker) % cores.size()]);
      BenchTable table{host};
      (void)table.play(static_cast<std::uint64_t>(worker) * games, games);
    });
  }
  for (auto& thread : threads) thread.join();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return static_cast<double>(games) * workers / time.count();
}

}  // namespace

void pin_or_say(int core) {
  if (const auto pinned = run_on_cores({core}); !pinned)
    std::cout << "not pinned: " << pinned.error().text() << '\n';
}

bool bench_decisions(const DecisionsBench& bench) {
  const auto cores = available_cores();
  pin_or_say(cores.back());
  DecisionCost cost;
  {
    Host host;
    std::printf("revolution, 3 seats, bots that answer at once, all on one core; medians of %d rounds\n\n",
                bench.rounds);
    cost = print_decision(host, bench, SandboxLevel::none);
    std::printf("bytes of a decision              %6zu there, %zu back\n", cost.bytes.question,
                cost.bytes.answer);
    std::printf("allocations a decision           %6.2f  (with the game's own)\n", cost.allocations);
  }
  print_system_calls();
  Host host;
  print_restarts(host, SandboxLevel::none);
  const auto print_clocks = [&](SandboxLevel level) {
    std::printf("CPU clock against wall clock     %6.2f  (sandbox %s)\n", ratio_of_clocks(host, bench, level),
                std::string{name_of(level)}.c_str());
  };
  print_clocks(SandboxLevel::none);
  if (const auto level = highest_level(host); level != SandboxLevel::none) {
    print_restarts(host, level);
    (void)print_decision(host, bench, level);
    print_clocks(level);
  }
  for (const int workers : {1, 2}) {
    std::printf("games a second, %d worker%s        %6.0f\n", workers, workers == 1 ? " " : "s",
                games_a_second(host, workers, cores));
  }
  if (bench.highest_ratio == 0 || cost.ratio <= bench.highest_ratio) return true;
  std::printf("\nthe ratio is above %.2f\n", bench.highest_ratio);
  return false;
}

void play_revolution(std::uint64_t games) {
  pin_or_say(available_cores().back());
  Host host;
  (void)BenchTable{host}.play(0, games);
}

void echo(std::size_t question_size, std::size_t answer_size) {
  std::vector<char> question(question_size);
  const std::vector<char> answer(answer_size, 'a');
  while (read_all(STDIN_FILENO, question) && write_all(STDOUT_FILENO, answer)) {
  }
}

}  // namespace tribunal
