# shellcheck shell=bash
# The base system of a Debian that was installed a minute ago, for tests that begin there; to be read by `.`, as root, after `fail`
# is defined, which ends the program with its words. `cache`: the folder of base systems.
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/tribunal

# The machine's own sources of Debian, as lines of a sources.list of RELEASE.
sources() { # RELEASE
  local own
  own=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016  # apt's variables
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    grep -E " $own(-updates|-security)? " | sed "s/ $own/ $1/" | sort -u
}

unpack_base() { # RELEASE ROOT
  local release=$1 root=$2 tar=$cache/$1-minbase.tar
  if [ -n "$(find "$tar" -mtime -30 2>/dev/null)" ]; then
    tar -C "$root" -xf "$tar"
    return
  fi
  local mirror proxy
  mirror=$(sources "$release" | awk -v release="$release" '$3 == release && $4 == "main" && !found++ { print $2 }')
  [ -n "$mirror" ] || fail "apt has no source of Debian here (apt-get indextargets); run apt-get update"
  proxy=${http_proxy:-$(apt-config dump --format '%v' Acquire::http::Proxy)}
  http_proxy=$proxy debootstrap --variant=minbase "$release" "$root" "$mirror" >"$cache/debootstrap.log" 2>&1 ||
    fail "debootstrap failed: $cache/debootstrap.log"
  tar -C "$root" -cf "$root.tar" .
  mv "$root.tar" "$tar"
}

# Configures the network of a machine: sources of packages, proxies, names and certificates.
connect() { # RELEASE ROOT
  sources "$1" >"$2/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(https?|Retries|ForceIPv[46]|Check-Valid-Until)\b' >"$2/etc/apt/apt.conf.d/90network" || true
  cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
  # The copy is at a different path from the one at which Debian's package of certificates will write its own.
  [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$2/etc/trusted.pem"
}
