// Runs a fuzz target without libFuzzer: `fuzz TARGET INPUT...` runs the given inputs; `fuzz TARGET
// --mutations N TABLE` runs all inputs of a table (corpus.py), and then N mutations of them, always the same
// ones.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <new>
#include <span>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "support/random_play.hpp"
#include "support/repetitions.hpp"
#include "support/words.hpp"

namespace tribunal::fuzz {
namespace {

namespace fs = std::filesystem;
using testing::Dice;

constexpr std::size_t longest_input = 64 << 10;

/// Memory that outlives the process that runs the inputs. It tells which input is running.
class InputAtHand {
 public:
  InputAtHand()
      : memory_{::mmap(nullptr, sizeof(Content), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)} {
    if (memory_ == MAP_FAILED) throw std::bad_alloc{};
  }
  ~InputAtHand() { ::munmap(memory_, sizeof(Content)); }
  InputAtHand(const InputAtHand&) = delete;
  InputAtHand& operator=(const InputAtHand&) = delete;

  void set(std::string_view input) {
    std::ranges::copy(input, content().bytes.begin());
    content().size = input.size();
  }
  [[nodiscard]] std::string get() const { return {content().bytes.data(), content().size}; }

 private:
  struct Content {
    std::size_t size;
    std::array<char, longest_input> bytes;
  };
  [[nodiscard]] Content& content() const { return *static_cast<Content*>(memory_); }

  void* memory_;
};

std::string text_of(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{stream}, {}};
  if (!stream.is_open()) throw std::runtime_error{file.string() + " cannot be read"};
  text.resize(std::min(text.size(), longest_input));
  return text;
}

/// The bytes of an input as written in a table: `\n`, `\\` and `\xNN` stand for unprintable ones.
std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || ++i == text.size()) {
      bytes += text[i];
    } else if (text[i] == 'x') {
      bytes += static_cast<char>(std::stoi(std::string{text.substr(i + 1, 2)}, nullptr, 16));
      i += 2;
    } else {
      bytes += text[i] == 'n' ? '\n' : text[i];
    }
  }
  return bytes;
}

/// The inputs of a table: a line for each, its name, `: ` and its bytes.
std::vector<std::string> inputs_of(const fs::path& table) {
  std::ifstream stream{table};
  std::vector<std::string> inputs;
  for (std::string line; std::getline(stream, line);) {
    inputs.push_back(unescaped(std::string_view{line}.substr(line.find(": ") + 2)));
    inputs.back().resize(std::min(inputs.back().size(), longest_input));
  }
  if (inputs.empty()) throw std::runtime_error{table.string() + " holds no inputs"};
  return inputs;
}

/// A place in `text` and a size from there. In half of the cases the size is at most about sixteen bytes.
struct Piece {
  std::size_t begin;
  std::size_t size;
};
Piece random_piece(const std::string& text, Dice& dice) {
  const auto begin = dice.below(text.size() + 1);
  const auto left = text.size() - begin;
  return {begin, dice.below((dice.flip() ? std::min<std::size_t>(left, 16) : left) + 1)};
}

void change_byte(std::string& text, Dice& dice) {
  if (text.empty()) return;
  auto& byte = text[dice.below(text.size())];
  byte = static_cast<char>(dice.flip() ? byte ^ (1 << dice.below(8)) : static_cast<int>(dice.below(256)));
}

void insert_bytes(std::string& text, Dice& dice) {
  std::string bytes(dice.below(4) + 1, static_cast<char>(dice.below(256)));
  text.insert(dice.below(text.size() + 1), bytes);
}

void leave_out(std::string& text, Dice& dice) {
  const auto piece = random_piece(text, dice);
  text.erase(piece.begin, piece.size);
}

void change_number(std::string& text, Dice& dice) {
  static const auto numbers = testing::words_of(
      "0 1 -1 2 12 13 255 256 65536 2147483647 2147483648 -2147483648 4294967296 1000000000 "
      "007 1e9 0.5 9223372036854775807 9223372036854775808 18446744073709551615 "
      "18446744073709551616");
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(dice.below(text.size() + 1));
  const auto begin = std::find_if(from, text.end(), is_digit);
  const auto end = std::find_if_not(begin, text.end(), is_digit);
  if (begin != end) text.replace(begin, end, dice.pick(numbers));
}

