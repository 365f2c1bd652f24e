"""The search: audit events and logs in one list, newest first, by person, action, time, table, device and text."""

import csv
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from journal.device_context import use_device
from journal.models import Entry
from manage_ui.audit.query import LOCAL, AuditQuery, parse_query
from manage_ui.audit.search import AuditRow, search_all_pages, search_events
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import AuditEvent
from tests.support.audit_fixtures import House
from tests.support.room import NOW
from web.printing.spreadsheet_cells import escape_formula

HOUR = timedelta(hours=1)


def make_query(**changes: Any) -> AuditQuery:
    data: dict[str, Any] = {"since": NOW - HOUR, "until": NOW + HOUR} | changes
    return AuditQuery(**data)


def search_rows(**changes: Any) -> list[AuditRow]:
    return search_events(make_query(**changes))[0]


@pytest.fixture
def recorded_house(house: House) -> House:
    """A house with three audit events among the log's entries."""
    manager = house.people["manager"]
    table = house.game.table
    with use_device("Chrome, Windows · 10.0.0.7"):
        record(
            manager,
            "setting_changed",
            now=NOW,
            about=table.room,
            room=table.room_id,
            before={"lock_minutes": 15},
            after={"lock_minutes": 20},
        )
    with use_device("Firefox, Linux · 10.0.0.8"):
        record("hornbeam", "sign_in_failed", now=NOW + HOUR / 2, refused=True, reason="badge")
        record(manager, "device_revoked", now=NOW + HOUR / 3, table=table.pk, about=table)
    return house


def test_audit_events_and_log_entries_are_listed_newest_first(recorded_house: House) -> None:
    every = search_rows()
    assert [row.at for row in every] == sorted((row.at for row in every), reverse=True)
    commands = Entry.objects.filter(index=0).count()
    acts = AuditEvent.objects.filter(at__lt=NOW + HOUR, at__gte=NOW - HOUR).count()
    assert (len(every), acts) == (commands + 3, 3)
    assert every[0].is_refused
    assert every[0].actor == "hornbeam"
    setting_row = next(row for row in every if row.action == "changed a setting")
    assert [(change.name, change.before, change.after) for change in setting_row.changes] == [
        ("lock minutes", "15", "20")
    ]
    assert (setting_row.actor, setting_row.location) == ("Hornbeam", "Small room")


@pytest.mark.parametrize(
    ("question", "expected_events"),
    [
        ({"who": "hornbeam"}, {"failed to sign in", "revoked a tablet", "changed a setting"}),
        ({"who": "105"}, {"revoked a tablet", "changed a setting"}),
        ({"what": "refused"}, {"failed to sign in"}),
        ({"what": "device_revoked"}, {"revoked a tablet"}),
        ({"what": "acts", "device": "10.0.0.7"}, {"changed a setting"}),
        ({"text": "lock_minutes"}, {"changed a setting"}),
        ({"text": "seat taken"}, {"seat taken"}),
        ({"what": "acts", "since": NOW + HOUR / 4}, {"failed to sign in", "revoked a tablet"}),
        ({"who": "nobody here"}, set()),
    ],
)
def test_search_finds_the_expected_events(
    recorded_house: House, question: dict[str, Any], expected_events: set[str]
) -> None:
    assert {row.action for row in search_rows(**question)} == expected_events


def test_table_filter_finds_its_log_and_its_audit_events(recorded_house: House) -> None:
    of_table = search_rows(table=recorded_house.game.table.pk)
    assert {row.location for row in of_table} == {"T1"}
    assert "revoked a tablet" in {row.action for row in of_table}
    assert "seat taken" in {row.action for row in of_table}


def test_pages_contain_every_row_once(recorded_house: House) -> None:
    page_cursors = [row.cursor for row in search_rows()]
    by_twos: list[Any] = []
    question: Any = make_query()
    while question:
        page, after = search_events(question, 2)
        by_twos += [row.cursor for row in page]
        question = make_query(after=after) if after else None
    assert by_twos == page_cursors
    assert len(set(by_twos)) == len(by_twos)
    assert sum(map(len, search_all_pages(make_query(), 3))) == 3


