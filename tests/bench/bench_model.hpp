#pragma once

#include <filesystem>
#include <string>

namespace tribunal {

/// Prints the weights of a model of a bot, fitted to its decisions in a tournament's games. Those of
/// sample-bots/thinker_models.hpp are made this way.
void print_model(const std::filesystem::path& folder, const std::string& bot);

}  // namespace tribunal
