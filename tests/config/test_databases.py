"""The settings of a database's address, and those with which PostgreSQL's connections begin."""

from pathlib import Path

import pytest
from django.db import connection

from config.databases import SESSION, WEB_SESSION, database, set_session


def test_limits_of_the_web_win_and_what_the_operator_chose_wins_over_both() -> None:
    environment: dict[str, str] = {}
    set_session(SESSION, environment)
    assert environment == {"PGOPTIONS": "-c jit=off"}
    set_session(WEB_SESSION, environment)
    assert environment == {"PGOPTIONS": "-c jit=off -c lock_timeout=5s -c statement_timeout=30s"}
    set_session(SESSION, environment)
    assert "lock_timeout" in environment["PGOPTIONS"], "also in what a web process starts"
    operator_environment = {"PGOPTIONS": "-c work_mem=64MB"}
    set_session(WEB_SESSION, operator_environment)
    assert operator_environment == {"PGOPTIONS": "-c work_mem=64MB"}


@pytest.mark.django_db
def test_statements_are_not_compiled() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW jit")
            assert cursor.fetchone() == ("off",)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("postgres://u:p@h:5433/n", ("h", 5433, "u", "p", "n")),
        ("postgresql://h/n", ("h", "", "", "", "n")),
        ("postgres:////var/run/postgresql/n", ("/var/run/postgresql", "", "", "", "n")),
        ("postgres://u@%2Frun%2Fpostgresql/n", ("/run/postgresql", "", "u", "", "n")),
        ("postgres://u:p%23%2F@h/n", ("h", "", "u", "p#/", "n")),
        ("postgres://u:p#q@h/n", ("h", "", "u", "p#q", "n")),
        ("postgres://u:p[q@h/n", ("h", "", "u", "p[q", "n")),
        ("postgres://[::1]:5433/n", ("::1", 5433, "", "", "n")),
        ("postgres://u:p@h1:1,h2:2/n", ("h1,h2", "1,2", "u", "p", "n")),
        ("postgres://[::1]:1,[::2]:2/n", ("[::1],[::2]", "1,2", "", "", "n")),
    ],
)
def test_address_of_a_server_has_its_parts(
    tmp_path: Path, address: str, expected: tuple[object, ...]
) -> None:
    settings = database(address, tmp_path)
    names = ("HOST", "PORT", "USER", "PASSWORD", "NAME")
    assert tuple(settings[name] for name in names) == expected


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("sqlite:///room.sqlite3", "room.sqlite3"),
        ("sqlite:////data/room.sqlite3", "/data/room.sqlite3"),
        ("sqlite:///a%20room", "a room"),
        ("sqlite://:memory:", ":memory:"),
        ("sqlite://", ":memory:"),
    ],
)
def test_address_of_a_file_has_its_path(tmp_path: Path, address: str, name: str) -> None:
    settings = database(address, tmp_path)
    assert settings["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["NAME"] == name


def test_query_of_an_address_has_settings_and_options_of_the_driver(tmp_path: Path) -> None:
    query = "conn_max_age=60&ATOMIC_REQUESTS=True&sslmode=require&connect_timeout=9"
    settings = database(f"postgres://h/n?{query}", tmp_path)
    assert settings["CONN_MAX_AGE"] == 60
    assert settings["ATOMIC_REQUESTS"] is True
    assert settings["OPTIONS"]["sslmode"] == "require"
    assert settings["OPTIONS"]["connect_timeout"] == 9


@pytest.mark.parametrize(
    "address", ["mysql://h/n", "postgres://h", "postgres://h/", "postgres://h:x/n", "room.sqlite3"]
)
def test_address_of_no_database_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        database(address, tmp_path)
