// The secret of a tournament and the store that keeps it.
#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "cards/secret_file.hpp"
#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

using Kind = ErrorCode;

}  // namespace

TEST_CASE("a plan without a seed gets a secret of its own, readable by its owner only, and keeps it") {
  const ScratchFolder folder;
  const auto cup = cup_of({.seed = ""});
  const auto first = open(folder, cup).value().secret();
  struct stat facts {};
  REQUIRE(::stat((folder / "cup" / "secret").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
  CHECK(open(folder, cup).value().secret() == first);
  const ScratchFolder elsewhere;
  CHECK_FALSE(open(elsewhere, cup).value().secret() == first);

  std::filesystem::remove(folder / "cup" / "secret");
  const auto lost = open(folder, cup);
  REQUIRE_FALSE(lost);
  CHECK(lost.error().code == Kind::unreadable);
}

TEST_CASE("the deals follow from the seed and the public value") {
  const ScratchFolder folder;
  const auto cup = cup_of({.more = "public_value = \"DAX 18000\"\n"});
  const auto store = open(folder, cup).value();
  CHECK(store.secret() == Secret::from_seed("42").with_public_value("DAX 18000"));
  CHECK(store.commitment() == Secret::from_seed("42").commitment());
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("42"));
  const auto results = results_in(folder);
  CHECK(results.secret().value() == store.secret());
  CHECK(results.commitment() == store.commitment());
}

TEST_CASE("a secret that is not the tournament's is noticed") {
  const ScratchFolder folder;
  REQUIRE(open(folder, cup_of()));
  std::filesystem::remove(folder / "cup" / "secret");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  const auto secret = results_in(folder).secret();
  REQUIRE_FALSE(secret);
  CHECK_THAT(secret.error().text(), Catch::Contains("does not match the commitment"));
}

TEST_CASE("a run whose secret or bots are refused leaves nothing behind") {
  const ScratchFolder folder;
  const auto commitment = "commitment = \"" + to_hex(Secret::from_seed("43").commitment()) + "\"\n";
  for (const auto& [cup, word] :
       {std::pair{cup_of({.more = commitment}), "does not belong to the commitment"},
        std::pair{cup_of({.seed = "", .more = commitment}), "names no secret"}}) {
    const auto refused = open(folder, cup);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Kind::wrong_plan);
    CHECK_THAT(refused.error().text(), Catch::Contains(word));
    CHECK_FALSE(std::filesystem::exists(folder / "cup"));
  }
  auto withdrawn = cup_of();
  withdrawn.plan.bots[2].stay.withdrawn_after = 0;
  CHECK_FALSE(open(folder, withdrawn));
  CHECK_FALSE(std::filesystem::exists(folder / "cup"));
}

TEST_CASE("a secret that another plan left in an empty folder is not taken for this plan's") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "cup");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  const auto refused = open(folder, cup_of());
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text(), Catch::Contains("is not the plan's secret"));
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("43"));
}
