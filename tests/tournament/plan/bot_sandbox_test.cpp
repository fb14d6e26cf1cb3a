#include <algorithm>
#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/plan/planned_bots.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

/// The search path for as long as this lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) { ::setenv("PATH", path.c_str(), 1); }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_ = std::getenv("PATH");
};

}  // namespace

TEST_CASE(
    "a bot is shown its own files, and those of others are hidden from it, wherever it has its own from") {
  const ScratchFolder folder;
  for (const auto* name : {"ann", "bob"}) {
    std::filesystem::permissions(folder.write(name, "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  }
  const SearchPath path{folder.path().string()};
  const auto text = tribunal::testing::plan_text(
      {.players = 3, .deals = 1, .bots = {{"ann", "./ann"}, {"bob", "./bob"}, {"ann-by-path", "ann"}}});
  const auto plan = parse_plan(text, folder / "cup.toml").value();
  const std::filesystem::path results = folder / "results";
  const auto sandboxes = sandboxes_of(plan, SandboxLevel::bwrap, std::span{&results, 1});
  const auto hides = [&](std::size_t bot, const std::string& name) {
    const auto file = std::filesystem::weakly_canonical(folder / name);
    return std::ranges::count(sandboxes.at(bot).hidden, file) > 0;
  };
  REQUIRE(sandboxes.size() == 3);
  CHECK(!hides(0, "ann"));
  CHECK(hides(0, "bob"));
  CHECK(hides(1, "ann"));
  CHECK(!hides(1, "bob"));
  CHECK(!hides(2, "ann"));
  CHECK(hides(2, "bob"));
}
