// Runs a fuzz target without libFuzzer: `TARGET INPUT...` runs the given inputs; `TARGET --mutations N
// FOLDER` runs all inputs of the folder, and then N mutations of them, always the same ones.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <span>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "fuzz/mutation.hpp"
#include "support/repetitions.hpp"

namespace tribunal::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_input = 64 << 10;

/// Memory that outlives the process that runs the inputs: the one that it runs.
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

std::vector<std::string> texts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator{folder}) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(text_of(file));
  if (texts.empty()) throw std::runtime_error{folder.string() + " holds no inputs"};
  return texts;
}

void run(const std::string& input, InputAtHand& at_hand) {
  at_hand.set(input);
  // A block of its own, so that the sanitizers see a byte too far.
  const std::vector<std::uint8_t> bytes{input.begin(), input.end()};
  (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void run_mutations(const std::vector<std::string>& corpus, int count, InputAtHand& at_hand) {
  testing::Dice dice{1};
  for (; count > 0; --count) run(mutated(corpus, longest_input, dice), at_hand);
}

void run_all(std::span<const char* const> arguments, InputAtHand& at_hand) {
  if (arguments.size() == 3 && arguments[0] == std::string_view{"--mutations"}) {
    const auto corpus = texts_in(arguments[2]);
    for (const auto& input : corpus) run(input, at_hand);
    const int count = testing::repetitions(std::stoi(arguments[1]));
    run_mutations(corpus, count, at_hand);
    std::cout << corpus.size() << " inputs and " << count << " mutations of them\n";
  } else {
    for (const auto* const file : arguments) run(text_of(file), at_hand);
  }
}

/// Keeps the input beside the program, in the build's folder, and says how to run it again.
void report(const std::string& program, const std::string& input) {
  const fs::path file = fs::absolute(program + ".found");
  std::ofstream{file, std::ios::binary} << input;
  std::cerr << "the input (" << input.size() << " bytes) is kept; to run it again: " << program << ' '
            << file.string() << '\n';
}

/// Runs the inputs in a child process, so that this process can report any end of it.
int run_guarded(std::span<const char* const> arguments) {
  InputAtHand at_hand;
  const auto child = ::fork();
  if (child == 0) {
    run_all(arguments.subspan(1), at_hand);
    std::exit(EXIT_SUCCESS);  // NOLINT(concurrency-mt-unsafe): there is one thread
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error{"cannot run a process"};
  if (status == 0) return EXIT_SUCCESS;
  report(arguments[0], at_hand.get());
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace tribunal::fuzz

int main(int argc, char** argv) {
  return tribunal::fuzz::run_guarded({argv, static_cast<std::size_t>(argc)});
}