void put_from(const std::string& other, std::string& text, Dice& dice) {
  const auto there = random_piece(other, dice);
  const auto here = random_piece(text, dice);
  text.replace(here.begin, dice.flip() ? here.size : 0, other.substr(there.begin, there.size));
}

void mutate(std::string& text, const std::vector<std::string>& corpus, Dice& dice) {
  switch (dice.below(6)) {
    case 0:
      return change_byte(text, dice);
    case 1:
      return insert_bytes(text, dice);
    case 2:
      return leave_out(text, dice);
    case 3:
      return change_number(text, dice);
    case 4:
      return put_from(std::string{text}, text, dice);
    default:
      return put_from(dice.pick(corpus), text, dice);
  }
}

/// One of `corpus`, changed in a few places: bits, bytes, numbers, pieces omitted, doubled, or copied from
/// another one. At most `longest` bytes.
std::string mutated(const std::vector<std::string>& corpus, std::size_t longest, Dice& dice) {
  auto text = dice.pick(corpus);
  for (auto left = dice.below(5) + 1; left > 0; --left) mutate(text, corpus, dice);
  text.resize(std::min(text.size(), longest));
  return text;
}

using Target = bool(std::string_view);

Target* target_of(std::string_view name) {
  static const std::map<std::string_view, Target*> all{
      {"framing", targets::framing}, {"words", targets::words},     {"game", targets::game},
      {"log", targets::log},         {"compact", targets::compact}, {"rules", targets::rules},
      {"plan", targets::plan},       {"results", targets::results}};
  const auto found = all.find(name);
  if (found == all.end())
    throw std::runtime_error{"expected a target of fuzz.hpp, not '" + std::string{name} + "'"};
  return found->second;
}

void run(Target& target, const std::string& input, InputAtHand& at_hand) {
  at_hand.set(input);
  // A separate block, so that the sanitizers notice a byte too far.
  const std::vector<char> bytes{input.begin(), input.end()};
  (void)target({bytes.data(), bytes.size()});
}

void run_mutations(Target& target, const std::vector<std::string>& corpus, int count, InputAtHand& at_hand) {
  Dice dice{1};
  for (; count > 0; --count) run(target, mutated(corpus, longest_input, dice), at_hand);
}

void run_all(Target& target, std::span<const char* const> arguments, InputAtHand& at_hand) {
  if (arguments.size() == 3 && arguments[0] == std::string_view{"--mutations"}) {
    const auto corpus = inputs_of(arguments[2]);
    for (const auto& input : corpus) run(target, input, at_hand);
    const int count = testing::repetitions(std::stoi(arguments[1]));
    run_mutations(target, corpus, count, at_hand);
    std::cout << corpus.size() << " inputs and " << count << " mutations of them\n";
  } else {
    for (const auto* const file : arguments) run(target, text_of(file), at_hand);
  }
}

/// Stores the input beside the program, in the build's folder, and prints how to run it again.
void report(const std::string& program, const std::string& target, const std::string& input) {
  const fs::path file = fs::absolute(program + "-" + target + ".found");
  std::ofstream{file, std::ios::binary} << input;
  std::cerr << "the input (" << input.size() << " bytes) is kept; to run it again: " << program << ' '
            << target << ' ' << file.string() << '\n';
}

/// Runs the inputs in a child process, so that this process can report any end of it.
int run_guarded(std::span<const char* const> arguments) {
  if (arguments.size() < 3)
    throw std::runtime_error{"expected: fuzz TARGET INPUT..., or fuzz TARGET --mutations N TABLE"};
  Target& target = *target_of(arguments[1]);
  InputAtHand at_hand;
  const auto child = ::fork();
  if (child == 0) {
    run_all(target, arguments.subspan(2), at_hand);
    std::exit(EXIT_SUCCESS);  // NOLINT(concurrency-mt-unsafe): there is one thread
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error{"cannot run a process"};
  if (status == 0) return EXIT_SUCCESS;
  report(arguments[0], arguments[1], at_hand.get());
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tribunal::fuzz

int main(int argc, char** argv) {
  try {
    return tribunal::fuzz::run_guarded({argv, static_cast<std::size_t>(argc)});
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
