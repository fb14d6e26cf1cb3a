#include "games/core/action.hpp"

namespace tribunal {

void Action::append_to(std::string& text) const {
  text += verb_->name;
  for (std::size_t i = 0; i < size_; ++i) {
    text += i == 0 ? ':' : ',';
    append_argument(text, verb_->kind_at(i), arguments_[i]);
  }
}

std::string Action::text() const {
  std::string text;
  append_to(text);
  return text;
}

}  // namespace tribunal
