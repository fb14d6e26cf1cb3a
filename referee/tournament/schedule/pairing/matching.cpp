#include "tournament/schedule/pairing/matching.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace tribunal {
namespace {

constexpr int nobody = -1;

/// Grows a matching by one alternating path at a time; odd circles on the way are shrunk to their base.
class Matching {
  template <class Values>
  static decltype(auto) at(Values& values, int index) {
    return values[static_cast<std::size_t>(index)];
  }

 public:
  explicit Matching(const Graph& graph) : graph_{graph}, partner_(graph.size(), nobody) {}

  int operator()() {
    int pairs = 0;
    for (int start = 0; start < size(); ++start) {
      if (at(partner_, start) != nobody) continue;
      const int end = search(start);
      if (end == nobody) continue;
      turn_round(end);
      ++pairs;
    }
    return pairs;
  }

 private:
  [[nodiscard]] int size() const { return static_cast<int>(graph_.size()); }

  /// The end of a path from `start` to another thing without partner; `nobody` if there is none.
  int search(int start) {
    const auto count = graph_.size();
    came_from_.assign(count, nobody);
    base_.resize(count);
    std::iota(base_.begin(), base_.end(), 0);
    reached_.assign(count, false);
    at(reached_, start) = true;
    std::queue<int> waiting{{start}};
    while (!waiting.empty()) {
      const int from = waiting.front();
      waiting.pop();
      for (int to = 0; to < size(); ++to) {
        if (!at(at(graph_, from), to) || at(base_, from) == at(base_, to) || at(partner_, from) == to)
          continue;
        if (to == start || (at(partner_, to) != nobody && at(came_from_, at(partner_, to)) != nobody)) {
          shrink(from, to, waiting);
        } else if (at(came_from_, to) == nobody) {
          at(came_from_, to) = from;
          if (at(partner_, to) == nobody) return to;
          at(reached_, at(partner_, to)) = true;
          waiting.push(at(partner_, to));
        }
      }
    }
    return nobody;
  }

  /// Makes the odd circle that `a` and `b` close one thing.
  void shrink(int a, int b, std::queue<int>& waiting) {
    const int base = common_base(a, b);
    in_circle_.assign(graph_.size(), false);
    mark(a, base, b);
    mark(b, base, a);
    for (int i = 0; i < size(); ++i) {
      if (!at(in_circle_, at(base_, i))) continue;
      at(base_, i) = base;
      if (at(reached_, i)) continue;
      at(reached_, i) = true;
      waiting.push(i);
    }
  }

  [[nodiscard]] int common_base(int a, int b) const {
    std::vector<bool> seen(graph_.size());
    for (;;) {
      a = at(base_, a);
      at(seen, a) = true;
      if (at(partner_, a) == nobody) break;
      a = at(came_from_, at(partner_, a));
    }
    while (!at(seen, at(base_, b))) b = at(came_from_, at(partner_, at(base_, b)));
    return at(base_, b);
  }

  void mark(int from, int base, int child) {
    while (at(base_, from) != base) {
      at(in_circle_, at(base_, from)) = true;
      at(in_circle_, at(base_, at(partner_, from))) = true;
      at(came_from_, from) = child;
      child = at(partner_, from);
      from = at(came_from_, child);
    }
  }

  /// Makes pairs along the path to `end` of those that were none, and the other way about.
  void turn_round(int end) {
    while (end != nobody) {
      const int before = at(came_from_, end);
      const int next = at(partner_, before);
      at(partner_, end) = before;
      at(partner_, before) = end;
      end = next;
    }
  }

  const Graph& graph_;
  std::vector<int> partner_;
  std::vector<int> came_from_;
  std::vector<int> base_;
  std::vector<bool> reached_;
  std::vector<bool> in_circle_;
};

}  // namespace

int most_pairs(const Graph& graph) { return Matching{graph}(); }

}  // namespace tribunal
