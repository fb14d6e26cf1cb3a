#pragma once

namespace tribunal {

/// A whole number in an `Owner` that plans, options and records name: its key there, the values that a plan
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
