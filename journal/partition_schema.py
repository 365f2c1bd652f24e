"""Turns the log of a new PostgreSQL database into a table with monthly partitions, functions and triggers.

`journal/partitions.py` explains the partitions and uses the functions.
"""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.partitions import (
    DEFAULT,
    EPOCH_YEAR,
    LOCK_TIMEOUT,
    MONTH_BITS,
    MONTHS_AHEAD,
    PARENT,
    POSTGRESQL,
    next_id,
)


def _once_trigger(table: str) -> str:
    """Return the statement that creates the trigger for both unique constraints of a table.

    Partitions do not inherit statement triggers, so each partition has its own.
    """
    return (
        f"CREATE TRIGGER {PARENT}_once AFTER INSERT ON {table} REFERENCING NEW TABLE AS added"
        f" FOR EACH STATEMENT EXECUTE FUNCTION {PARENT}_once()"
    )


_GUARDS = f"""
-- An entry is stored once, also if its months differ. A command has locked the stream's row already. The lock makes the
-- checks hold against transactions that append at the same time; the next statement sees what they have committed.
--
-- A command's entries are in one month, where the partition's indexes guard them. So for each command one look into
-- each partition is enough: is there an entry with a number of its range, or with its id, that has another key? If
-- so, or if the month ended in between, each entry is compared.
--
-- A plan that was made while a partition was empty would scan it when it has entries, and the estimates of some
-- hundred partitions would start the compiler.
CREATE OR REPLACE FUNCTION {PARENT}_once() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
DECLARE
    again record;
BEGIN
    PERFORM 1 FROM journal_stream WHERE id = ANY (ARRAY(SELECT DISTINCT stream_id FROM added))
        ORDER BY id FOR NO KEY UPDATE;
    IF NOT EXISTS (
        SELECT 1
        FROM (
            SELECT stream_id, command_id, min(seq) AS lowest, max(seq) AS highest, min(id) AS first, max(id) AS last
            FROM added GROUP BY stream_id, command_id
        ) AS command
        WHERE command.first >> {MONTH_BITS} <> command.last >> {MONTH_BITS}
            OR EXISTS (
                SELECT 1 FROM {PARENT} AS kept
                WHERE kept.stream_id = command.stream_id AND kept.seq BETWEEN command.lowest AND command.highest
                    AND (kept.id < command.first OR kept.id > command.last)
            )
            OR EXISTS (
                SELECT 1 FROM {PARENT} AS kept
                WHERE kept.stream_id = command.stream_id AND kept.command_id = command.command_id
                    AND (kept.id < command.first OR kept.id > command.last)
            )
            OR EXISTS (
                SELECT 1 FROM journal_archivedrange AS archived
                WHERE archived.stream_id = command.stream_id AND archived.last >= command.lowest
            )
    ) THEN
        RETURN NULL;
    END IF;
    SELECT * INTO again
    FROM (
        SELECT stream_id, seq, command_id,
            EXISTS (
                SELECT 1 FROM {PARENT} AS kept
                WHERE kept.stream_id = added.stream_id AND kept.seq = added.seq AND kept.id <> added.id
            ) OR EXISTS (
                SELECT 1 FROM journal_archivedrange AS archived
                WHERE archived.stream_id = added.stream_id AND archived.last >= added.seq
            ) AS has_number,
            EXISTS (
                SELECT 1 FROM {PARENT} AS kept
                WHERE kept.stream_id = added.stream_id AND kept.command_id = added.command_id
                    AND kept."index" = added."index" AND kept.id <> added.id
            ) AS has_command
        FROM added
    ) AS entries
    WHERE has_number OR has_command
    LIMIT 1;
    IF again.has_number THEN
        RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = 'entry_seq_once',
            MESSAGE = format('Entry %s of stream %s is stored already.', again.seq, again.stream_id);
    ELSIF again.has_command THEN
        RAISE EXCEPTION USING ERRCODE = 'unique_violation', CONSTRAINT = 'entry_command_once',
            MESSAGE = format('Command %s of stream %s is stored already.', again.command_id, again.stream_id);
    END IF;
    RETURN NULL;
END $$;

-- What a partition needs beside what it takes over from the parent.
CREATE OR REPLACE FUNCTION journal_guard_partition(part text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE UNIQUE INDEX ON %I (stream_id, seq)', part);
    EXECUTE format('CREATE UNIQUE INDEX ON %I (stream_id, command_id, "index")', part);
    EXECUTE format(
        'CREATE TRIGGER {PARENT}_no_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT'
        ' EXECUTE FUNCTION {PARENT}_refuse()', part);
    EXECUTE format('{_once_trigger("%I")}', part);
END $$;

-- The keys of a command's entries. Each command asks for them first. To plan a query of all partitions takes longer
-- than to run it, so the plan is kept; with the keys PostgreSQL plans one partition only.
CREATE OR REPLACE FUNCTION journal_command_keys(stream bigint, command text) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY SELECT id FROM {PARENT} WHERE stream_id = stream AND command_id = command;
END $$;
"""
# The keys of a range of entries, for cached plans too. The sum hides the column from the planner, which would
# otherwise scan the primary key to find the stream.
_KEY_RANGE = f"""
CREATE OR REPLACE FUNCTION journal_key_range(
    stream bigint, since bigint, until bigint, OUT lowest bigint, OUT highest bigint
)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    SELECT min(id + 0), max(id + 0) INTO lowest, highest FROM {PARENT}
    WHERE stream_id = stream AND seq > since AND seq <= until;
END $$;
"""
# Called by the default key of each entry. PL/pgSQL keeps the plan. A function in SQL would be planned with every call:
# the planner cannot inline it, because its volatile argument is used twice.
_MONTH = f"""
CREATE OR REPLACE FUNCTION journal_month(moment timestamptz) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (extract(year FROM moment AT TIME ZONE 'UTC')::bigint - {EPOCH_YEAR}) * 12
        + extract(month FROM moment AT TIME ZONE 'UTC')::bigint - 1;
END $$;
"""
_FUNCTIONS = f"""
-- first and until are months; a partition has the months from first to before until. NULL: without a limit.
CREATE OR REPLACE FUNCTION journal_partitions() RETURNS TABLE (name text, first bigint, until bigint)
LANGUAGE sql STABLE AS $$
    SELECT relname::text,
        (regexp_match(bound, 'FROM \\(''(\\d+)''\\)'))[1]::bigint >> {MONTH_BITS},
        (regexp_match(bound, 'TO \\(''(\\d+)''\\)'))[1]::bigint >> {MONTH_BITS}
    FROM (
        SELECT relname, pg_get_expr(relpartbound, pg_class.oid) AS bound
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = '{PARENT}'::regclass
    ) AS partitions
    ORDER BY 2 NULLS FIRST, 3 NULLS LAST
$$;

-- The table is complete before it is attached: attaching takes a weaker lock than CREATE TABLE … PARTITION OF.
CREATE OR REPLACE FUNCTION journal_add_partition(part text, bounds text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE {PARENT} INCLUDING ALL)', part);
    PERFORM journal_guard_partition(part);
    EXECUTE format('ALTER TABLE {PARENT} ATTACH PARTITION %I %s', part, bounds);
END $$;

CREATE OR REPLACE FUNCTION journal_bounds(first bigint, until bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT format('FOR VALUES FROM (%s) TO (%s)', first << {MONTH_BITS}, until << {MONTH_BITS})
$$;

CREATE OR REPLACE FUNCTION journal_partition_name(month bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT format('{PARENT}_%s_%s', {EPOCH_YEAR} + month / 12, lpad((month % 12 + 1)::text, 2, '0'))
$$;

-- Creates the partitions of the current month and the next ones, and returns how many it created. Entries in the
-- default partition get a partition of their own first. The owner's function, because a process of the room owns no
-- table: it takes no argument and can do nothing else.
CREATE OR REPLACE FUNCTION journal_prepare_months() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp SET lock_timeout = '{LOCK_TIMEOUT}'
AS $$
DECLARE
    this bigint := journal_month(clock_timestamp());
    lowest bigint;
    highest bigint;
    created integer := 0;
BEGIN
    IF EXISTS (SELECT 1 FROM {DEFAULT}) THEN
        -- In the order in which commands lock: the stream first.
        LOCK TABLE journal_stream IN ACCESS EXCLUSIVE MODE;
        LOCK TABLE {PARENT} IN ACCESS EXCLUSIVE MODE;
        SELECT min(id) >> {MONTH_BITS}, max(id) >> {MONTH_BITS} INTO lowest, highest FROM {DEFAULT};
        ALTER TABLE {PARENT} DETACH PARTITION {DEFAULT};
        EXECUTE format('ALTER TABLE {DEFAULT} RENAME TO %I', journal_partition_name(lowest));
        EXECUTE format('ALTER TABLE {PARENT} ATTACH PARTITION %I %s',
            journal_partition_name(lowest), journal_bounds(lowest, highest + 1));
        PERFORM journal_add_partition('{DEFAULT}', 'DEFAULT');
        created := 1;
    END IF;
    FOR month IN this .. this + {MONTHS_AHEAD} LOOP
        CONTINUE WHEN EXISTS (
            SELECT 1 FROM journal_partitions() AS part
            WHERE part.until > month AND coalesce(part.first, 0) <= month
        );
        LOCK TABLE journal_stream IN SHARE ROW EXCLUSIVE MODE;
        PERFORM journal_add_partition(journal_partition_name(month), journal_bounds(month, month + 1));
        created := created + 1;
    END LOOP;
    RETURN created;
END $$;
"""


