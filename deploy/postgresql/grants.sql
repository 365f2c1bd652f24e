-- What the room's role may do in the room's database. Run by the owner, in that database, before the first migration and
-- after each restore: floorbook-owner dbshell <grants.sql. It can run again at any time.
\set ON_ERROR_STOP on
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO floorbook;
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE :"DBNAME" TO floorbook;
-- The log has a partition for each month, and the estimates of some hundred start the compiler, which takes longer than
-- any query here.
ALTER DATABASE :"DBNAME" SET jit = off;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO floorbook;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO floorbook;
ALTER DEFAULT PRIVILEGES FOR ROLE floorbook_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO floorbook;
ALTER DEFAULT PRIVILEGES FOR ROLE floorbook_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO floorbook;
