-- Two roles. floorbook_owner owns the tables and migrates them. floorbook, which the web processes and workers
-- use, can read and write rows, and can neither empty a table nor drop the triggers that keep the log append-only.
-- Run as the user postgres: psql --file roles.sql. It can run again at any time.
\set ON_ERROR_STOP on
SELECT 'CREATE ROLE floorbook_owner LOGIN CREATEDB' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'floorbook_owner') \gexec
SELECT 'CREATE ROLE floorbook LOGIN CREATEDB' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'floorbook') \gexec
SELECT 'CREATE DATABASE floorbook OWNER floorbook_owner ENCODING ''UTF8'' TEMPLATE template0'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'floorbook') \gexec
\connect floorbook
REVOKE ALL ON SCHEMA public FROM PUBLIC;
ALTER SCHEMA public OWNER TO floorbook_owner;
GRANT USAGE ON SCHEMA public TO floorbook;
REVOKE ALL ON DATABASE floorbook FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE floorbook TO floorbook;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO floorbook;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO floorbook;
ALTER DEFAULT PRIVILEGES FOR ROLE floorbook_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO floorbook;
ALTER DEFAULT PRIVILEGES FOR ROLE floorbook_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO floorbook;
