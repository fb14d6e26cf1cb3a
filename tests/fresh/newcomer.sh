#!/usr/bin/env bash
# The way of somebody who has only installed the package, away from any clone of it: a first bot as `tribunal help bots` shows it,
# mistakes and what is said of them, a sound bot, a small tournament, its page, a lost game, and a better bot.
#
#     tests/fresh/newcomer.sh TRIBUNAL    the program
set -euo pipefail
PATH=$(dirname "$1"):$PATH
folder=$(mktemp -d)
chmod 755 "$folder"  # without bubblewrap, bots that root starts are users of their own
trap 'rm -rf "$folder"' EXIT
cd "$folder"

say() { echo "== $*"; }
fail() { echo "newcomer: $*" >&2; exit 1; }
# The output of a command must contain these words, and the command must end with this status.
expect() { # STATUS WORDS COMMAND...
  local status=0 said
  said=$("${@:3}" 2>&1) || status=$?
  [ $status = "$1" ] || fail "exit code $status of: ${*:3}"$'\n'"$said"
  grep -qF -- "$2" <<<"$said" || fail "no '$2' in what this says: ${*:3}"$'\n'"$said"
}
check() { tribunal check --quiet --players 2 -- "$@"; }

say "every page that the overview names"
expect 0 'tribunal help bots' tribunal
for page in bots protocol tournaments documents play; do tribunal help $page >/dev/null; done

say "a first bot from the document"
tribunal help bots | awk '/^    import random$/ { code = 1 } code { print substr($0, 5) } /^            break$/ { code = 0 }' >mybot.py
expect 0 'mybot is sound' check 'python3 mybot.py'

say "mistakes"
expect 1 "use the command python3 mybot.py" check mybot.py
sed '/word = /a \    print(word)' mybot.py >talks.py
expect 1 "print diagnostics to standard error" check 'python3 talks.py'
sed 's/random.choice(word\[3:\])/word[3].upper()/' mybot.py >illegal.py
expect 1 'that was not in the list' check 'python3 illegal.py'
sed 's/random.choice(word\[3:\])/word[300]/' mybot.py >crashes.py
expect 1 'IndexError: list index out of range (crashes.py:' check 'python3 crashes.py'

say "the kit"
printf 'from tribunal_bot import run\n\nrun("kit", "1", lambda view: view.legal[0])\n' >kit.py
tribunal help tribunal_bot.py >tribunal_bot.py
expect 0 'kit is sound' check 'python3 kit.py'
if command -v node >/dev/null; then
  printf 'import { run } from "./tribunal_bot.mjs";\n\nrun("js", "1", (view) => view.legal[0]);\n' >js.mjs
  expect 1 'tribunal help tribunal_bot.mjs > tribunal_bot.mjs' check 'node js.mjs'
  tribunal help tribunal_bot.mjs >tribunal_bot.mjs
  expect 0 'js is sound' check 'node js.mjs'
fi

say "a small tournament, its page, a lost game"
expect 0 'next: tribunal tournament cup.toml' tribunal new-plan revolution mybot.py greedy careful --deals 4 -o cup.toml
expect 0 'tribunal report results/cup' tribunal tournament cup.toml
expect 0 'careful' tribunal standings results/cup
expect 0 'mybot.html' tribunal report results/cup --bot mybot -o mybot.html
grep -q '<html' mybot.html || fail "mybot.html is not a page"
expect 0 'mybot' tribunal replay results/cup --list --lost mybot
expect 0 'is the first of these' tribunal replay results/cup --lost mybot
expect 0 'hold: every deal in every seating' tribunal verify results/cup
tribunal export results/cup --logs games.jsonl
expect 0 'hold' tribunal verify games.jsonl

say "a better bot"
sed 's/random.choice(word\[3:\])/word[3]/' mybot.py >new.py
expect 1 'differ from the record' tribunal replay results/cup --lost mybot --seat mybot -- 'python3 new.py'
expect 0 'The candidate is better than the baseline.' \
  tribunal compare --candidate careful --baseline 'python3 mybot.py' --field greedy --m1 1
say "from the first line to a tournament in $SECONDS s"
