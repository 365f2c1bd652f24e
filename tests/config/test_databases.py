"""With which settings PostgreSQL's connections begin."""

import pytest
from django.db import connection

from config.databases import SESSION, WEB_SESSION, set_session


def test_limits_of_the_web_win_and_what_the_operator_chose_wins_over_both() -> None:
    environment: dict[str, str] = {}
    set_session(SESSION, environment)
    assert environment == {"PGOPTIONS": "-c jit=off"}
    set_session(WEB_SESSION, environment)
    assert environment == {"PGOPTIONS": "-c jit=off -c lock_timeout=5s -c statement_timeout=30s"}
    set_session(SESSION, environment)
    assert "lock_timeout" in environment["PGOPTIONS"], "also in what a web process starts"
    chosen = {"PGOPTIONS": "-c work_mem=64MB"}
    set_session(WEB_SESSION, chosen)
    assert chosen == {"PGOPTIONS": "-c work_mem=64MB"}


@pytest.mark.django_db
def test_statements_are_not_compiled() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW jit")
            assert cursor.fetchone() == ("off",)
