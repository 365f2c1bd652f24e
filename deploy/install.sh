#!/bin/bash
# Installs Floorbook on Debian 12, or upgrades it. Run it as root from the folder of the version to install:
#
#   deploy/install.sh --host floorbook.lan
#   deploy/install.sh                        # later, from a newer version's folder: an upgrade
#
# It can run again at any time; it changes only what differs. docs/deploy.md follows it step by step.
set -euo pipefail

HOME_DIR=/opt/floorbook
ETC=/etc/floorbook
BACKUPS=/var/backups/floorbook
KEEP_RELEASES=3
UNITS=/usr/local/lib/systemd/system  # not /etc, so that what is masked or overridden there stays so
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

host='' certificate='' key='' database=postgresql addresses=''
step='the start' has_switched=no is_before_tablets=no

usage() {
  cat <<TEXT
Usage: deploy/install.sh [--host NAME] [--sqlite | --database FILE] [--certificate FILE --key FILE]

  --host NAME      the name or address that tablets open; needed the first time
  --sqlite         keep the data in one file instead of PostgreSQL: enough for one room of ten tables
  --database FILE  PostgreSQL on another machine: FILE has its addresses, DATABASE_URL and OWNER_DATABASE_URL
  --certificate    the room's own certificate, with --key; without them Caddy makes one, which devices must install
TEXT
}

fail() {
  echo "$1" >&2
  exit 1
}

say() {
  step=$1
  echo "── $1"
}

# Whatever ends the script early says what runs now, and what to do.
stopped() {
  local status=$?
  [ "$status" -ne 0 ] || return
  echo >&2
  echo "The installation stopped at: $step." >&2
  if [ "$has_switched" = yes ]; then
    echo "The new release is in place, and some processes may still run the one before. Run deploy/install.sh again." >&2
  elif [ -L "$HOME_DIR/current" ]; then
    echo "The room goes on with the release before. Mend what is said above, then run deploy/install.sh again." >&2
  else
    echo "Nothing runs yet. Mend what is said above, then run deploy/install.sh again." >&2
  fi
  exit "$status"
}

# Copies a file if it differs; returns 1 if there was nothing to do.
put() {
  ! cmp --silent "$1" "$2" || return 1
  install -m 0644 "$1" "$2" || fail "Can't write $2."
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --host) host=${2:?--host needs a name}; shift 2 ;;
      --certificate) certificate=${2:?--certificate needs a file}; shift 2 ;;
      --key) key=${2:?--key needs a file}; shift 2 ;;
      --sqlite) database=sqlite; shift ;;
      --database) addresses=${2:?--database needs a file} database=elsewhere; shift 2 ;;
      --help | -h) usage; exit 0 ;;
      *) usage >&2; fail "There is no option $1." ;;
    esac
  done
}

# An upgrade keeps the database that the settings name.
read_installed() {
  is_first=yes
  [ ! -L "$HOME_DIR/current" ] || is_first=no
  if [ -f "$ETC/floorbook.env" ]; then
    [ -z "$addresses" ] || fail "$ETC/floorbook.env has the address of the database already: change it there, and the owner's in $ETC/owner.env."
    database=sqlite
    ! grep -q '^DATABASE_URL=postgres' "$ETC/floorbook.env" || database=elsewhere
    ! grep -Eq '^DATABASE_URL=postgres(ql)?:////' "$ETC/floorbook.env" || database=postgresql
    local names
    names=$(sed -n 's/^ALLOWED_HOSTS=//p' "$ETC/floorbook.env")
    host=${host:-${names%%,*}}
    case ",$names," in
      *",$host,"*) ;;
      *) fail "Add $host to ALLOWED_HOSTS in $ETC/floorbook.env first, separated by a comma." ;;
    esac
  fi
}

