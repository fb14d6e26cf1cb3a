#include <algorithm>

#include "cli/manual/documents.hpp"

namespace tribunal {

const Document* find_document(std::string_view name) {
  if (const auto slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.ends_with(".md")) name.remove_suffix(3);
  const auto found = std::ranges::find(documents(), name, &Document::name);
  return found == documents().end() ? nullptr : &*found;
}

}  // namespace tribunal
