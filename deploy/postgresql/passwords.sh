#!/bin/sh
# The roles' passwords where they come over the network, as in compose.yaml, and the room's rights. On one machine
# PostgreSQL asks the system instead, and install.sh runs grants.sql.
set -eu
psql --quiet --username "$POSTGRES_USER" --set=password="$FLOORBOOK_PASSWORD" --set=owner_password="$FLOORBOOK_OWNER_PASSWORD" <<'SQL'
ALTER ROLE floorbook PASSWORD :'password';
ALTER ROLE floorbook_owner PASSWORD :'owner_password';
SQL
psql --quiet --username floorbook_owner --dbname floorbook --file /grants.sql
