#include "fuzz/stores.hpp"

#include <fstream>
#include <iterator>

#include <SQLiteCpp/SQLiteCpp.h>

#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"

namespace tribunal::fuzz {
namespace {

constexpr auto seed = "42";

std::string plan_text(const std::string& head, const std::string& names, const std::string& end) {
  std::string text = "name = \"cup\"\nseed = \"" + std::string{seed} + "\"\n" + head;
  for (const char name : names) text += "[[bots]]\nname = \"" + std::string{name} + "\"\ncommand = \"bot\"\n";
  return text + end;  // the last bot's
}

Tournament tournament_of(const std::string& text, const std::string& hash) {
  auto tournament = make_tournament(text, "/plans/cup.toml").value();
  for (auto& sha256 : tournament.sha256) sha256 = hash;
  return tournament;
}

/// Plays up to this number of further games in `folder`; in a format of rounds, starts the rounds that they
/// need.
void play_on(const std::filesystem::path& folder, Tournament tournament, std::uint64_t games) {
  auto store = Store::open(folder, tournament, testing::cup_host, true).value();
  auto& schedule = tournament.schedule;
  for (auto index = store.size(); games > 0 && index < schedule.size(); ++index, --games) {
    const auto known = schedule.rounds().size();
    const auto played = testing::play_all(tournament, store, {index});
    store.add(played).value();
    schedule.note(played.front().result);
    if (known == 1 && index == 0) store.add_rounds(0, std::vector{schedule.rounds().front().round}).value();
    if (schedule.rounds().size() > known)
      store.add_rounds(known, std::vector{schedule.rounds().back().round}).value();
  }
  store.add_void(std::vector<VoidGame>{{0, "slept"}}).value();
}

std::string bytes_of(const std::filesystem::path& file) {
  {
    SQLite::Database database{file.string(), SQLite::OPEN_READWRITE};
    database.exec("PRAGMA page_size = 512");
    database.exec("VACUUM");
  }
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

SmallStore played(const std::string& text, std::uint64_t games) {
  const testing::ScratchFolder folder;
  auto tournament = tournament_of(text, "a");
  play_on(folder / "cup", tournament, games);
  return {std::move(tournament), bytes_of(folder / "cup/results.db")};
}

/// `c` is withdrawn after the first deal, `d` joins after it, and all have different files from then on.
SmallStore with_another_roster() {
  const testing::ScratchFolder folder;
  const std::string head = "game = \"revolution\"\nplayers = 2\ndeals = 3\n";
  play_on(folder / "cup", tournament_of(plan_text(head, "abc", ""), "a"), 6);
  auto tournament = tournament_of(plan_text(head, "abc",
                                            "withdrawn_after = 1\n[[bots]]\nname = \"d\"\ncommand = "
                                            "\"bot\"\njoins_after = 1\n"),
                                  "b");
  play_on(folder / "cup", tournament, 3);
  return {std::move(tournament), bytes_of(folder / "cup/results.db")};
}

std::vector<SmallStore> make() {
  const std::string two = "game = \"revolution\"\nplayers = 2\n";
  std::vector<SmallStore> stores;
  stores.push_back(played(plan_text("game = \"revolution\"\ndeals = 1\n", "abc", ""), 2));
  stores.push_back(played(plan_text("deals = 1\nplayers = 2\n[[games]]\ngame = \"mitch\"\n[[games]]\ngame = "
                                    "\"revolution\"\nrules = { mob = true }\n",
                                    "ab", ""),
                          4));
  stores.push_back(played(plan_text(two + "deals = 1\nformat = \"swiss\"\nrounds = 3\n", "abcde", ""), 11));
  stores.push_back(played(plan_text(two + "deals = 1\nformat = \"knockout\"\n", "abcde", ""), 9));
  stores.push_back(played(
      plan_text(two + "deals = 3\nformat = \"ladder\"\ntarget_error = 900\n", "abcd", "candidate = true\n"),
      12));
  stores.push_back(with_another_roster());
  return stores;
}

}  // namespace

const std::vector<SmallStore>& small_stores() {
  static const auto stores = make();
  return stores;
}

Secret secret_of_small_stores() { return Secret::from_seed(seed); }

}  // namespace tribunal::fuzz
