-- Two roles and the database. floorbook_owner owns the tables and migrates them. floorbook, which the web processes and
-- workers use, can read and write rows, and can neither empty a table nor drop the triggers that keep the log
-- append-only: grants.sql gives it its rights. Run as the user postgres: psql --file roles.sql. It can run again at any
-- time.
\set ON_ERROR_STOP on
SELECT 'CREATE ROLE floorbook_owner LOGIN CREATEDB' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'floorbook_owner') \gexec
SELECT 'CREATE ROLE floorbook LOGIN CREATEDB' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'floorbook') \gexec
SELECT 'CREATE DATABASE floorbook OWNER floorbook_owner ENCODING ''UTF8'' TEMPLATE template0'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'floorbook') \gexec
