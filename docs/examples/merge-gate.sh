#!/usr/bin/env bash
# The gate of a merge: is the bot built from NEW better than the one built from OLD? Both are folders with a greedy.cpp,
# in a pipeline the checkouts of the merge request and of the branch that it goes to.
#
#     merge-gate.sh OLD NEW
#
# TRIBUNAL is the program, FIELD a bot for the other seats, SDK the folder of tribunal_bot.hpp.
# Exit status: 0 better, merge; 1 the new bot is unsound or not better; 3 nobody can say; 4: a bot does not start; 2: the
# options are wrong; above: trouble, run it again.
set -uo pipefail
if [ $# -lt 2 ] || [ -z "${TRIBUNAL:-}" ] || [ -z "${FIELD:-}" ] || [ -z "${SDK:-}" ]; then
  echo "merge-gate.sh OLD NEW [OPTION OF compare...], with TRIBUNAL, FIELD and SDK set" >&2
  exit 2
fi
old=$1 new=$2

for build in old new; do
  "${CXX:-g++}" -std=c++20 -O1 -I "$SDK" "${!build}/greedy.cpp" -o "${!build}/bot" || exit 1
done

"$TRIBUNAL" check --quiet --seconds 20 -- "$new/bot" || exit

"$TRIBUNAL" compare --candidate "$new/bot" --baseline "$old/bot" --field "$FIELD" --field "$FIELD" \
  --game revolution --m1 1 --deals 2000 --out "$new/comparison" "${@:3}"
verdict=$?
case $verdict in
  0) echo "merge it" ;;
  1) echo "do not merge it" ;;
  3) echo "nobody can say: merge it if it is simpler" ;;
esac
exit $verdict
