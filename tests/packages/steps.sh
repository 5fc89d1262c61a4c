# What the tests of the packages share.

usage() {
  sed -n '2,/^set /s/^# \{0,1\}//p' "$0" | sed '$d' >&2
  exit 2
}

# The arguments that most of them have: a tarball, a folder for packages and logs, and a release of Debian (bookworm).
take_arguments() {
  [ $# -ge 2 ] && [ $# -le 3 ] && [ -f "$1" ] || usage
  tarball=$(realpath "$1")
  release=${3:-bookworm}
  version=$(basename "$tarball" .tar.xz | sed 's/^weft-//')
  make_places "$2"
}

# A folder that stays, and one that does not.
make_places() {
  mkdir -p "$1"
  out=$(realpath "$1")
  work=$(mktemp -d)
  system=$work/system
  trap clean_up EXIT
}

clean_up() {
  umount "$system"/proc "$system"/dev/pts "$system"/dev/shm 2>/dev/null || true
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

# Of $release, from the mirror that this machine uses: of a variant, with more arguments for mmdebstrap. A snapshot of sid
# may be older than its date of expiry.
make_system() {
  local variant=$1 mirror expired=()
  shift
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
  [ "$release" != sid ] || expired=(--aptopt='Acquire::Check-Valid-Until "false"')
  mmdebstrap --variant="$variant" "${expired[@]}" "$@" "$release" "$system" "deb $mirror $release main"
  cp /etc/resolv.conf /etc/hosts "$system"/etc/
  mount -t proc proc "$system"/proc
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$system"/dev/pts
  mount -t tmpfs tmpfs "$system"/dev/shm
  inside apt-get -q update
}

inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$system" "$@"
}

install_inside() {
  inside apt-get -q -y --no-install-recommends install "$@"
}
