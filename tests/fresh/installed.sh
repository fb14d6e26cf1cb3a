#!/usr/bin/env bash
# Uses an installed tribunal as its users do, away from any clone of it: plays, checks, runs the tournament that came with it,
# verifies. Run it as root and as an ordinary user.
#
#     tests/fresh/installed.sh TRIBUNAL PYTHON BUILT    the program, a Python that finds its kit, where it was built
set -euo pipefail
tribunal=$1 python=$2 built=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
say() { echo "== $*"; }

say "$(id -un): $("$tribunal" --version)"
"$tribunal" --version >version.txt
grep -qE '^tribunal [0-9.]+, commit [0-9a-f]{10}, games [0-9a-f]{8}$' version.txt
"$tribunal" doctor >doctor.txt
head -8 doctor.txt
"$tribunal" doctor --require bwrap >/dev/null

say "a first bot with the kit"
cat >mybot.py <<'BOT'
from tribunal_bot import run

run("mybot", "1", lambda view: view.legal[0])
BOT
"$tribunal" check --seconds 20 --junit check.xml -- "$python mybot.py"
grep -q '<testsuite' check.xml
bots=$(realpath "$(dirname "$(realpath "$tribunal")")/../lib/tribunal/bots")
"$tribunal" play mitch --seed 1 --log game.jsonl -- "$python mybot.py" greedy careful
"$tribunal" verify game.jsonl

say "the tournament that came with it"
"$tribunal" tournament demo --quiet >standings.txt
head -9 standings.txt
"$tribunal" verify results/demo
sum=$("$tribunal" standings results/demo --json | "$python" -c 'import json, sys; print(json.load(sys.stdin)["content_sha256"])')
say "content of the demo: $sum"

say "the library of games"
"$tribunal" library 2>lacks.txt | tr ' ' '\n' | sed -n 's/^-I//p; /^\//p' | xargs ls -d
if command -v c++ >/dev/null; then
  "$tribunal" help library.md >library.txt
  awk '/^    #include <algorithm>/ { code = 1 } code && NF && !/^    / { exit } code { print substr($0, 5) }' library.txt >search.cpp
  # shellcheck disable=SC2046  # these are words
  c++ $("$tribunal" library --cflags) search.cpp $("$tribunal" library --libs) -o search
  ./search >found.txt
  grep -q '^seat 0 has place 1$' found.txt
else
  grep -q 'lacks a C++ compiler .*apt-get install g++' lacks.txt
fi

say "no word of the place where it was built"
! grep -rlaF "$built" "$tribunal" "$bots" || { echo "installed: it names where it was built" >&2; exit 1; }
