#!/usr/bin/env bash
# Builds the image of docs/examples/Containerfile on a base system of Debian, without a hub of images, and does in it as an author
# and an organiser do: without a network, as an ordinary user, with the bots of a folder of this machine.
#
#     tests/container/container.sh PACKAGE    tribunal_*.deb; needs root, podman and runc; ./dev container installs them
set -euo pipefail
here=$(realpath "${BASH_SOURCE[0]}")
clone=$(realpath "$(dirname "$here")/../..")

fail() { echo "container: $*" >&2; exit 69; }
say() { echo "== $*"; }

. "$clone/tests/fresh/base.sh"

# Images and containers of this test only; `image ls` of this machine stays as it is.
store=$(mktemp -d /var/tmp/tribunal-container-XXXXXX)
podman=(podman --root "$store/root" --runroot "$store/run" --runtime runc)
clean_up() {
  "${podman[@]}" system reset --force >/dev/null 2>&1 || true
  rm -rf --one-file-system "$store"
}
trap clean_up EXIT

import_base() {
  mkdir -p "$cache" "$store/base"
  unpack_base bookworm "$store/base"
  connect bookworm "$store/base"
  tar -C "$store/base" -c . | "${podman[@]}" import - tribunal-base >/dev/null
}

build_image() { # PACKAGE
  mkdir "$store/context"
  cp "$1" "$store/context/"
  cp "$clone/docs/examples/Containerfile" "$store/context/"
  "${podman[@]}" build --quiet --isolation chroot --build-arg BASE=localhost/tribunal-base -t tribunal "$store/context" >/dev/null
}

# Limits as they are here: podman asks for higher ones, which needs a capability that root in a container often lacks.
closed() { # OPTIONS... tribunal WORDS...
  "${podman[@]}" run --rm --network none --ulimit nofile=1024:1024 --ulimit nproc=4096:4096 "$@"
}
inside() { closed --security-opt systempaths=unconfined "$@"; }

expect() { # STATUS WORDS COMMAND...
  local status=0 said
  said=$("${@:3}" 2>&1) || status=$?
  [ $status = "$1" ] || fail "exit code $status of: ${*:3}"$'\n'"$said"
  grep -qF -- "$2" <<<"$said" || fail "no '$2' in what this says: ${*:3}"$'\n'"$said"
}

use_image() {
  local bots=$store/bots
  mkdir -m 777 "$bots" "$bots/ann"
  printf 'from tribunal_bot import run\n\nrun("ann", "1", lambda view: view.legal[0])\n' >"$bots/ann/ann.py"
  cp "$clone/sdk/python/tribunal_bot.py" "$bots/ann/"
  say "the program in the image"
  expect 0 'bwrap' inside tribunal doctor --require bwrap
  [ "$(inside --entrypoint id tribunal -u)" != 0 ] || fail "the image runs as root"
  say "an author's bot"
  expect 0 'ann is sound' inside -v "$bots:/bots:ro" tribunal check --quiet --sandbox bwrap --players 2 -- 'python3 ann/ann.py'
  say "an organiser's tournament, of a bot from source as well"
  cat >"$bots/cup.toml" <<'PLAN'
name = "cup"
game = "revolution"
players = 2
deals = 2
sandbox = "bwrap"
[[bots]]
name = "ann"
directory = "ann"
build = "python3 -m compileall -q ."
command = "python3 ann.py"
[[bots]]
name = "greedy"
command = "greedy"
PLAN
  expect 0 'ann' inside -v "$bots:/bots" tribunal tournament cup.toml
  expect 0 'hold: every deal in every seating' inside -v "$bots:/bots:ro" tribunal verify results/cup
  say "a container that forbids what the sandbox needs"
  expect 69 'systempaths=unconfined' closed tribunal doctor --require bwrap
}

main() {
  [ $# = 1 ] && [ -f "$1" ] || fail "expected a Debian package, tribunal_*.deb"
  [ "$(id -u)" = 0 ] || fail "needs root, to unpack a base system"
  local program
  for program in podman runc; do command -v $program >/dev/null || fail "$program is missing; ./dev container installs it"; done
  say "a base system"
  import_base
  say "the image"
  build_image "$1"
  use_image
  say "the image works"
}

main "$@"
