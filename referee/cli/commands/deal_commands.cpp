// tribunal deal, commit, reveal: print the cards of a deal, and prove that they were not chosen.
#include <iostream>

#include "base/text/utf8.hpp"
#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "cards/secret_file.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/options/game_options.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/folder.hpp"

namespace tribunal {
namespace {

struct DealOptions {
  SecretSource secret;
  std::string event = "play";
  std::uint64_t number = 0;
  std::optional<std::string> key;
  std::string label = "hand 1";
  PackKind pack;
  bool without_aces = false;
  RuleOptions rules;
  int players = 0;
};

DealKey key_of(const DealOptions& options) {
  if (options.key) {
    const auto bytes = from_hex(*options.key);
    if (!bytes) throw Complaint{"--key: a deal key is 64 hexadecimal digits in lower case"};
    return DealKey{*bytes};
  }
  const auto secret = options.secret.secret();
  if (!secret) throw Complaint{secret.error().text() + ", or --key HEX"};
  return deal_key(*secret, options.event, options.number);
}

void print_stock(const DealOptions& options, const DealKey& key) {
  auto kind = options.pack;
  if (options.without_aces) kind.highest = Rank::king;
  auto stock = fresh_pack(kind);
  KeyedDeal{key}.shuffle_pack(stock, options.label);
  std::cout << options.label << ':';
  for (const auto card : stock) std::cout << ' ' << card.text();
  std::cout << '\n';
}

ExitCode show_deal(const DealOptions& options) {
  const auto key = key_of(options);
  if (options.rules.game.empty()) {
    std::cout << "key " << to_hex(key.bytes) << '\n';
    print_stock(options, key);
    return ExitCode::ok;
  }
  const auto rules = options.rules.rules(options.players);
  std::cout << "key " << to_hex(key.bytes) << '\n';
  EventLog events;
  rules.deal(std::make_shared<KeyedDeal>(key))->begin(events);
  for (const auto& event : events.events()) std::cout << event.text() << '\n';
  return ExitCode::ok;
}

struct CommitOptions {
  SecretSource secret;
  std::optional<std::filesystem::path> fresh;
  std::optional<std::filesystem::path> plan;
};

/// Prints the plan with everything that it can commit to.
ExitCode publish(const std::filesystem::path& file) {
  const auto tournament = must(load_tournament(file, {}, {}, builder()));
  for (const auto& remark : tournament.remarks) std::cerr << harmless(remark) << '\n';
  const auto secret = must(planned_secret(tournament.plan));
  if (!secret) {
    return complain(ExitCode::bad_plan,
                    file.string() +
                        ": the plan has no secret to commit to; create one with 'tribunal commit --new "
                        "FILE', and add secret_file = \"FILE\" to the plan");
  }
  const auto text = must(published_plan(tournament, *secret));
  std::cout << text;
  return ExitCode::ok;
}

ExitCode commit(const CommitOptions& options) {
  if (options.plan) {
    if (options.fresh || options.secret.given() || options.secret.public_value)
      throw Complaint{"the plan names its secret; expected commit PLAN without other options"};
    return publish(*options.plan);
  }
  if (options.fresh) {
    const auto secret = Secret::random();
    if (const auto written = write_secret_file(*options.fresh, secret); !written) {
      return complain(ExitCode::cannot_write, written.error().text());
    }
    std::cout << to_hex(secret.commitment()) << '\n';
    return ExitCode::ok;
  }
  const auto secret = options.secret.committed();
  if (!secret) return complain(ExitCode::usage, secret.error().text() + ", or --new FILE to make one");
  std::cout << to_hex(secret->commitment()) << '\n';
  return ExitCode::ok;
}

struct RevealOptions {
  SecretSource secret;
  std::optional<std::string> commitment;
};

ExitCode reveal(const RevealOptions& options) {
  const auto secret = must(options.secret.committed());
  const auto commitment = to_hex(secret.commitment());
  std::cout << "secret " << to_hex(secret.bytes) << "\ncommitment " << commitment << '\n';
  if (const auto& value = options.secret.public_value) {
    std::cout << "with the public value \"" << *value << "\" "
              << to_hex(secret.with_public_value(*value).bytes) << '\n';
  }
  if (!options.commitment) return ExitCode::ok;
  if (*options.commitment != commitment) {
    return complain(ExitCode::failed, "this secret does not match the commitment " + *options.commitment);
  }
  std::cout << "the secret matches the commitment\n";
  return ExitCode::ok;
}

}  // namespace

void add_deal_command(CommandLine& command) {
  auto& options = command.runs(show_deal);
  command.add("game", options.rules.game, Value::game, "a game or preset (default: none, a shuffled pack)");
  command.add("-p,--players", options.players, "number of players (default: the game's minimum)");
  options.rules.add_rule_option(command);
  options.secret.add_options(command);
  command.add("--event", options.event, "name of the tournament, or 'play' for a game of 'tribunal play'");
  command.add("--deal", options.number, "number of the deal");
  command.add("--key", options.key, "deal key from a log, instead of a secret");
  command.add("--label", options.label, "for a pack: name of the shuffle");
  command.add("--jokers", options.pack.jokers, whole(0, 8), "for a pack: number of jokers");
  command.add("--packs", options.pack.packs, whole(1, 8), "for a pack: number of packs");
  command.add("--no-aces", options.without_aces, "for a pack: omit the aces");
}

void add_commit_command(CommandLine& command) {
  auto& options = command.runs(commit);
  command.add("plan", options.plan, Value::plan,
              "plan to print with its commitment and the hashes of its bots");
  options.secret.add_options(command);
  command.add("--new", options.fresh, Value::output,
              "write a random secret to FILE, which must not exist (mode 600)");
}

void add_reveal_command(CommandLine& command) {
  auto& options = command.runs(reveal);
  options.secret.add_options(command);
  command.add("--commitment", options.commitment, "commitment that was published before the event");
}

}  // namespace tribunal