check() {
  [ "$(id -u)" -eq 0 ] || fail "Run this as root: sudo deploy/install.sh"
  grep -q '^VERSION_ID="12"' /etc/os-release || fail "This script is for Debian 12. docs/deploy.md lists its steps for other systems."
  if [ -z "$host" ]; then
    usage >&2
    fail "The first time, say which name the tablets open: --host floorbook.lan"
  fi
  [ -z "$certificate" ] || [ -r "$certificate" ] || fail "Can't read the certificate $certificate."
  [ -z "$key" ] || [ -r "$key" ] || fail "Can't read the key $key."
  [ "${certificate:+x}" = "${key:+x}" ] || fail "--certificate and --key belong together."
  if [ -n "$addresses" ]; then
    local name
    for name in DATABASE_URL OWNER_DATABASE_URL; do
      grep -Eq "^$name=postgres(ql)?://[^/]" "$addresses" || fail "$addresses must have a line $name=postgres://ROLE:PASSWORD@HOST/floorbook."
    done
  fi
  if [ "$database" = elsewhere ] && [ -z "$addresses" ] && [ ! -r "$ETC/owner.env" ]; then
    fail "The database is on another machine. Put the address of the owner of its tables into $ETC/owner.env first: DATABASE_URL=postgres://floorbook_owner:PASSWORD@HOST/floorbook."
  fi
  local free
  free=$(df --output=avail -BM /opt | tail -1 | tr -dc 0-9)
  [ "$free" -ge 1024 ] || fail "/opt has $free MB left; a release needs 1024 MB."
}

install_packages() {
  say "Debian packages"
  local packages=(python3.11 python3.11-venv caddy redis-server openssl
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)
  [ "$database" = sqlite ] || packages+=(postgresql-client)
  [ "$database" != postgresql ] || packages+=(postgresql)
  apt-get -qq update
  # What is here stays as it is: a newer PostgreSQL or Redis would restart while hands are dealt. That is apt's own time.
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-upgrade --no-install-recommends "${packages[@]}"
}

check_certificate() {
  [ -n "$certificate" ] || return 0
  openssl x509 -in "$certificate" -noout -checkend 0 >/dev/null || fail "The certificate $certificate has expired, or is no PEM file."
  [ "$(openssl x509 -in "$certificate" -noout -pubkey)" = "$(openssl pkey -in "$key" -pubout)" ] ||
    fail "The key $key does not belong to the certificate $certificate."
}

create_users() {
  say "Users and folders"
  id floorbook >/dev/null 2>&1 || useradd --system --home-dir /var/lib/floorbook --shell /usr/sbin/nologin floorbook
  # Owns the tables. No process of the room runs as this user.
  id floorbook_owner >/dev/null 2>&1 || useradd --system --home-dir /var/lib/floorbook-owner --shell /usr/sbin/nologin floorbook_owner
  usermod --append --groups redis floorbook
  install -d -m 0755 "$HOME_DIR" "$HOME_DIR/releases"
  # Caddy may enter it, to read the room's certificate, and list nothing.
  install -d -m 0751 -o root -g floorbook "$ETC"
  install -d -m 0700 -o floorbook -g floorbook /var/lib/floorbook
  # The group reads archives of the log when a backup is restored; backups are for their owner only.
  install -d -m 0750 -o floorbook -g floorbook "$BACKUPS"
  install -d -m 0700 -o floorbook_owner -g floorbook_owner /var/lib/floorbook-owner
}

write_settings() {
  say "Settings"
  if [ ! -f "$ETC/floorbook.env" ]; then
    {
      cat "$SOURCE/deploy/floorbook.env.sample"
      echo
      echo "# This room."
      echo "DATA_DIR=/var/lib/floorbook"
      [ "$database" != postgresql ] || echo "DATABASE_URL=postgres:////var/run/postgresql/floorbook"
      [ -z "$addresses" ] || grep '^DATABASE_URL=' "$addresses"
      echo "REDIS_URL=unix:///run/redis/redis-server.sock"
      echo "ALLOWED_HOSTS=$host"
      echo "HTTPS=true"
      echo "BACKUP_DIR=$BACKUPS"
      echo "METRICS_DIR=/run/floorbook-metrics"
      echo "METRICS_TOKEN=$(openssl rand -hex 24)"
      echo "INSTALLATION=debian"
      echo "TIME_ZONE=$(timedatectl show --property=Timezone --value 2>/dev/null || cat /etc/timezone 2>/dev/null || echo UTC)"
    } >"$ETC/floorbook.env.new"
    chown root:floorbook "$ETC/floorbook.env.new"
    chmod 0640 "$ETC/floorbook.env.new"
    mv "$ETC/floorbook.env.new" "$ETC/floorbook.env"
  fi
  if [ -n "$addresses" ]; then
    (umask 077 && sed -n 's/^OWNER_DATABASE_URL=/DATABASE_URL=/p' "$addresses" >"$ETC/owner.env")
  fi
  if [ -n "$certificate" ]; then
    install -m 0644 "$certificate" "$ETC/room.crt"
    install -m 0640 -g caddy "$key" "$ETC/room.key"
    # Health tells when it ends.
    grep -q '^CERTIFICATE_FILE=' "$ETC/floorbook.env" || echo "CERTIFICATE_FILE=$ETC/room.crt" >>"$ETC/floorbook.env"
  fi
  {
    echo "FLOORBOOK_HOST=$host"
    if [ -f "$ETC/room.crt" ]; then
      echo "FLOORBOOK_TLS=\"$ETC/room.crt $ETC/room.key\""
    else
      echo "FLOORBOOK_TLS=internal"
    fi
  } >"$ETC/caddy.env"
  chmod 0644 "$ETC/caddy.env"
}

