#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options from which a command takes its secret: `--seed TEXT`, `--secret-file FILE`, `--public VALUE`.
struct SecretSource {
  std::optional<std::string> seed;
  std::optional<std::filesystem::path> file;
  std::optional<std::string> public_value;

  void add_options(CLI::App& command);

  [[nodiscard]] bool given() const { return seed || file; }
  /// The secret before the public value is mixed in. The error is one sentence.
  [[nodiscard]] Result<Secret> committed() const;
  /// The secret that the deals follow from.
  [[nodiscard]] Result<Secret> secret() const;
};

}  // namespace tribunal
