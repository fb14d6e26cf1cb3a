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
"$tribunal" --version | grep -qE '^tribunal [0-9.]+, commit [0-9a-f]{10}, games [0-9a-f]{8}$'
"$tribunal" doctor | head -8
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

say "no word of the place where it was built"
! grep -rlaF "$built" "$tribunal" "$bots" || { echo "installed: it names where it was built" >&2; exit 1; }
