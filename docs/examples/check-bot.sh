#!/usr/bin/env bash
# The step of a pipeline that tests a bot: it installs tribunal if necessary, checks the bot, and, if there is a baseline, tests
# whether the bot is better.
#
#     check-bot.sh BOT            its command, as one word: 'python3 mybot.py'
#
# Settings, from the environment; an empty one has its default:
#   GAMES       games with their options, separated by spaces (default: revolution)
#   SANDBOX     level of isolation (default: the highest that works)
#   BUILD       command that builds the bot, here and in the baseline: in the sandbox, without a network (tribunal help plan)
#   BASELINE    git revision of this repository whose bot this one should beat, such as origin/main (default: none)
#   QUESTION    options of `tribunal compare` that define "better" (default: --elo1 20 --deals 1000)
#   WHEEL       file or address of the wheel (default: the tribunal in PATH)
#   UNDECIDED   exit status if no comparison found the bot worse and one found nothing, or if there is no bot to compare with
#               (default: 3)
#   REPORTS     folder for check.html, check.xml, check.json, compare-GAME.json and the games of each comparison,
#               games-GAME (default: reports)
#
# Exit status: that of `tribunal check`; if the bot is sound, 1 if it is not better in some game, or UNDECIDED. 68: the wheel cannot
# be installed. If the baseline is the same bot, has no bot yet, or has a bot that cannot be built or does not start, the new bot is only
# checked.
set -euo pipefail
[ $# = 1 ] || { echo "check-bot.sh BOT: expected the command of the bot, as one word" >&2; exit 2; }
bot=$1
reports=${REPORTS:-reports}
read -ra games <<<"${GAMES:-revolution}"
read -ra question <<<"${QUESTION:---elo1 20 --deals 1000}"
sandbox=(${SANDBOX:+--sandbox "$SANDBOX"})
build=${BUILD:-}
folder=$(mktemp -d)
# The folder of the baseline: this one, as it was in that revision.
baseline=$folder/baseline/$(git rev-parse --show-prefix 2>/dev/null || true)
trap 'rm -rf "$folder"; git worktree prune 2>/dev/null || true' EXIT

# Without bubblewrap the check continues, at the highest level that works.
install_tribunal() {
  local as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  if ! command -v bwrap >/dev/null && command -v apt-get >/dev/null; then
    { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends bubblewrap; } >/dev/null ||
      echo "check-bot: bubblewrap cannot be installed; bots will be less isolated" >&2
  fi
  # On Ubuntu only programs that its administrator names may make namespaces; this machine is discarded afterwards.
  if [ "${RUNNER_ENVIRONMENT:-}" = github-hosted ] && [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
    "${as_root[@]}" sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0 || true
  fi
  # The bot still finds the packages installed for it, and now tribunal_bot as well. Isolated, so that a venv.py of the bot does not run.
  python3 -I -m venv --system-site-packages "$folder/tribunal" &&
    "$folder/tribunal/bin/pip" install -q --disable-pip-version-check "$WHEEL" ||
    { echo "check-bot: $WHEEL cannot be installed: expected python3 with venv, and the file or address of a tribunal wheel in WHEEL" >&2
      exit 68; }
  PATH=$folder/tribunal/bin:$PATH
}

check() {
  local options=() game
  for game in "${games[@]}"; do options+=(--game "$game"); done
  tribunal check "${options[@]}" "${sandbox[@]}" ${build:+--build "$build"} --junit "$reports/check.xml" --json="$reports/check.json" \
    --html "$reports/check.html" -- "$bot"
}

only_checked() { # WHY
  echo "${GITHUB_ACTIONS:+::warning::}only checked, not compared: $1"
  exit "${UNDECIDED:-3}"
}

fetch_baseline() {
  local hint="expected one of this repository in BASELINE, such as origin/main"
  [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != true ] ||
    hint="this clone has no older ones: fetch-depth: 0 of actions/checkout, or GIT_DEPTH: 0 at GitLab, fetches them"
  git rev-parse --quiet --verify "$BASELINE^{commit}" >/dev/null || # a pipeline's clone may have one commit only
    git fetch --quiet --depth 1 origin "+${BASELINE#origin/}:refs/remotes/origin/${BASELINE#origin/}" ||
    { echo "check-bot: there is no revision $BASELINE: $hint" >&2; exit 2; }
  git worktree add --quiet --detach "$folder/baseline" "$BASELINE"
  [ -d "$baseline" ] || only_checked "$BASELINE has no such folder, and so no bot"
  if git diff --quiet "$BASELINE" -- .; then only_checked "no file here differs from $BASELINE"; fi
  local said
  said=$(cd "$baseline" && tribunal check --quiet --only handshake --no-github "${sandbox[@]}" ${build:+--build "$build"} -- "$bot" 2>&1) ||
    only_checked "the bot of $BASELINE does not start: $(grep -m 1 '^FAILED' <<<"$said" || tail -n 1 <<<"$said")"
}

# The baseline also plays the other seats. The games stay in the reports: 'tribunal faults' and 'tribunal replay' show them.
compare() {
  local verdict=0 status game name out builds=()
  [ -z "$build" ] || builds=(--candidate-directory . --candidate-build "$build" --baseline-build "$build" --field-build "$build")
  for game in "${games[@]}"; do
    echo "== $game: better than $BASELINE?"
    status=0
    name=${game//[^A-Za-z0-9_=-]/-} # with its options: two variants of a game have reports of their own
    out=$reports/games-$name
    tribunal compare --game "$game" "${sandbox[@]}" --candidate "$bot" --baseline "$bot" --baseline-directory "$baseline" \
      --field "$bot" --field-directory "$baseline" "${builds[@]}" "${question[@]}" --quiet --out "$out" \
      --json="$reports/compare-$name.json" || status=$?
    [ ! -e "$out" ] || echo "games in $out; tribunal faults $out lists their faults, tribunal replay $out --game N shows one"
    case $status in
      0) ;;
      1) verdict=1 ;;
      3) [ $verdict = 1 ] || verdict=${UNDECIDED:-3}
        echo "${GITHUB_ACTIONS:+::warning::}not decided: these games do not show whether the bot is better in $game" ;;
      *) exit $status ;;
    esac
  done
  exit "$verdict"
}

mkdir -p "$reports"
# Results of an earlier run, which may have compared other games.
rm -f "$reports"/check.{html,xml,json} "$reports"/compare-*.json
for old in "$reports"/games-*/; do [ ! -e "$old/results.db" ] || rm -rf "$old"; done
[ -z "${WHEEL:-}" ] || install_tribunal
command -v tribunal >/dev/null || { echo "check-bot: there is no tribunal in PATH; set WHEEL" >&2; exit 69; }
tribunal --version
check
# If a pipeline leaves a variable empty, the revision is `origin/`; at the first push of a branch it is all zeros.
case ${BASELINE:-} in
  '') ;;
  */) only_checked "BASELINE is '$BASELINE', which names no revision" ;;
  *[!0]*)
    fetch_baseline
    compare
    ;;
  *) only_checked "BASELINE is $BASELINE: nothing was there before" ;;
esac
