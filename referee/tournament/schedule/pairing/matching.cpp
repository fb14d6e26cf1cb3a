#include "tournament/schedule/pairing/matching.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>

namespace tribunal {

int most_pairs(const Graph& graph) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> edges{graph.size()};
  for (std::size_t a = 0; a < graph.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b)
      if (graph[a][b]) boost::add_edge(a, b, edges);
  }
  std::vector<decltype(edges)::vertex_descriptor> partners(graph.size());
  boost::edmonds_maximum_cardinality_matching(edges, partners.data());
  return static_cast<int>(boost::matching_size(edges, partners.data()));
}

}  // namespace tribunal
