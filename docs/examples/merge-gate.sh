#!/usr/bin/env bash
# The gate of a merge: is the bot built from NEW better than the one built from OLD? Both are folders with a greedy.cpp,
# in a pipeline the checkouts of the merge request and of its target branch.
#
#     merge-gate.sh OLD NEW
#
# TRIBUNAL is the program, FIELD a bot for the other seats, SDK the folder of tribunal_bot.hpp.
# Exit status: 0 better, merge; 1 the new bot does not compile, is unsound or is not better; 3 inconclusive; 4: a bot does
# not start; 2: the options are wrong; 65: the old bot does not compile, so nothing is known about the new one; else: trouble,
# run it again. Each run is a new comparison, in a new folder NEW/comparison-..., whose name it prints on standard error.
set -uo pipefail
if [ $# -lt 2 ] || [ -z "${TRIBUNAL:-}" ] || [ -z "${FIELD:-}" ] || [ -z "${SDK:-}" ]; then
  echo "merge-gate.sh OLD NEW [OPTION OF compare...], with TRIBUNAL, FIELD and SDK set" >&2
  exit 2
fi
old=$1 new=$2

compile() {
  "${CXX:-g++}" -std=c++20 -O1 -I "$SDK" "$1/greedy.cpp" -o "$1/bot"
}
compile "$new" || { echo "do not merge it: it does not compile"; exit 1; }
compile "$old" || { echo "the old bot, $old/greedy.cpp, does not compile: nothing is known of the new one" >&2; exit 65; }

"$TRIBUNAL" check --quiet --seconds 20 -- "$new/bot" || exit

out=$(mktemp -d "$new/comparison-XXXXXX") || exit 74
echo "games in $out" >&2
"$TRIBUNAL" compare --candidate "$new/bot" --baseline "$old/bot" --field "$FIELD" --field "$FIELD" \
  --game revolution --m1 1 --deals 2000 --out "$out" "${@:3}"
verdict=$?
case $verdict in
  0) echo "merge it" ;;
  1) echo "do not merge it" ;;
  3) echo "not decided: merge it if it is simpler" ;;
esac
exit $verdict
