// Attacks the machine, the referee and the other bots in the way that its arguments name: `attacker [OPTION]
// ATTACK [TARGET...]`. It reports its successes in comments; docs/attacks.md states the outcome of each
// attack. Otherwise it plays soundly and deterministically by what it has received. With --forfeit it answers
// the first question of every game, once it has attacked, with an action that is not in the list; with
// --crash it ends there; with --alone it attacks without a referee, for trying it out.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "attack.hpp"

pid_t in_child(const std::function<void()>& task) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  task();
  ::_exit(0);
}

bool succeeds_in_child(const std::function<bool()>& task) {
  const pid_t child = in_child([&task] { ::_exit(task() ? 0 : std::max(1, errno)); });
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return false;
  errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string contents_of(const std::string& path) {
  std::ifstream stream{path, std::ios::binary};
  std::ostringstream text;
  text << stream.rdbuf();  // does not throw, even if a process ends while its file is read
  return text.str();
}

std::string own_name() {
  std::error_code ignored;
  const auto folder = std::filesystem::current_path(ignored).parent_path().filename().string();
  return "attacker-" + folder + '-' + std::to_string(::getpid());
}

namespace {

/// Only plays; targets[0] makes its play different.
constexpr std::string_view quiet = "quiet";

std::vector<Attack> all_attacks() {
  std::vector<Attack> all{{quiet}};
  for (const auto attacks :
       {attacks_on_resources(), attacks_on_rights(), attacks_on_processes(), attacks_on_files(),
        attacks_on_sockets(), attacks_on_the_kernel(), channels_between_twins(), leavings()}) {
    all.insert(all.end(), attacks.begin(), attacks.end());
  }
  return all;
}

/// A hash (FNV-1a) of everything received in a game that a bot may know: any difference changes the answers.
class Memory {
 public:
  explicit Memory(std::string_view salt) { hear(salt); }
  void hear(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  [[nodiscard]] std::size_t choose(std::size_t count) const { return (hash_ >> 20) % count; }

 private:
  std::uint64_t hash_ = 14695981039346656037U;
};

class Attacker {
 public:
  Attacker(Attack attack, std::string option, Situation situation)
      : attack_{attack}, option_{std::move(option)}, situation_{std::move(situation)} {}

  /// False when it is time to exit.
  bool hear(const std::string& line) {
    const auto words = words_of(line);
    if (words.empty()) return true;
    if (words[0] == "tribunal") say("ready attacker 1.0\n");
    if (words[0] == "game") begin(words);
    if (words[0] == "ask") {
      answer(words);
    } else {
      memory_.hear(line);
    }
    return words[0] != "quit";
  }

 private:
  void begin(const std::vector<std::string>& words) {
    questions_ = 0;
    memory_ = Memory{attack_.name == quiet ? situation_.target(0) : ""};
    for (const auto& word : words) {
      if (word.starts_with("you=")) situation_.seat = std::stoi(word.substr(4));
    }
  }

  void answer(const std::vector<std::string>& words) {
    if (questions_ < attack_.steps.size() && attack_.steps.at(questions_) != nullptr) {
      attack_.steps.at(questions_)(situation_);
    }
    ++questions_;
    for (std::size_t i = 3; i < words.size(); ++i) memory_.hear(words[i]);
    if (option_ == "--crash") ::_exit(1);
    const auto& choice = words[3 + memory_.choose(words.size() - 3)];
    say(answer_with(words[1], option_ == "--forfeit" ? "resign" : choice));
  }

  Attack attack_;
  std::string option_;
  Situation situation_;
  Memory memory_{""};
  std::size_t questions_ = 0;  ///< questions of this game
};

void attack_alone(const Attack& attack, const Situation& situation) {
  for (const auto step : attack.steps) {
    if (step != nullptr) step(situation);
  }
}

}  // namespace

int main(int count, char** given) {
  std::vector<std::string> words{given + 1, given + count};
  std::string option;
  if (!words.empty() && words.front().starts_with("--")) {
    option = words.front();
    words.erase(words.begin());
  }
  const auto attacks = all_attacks();
  const auto found = std::ranges::find(attacks, words.empty() ? "" : words.front(), &Attack::name);
  if (found == attacks.end()) {
    for (const auto& attack : attacks) std::cout << attack.name << '\n';
    return 2;
  }
  ::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow must be an error, not the end of the process
  Situation situation{{words.begin() + 1, words.end()}};
  if (option == "--alone") {
    attack_alone(*found, situation);
    return 0;
  }
  Attacker attacker{*found, option, std::move(situation)};
  std::cin.tie(nullptr);
  for (std::string line; std::getline(std::cin, line) && attacker.hear(line);) {
  }
  return 0;
}
