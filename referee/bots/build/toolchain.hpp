#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// The lines of /proc/cpuinfo that name the first processor and what it can do, without those that change
/// from one moment to the next: programs that are compiled for it may run on no other.
[[nodiscard]] std::string processor_of(std::string_view cpuinfo);

/// Everything beside its source that a build may depend on, as a hash: the processor, the packages of the
/// system, the compilers in PATH, the programs that `command` names, rustup's toolchains and what is at
/// `sees`. Files outside of the package database count by their sizes and times; nothing is run.
[[nodiscard]] std::string toolchain_hash(const std::string& command,
                                         const std::vector<std::filesystem::path>& sees);

/// The folder of rustup's toolchains where `cargo` of this user is rustup's; empty otherwise.
[[nodiscard]] std::filesystem::path rustup_home();

}  // namespace tribunal
