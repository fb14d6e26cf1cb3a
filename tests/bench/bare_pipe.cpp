#include "bare_pipe.hpp"

#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tribunal {
namespace {

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

}  // namespace

BarePipe::BarePipe(Host& host, const std::string& program, const Bytes& bytes, SandboxLevel level)
    : host_{host}, bytes_{bytes}, child_{launch(host, echo_command(program, bytes), level)} {
  ::fcntl(child_.input.get(), F_SETFL, 0);  // blocking
  ::fcntl(child_.output.get(), F_SETFL, 0);
}

BarePipe::~BarePipe() { host_.dismiss(child_.pid); }

double BarePipe::measure(int count) {
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

void BarePipe::echo(const Bytes& bytes) {
  std::vector<char> question(bytes.question);
  const std::vector<char> answer(bytes.answer, 'a');
  while (read_all(STDIN_FILENO, question) && write_all(STDOUT_FILENO, answer)) {
  }
}

}  // namespace tribunal
