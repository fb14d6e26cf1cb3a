#!/usr/bin/env bash
# Runs the README's two commands (of the tests, all: --whole), or each COMMAND, as on a machine that was installed a minute ago: Debian with nothing
# but its essential packages and apt, and HEAD of this repository cloned into it.
#
#     tests/fresh/fresh.sh [bookworm | trixie] [COMMAND...]        needs root; ./dev fresh installs debootstrap first
#
# The release is Debian 12 (bookworm) unless another is named.
# FRESH_FILE: a file that is put into /root there, such as a package to be tried.
#
# The mirror and the network settings are those of this machine's apt, and npm and pip trust whom this machine trusts. The base system is kept as a tar for a month
# (~/.cache/tribunal); the unpacked copy is removed at the end. A run that was killed leaves a folder there, which
# the next run removes.
set -euo pipefail
here=$(realpath "${BASH_SOURCE[0]}")
clone=$(dirname "$here")/../..

fail() { echo "fresh: $*" >&2; exit 69; }

. "$(dirname "$here")/base.sh"

# In its own namespaces for mounts and processes. bwrap refuses to work in a chroot, hence pivot_root.
enter() { # RELEASE ROOT COMMAND...
  local release=$1 root=$2
  shift 2
  unpack_base "$release" "$root"
  connect "$release" "$root"
  git clone --quiet --no-hardlinks "$clone" "$root/root/tribunal"
  [ -z "${FRESH_FILE:-}" ] || cp "$FRESH_FILE" "$root/root/"
  mount --bind "$root" "$root"
  cd "$root"
  mount -t proc proc proc
  mount --rbind /sys sys
  mount --rbind /dev dev
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  mkdir before
  pivot_root . before
  cd /root/tribunal
  umount -l /before
  rmdir /before
  local trusted=(NODE_EXTRA_CA_CERTS=/etc/trusted.pem PIP_CERT=/etc/trusted.pem)
  [ -e /etc/trusted.pem ] || trusted=()
  # --default-signal: commands in the background ignore SIGINT, but tests send it.
  # shellcheck disable=SC2016  # the inner shell's variables
  exec env -i --default-signal HOME=/root LANG=C.UTF-8 "${trusted[@]}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c 'for command; do
      SECONDS=0
      bash -c "$command" || { status=$?; echo "fresh: failed with status $status: $command" >&2; exit $status; }
      echo "fresh: $command: $((SECONDS / 60)) min $((SECONDS % 60)) s" >&2
    done' bash "$@"
}

clean_up() {
  [ -z "${inside:-}" ] || kill -KILL "$inside" 2>/dev/null || true
  wait
  # Processes that were killed may still be writing.
  for _ in 1 2 3 4 5; do
    rm -rf --one-file-system "$root" "$root.tar" 2>/dev/null && break
    sleep 1
  done
}

main() {
  [ "$(id -u)" = 0 ] || fail "needs root, to mount and to install packages"
  local release=bookworm
  case ${1:-} in bookworm | trixie) release=$1; shift ;; esac
  [ $# -gt 0 ] || set -- "./dev demo" "./dev test --whole"
  mkdir -p "$cache"
  local left
  for left in "$cache"/root.*; do  # left by a run that was killed: nobody holds its lock
    [ ! -d "$left" ] || flock --nonblock "$left" rm -rf --one-file-system "$left" || true
  done
  root=$(mktemp -d "$cache/root.XXXXXX")
  trap clean_up EXIT
  trap 'exit 130' INT TERM HUP
  chmod 755 "$root"  # it will be /
  exec 9<"$root"
  flock 9
  [ -z "$(git -C "$clone" status --porcelain)" ] || echo "fresh: testing HEAD; what is not committed is left out" >&2
  # The last process of the new namespace dies with this one, however it ends, and takes all others along.
  setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
    "$here" --enter "$release" "$root" "$@" &
  inside=$!
  wait "$inside"
}

if [ "${1:-}" = --enter ]; then
  enter "${@:2}"
else
  main "$@"
fi
