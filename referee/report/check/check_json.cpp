#include "report/check/check_report.hpp"

namespace tribunal {
namespace {

double seconds(std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1e6; }

Json to_json(const Examination& examination) {
  const auto& evidence = examination.evidence;
  Json json{{"name", examination.name},
            {"finding", name_of(examination.finding)},
            {"message", examination.message},
            {"seconds", seconds(examination.took)}};
  if (!evidence.sent.empty()) json["sent"] = evidence.sent;
  if (!evidence.came_back.empty()) json["came_back"] = evidence.came_back;
  if (evidence.rule) {
    json["rule"] = {
        {"text", evidence.rule->text}, {"page", "docs/protocol.md"}, {"section", evidence.rule->section}};
  }
  if (const auto& place = evidence.place) json["place"] = {{"file", place->file}, {"line", place->line}};
  if (!evidence.errors.empty()) json["stderr"] = evidence.errors;
  if (!examination.hint.empty()) json["hint"] = examination.hint;
  if (!examination.again.empty()) json["again"] = examination.again;
  return json;
}

}  // namespace

Json json_of(const CheckReport& report) {
  const auto& latency = report.figures.latency;
  Json json{{"schema", report_schema},
            {"bot", report.bot},
            {"command", report.command},
            {"version", report.version},
            {"sandbox", report.sandbox},
            {"verdict", name_of(report.verdict())},
            {"seconds", seconds(report.took)},
            {"figures",
             {{"startup_us", report.figures.startup_us},
              {"games", report.figures.games},
              {"decisions", latency.decisions},
              {"p50_us", latency.p50_us},
              {"p90_us", latency.p90_us},
              {"p99_us", latency.p99_us},
              {"max_us", latency.max_us},
              {"by_power", latency.by_power},
              {"stderr_bytes", report.figures.used.error_bytes},
              {"peak_kib", report.figures.used.peak_kib},
              {"cpu_us", report.figures.used.cpu.count()}}},
            {"examinations", Json::array()}};
  for (const auto& examination : report.examinations) json["examinations"].push_back(to_json(examination));
  return json;
}

}  // namespace tribunal