# The files of the version, always the same bytes for the same files.
pack() {
  tar --create --directory "$SOURCE" --exclude=./.git --exclude=./.venv --exclude=./data --exclude=./build --exclude='*.pyc' \
    --exclude='__pycache__' --exclude='.*_cache' --exclude=./tests --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner .
}

install_release() {
  local version stamp
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/pyproject.toml")
  stamp=$(pack | sha256sum | cut -c1-10)
  release="$HOME_DIR/releases/$version-$stamp"
  if [ -f "$release/.installed" ]; then
    say "Release $version-$stamp is here already"
    return
  fi
  say "Release $version-$stamp"
  rm -rf "$release"
  install -d -m 0755 "$release"
  pack | tar --extract --directory "$release" --no-same-owner --touch
  # Debian's own Python, whichever else comes first for root: the room's user must reach it.
  /usr/bin/python3.11 -m venv "$release/.venv"
  "$release/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$release/requirements.txt"
  # The slow worker plans the dealers' week with the solver.
  "$release/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$release/requirements-solver.txt"
  # Compiled now, because the processes may not write here.
  "$release/.venv/bin/python" -m compileall -q "$release" >/dev/null || true
  local scratch
  scratch=$(mktemp -d)
  DATA_DIR=$scratch STATIC_ROOT="$release/staticfiles" "$release/.venv/bin/python" "$release/manage.py" collectstatic --noinput --verbosity 0
  rm -r "$scratch"
  chmod -R go+rX "$release"
  touch "$release/.installed"
}

