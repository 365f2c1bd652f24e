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
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

host='' certificate='' key='' database=postgresql

usage() {
  cat <<TEXT
Usage: deploy/install.sh [--host NAME] [--sqlite] [--certificate FILE --key FILE]

  --host NAME      the name or address that tablets open; needed the first time
  --sqlite         keep the data in one file instead of PostgreSQL: enough for one room of ten tables
  --certificate    the room's own certificate, with --key; without them Caddy makes one, which devices must install
TEXT
}

fail() {
  echo "$1" >&2
  exit 1
}

say() {
  echo "── $1"
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --host) host=${2:?--host needs a name}; shift 2 ;;
      --certificate) certificate=${2:?--certificate needs a file}; shift 2 ;;
      --key) key=${2:?--key needs a file}; shift 2 ;;
      --sqlite) database=sqlite; shift ;;
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
    database=sqlite
    ! grep -q '^DATABASE_URL=postgres' "$ETC/floorbook.env" || database=postgresql
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
  if [ -n "$certificate" ]; then
    openssl x509 -in "$certificate" -noout -checkend 0 >/dev/null || fail "The certificate $certificate has expired."
  fi
  local free
  free=$(df --output=avail -BM /opt | tail -1 | tr -dc 0-9)
  [ "$free" -ge 1024 ] || fail "/opt has $free MB left; a release needs 1024 MB."
}

install_packages() {
  say "Debian packages"
  local packages=(python3.11 python3.11-venv caddy redis-server openssl
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)
  [ "$database" = sqlite ] || packages+=(postgresql postgresql-client)
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${packages[@]}"
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
      [ "$database" = sqlite ] || echo "DATABASE_URL=postgres:////var/run/postgresql/floorbook"
      echo "REDIS_URL=unix:///run/redis/redis-server.sock"
      echo "ALLOWED_HOSTS=$host"
      echo "HTTPS=true"
      echo "BACKUP_DIR=$BACKUPS"
      echo "METRICS_DIR=/run/floorbook-metrics"
      echo "TIME_ZONE=$(timedatectl show --property=Timezone --value 2>/dev/null || cat /etc/timezone 2>/dev/null || echo UTC)"
    } >"$ETC/floorbook.env.new"
    chown root:floorbook "$ETC/floorbook.env.new"
    chmod 0640 "$ETC/floorbook.env.new"
    mv "$ETC/floorbook.env.new" "$ETC/floorbook.env"
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

install_release() {
  local version stamp
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/pyproject.toml")
  stamp=$(cd "$SOURCE" && { git rev-parse --short=10 HEAD 2>/dev/null || find . -name '*.py' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-10; })
  release="$HOME_DIR/releases/$version-$stamp"
  if [ -f "$release/.installed" ]; then
    say "Release $version-$stamp is here already"
    return
  fi
  say "Release $version-$stamp"
  rm -rf "$release"
  install -d -m 0755 "$release"
  (cd "$SOURCE" && tar --create --exclude=./.git --exclude=./.venv --exclude=./data --exclude='*.pyc' --exclude=./tests .) |
    tar --extract --directory "$release" --no-same-owner
  # Debian's own Python, whichever else comes first for root: the room's user must reach it.
  /usr/bin/python3.11 -m venv "$release/.venv"
  "$release/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$release/requirements.txt"
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
  install -m 0644 "$SOURCE/deploy/redis/floorbook.conf" /etc/redis/floorbook.conf
  if ! grep -qx 'include /etc/redis/floorbook.conf' /etc/redis/redis.conf; then
    echo 'include /etc/redis/floorbook.conf' >>/etc/redis/redis.conf
    systemctl restart redis-server
  fi
  if [ "$database" = postgresql ]; then
    systemctl start postgresql
    runuser -u postgres -- psql --quiet <"$SOURCE/deploy/postgresql/roles.sql" >/dev/null  # read by root: a home folder is closed to postgres
  fi
  install -m 0644 "$SOURCE/deploy/caddy/Caddyfile" /etc/caddy/Caddyfile
  install -d /etc/systemd/system/caddy.service.d
  printf '[Service]\nEnvironmentFile=/etc/floorbook/caddy.env\n' >/etc/systemd/system/caddy.service.d/floorbook.conf
  install -m 0644 "$SOURCE"/deploy/systemd/* /etc/systemd/system/
  install -m 0755 "$SOURCE/deploy/bin/floorbook" "$SOURCE/deploy/bin/floorbook-archive" "$SOURCE/deploy/bin/floorbook-certificate" "$SOURCE/deploy/bin/floorbook-restore" \
    /usr/local/bin/
  install -m 0644 "$SOURCE/deploy/tmpfiles.conf" /etc/tmpfiles.d/floorbook.conf
  systemd-tmpfiles --create /etc/tmpfiles.d/floorbook.conf
  install -d /etc/systemd/journald.conf.d
  install -m 0644 "$SOURCE/deploy/journald.conf" /etc/systemd/journald.conf.d/floorbook.conf
  systemctl daemon-reload
}

# The commands of an upgrade run in the new release while the old one serves.
in_release() {
  local user=$1
  shift
  runuser -u "$user" -- env ENV_FILE="$ETC/floorbook.env" "$@"
}

back_up_and_migrate() {
  cd "$release"
  in_release floorbook .venv/bin/python manage.py check_settings "$ETC/floorbook.env"
  if [ "$is_first" = no ]; then
    say "Backup before the upgrade"
    floorbook backup
  fi
  say "Migrations"
  if [ "$database" = postgresql ]; then
    runuser -u floorbook_owner -- env DATA_DIR=/var/lib/floorbook-owner \
      DATABASE_URL=postgres:////var/run/postgresql/floorbook \
      .venv/bin/python manage.py migrate --noinput --verbosity 0
  else
    in_release floorbook .venv/bin/python manage.py migrate --noinput --verbosity 0
  fi
}

switch_and_restart() {
  say "Switch to the new release, one web process after the other"
  ln --symbolic --force --no-dereference "$release" "$HOME_DIR/current.new"
  mv --no-target-directory "$HOME_DIR/current.new" "$HOME_DIR/current"
  local processes number
  processes=$(nproc)
  [ "$processes" -ge 2 ] || processes=2
  systemctl enable --quiet floorbook.target floorbook-web.socket caddy
  systemctl start floorbook-web.socket
  for number in $(seq "$processes"); do
    systemctl enable --quiet "floorbook-web@$number.service"
    # Returns when this process answers; the others accept connections meanwhile.
    systemctl restart "floorbook-web@$number.service"
  done
  systemctl enable --quiet floorbook-worker-fast floorbook-worker-slow floorbook-beat
  systemctl restart floorbook-worker-fast floorbook-worker-slow floorbook-beat
  systemctl enable --quiet --now floorbook-backup.timer floorbook-restore-drill.timer
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

finish() {
  say "Done"
  echo "Floorbook answers at https://$host/"
  [ -f "$ETC/room.crt" ] || echo "Each device installs the certificate once: http://$host/certificate/"
  [ "$is_first" = no ] || floorbook setup --code
}

main() {
  read_arguments "$@"
  read_installed
  check
  install_packages
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
