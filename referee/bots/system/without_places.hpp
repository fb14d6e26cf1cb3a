#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tribunal {

/// Replaces paths of the organiser in texts for authors, such as a bot's traceback. It recognises the given
/// paths and the real ones, even if the text was cut within a path.
class WithoutPlaces {
 public:
  /// `own`: the folders of the bot, whose files keep their names relative to it. `others`: folders of the
  /// organiser.
  WithoutPlaces(const std::vector<std::filesystem::path>& own,
                const std::vector<std::filesystem::path>& others);
  [[nodiscard]] std::string operator()(std::string text) const;

 private:
  void add(const std::filesystem::path& place, const std::string& inner, const std::string& itself);

  std::vector<std::pair<std::string, std::string>> replaced_;
  std::vector<std::string> places_;  ///< paths in the forms in which texts may contain them
};

}  // namespace tribunal
