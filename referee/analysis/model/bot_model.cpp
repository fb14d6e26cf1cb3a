#include "analysis/model/bot_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/escape.hpp"
#include "record/json_line.hpp"

namespace tribunal {
namespace {

using nlohmann::json;

constexpr int version = 1;
constexpr const char* version_key = "tribunal_model";
constexpr int deepest_model = 2;
constexpr std::size_t most_features = 500;
constexpr std::size_t longest_name = 200;
constexpr double largest_number = 1e6;

/// At most `largest_model` bytes, and one more if there are more.
std::string read_bounded(std::istream& in) {
  std::string text(largest_model + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string name_or_refuse(JsonFields& fields, const char* key) {
  auto name = fields.text(key);
  if (name.size() > longest_name) fields.refuse("\"" + std::string{key} + "\" should have at most 200 bytes");
  return name;
}

bool is_possible(const json& value) {
  return value.is_number() && std::abs(value.get<double>()) <= largest_number;
}

std::vector<std::string> read_names(JsonFields& fields) {
  const auto& list = fields.list("features");
  std::vector<std::string> names;
  if (list.size() > most_features) fields.refuse("a model should have at most 500 features");
  for (std::size_t i = 0; i < std::min(list.size(), most_features); ++i) {
    if (list[i].is_string() && list[i].get_ref<const std::string&>().size() <= longest_name) {
      names.push_back(list[i].get<std::string>());
    } else {
      fields.refuse("feature " + std::to_string(i + 1) +
                    " of the model should be a name of at most 200 bytes");
    }
  }
  if (names.empty()) fields.refuse("a model should have features");
  return names;
}

std::vector<double> read_weights(JsonFields& fields, std::size_t features) {
  const auto& list = fields.list("weights");
  std::vector<double> weights;
  if (list.size() != features) {
    fields.refuse("a model should have a weight for each of its " + std::to_string(features) +
                  " features, not " + std::to_string(list.size()));
  }
  for (std::size_t i = 0; i < std::min(list.size(), features); ++i) {
    if (is_possible(list[i])) {
      weights.push_back(list[i].get<double>());
    } else {
      fields.refuse("weight " + std::to_string(i + 1) +
                    " of the model should be a number from -1000000 to 1000000");
    }
  }
  return weights;
}

BotModel read_members(JsonFields& fields) {
  BotModel model;
  model.family = name_or_refuse(fields, "family");
  model.bot = name_or_refuse(fields, "bot");
  model.decisions = fields.natural("decisions");
  model.mean_log_likelihood = fields.real("mean_log_likelihood", -largest_number, 0);
  model.uniform_log_likelihood = fields.real("uniform_log_likelihood", -largest_number, 0);
  model.features = read_names(fields);
  model.weights = read_weights(fields, model.features.size());
  fields.end();
  return model;
}

/// The first feature that the model lacks, or has too many.
std::string difference(const BotModel& model, std::span<const std::string_view> names) {
  const auto [mine, other] = std::ranges::mismatch(model.features, names);
  if (other != names.end()) return "\"" + std::string{*other} + "\"";
  return "none after " + std::to_string(names.size());
}

}  // namespace

std::string to_file(const BotModel& model) {
  nlohmann::ordered_json object;
  object[version_key] = version;
  object["family"] = model.family;
  object["bot"] = model.bot;
  object["decisions"] = model.decisions;
  object["mean_log_likelihood"] = model.mean_log_likelihood;
  object["uniform_log_likelihood"] = model.uniform_log_likelihood;
  object["features"] = model.features;
  object["weights"] = model.weights;
  return object.dump(1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<BotModel> read_model(std::istream& in) {
  const auto text = read_bounded(in);
  if (in.bad()) return std::unexpected{Error{ErrorCode::unreadable, "the model cannot be read"}};
  if (text.size() > largest_model)
    return std::unexpected{"it is no model of a bot: it has more than 65536 bytes"};
  const auto object = parse_json_object(text, deepest_model);
  if (!object) return std::unexpected{"it is no model of a bot: " + object.error().message};
  std::string problem;
  JsonFields fields{*object, "the model", problem};
  const auto found = fields.natural(version_key);
  if (problem.empty() && found != version) {
    return std::unexpected{"the model has version " + std::to_string(found) +
                           "; this program reads version " + std::to_string(version) + ", so fit it again"};
  }
  auto model = read_members(fields);
  if (!problem.empty()) return std::unexpected{std::move(problem)};
  return model;
}

Result<std::vector<float>> weights_for(const BotModel& model, const Game& game) {
  const auto names = game.feature_names();
  if (!std::ranges::equal(model.features, names)) {
    const auto place = std::ranges::mismatch(model.features, names).in1 - model.features.begin();
    return std::unexpected{"the model of " + escaped(model.bot) + " does not fit this game: feature " +
                           std::to_string(place + 1) + " should be " + difference(model, names) +
                           "; fit a model to games of this family by this version"};
  }
  return std::vector<float>(model.weights.begin(), model.weights.end());
}

}  // namespace tribunal
