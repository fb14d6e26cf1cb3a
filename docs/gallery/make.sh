#!/usr/bin/env bash
# Makes the pages of this folder (./dev gallery): the tournament demo, and a game of each of four families, with the cost of its
# decisions. A test makes them with fewer deals of the demo and fewer worlds a decision, and compares the rest.
#
#     make.sh TRIBUNAL BOTS FOLDER [DEALS [WORLDS]]
set -euo pipefail
tribunal=$(realpath "$1") bots=$(realpath "$2") deals=${4:-50} worlds=${5:-600}
move_ms=10000  # a busy machine must not change a game, and the bot random plays by all that it hears, the limit too
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
mkdir -p "$3"
out=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

page() { # NAME SOURCE TITLE [OPTION OF report...]
  "$tribunal" report "$2" --title "$3" --folder page "${@:4}" >/dev/null
  mv page/index.html "$out/$1.html"
  mv page/page.js page/page.css "$out"
}

replay() { # GAME TITLE BOT...
  "$tribunal" play "$1" --seed gallery --move-ms "$move_ms" --log "$1.jsonl" -- "${@:3}" >/dev/null
  page "$1" "$1.jsonl" "$2" --analyse --worlds "$worlds"
}

sed -e "s|\.\./build/release/bin|$bots|" -e "s|\.\./sample-bots|$root/sample-bots|" -e "s|\.\./sdk|$root/sdk|" \
  -e "s|^deals = .*|deals = $deals|" "$root/tournaments/demo.toml" >demo.toml
printf '\n[limits]\nmove_ms = %s\n' "$move_ms" >>demo.toml
"$tribunal" tournament demo.toml --out results/demo --quiet >/dev/null
page demo results/demo 'Tribunal: the demo, six bots play Revolution' --games 200
replay revolution 'Tribunal: a game of Revolution' "$bots/careful" "$bots/greedy" "$bots/hoarder"
replay anarchy 'Tribunal: a game of Anarchy' "$bots/sampler" "$bots/sampler" "$bots/greedy" "$bots/careful"
replay tennis 'Tribunal: a game of Tennis' "$bots/searcher" "$bots/greedy" "$bots/searcher"
replay chez 'Tribunal: a game of Chez' "python3 $root/sample-bots/shedder.py" "python3 $root/sample-bots/shedder.py" "python3 $root/sample-bots/random.py"
