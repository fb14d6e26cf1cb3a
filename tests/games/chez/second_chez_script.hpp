#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <string>
#include <utility>

// Coroutines that let a referee, which receives line after line, be written in the order of the rules. Where
// the rules expect a line, it asks for the next line, and continues when that has come.
namespace tribunal::testing {

/// A part of a game that is read from a log. `co_await part()` inside another part reads it completely. An
/// exception passes to the outer part.
template <typename Value>
class [[nodiscard]] Script {
 public:
  struct Promise {
    std::optional<Value> value;
    std::exception_ptr error;
    std::coroutine_handle<> caller = std::noop_coroutine();

    struct ToCaller {
      [[nodiscard]] bool await_ready() const noexcept { return false; }
      [[nodiscard]] std::coroutine_handle<> await_suspend(
          std::coroutine_handle<Promise> done) const noexcept {
        return done.promise().caller;
      }
      void await_resume() const noexcept {}
    };

    Script get_return_object() { return Script{std::coroutine_handle<Promise>::from_promise(*this)}; }
    [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
    [[nodiscard]] ToCaller final_suspend() const noexcept { return {}; }
    void return_value(Value result) { value = std::move(result); }
    void unhandled_exception() { error = std::current_exception(); }
  };
  using promise_type = Promise;

  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  Script(Script&& other) noexcept : handle_{std::exchange(other.handle_, nullptr)} {}
  Script& operator=(Script&&) = delete;
  ~Script() {
    if (handle_) handle_.destroy();
  }

  // For a script that is part of another one.
  [[nodiscard]] bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle_.promise().caller = caller;
    return handle_;
  }
  Value await_resume() { return result(); }

  // For a script that is not part of another one.
  void start() { handle_.resume(); }
  [[nodiscard]] bool is_done() const { return handle_.done(); }
  Value result() {
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    return *std::move(handle_.promise().value);
  }

 private:
  explicit Script(std::coroutine_handle<Promise> handle) : handle_{handle} {}
  std::coroutine_handle<Promise> handle_;
};

/// Passes lines to the script that waits for them.
class LineFeed {
 public:
  /// Awaited by a script: the next line.
  struct Next {
    LineFeed& lines;
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> reader) const { lines.reader_ = reader; }
    [[nodiscard]] std::string await_resume() const { return lines.line_; }
  };
  [[nodiscard]] Next next() { return {*this}; }

  /// Resumes the waiting script with `line`.
  void give(const std::string& line) {
    line_ = line;
    std::exchange(reader_, nullptr).resume();
  }

 private:
  std::string line_;
  std::coroutine_handle<> reader_;
};

}  // namespace tribunal::testing
