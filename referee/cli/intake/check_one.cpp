#include "cli/intake/check_one.hpp"

#include <optional>
#include <span>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "base/escape.hpp"
#include "check/check.hpp"
#include "cli/manual/version.hpp"
#include "report/page/check_page.hpp"
#include "tournament/plan/planned_bots.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The plan with the bot in the place that the context has for it.
Tournament with_bot(const IntakeContext& context, const IntakeResult& result, const fs::path& folder) {
  auto event = context.event;
  PlannedBot bot;
  bot.name = result.bot;
  bot.command_text = result.command;
  bot.command = {{result.command}, folder};
  if (auto command = parse_command(result.command, folder)) bot.command = *std::move(command);
  bot.has_directory = true;
  event.plan.bots.back() = std::move(bot);
  event.sha256.back() = result.sha256;
  return event;
}

CheckOrder order_of(const IntakeContext& context, const Tournament& event,
                    const std::vector<Sandbox>& sandboxes, const std::string& build) {
  const auto last = static_cast<int>(event.plan.bots.size()) - 1;
  auto order = check_order_of(context.check, event, sandboxes, last);
  order.program = "tribunal";
  if (!build.empty()) order.options += " --build " + shell_word(build);
  return order;
}

CheckReport run_check(Host& host, const CheckOrder& order) {
  asio::io_context io{1};
  std::optional<CheckReport> report;
  std::exception_ptr failure;
  const auto keep = [&]() -> asio::awaitable<void> {
    report.emplace(co_await check_bot(io, host, order, [](const Examination&) {}));
  };
  asio::co_spawn(io, keep, [&](std::exception_ptr thrown) { failure = std::move(thrown); });
  io.run();
  if (failure) std::rethrow_exception(failure);
  return *std::move(report);
}

}  // namespace

AuthorPage::AuthorPage(const IntakeContext& context, const IntakeResult& result, WithoutPlaces places)
    : context_{context}, result_{result}, places_{std::move(places)} {}

void AuthorPage::own_folder(const fs::path& folder) {
  places_.insert(places_.begin(), WithoutPlaces{{folder}, {}});
}

std::string AuthorPage::without_places(const std::string& text) const {
  auto clean = text;
  for (const auto& places : places_) clean = places(std::move(clean));
  return clean;
}

void AuthorPage::clean(Examination& examination) const {
  auto& evidence = examination.evidence;
  for (auto* const text : {&examination.message, &examination.hint, &examination.again, &evidence.came_back})
    *text = without_places(*text);
  for (auto* const lines : {&evidence.errors, &evidence.sent})
    for (auto& line : *lines) line = without_places(line);
  if (evidence.place) evidence.place->file = without_places(evidence.place->file);
}

void AuthorPage::add(Examination stage) {
  clean(stage);
  stages_.push_back(std::move(stage));
}

CheckReport AuthorPage::check(Host& host, const fs::path& folder) {
  const auto event = with_bot(context_, result_, folder);
  const auto results = fs::absolute(usual_results) / event.plan.name;
  order_ = order_of(context_, event, sandboxes_of(event.plan, context_.level, std::span{&results, 1}),
                    result_.build);
  order_.on_game = [this](const PlayedGame& game) { games_.push_back(game); };
  report_ = run_check(host, order_);
  report_.version = without_places(report_.version);
  for (auto& one : report_.examinations) clean(one);
  return report_;
}

Result<std::string> AuthorPage::finish() {
  if (report_.bot.empty()) {
    const auto event = with_bot(context_, result_, {});
    order_ = order_of(context_, event, std::vector<Sandbox>(event.plan.bots.size()), result_.build);
    report_.bot = result_.bot;
    report_.command = result_.command;
    report_.sandbox = name_of(context_.level);
  }
  report_.examinations.insert(report_.examinations.begin(), std::make_move_iterator(stages_.begin()),
                              std::make_move_iterator(stages_.end()));
  CheckPage page{order_, "", version_text()};
  for (auto& game : games_) {
    for (auto& entrant : game.record.entrants) entrant.version = without_places(entrant.version);
    for (auto& report : game.reports) {
      report.message = without_places(report.message);
      report.error_tail = without_places(report.error_tail);
    }
    page.add(game);
  }
  const auto content = page.finish(report_);
  if (!content) return std::unexpected{content.error()};
  return page_in_one_file(*content);
}

Result<std::string> page_of_excluded(const IntakeContext& context, const Submission& submission) {
  const IntakeResult result{.bot = submission.bot, .key = {}, .conditions = {}, .address = {}};
  AuthorPage page{context, result, {{}, {}}};
  page.add({.name = "excluded",
            .finding = Finding::failed,
            .message = "the organiser has excluded this bot, and it does not play: " + submission.excluded});
  return page.finish();
}

}  // namespace tribunal
