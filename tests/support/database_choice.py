"""The database on which `make test` runs a test. `make test-all` runs it on both.

A test without a choice runs on both. A package chooses for its tests in its `conftest.py`, in the hook
`pytest_itemcollected`; a module or a test chooses with a marker, which takes precedence.
"""

import pytest

COMMITTING_FIXTURES = {"transactional_db", "live_room", "new_room"}
DATABASE_FIXTURES = {"db", "django_db_setup", *COMMITTING_FIXTURES}
CHOICES = ("on_both", "once", "release_on_postgresql", "release_on_sqlite")


def uses_database(item: pytest.Item) -> bool:
    """Return whether a test uses the database, through a marker, a fixture of pytest-django, or a running room."""
    has_marker = item.get_closest_marker("django_db") is not None
    return has_marker or not DATABASE_FIXTURES.isdisjoint(_fixtures(item))


def commits(item: pytest.Item) -> bool:
    """Return whether a test commits its writes, so that other connections can read them."""
    marker = item.get_closest_marker("django_db")
    has_marker = marker is not None and bool(marker.kwargs.get("transaction"))
    return has_marker or not COMMITTING_FIXTURES.isdisjoint(_fixtures(item))


def choose_both(item: pytest.Item) -> None:
    _choose(item, "on_both")


def choose_sqlite(item: pytest.Item) -> None:
    """Run a test on SQLite, and on PostgreSQL only before a release."""
    _choose(item, "release_on_postgresql")


def choose_postgresql(item: pytest.Item) -> None:
    """Run a test on PostgreSQL, and on SQLite only before a release."""
    _choose(item, "release_on_sqlite")


def _choose(item: pytest.Item, choice: str) -> None:
    """Mark a test that uses the database, unless it has a choice. Browser tests have their own rule."""
    has_choice = any(item.get_closest_marker(name) for name in CHOICES)
    if uses_database(item) and not has_choice and not item.get_closest_marker("browser"):
        item.add_marker(choice)


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])
