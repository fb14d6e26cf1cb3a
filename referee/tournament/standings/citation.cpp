#include "tournament/standings/citation.hpp"

#include <fmt/format.h>

#include "bots/system/machine.hpp"
#include "cards/secret_file.hpp"
#include "record/json_line.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {

namespace {

/// Verifies results that can be cited.
Result<TournamentVerification> verified(const std::filesystem::path& folder, const Results& results) {
  const auto refused = [&](const std::string& why) { return failure(ErrorCode::failed, folder, why); };
  if (results.tournament().shard) return refused("this is a shard; expected the merged tournament");
  if (!results.tournament().rulings.empty())
    return refused("a plan does not repeat rulings; expected results without");
  auto verification = verify_tournament(folder, static_cast<unsigned>(available_cores().size()));
  if (verification.verdict != Verdict::holds) return refused(verification.text);
  return verification;
}

}  // namespace

Result<std::string> cite(const std::filesystem::path& folder, const std::string& referee) {
  const auto results = TRY(Results::open(folder, RoundSource::nowhere));
  const auto verification = TRY(verified(folder, results));
  const auto content = TRY(results.content());
  const auto secret = TRY(read_secret_file(secret_file_of(folder)));
  nlohmann::ordered_json json{{"citation", 1},
                              {"referee", referee},
                              {"games", verification.games},
                              {"content_sha256", to_hex(content)},
                              {"played_sha256", to_hex(verification.played)},
                              {"commitment", to_hex(secret.commitment())},
                              {"secret", to_hex(secret.bytes)}};
  const auto& tournament = results.tournament();
  for (std::size_t bot = 0; bot < tournament.plan.bots.size(); ++bot)
    json["bots"][tournament.plan.bots[bot].name] = tournament.sha256.at(bot);
  json["plan"] = tournament.plan_text;
  return json.dump(1, ' ', true) + '\n';
}

Result<bool> repeats(const std::filesystem::path& folder, const Citation& cited) {
  const auto results = TRY(Results::open(folder, RoundSource::nowhere));
  const auto verification = TRY(verified(folder, results));
  return verification.played == cited.played;
}

Result<Citation> parse_citation(std::string_view text) {
  constexpr int deepest = 3;
  const auto object = TRY(parse_json_object(text, deepest));
  std::string problem;
  JsonFields fields{object, "the citation", problem};
  const auto hash = [&](const char* key) {
    const auto bytes = from_hex(fields.text(key));
    if (!bytes) fields.refuse(fmt::format("\"{}\" should have 64 hexadecimal digits in lower case", key));
    return bytes.value_or(Bytes32{});
  };
  if (fields.natural("citation") != 1) fields.refuse("\"citation\" should be 1");
  Citation citation{.plan = fields.text("plan"), .secret = {hash("secret")}, .played = hash("played_sha256")};
  if (hash("commitment") != citation.secret.commitment())
    fields.refuse("\"secret\" does not match \"commitment\"");
  if (!problem.empty()) return std::unexpected{problem};
  return citation;
}

}  // namespace tribunal
