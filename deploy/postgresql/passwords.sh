#!/bin/sh
# The roles' passwords where they come over the network, as in compose.yaml. On one machine PostgreSQL asks the system.
set -eu
psql --quiet --username "$POSTGRES_USER" --set=password="$FLOORBOOK_PASSWORD" --set=owner_password="$FLOORBOOK_OWNER_PASSWORD" <<'SQL'
ALTER ROLE floorbook PASSWORD :'password';
ALTER ROLE floorbook_owner PASSWORD :'owner_password';
SQL
