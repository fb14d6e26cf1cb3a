#include "bots/system/without_places.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/paths.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view hidden = "[...]";
constexpr std::string_view cut_mark = "...";  // as in `escaped`

/// The paths and, if they contain links, their real paths. Inner folders come before outer ones.
std::vector<fs::path> with_real_ones(std::vector<fs::path> places) {
  const auto given = places.size();
  for (std::size_t i = 0; i < given; ++i) places.push_back(real_path(places[i]));
  std::ranges::stable_sort(places, std::ranges::greater{},
                           [](const fs::path& place) { return place.native().size(); });
  return places;
}

/// The length of the beginning of a path with which the text ends. A part within the first folder of the
/// system does not count, because it reveals nothing.
std::size_t cut_start(std::string_view text, const std::vector<std::string>& places) {
  std::size_t longest = 0;
  for (const auto& place : places) {
    const auto shortest = place.find('/', 1);
    for (auto size = std::min(place.size(), text.size()); shortest < size && size > longest; --size)
      if (text.ends_with(std::string_view{place}.substr(0, size))) longest = size;
  }
  return longest;
}

/// The length of the end of a path with which the text begins. It counts only if it is more than a part of
/// one name.
std::size_t cut_end(std::string_view text, const std::vector<std::string>& places) {
  std::size_t longest = 0;
  for (const auto& place : places) {
    for (auto size = std::min(place.size(), text.size()); size > longest; --size) {
      const auto end = std::string_view{place}.substr(place.size() - size);
      if (end.find('/', 1) != std::string_view::npos && text.starts_with(end)) longest = size;
    }
  }
  return longest;
}

}  // namespace

WithoutPlaces::WithoutPlaces(const std::vector<fs::path>& own, const std::vector<fs::path>& others) {
  for (const auto& place : with_real_ones(own)) add(place, "", ".");
  for (const auto& place : with_real_ones(others))
    if (place.parent_path() != place.root_path()) add(place, "[...]/", "[...]");  // not /tmp, shared by all
}

void WithoutPlaces::add(const fs::path& place, const std::string& inner, const std::string& itself) {
  // Texts of bots contain some bytes of a path in escaped form.
  for (const auto& text : {place.string(), escaped(place.string(), place.native().size()),
                           legible(place.string(), place.native().size())}) {
    if (text.size() < 2) continue;  // the root folder
    replaced_.emplace_back(text + '/', inner);
    replaced_.emplace_back(text, itself);
    places_.push_back(text);
  }
}

std::string WithoutPlaces::operator()(std::string text) const {
  for (const auto& [place, instead] : replaced_)
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + instead.size()))
      text.replace(at, place.size(), instead);
  if (const auto cut = cut_end(text, places_); cut > 0) text.replace(0, cut, hidden);
  for (auto at = text.find(cut_mark); at != std::string::npos; at = text.find(cut_mark, at + 1)) {
    const auto cut = cut_start(std::string_view{text}.substr(0, at), places_);
    if (cut == 0) continue;
    text.replace(at - cut, cut, hidden);
    at += hidden.size() - cut;
  }
  if (const auto cut = cut_start(text, places_); cut > 0) text.replace(text.size() - cut, cut, hidden);
  return text;
}

}  // namespace tribunal
