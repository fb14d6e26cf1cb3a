#include "cli/options/secret_source.hpp"

#include <CLI/CLI.hpp>

#include "cards/secret_file.hpp"

namespace tribunal {

void SecretSource::add_options(CLI::App& command) {
  auto* const seed_option = command.add_option("-s,--seed", seed, "text from which the secret is derived");
  command.add_option("--secret-file", file, "file with the secret (64 hexadecimal digits)")
      ->type_name("FILE")
      ->excludes(seed_option);
  command.add_option("--public", public_value, "public value, fixed after the commitment, to mix in")
      ->check([](const std::string& value) {
        return is_public_value(value) ? "" : std::string{public_value_rule};
      });
}

Result<Secret> SecretSource::committed() const {
  if (seed) return Secret::from_seed(*seed);
  if (file) return read_secret_file(*file);
  return std::unexpected{"a secret is needed: give --seed TEXT or --secret-file FILE"};
}

Result<Secret> SecretSource::secret() const {
  const auto secret = committed();
  if (!secret || !public_value) return secret;
  return secret->with_public_value(*public_value);
}

}  // namespace tribunal