INVALID_QUERIES = [
    ({"since": "2026-11-22T10:00", "until": "2026-11-22T09:00"}, "bad_range"),
    ({"since": "2024-11-22T10:00", "until": "2026-11-22T09:00"}, "range_long"),
    (
        {"since": "2026-09-22T10:00", "until": "2026-11-22T09:00", "words": "x"},
        "range_long_for_words",
    ),
    ({"since": "2026-02-30T10:00"}, "bad_search"),
    ({"since": "yesterday"}, "bad_search"),
    ({"until": "0001-01-01T00:00"}, "bad_search"),
    ({"table": "9999999"}, "bad_search"),
    ({"table": "1 OR 1=1"}, "bad_search"),
    ({"table": "٣"}, "bad_search"),
    ({"what": "everything!"}, "bad_search"),
    ({"who": "x" * 81}, "bad_search"),
    ({"after": "~~"}, "bad_search"),
    ({"after": "1e400~1~1"}, "bad_search"),
    ({"after": "1~5~1"}, "bad_search"),
    ({"after": "1~1~99999999999999999999"}, "bad_search"),
]


@pytest.mark.parametrize(("fields", "code"), INVALID_QUERIES)
def test_invalid_search_is_refused_with_a_message(
    recorded_house: House, fields: dict[str, str], code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        parse_query(fields, timezone.now())
    response = recorded_house.client("manager").get(reverse("audit:search"), fields)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_last_day_is_shown_first(house: House) -> None:
    page = house.client("surveillance").get(reverse("audit:search")).content.decode()
    assert "signed in by badge and PIN" in page
    assert "Lens" in page


def test_download_has_no_formula_and_is_recorded(recorded_house: House) -> None:
    record("=cmd|' /C calc'!A0", "sign_in_failed", now=NOW, refused=True, reason="+1")
    manager = recorded_house.client("manager")
    span = {name: timezone.localtime(at).strftime(LOCAL) for name, at in _search_range().items()}
    response: Any = manager.get(reverse("audit:download"), span)
    body = b"".join(response.streaming_content).decode()
    rows = list(csv.reader(StringIO(body)))
    assert rows[0][0] == "time (UTC)"
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    assert "'=cmd|' /C calc'!A0" in {row[2] for row in rows}
    assert len(rows) == 1 + len(search_rows(until=NOW + HOUR))
    act = AuditEvent.objects.get(verb="acts_downloaded")
    assert act.alias == "Hornbeam"
    assert manager.get(reverse("audit:download"), {"since": "x"}).status_code == 422


def test_truncated_download_is_marked(
    recorded_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    span = {name: timezone.localtime(at).strftime(LOCAL) for name, at in _search_range().items()}
    lines_there = len(search_rows())

    def csv_rows() -> list[list[str]]:
        response: Any = recorded_house.client("manager").get(reverse("audit:download"), span)
        return list(csv.reader(StringIO(b"".join(response.streaming_content).decode())))

    monkeypatch.setattr("manage_ui.audit.views.MAX_ROWS", lines_there)
    assert len(csv_rows()) == 1 + lines_there
    monkeypatch.setattr("manage_ui.audit.views.MAX_ROWS", lines_there - 1)
    *head, last = csv_rows()
    assert len(head) == lines_there
    assert last[0].startswith("This file holds 10 lines at most; older lines are left out")


def _search_range() -> dict[str, Any]:
    return {"since": NOW - HOUR, "until": NOW + HOUR}


@pytest.mark.parametrize(("text", "cell"), [("=1", "'=1"), ("T1", "T1"), ("", ""), ("@a", "'@a")])
def test_formula_is_escaped(text: str, cell: str) -> None:
    assert escape_formula(text) == cell


def test_managers_and_surveillance_search(house: House) -> None:
    for role in ("anonymous", *house.people):
        for name in ("search", "download"):
            response = house.client(role).get(reverse(f"audit:{name}"))
            if role in ("manager", "surveillance"):
                assert response.status_code == 200
            elif role == "anonymous":
                assert "sign-in" in response.headers["Location"]
            else:
                assert response.status_code == 403
    assert Client().post(reverse("audit:search")).status_code == 405
