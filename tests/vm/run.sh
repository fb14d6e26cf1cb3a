#!/usr/bin/env bash
# Runs the tests of tests/vm/guest.py in a virtual machine with Debian's kernel and systemd: cgroups of version 2. Called by
# `./dev vm` after a build of preset release; README.md here says what it makes and where.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

built=$PWD/build/release
work=$PWD/build/vm
PATH=$PATH:/usr/sbin:/sbin # the folder of mke2fs
suite=bookworm
programs=(bin/tribunal lib/tribunal/bots/{careful,greedy,hoarder} tests/bots/{honest-bot,hostile-bot,attacker} tests/bin/test-{bots,table})
# The packages of a small Debian with systemd and logins, and those that the tests use. The programs' own libraries are added.
packages=(
  linux-image-cloud-amd64 initramfs-tools systemd systemd-sysv dbus dbus-user-session libpam-systemd udev
  bubblewrap procps python3 util-linux
)
seconds=${TRIBUNAL_VM_SECONDS:-3000} # for all of it; a boot that hangs comes to its end too
processors=${TRIBUNAL_VM_PROCESSORS:-2}

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }
fail() { echo "vm: $*" >&2; exit 1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The packages that hold the shared libraries of the programs.
libraries() {
  local library
  ldd "${programs[@]/#/$built/}" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u | while read -r library; do
    { dpkg-query -S "$library" "/usr$library" "${library#/usr}" 2>/dev/null || true; } | sed -n '1s/:.*//p'
  done | sort -u
}

# The mirror from which this machine itself gets Debian.
mirror() {
  # shellcheck disable=SC2016
  local format='$(ORIGIN)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)'
  apt-get indextargets --format "$format" 'Created-By: Packages' | awk -v of="Debian|$suite|main|" 'index($0, of) == 1 && !found++ { print substr($0, length(of) + 1) }'
}

# A disk with the system, its kernel and initial disk; made anew when the list of packages or this function has changed.
make_system() {
  local root=$work/root wanted=("${packages[@]}" "$@") key from
  key=$({ printf '%s\n' "$suite" "${wanted[@]}"; declare -f make_system furnish; cat tests/vm/tests.service; } |
    sha256sum | cut -c1-16)
  system=$work/system-$key
  [ ! -e "$system.done" ] || return 0
  say "making a system of ${#wanted[@]} packages and what they need (once); the log: $work/system.log"
  as_root rm -rf --one-file-system "$root"
  rm -f "$work"/system-*
  from=$(mirror)
  [ -n "$from" ] || { as_root apt-get update -qq; from=$(mirror); }
  [ -n "$from" ] || fail "apt knows no mirror of Debian's $suite"
  as_root mmdebstrap --mode=root --variant=minbase --include="$(IFS=,; echo "${wanted[*]}")" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' "$suite" "$root" "$from" >"$work/system.log" 2>&1 ||
    { tail -20 "$work/system.log" >&2; fail "no system could be made"; }
  furnish "$root"
  as_root cp "$root"/boot/vmlinuz-* "$system.kernel"
  as_root cp "$root"/boot/initrd.img-* "$system.initrd"
  as_root mke2fs -q -t ext4 -d "$root" "$system.disk" 3G
  as_root chown "$(id -u):$(id -g)" "$system".{kernel,initrd,disk}
  as_root rm -rf --one-file-system "$root"
  touch "$system.done"
}

# A user whose systemd runs without a login, the service that runs the tests, and nothing that wakes up beside them.
furnish() {
  local root=$1 unit
  as_root chroot "$root" useradd --create-home --shell /bin/bash tester
  as_root mkdir -p "$root/var/lib/systemd/linger" "$root/etc/systemd/system/multi-user.target.wants"
  as_root touch "$root/var/lib/systemd/linger/tester"
  as_root cp tests/vm/tests.service "$root/etc/systemd/system/"
  as_root ln -s ../tests.service "$root/etc/systemd/system/multi-user.target.wants/"
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    e2scrub_reap.service getty@.service serial-getty@.service systemd-networkd.service; do
    as_root ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
}

# A disk with the programs and the tests, which the guest sees at the same path as here.
make_payload() {
  local tree=$work/payload
  rm -rf "$tree" "$work/payload.disk"
  mkdir -p "$tree/repository"
  cp --parents "${programs[@]/#/build/release/}" "$tree/repository/"
  cp -r --parents tests/cli tests/sandbox tests/vm docs/attacks.md sample-bots sdk/python tournaments "$tree/repository/"
  echo "$PWD" >"$tree/place"
  echo "${TRIBUNAL_VM_TESTS:-}" >"$tree/tests"
  echo "${TRIBUNAL_TEST_SLOWNESS:-10}" >"$tree/slowness"
  chmod -R a+rX "$tree"
  mke2fs -q -t ext4 -E root_owner=0:0 -d "$tree" "$work/payload.disk" "$(($(du -sm "$tree" | cut -f1) * 5 / 4 + 32))M"
  rm -rf "$tree"
}

# Its first serial line is the kernel's, its second has the tests' output. Nothing that it writes to its disks is kept.
# On a busy machine the kernel finds its emulated timer too late and gives up (no_timer_check); if it does give up, it
# ends (panic).
boot() {
  local kernel_words="root=/dev/vda rw console=ttyS0 quiet mitigations=off no_timer_check panic=-1"
  timeout --foreground "$seconds" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp "$processors" -m 4096 \
    -kernel "$system.kernel" -initrd "$system.initrd" -append "$kernel_words" \
    -drive "file=$system.disk,if=virtio,format=raw,snapshot=on" \
    -drive "file=$work/payload.disk,if=virtio,format=raw,snapshot=on" \
    -display none -monitor none -no-reboot -net none -serial "file:$work/console.log" -serial stdio </dev/null
}

[ "$(uname -m)" = x86_64 ] || fail "it needs a machine of type x86_64"
mkdir -p "$work"
mapfile -t needed < <(libraries)
make_system "${needed[@]}"
make_payload
say "booting (cgroups of version 2, $processors processors by emulation); the kernel's words: $work/console.log"
rm -f "$work/tests.log"
boot | tee "$work/tests.log" || true
if ! grep -q '^tests/vm: [0-9]* passed, [0-9]* failed' "$work/tests.log"; then
  tail -20 "$work/console.log" >&2 || true
  fail "the machine did not come to the end of its tests in $seconds seconds"
fi
grep -q '^tests/vm: [1-9][0-9]* passed, 0 failed' "$work/tests.log"
