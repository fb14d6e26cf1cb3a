#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// The lines of /proc/cpuinfo that name the first processor and its features, without those that change all
/// the time. Programs compiled for it may not run on another.
[[nodiscard]] std::string processor_of(std::string_view cpuinfo);

/// A hash of everything beside its source that a build may depend on: the processor, the packages of the
/// system, the compilers in PATH, the programs that `command` names, rustup's toolchains, and the files in
/// `sees`. Files outside of the package database count by size and time. No program is run.
[[nodiscard]] std::string toolchain_hash(const std::string& command,
                                         const std::vector<std::filesystem::path>& sees);

/// The folder of rustup's toolchains, if this user's `cargo` is rustup's. Otherwise empty.
[[nodiscard]] std::filesystem::path rustup_home();

}  // namespace tribunal