prepare_services() {
  say "PostgreSQL, Redis and Caddy"
  local changed=no
  ! put "$SOURCE/deploy/redis/floorbook.conf" /etc/redis/floorbook.conf || changed=yes
  if ! grep -qx 'include /etc/redis/floorbook.conf' /etc/redis/redis.conf; then
    echo 'include /etc/redis/floorbook.conf' >>/etc/redis/redis.conf
    changed=yes
  fi
  [ "$changed" = no ] || systemctl restart redis-server
  if [ "$database" = postgresql ]; then
    systemctl start postgresql
    # Read by root, because a home folder is closed to postgres, which may not enter this folder either.
    (cd / && runuser -u postgres -- psql --quiet) <"$SOURCE/deploy/postgresql/roles.sql" >/dev/null
  fi
  install -m 0644 "$SOURCE/deploy/caddy/Caddyfile" /etc/caddy/Caddyfile
  install -d /etc/systemd/system/caddy.service.d "$UNITS" /etc/systemd/journald.conf.d
  [ -f "$UNITS/floorbook-tablets.socket" ] || is_before_tablets=yes
  printf '[Service]\nEnvironmentFile=/etc/floorbook/caddy.env\n' >/etc/systemd/system/caddy.service.d/floorbook.conf
  install -m 0644 "$SOURCE"/deploy/systemd/* "$UNITS/"
  install -m 0755 "$SOURCE"/deploy/bin/* /usr/local/bin/
  install -m 0644 "$SOURCE/deploy/tmpfiles.conf" /etc/tmpfiles.d/floorbook.conf
  systemd-tmpfiles --create /etc/tmpfiles.d/floorbook.conf
  ! put "$SOURCE/deploy/journald.conf" /etc/systemd/journald.conf.d/floorbook.conf || systemctl restart systemd-journald
  systemctl daemon-reload
}

# The commands of an upgrade run in the new release while the old one serves.
in_release() {
  local user=$1
  shift
  runuser -u "$user" -- env ENV_FILE="$ETC/floorbook.env" "$@"
}

back_up_and_migrate() {
  say "Check of the settings"
  cd "$release"
  in_release floorbook .venv/bin/python manage.py check_settings "$ETC/floorbook.env"
  if [ "$is_first" = no ]; then
    say "Backup before the upgrade"
    floorbook backup
  fi
  say "Migrations"
  if [ "$database" != sqlite ]; then
    FLOORBOOK_RELEASE=$release floorbook-owner dbshell <"$SOURCE/deploy/postgresql/grants.sql" >/dev/null
    FLOORBOOK_RELEASE=$release floorbook-owner migrate --noinput --verbosity 0
  else
    in_release floorbook .venv/bin/python manage.py migrate --noinput --verbosity 0
  fi
}

# A process that an operator masked runs on another machine.
is_masked() {
  [ "$(systemctl is-enabled "$1" 2>/dev/null || true)" = masked ]
}

# Those for this machine's cores, and those that an operator has added with systemctl enable --now.
web_processes() {
  local cores
  cores=$(nproc)
  [ "$cores" -ge 2 ] || cores=2
  {
    seq --format 'floorbook-tablets@%g.service' "$cores"
    seq --format 'floorbook-web@%g.service' 2
    systemctl list-units --plain --no-legend --state=active 'floorbook-tablets@*' 'floorbook-web@*' | cut --delimiter ' ' --fields 1
  } | sort --version-sort --unique
}

switch_and_restart() {
  say "Switch to the new release, one web process after the other"
  # From here on a lost connection to the terminal must not leave two releases running.
  trap '' HUP
  has_switched=yes
  ln --symbolic --force --no-dereference "$release" "$HOME_DIR/current.new"
  mv --no-target-directory "$HOME_DIR/current.new" "$HOME_DIR/current"
  local number unit
  systemctl enable --quiet floorbook.target floorbook-tablets.socket floorbook-web.socket caddy
  systemctl start floorbook-tablets.socket floorbook-web.socket
  if [ "$is_before_tablets" = yes ]; then
    # Earlier versions had one process for each core, for tablets and pages.
    for number in $(seq 3 "$(nproc)"); do
      systemctl disable --quiet --now "floorbook-web@$number.service"
    done
  fi
  for unit in $(web_processes); do
    ! is_masked "$unit" || continue
    systemctl enable --quiet "$unit"
    # Returns when this process answers; the others accept connections meanwhile.
    systemctl restart "$unit"
  done
  for unit in floorbook-worker-fast floorbook-worker-slow floorbook-worker-mail floorbook-beat; do
    is_masked "$unit.service" || systemctl enable --quiet "$unit"
    is_masked "$unit.service" || systemctl restart "$unit"
  done
  for unit in floorbook-backup.timer floorbook-restore-drill.timer; do
    is_masked "$unit" || systemctl enable --quiet --now "$unit"
  done
  systemctl start floorbook.target
  systemctl reload-or-restart caddy
}

remove_old_releases() {
  # The current one and those before it stay, for a way back.
  find "$HOME_DIR/releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort --numeric --reverse |
    tail --lines "+$((KEEP_RELEASES + 1))" | cut --delimiter ' ' --fields 2- |
    while read -r old; do
      [ "$old" = "$release" ] || rm -rf "$old"
    done
}

# A further machine of a room that is set up needs no code.
is_set_up() {
  local query='SELECT EXISTS (SELECT FROM tables_room)'
  [ "$database" = elsewhere ] && [ "$(floorbook-owner dbshell -- --no-align --tuples-only --command "$query")" = t ]
}

finish() {
  say "Done"
  echo "Floorbook answers at https://$host/"
  [ -f "$ETC/room.crt" ] || echo "Each device installs the certificate once: http://$host/certificate/"
  [ "$is_first" = no ] || is_set_up || floorbook setup --code
}

main() {
  read_arguments "$@"
  read_installed
  check
  exec 9>/run/lock/floorbook-install
  flock --nonblock 9 || fail "Another deploy/install.sh runs on this machine. Wait for its end."
  trap stopped EXIT
  install_packages
  check_certificate
  create_users
  write_settings
  install_release
  prepare_services
  back_up_and_migrate
  switch_and_restart
  remove_old_releases
  finish
}

main "$@"
