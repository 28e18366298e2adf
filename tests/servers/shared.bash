# What the scripts beside this one share. They keep their files under $TEMPEST_SERVERS, or in /var/tmp: a folder that
# another user, as whom PostgreSQL must run, can reach.
set -euo pipefail
servers=${TEMPEST_SERVERS:-/var/tmp/tempest-servers}
here=$(cd "$(dirname "$0")" && pwd)

# The comment at the top of the script is its help.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }

answers() { "$here/version" "$1" > /dev/null 2>&1; }

# Waits until the process answers at the URL; if it does not, shows the end of its log.
wait_for() { # process url log
  for _ in $(seq 300); do
    ! answers "$2" || return 0
    kill -0 "$1" 2> /dev/null || break
    sleep 0.2
  done
  tail -n 20 "$3" >&2
  return 1
}

stop_process() {
  [ ! -f "$1" ] || kill "$(cat "$1")"
}

# Installs packages and starts no service: a file that Debian asks before starting one says no meanwhile.
install_packages() {
  local policy=/usr/sbin/policy-rc.d status=0
  command -v apt-get > /dev/null || { echo "$* must be installed, and there is no apt-get here" >&2; return 1; }
  [ "$(id -u)" = 0 ] || { echo "$* must be installed, which needs root: apt-get install $*" >&2; return 1; }
  if [ -e "$policy" ]; then
    policy=
  else
    printf '#!/bin/sh\nexit 101\n' > "$policy"
    chmod +x "$policy"
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  fi
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install "$@"; } > /dev/null < /dev/null || status=1
  [ -z "$policy" ] || rm -f "$policy"
  return $status
}

# The folder of the newest PostgreSQL programs of this machine.
newest_postgres() {
  local folder
  folder=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2> /dev/null | sort -V | tail -n 1) || true
  if [ -x "${folder:-/nowhere}/initdb" ]; then
    echo "$folder"
  elif command -v initdb > /dev/null; then
    dirname "$(command -v initdb)"
  else
    return 1
  fi
}

# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  owner=nobody
  as_owner() { (cd / && runuser -u nobody -- "$@"); }
else
  owner=$(id -un)
  as_owner() { "$@"; }
fi

# Starts the server of the programs in a folder, with its data in $home, on $port; prints its URL.
start_postgres() {
  local url=postgres://postgres@127.0.0.1:$port/postgres
  if ! answers "$url"; then
    mkdir -p "$home/run"
    chown "$owner" "$home/run"
    [ -f "$home/run/data/PG_VERSION" ] || as_owner "$1/initdb" --pgdata "$home/run/data" --username postgres --auth trust \
      --encoding UTF8 --locale C.UTF-8 > "$home/init.log" 2>&1 || { cat "$home/init.log" >&2; return 1; }
    as_owner "$1/pg_ctl" --pgdata "$home/run/data" --wait --silent --log "$home/run/log" --options \
      "-c port=$port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$home/run -c max_connections=400 -c fsync=off" \
      start >&2 < /dev/null || { tail -n 20 "$home/run/log" >&2; return 1; }
  fi
  echo "$url"
}

stop_postgres() { as_owner "$1/pg_ctl" --pgdata "$home/run/data" --mode fast --silent stop; }
