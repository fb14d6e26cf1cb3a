#pragma once

#include <expected>
#include <filesystem>
#include <string_view>

#include "bots/descriptor.hpp"
#include "cards/secret.hpp"
#include "tournament/plan.hpp"
#include "tournament/store_error.hpp"

namespace tribunal {

/// The folder of a tournament, held by one run: nobody else can claim it while this lives, or after this
/// process has died in any way.
class Folder {
 public:
  /// Makes the folder if there is none. Refuses one that holds something else, or that another run has
  /// claimed.
  [[nodiscard]] static std::expected<Folder, StoreError> claim(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The secret, before the public value is mixed in: the one kept here; at the first time the plan's or a
  /// random one, which is then kept in the file `secret` that only its owner may read.
  [[nodiscard]] std::expected<Secret, StoreError> settle_secret(const Plan& plan) const;

 private:
  Folder(std::filesystem::path path, Descriptor lock) : path_{std::move(path)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  Descriptor lock_;
};

/// Where results lie unless somebody says otherwise: each tournament's in a folder of its name below it.
inline constexpr std::string_view usual_results = "results";

[[nodiscard]] std::filesystem::path database_of(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path secret_file_of(const std::filesystem::path& folder);

}  // namespace tribunal
