"""The report of an event and of a range: sums that add up, draws, voids, CSV and PDF."""

import csv
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from poker import commands as p
from staff.models import AuditEvent, Staff
from tables.actions import execute
from tables.models import Table
from tests.support.room import create_staff
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.plan_pages import manager, page_of
from tests.tournaments.plans import DAILY
from tournaments.report import EventReport
from tournaments.result_files import RANGE_COLUMNS, RESULT_COLUMNS
from tournaments.rules import commands as c


@pytest.fixture
def hornbeam(event_room: EventRoom) -> Client:
    return manager()


@pytest.fixture
def played(event_room: EventRoom) -> EventRoom:
    """An event from its first entry to its closed result, with all that a report lists."""
    event_room.execute(
        c.ScheduleEvent(replace(DAILY, guarantee=400_000), event_room.event.starts_at)
    )
    event_room.enter(*(f"Player {number}" for number in range(1, 13)))
    event_room.execute(c.Enter("=cmd", "=cmd", method="card"))
    event_room.execute(c.VoidEntry(2, "paid twice"))
    event_room.execute(c.StartClock())
    event_room.execute(c.BustPlayer(1))
    event_room.execute(c.Enter("Player 1"))
    event_room.execute(c.BustPlayer(3))
    event_room.execute(c.UndoBust(3))
    for entry in event_room.event.seated():
        event_room.execute(c.FinishMove(entry.number))
    event_room.execute(c.BreakTable("T3"))
    for move in event_room.event.moves:
        event_room.execute(c.FinishMove(move.entry))
    event_room.execute(c.CloseRegistration())
    event_room.execute(c.FixPool())
    for entry in list(event_room.event.seated())[:-1]:
        event_room.execute(c.BustPlayer(entry.number))
    return event_room


def close(event_room: EventRoom) -> None:
    report = EventReport(event_room.row, event_room.now)
    for row in report.winners:
        event_room.execute(c.Pay(row.entry.number))
    event_room.execute(c.CloseEvent())


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"))))


def test_every_amount_has_a_place(played: EventRoom) -> None:
    close(played)
    report = EventReport(played.row, played.now)
    assert [(row.title, row.count) for row in report.kinds] == [
        ("First entries", 12),
        ("Re-entries", 1),
    ]
    assert sum(row.total for row in report.kinds) == report.paid
    assert sum(row.total for row in report.split) == report.paid
    assert sum(row.total for row in report.methods) == report.paid
    assert report.pool == report.event.collected.pool + report.overlay == 400_000
    assert report.paid_out.total == report.pool
    assert (report.unpaid, report.held.count) == (0, 0)


def test_report_shows_moves_draws_voids_and_places(played: EventRoom, hornbeam: Client) -> None:
    close(played)
    page = page_of(hornbeam, "report", played.row.pk)
    assert page.row("Tables broken").cell("Count") == "1"
    assert page.row("Busts undone").cell("Count") == "1"
    assert "Player 2 (#2) voided, $240 returned" in page.text
    assert "paid twice" in page.text
    assert "Overlay of $1,400" in page.text
    draw = EventReport(played.row, played.now).facts.breaks[0]
    assert draw.table == "T3"
    for name, seat, number, target in draw.players:
        assert seat.startswith("T3·S")
        assert draw.pool[number - 1] == target
        assert name in page.text
    assert page.row("Paid").cells[-1] == "$3,120"


def test_report_of_an_event_without_entries(event_room: EventRoom, hornbeam: Client) -> None:
    page = page_of(hornbeam, "report", event_room.row.pk)
    assert "No entries." in page.text
    assert "not started" in page.text


def test_result_file_has_its_documented_columns(played: EventRoom, hornbeam: Client) -> None:
    address = reverse("tournaments:result-csv", args=[played.row.pk])
    head, *rows = rows_of(hornbeam.get(address).content)
    assert tuple(head) == RESULT_COLUMNS
    assert len(rows) == 13
    assert [row[0] for row in rows[:2]] == ["1", "2"]
    names = [row[3] for row in rows]
    assert "'=cmd" in names
    assert "Player 2" not in names
    assert sum(int(row[8]) for row in rows) == 4_000
    assert AuditEvent.objects.filter(verb="report_downloaded", about_key="tournament.csv").exists()


