#pragma once

#include <expected>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

// The results of a cup, in the folder `cup` of a test.
namespace tribunal::testing {

using Kind = ErrorCode;

[[nodiscard]] inline Result<Store> open(const ScratchFolder& folder, const Tournament& cup,
                                        bool accept = false) {
  return Store::open(folder / "cup", cup, cup_host, accept);
}

/// A store with these games of the cup.
inline Store stored(const ScratchFolder& folder, const Tournament& cup,
                    const std::vector<std::uint64_t>& indices) {
  auto store = open(folder, cup).value();
  REQUIRE(store.add(play_all(cup, store, indices)));
  return store;
}

[[nodiscard]] inline Results results_in(const ScratchFolder& folder) {
  return Results::open(folder / "cup").value();
}

[[nodiscard]] inline std::vector<GameResult> results_of(const ScratchFolder& folder) {
  std::vector<GameResult> all;
  results_in(folder).for_each([&](const GameResult& game) { return all.push_back(game), true; }).value();
  return all;
}

[[nodiscard]] inline Bytes32 content_of(const ScratchFolder& folder) {
  return standings_of(results_in(folder)).value().content;
}

/// The result is an error of this code whose text has these words.
template <class T>
void check_refused(const tribunal::Result<T>& result, Kind code, const std::string& words) {
  REQUIRE_FALSE(result);
  CHECK(result.error().code == code);
  CHECK_THAT(result.error().text(), Catch::Contains(words));
}

/// Tampers with the results by an SQL statement.
inline void change(const ScratchFolder& folder, const std::string& sql) {
  SQLite::Database{(folder / "cup" / "results.db").string(), SQLite::OPEN_READWRITE}.exec(sql);
}

/// For tests of the cup of `cup_of()` in a folder of their own.
struct StoredCup {
  ScratchFolder folder;
  Tournament cup = cup_of();
};

}  // namespace tribunal::testing
