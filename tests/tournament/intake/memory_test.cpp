#include "tournament/intake/memory.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

IntakeMemory example() {
  IntakeMemory memory;
  memory.names = {{"ann", "ann"}, {"a\nb\xff\x80", "a-b"}, {"z\u00f6", "z\u00f6"}};
  const std::string hash(64, 'a');
  memory.results.emplace("ann", IntakeResult{.bot = "ann",
                                             .stem = "a\nn\xff",
                                             .key = hash,
                                             .conditions = hash,
                                             .address = "folder:x",
                                             .author = "Z\u00f6\xff",
                                             .verdict = IntakeVerdict::refused,
                                             .why = "why",
                                             .kept = hash,
                                             .lost = hash});
  memory.sound.emplace("ann", IntakeResult{.bot = "ann",
                                           .key = hash,
                                           .conditions = hash,
                                           .address = "",
                                           .verdict = IntakeVerdict::admitted,
                                           .sha256 = hash});
  memory.playing = {"ann"};
  memory.alike = {{{"ann", "bob"}, "ann"}, {{"bob", "cyd"}, ""}};
  memory.changed = {{"ann", true}, {"bob", false}};
  return memory;
}

}  // namespace

TEST_CASE("the memory of intakes is read as it was written") {
  const ScratchFolder folder;
  const auto memory = example();
  folder.write("memory.json", text_of(memory));
  CHECK(read_intake_memory(folder / "memory.json").value() == memory);
  CHECK(read_intake_memory(folder / "nothing").value() == IntakeMemory{});
}

TEST_CASE("a memory that is damaged or leads to other folders is refused") {
  const ScratchFolder folder;
  const auto text = text_of(example());
  const auto with = [&](const std::string& from, const std::string& to) {
    auto changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  for (const auto& damaged :
       {std::string{}, std::string{"[]"}, text.substr(0, text.size() / 2),
        with("\"schema\": 1", "\"schema\": 2"), with("\"refused\"", "\"other\""),
        with("\"names\"", "\"name\""), with("\"bot\": \"ann\"", "\"bot\": \"../x\""),
        with("\"kept\": \"aa", "\"kept\": \"/a"), with("\"a-b\"", "\"a/b\""), with("\"why\"", "\"how\""),
        with("\"playing\": [", "\"playing\": [1,"), with("\"playing\": [", "\"playing\": [\"/a\",")}) {
    INFO(damaged);
    folder.write("memory.json", damaged);
    const auto read = read_intake_memory(folder / "memory.json");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::unreadable);
  }
}
