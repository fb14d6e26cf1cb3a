#pragma once

namespace tribunal {

/// A member of `Owner` that is a whole number in plans, options and records: its key, the values that a plan
/// may give it, and the help of its option.
template <class Owner, class Number>
struct NumberField {
  const char* key;
  Number Owner::*member;
  Number lowest;
  Number highest;
  const char* help = "";
};

}  // namespace tribunal
