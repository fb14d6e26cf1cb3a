// cpp-httplib would need less code, but Debian has it only as a shared library, which the portable build
// cannot contain. Moreover, its threads wait for idle connections. This server closes them to make room for
// new ones.
#include "cli/watch/watch_server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <optional>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <openssl/crypto.h>

#include "bots/system/random_bits.hpp"
#include "report/page/page_document.hpp"

namespace tribunal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using boost::system::error_code;
using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

constexpr std::chrono::seconds patience_of_server{30};
constexpr std::size_t token_digits = 32;
constexpr std::chrono::seconds between_looks{1};
constexpr std::chrono::seconds between_signs_of_life{15};
constexpr int most_connections = 64;
constexpr std::uint32_t largest_request = 16'384;

/// Compares texts in a time that does not depend on where they differ.
bool are_equal(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string event_of(const WatchedGames& games) {
  return fmt::format("data: {{\"stored\":{},\"known\":{},\"complete\":{}}}\n\n", games.stored, games.known,
                     games.is_complete);
}

class Server {
 public:
  Server(const Watched& watched, asio::io_context& context, const Tcp::endpoint& place)
      : watched_{watched}, context_{context}, acceptor_{context, place} {
    const auto port = std::to_string(acceptor_.local_endpoint().port());
    hosts_ = {"127.0.0.1:" + port, "localhost:" + port};
  }

  [[nodiscard]] std::string address() const { return "http://" + hosts_.front() + '/' + token_ + '/'; }

  asio::awaitable<void> accept() {
    while (true) {
      auto socket = co_await acceptor_.async_accept(asio::use_awaitable);
      if (connections_ >= most_connections && !close_idle()) continue;  // refused
      ++connections_;
      asio::co_spawn(context_, serve(beast::tcp_stream{std::move(socket)}),
                     [this](const std::exception_ptr&) { --connections_; });
    }
  }

 private:
  /// Closes the connection that has waited longest for a request. False if none waits.
  bool close_idle() {
    if (idle_.empty()) return false;
    idle_.front()->cancel();
    idle_.pop_front();
    return true;
  }

  /// The name below the token in the target: `/page.js`. None if the token is missing.
  [[nodiscard]] std::optional<std::string_view> name_below_token(const Request& request) const {
    std::string_view target{request.target().data(), request.target().size()};
    if (!target.starts_with('/')) return std::nullopt;
    target.remove_prefix(1);
    if (!are_equal(target.substr(0, token_.size()), token_)) return std::nullopt;
    target.remove_prefix(token_.size());
    return target.starts_with('/') ? std::optional{target} : std::nullopt;
  }

  /// Reads a request. Until it has arrived, the connection may be closed to make room for another.
  asio::awaitable<error_code> read(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                   http::request_parser<http::empty_body>& parser) {
    parser.header_limit(largest_request);
    parser.body_limit(0);
    error_code error;
    stream.expires_after(patience_of_server);
    idle_.push_back(&stream);
    co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    std::erase(idle_, &stream);
    co_return error;
  }

  asio::awaitable<void> serve(beast::tcp_stream stream) {
    beast::flat_buffer buffer;
    while (true) {
      http::request_parser<http::empty_body> parser;
      error_code error = co_await read(stream, buffer, parser);
      if (error) co_return;
      const auto request = parser.release();
      if (name_below_token(request) == "/events" && request.method() == http::verb::get &&
          is_from_here(request)) {
        co_await send_events(stream, request.version());
        co_return;
      }
      auto response = answer(request);
      stream.expires_after(patience_of_server);
      co_await http::async_write(stream, response, asio::redirect_error(asio::use_awaitable, error));
      if (error || !response.keep_alive()) co_return;
    }
  }

  /// Whether the request was sent to this server's own name. It prevents DNS rebinding, by which a page of
  /// another site could send requests under that site's name.
  [[nodiscard]] bool is_from_here(const Request& request) const {
    return std::ranges::find(hosts_, request[http::field::host]) != hosts_.end();
  }

  [[nodiscard]] const Result<WatchedGames>& games() {
    const auto now = std::chrono::steady_clock::now();
    if (looked_ && now - *looked_ < between_looks) return games_;
    games_ = watched_.games();
    looked_ = now;
    return games_;
  }

  [[nodiscard]] const Result<std::string>& page() {
    const auto& now = games();
    if (!now) {
      page_ = std::unexpected{now.error()};
    } else if (!page_ || shown_ != *now) {
      page_ = watched_.page(*now);
      shown_ = *now;
    }
    return page_;
  }

  [[nodiscard]] Response answer(const Request& request) {
    const auto make = [&](http::status status, std::string_view type, std::string text) {
      Response response{status, request.version()};
      response.set(http::field::content_type, std::string{type} + "; charset=utf-8");
      response.set(http::field::cache_control, "no-store");
      response.set("X-Content-Type-Options", "nosniff");
      response.set("Cross-Origin-Resource-Policy", "same-origin");
      response.set("Referrer-Policy", "no-referrer");
      response.set("Content-Security-Policy", "frame-ancestors 'none'");
      response.keep_alive(request.keep_alive());
      const auto size = text.size();
      if (request.method() != http::verb::head) response.body() = std::move(text);
      response.content_length(size);
      return response;
    };
    if (!is_from_here(request))
      return make(http::status::forbidden, "text/plain", "expected as host: " + hosts_.front() + "\n");
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return make(http::status::method_not_allowed, "text/plain", "expected GET or HEAD\n");
    const auto target = name_below_token(request);
    if (!target)
      return make(http::status::not_found, "text/plain",
                  "expected the whole address that 'tribunal report --watch' printed\n");
    for (const auto& [name, type, text] : files_)
      if (*target == name) return make(http::status::ok, type, std::string{text});
    if (*target == "/events") return make(http::status::ok, "text/event-stream", "");  // answer to a HEAD
    if (*target == "/") {
      const auto& html = page();
      if (!html) return make(http::status::service_unavailable, "text/plain", html.error().text() + "\n");
      return make(http::status::ok, "text/html", *html);
    }
    return make(http::status::not_found, "text/plain", "there is only /\n");
  }

  /// Sends events until the tournament is complete or the reader has disconnected.
  asio::awaitable<void> send_events(beast::tcp_stream& stream, unsigned version) {
    http::response<http::empty_body> head{http::status::ok, version};
    head.set(http::field::content_type, "text/event-stream");
    head.set(http::field::cache_control, "no-store");
    head.keep_alive(false);
    http::response_serializer<http::empty_body> serializer{head};
    stream.expires_after(patience_of_server);
    co_await http::async_write_header(stream, serializer, asio::use_awaitable);
    std::optional<WatchedGames> told;
    auto last = std::chrono::steady_clock::now();
    asio::steady_timer timer{context_};
    while (!told || !told->is_complete) {
      const auto& known = games();
      const auto now = std::chrono::steady_clock::now();
      std::string text;
      if (known && told != *known) {
        told = *known;
        text = event_of(*known);
      } else if (now - last > between_signs_of_life) {
        text = ":\n\n";
      }
      if (!text.empty()) {
        stream.expires_after(patience_of_server);
        co_await asio::async_write(stream, asio::buffer(text), asio::use_awaitable);
        last = now;
      }
      timer.expires_after(between_looks);
      co_await timer.async_wait(asio::use_awaitable);
    }
  }

  struct File {
    std::string_view name;
    std::string_view type;
    std::string_view text;
  };

  std::array<File, 3> files_{{{"/page.js", "text/javascript", page_script()},
                              {"/watch.js", "text/javascript", watch_script()},
                              {"/page.css", "text/css", page_style()}}};
  const Watched& watched_;
  asio::io_context& context_;
  Tcp::acceptor acceptor_;
  std::vector<std::string> hosts_;
  /// The secret part of the address. Other users of this machine, and bots with a network, can connect to the
  /// port but do not know the token.
  const std::string token_ = random_digits(token_digits);
  int connections_ = 0;
  std::deque<beast::tcp_stream*> idle_;  ///< connections that wait for a request, the oldest first
  std::optional<std::chrono::steady_clock::time_point> looked_;  ///< time when `games_` was read
  Result<WatchedGames> games_;
  Result<std::string> page_;
  std::optional<WatchedGames> shown_;  ///< games that `page_` shows
};

}  // namespace

Result<void> serve_watched(const Watched& watched, std::uint16_t port,
                           const std::function<void(const std::string&)>& on_ready) {
  asio::io_context context{1};
  asio::signal_set signals{context, SIGINT, SIGTERM};
  signals.async_wait([&context](const error_code&, int) { context.stop(); });
  try {
    Server server{watched, context, {asio::ip::address_v4::loopback(), port}};
    asio::co_spawn(context, server.accept(), asio::detached);
    on_ready(server.address());
    context.run();
    return {};
  } catch (const boost::system::system_error& error) {
    return failure(ErrorCode::cannot_write,
                   fmt::format("port {} of 127.0.0.1: {}", port, error.code().message()));
  }
}

}  // namespace tribunal