def test_range_has_events_and_sums(played: EventRoom, hornbeam: Client) -> None:
    close(played)
    day = f"{played.now:%Y-%m-%d}"
    page = page_of(hornbeam, "range", room=played.room.pk, first=day, last=day)
    assert page.row("Total").cells[3:] == ["13", "1", "$4,000", "$390", "$130", "$1,400", "$4,000"]
    query = {"room": str(played.room.pk), "first": day, "last": day}
    response = hornbeam.get(reverse("tournaments:range-csv"), query)
    head, first, total = rows_of(response.content)
    assert tuple(head) == RANGE_COLUMNS
    assert first[4:] == total[4:] == ["13", "1", "4000", "390", "130", "1400", "4000"]


def test_report_is_a_pdf(played: EventRoom, hornbeam: Client) -> None:
    response = hornbeam.get(reverse("tournaments:report-pdf", args=[played.row.pk]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


def test_counted_chips_and_the_night_are_in_the_report(event_room: EventRoom) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel")
    event_room.execute(c.StartClock())
    event_room.execute(c.PauseClock())
    for number, chips in ((1, 25_000), (2, 14_000)):
        event_room.execute(c.BagStack(number, chips))
        event_room.execute(c.VerifyBag(number, chips))
    event_room.execute(c.EndDay("a chip is missing"))
    report = EventReport(event_room.row, event_room.now)
    assert report.chip_difference == -1_000
    assert report.facts.days == [(1, -1_000, "a chip is missing")]
    assert report.duration is not None


@pytest.mark.django_db(transaction=True)
def test_dealers_of_the_event_have_their_downs() -> None:
    event_room = create_event_room(tables=2)
    event_room.enter(*(f"Player {number}" for number in range(1, 9)))
    wren = create_staff("dealer")
    teal = create_staff("dealer", alias="Teal", badge="102")
    table = Table.objects.get(room=event_room.room, name="T1")

    def push(staff: Staff, after: int) -> None:
        event_room.now += timedelta(minutes=after)
        execute(
            table_id=table.pk,
            command_id=str(uuid4()),
            seen=None,
            command=p.PushDealer(staff.key, staff.alias),
            actor=staff.key,
            now=event_room.now,
        )

    push(wren, 0)  # before the start, so only the time after it counts
    event_room.now += timedelta(minutes=10)
    event_room.execute(c.StartClock())
    push(teal, 30)
    push(wren, 20)
    event_room.now += timedelta(minutes=15)
    dealers = EventReport(event_room.row, event_room.now).dealers
    assert [(dealer.name, dealer.downs, dealer.tables) for dealer in dealers] == [
        ("Wren", 2, 1),
        ("Teal", 1, 1),
    ]
    assert [round(dealer.time / timedelta(minutes=1)) for dealer in dealers] == [45, 20]
    event_room.execute(c.PauseClock())
    event_room.execute(c.BreakTable("T1"))
    event_room.now += timedelta(hours=2)
    later = EventReport(event_room.row, event_room.now).dealers
    assert [round(dealer.time / timedelta(minutes=1)) for dealer in later] == [45, 20]


def test_log_of_an_event_lists_each_entry_as_a_sentence(
    played: EventRoom, hornbeam: Client
) -> None:
    address = reverse("tournaments:history", args=[played.row.pk])
    text = hornbeam.get(address).content.decode()
    assert "clock running" in text
    assert "paid twice" in text
    count = played.row.stream.entries.count()
    last = hornbeam.get(address, {"page": -(-count // 100)}).content.decode()
    assert f"{played.event.plan.name} scheduled" in last
    assert hornbeam.get(address, {"page": "zero"}).status_code == 200