def partition_journal(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Turn the log of a new PostgreSQL database into a partitioned table with its functions and triggers."""
    database = schema_editor.connection
    if database.vendor != POSTGRESQL:
        return
    with database.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = cursor.fetchone()[0]
    for statement in _statements(database, schema):
        schema_editor.execute(statement, params=None)


def replace_month_function(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Replace the function that returns the month of a time in an existing PostgreSQL database."""
    if schema_editor.connection.vendor == POSTGRESQL:
        schema_editor.execute(_MONTH, params=None)


def _statements(database: BaseDatabaseWrapper, schema: str) -> list[str]:
    """Return the statements that replace Django's table with a partitioned one and create its triggers.

    Django adds the indexes and the foreign key at the end of the migration.
    """
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_triggerdef(oid) FROM pg_trigger"
            " WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname",
            [PARENT],
        )
        triggers = [text for (text,) in cursor.fetchall()]
    plain = f"{PARENT}_plain"
    return [
        _GUARDS,
        _MONTH,
        _FUNCTIONS.replace("@schema@", database.ops.quote_name(schema)),
        f"ALTER TABLE {PARENT} RENAME TO {plain}",
        f"CREATE TABLE {PARENT} (LIKE {plain} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
        " PARTITION BY RANGE (id)",
        f"DROP TABLE {plain}",
        f"CREATE SEQUENCE {PARENT}_id_seq AS bigint OWNED BY {PARENT}.id",
        f"ALTER TABLE {PARENT} ALTER COLUMN id SET DEFAULT {next_id()}",
        f"ALTER TABLE {PARENT} ADD CONSTRAINT {PARENT}_pkey PRIMARY KEY (id)",
        *triggers,
        _once_trigger(PARENT),
        f"SELECT journal_add_partition('{DEFAULT}', 'DEFAULT')",
        "SELECT journal_prepare_months()",
        _KEY_RANGE,
    ]
