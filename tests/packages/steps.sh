# What the tests of the packages share.

usage() {
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
}

# The two arguments that each of them has: a tarball, and a folder for packages and logs.
take_arguments() {
  [ $# -eq 2 ] && [ -f "$1" ] || usage
  tarball=$(realpath "$1")
  mkdir -p "$2"
  out=$(realpath "$2")
  version=$(basename "$tarball" .tar.xz | sed 's/^weft-//')
  work=$(mktemp -d)
  system=$work/system
  trap clean_up EXIT
}

clean_up() {
  umount "$system"/proc "$system"/dev 2>/dev/null || true
  rm -rf --one-file-system "$work"
}

# Runs a step with its output in a log, which is shown if it fails; that is the end.
step() {
  local name=$1 status log
  shift
  log=$out/$(echo "$name" | tr -c 'a-z0-9\n' -).log
  set +e
  (set -e; "$@") >"$log" 2>&1
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    echo "$name: passed"
  else
    echo "$name: FAILED"
    tail -n 40 "$log"
    exit 1
  fi
}

# "! command" ends nothing.
must_fail() {
  if "$@"; then
    return 1
  fi
}

# --- a clean Debian system, in $system --------------------------------------------------------------

# From the sources of packages that this machine has: of a variant, with more arguments for mmdebstrap.
make_system() {
  local variant=$1
  shift
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true; } |
    mmdebstrap --variant="$variant" "$@" bookworm "$system" -
  cp /etc/resolv.conf /etc/hosts "$system"/etc/
  mount -t proc proc "$system"/proc
  mount --bind /dev "$system"/dev
  inside apt-get -q update
}

inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$system" "$@"
}

install_inside() {
  inside apt-get -q -y --no-install-recommends install "$@"
}
