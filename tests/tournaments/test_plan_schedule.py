"""Scheduling series, the calendar with its warning, changing and canceling an event."""

from datetime import date, datetime, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from journal.verify import verify
from poker.refusal import Refusal
from tests.support.room import create_staff
from tests.tournaments.event_room import ACTOR, EventRoom
from tests.tournaments.plan_pages import manager, page_of, send, sent_form
from tests.tournaments.plans import DAILY
from tournaments.actions import load_tournament, tournament_create
from tournaments.models import EventSummary, EventTable, ScheduledEvent, TournamentTemplate
from tournaments.pages.plan_schedule import start_in
from tournaments.pages.public_event import PublicEvent
from tournaments.pages.schedule_page import schedule
from tournaments.rules import commands as c
from tournaments.templates_store import create_template, daily_starts

TOMORROW = (timezone.now() + timedelta(days=1)).date()


@pytest.fixture
def hornbeam(event_room: EventRoom) -> Client:
    return manager()


@pytest.fixture
def template(event_room: EventRoom) -> TournamentTemplate:
    by = create_staff("manager", alias="Linden", badge="902")
    return create_template(room=event_room.room, plan=DAILY, by=by, now=event_room.now)


def form(template: TournamentTemplate, **more: object) -> dict[str, object]:
    sent = {
        "template": template.pk,
        "day": f"{TOMORROW:%Y-%m-%d}",
        "time": "17:00",
        "count": "1",
        "every": "1",
        "series": "",
        "names": "",
    }
    return sent | more


def scheduled(event_room: EventRoom) -> list[ScheduledEvent]:
    """Return the events that were made from a template, by number."""
    rows = ScheduledEvent.objects.filter(room=event_room.room).exclude(template=None)
    return list(rows.select_related("summary").order_by("number"))


def status_of(event_room: EventRoom) -> str:
    return event_room.event.status


def test_page_starts_with_the_day_of_the_calendar_and_the_last_time(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    room = event_room.room.pk
    page = page_of(hornbeam, "plan-schedule", room=room, day="2030-05-04")
    assert page.field("First day").value == "2030-05-04"
    assert page.field("Start").value == "17:00"
    send(hornbeam, "plan-schedule", sent=form(template, time="19:30"), room=room)
    page = page_of(hornbeam, "plan-schedule", room=room, template=template.pk)
    assert page.field("Start").value == "19:30"


def test_series_of_twenty_with_names(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = form(template, count="20", series="Fall Series", names="Main 1A\nMain 1B\n")
    status, page = send(hornbeam, "plan-schedule", sent=sent, room=event_room.room.pk)
    assert status == 200
    assert page.status().startswith("Scheduled 20 events, 2 to 21: Daily")
    rows = scheduled(event_room)
    assert [row.summary.name for row in rows[:3]] == ["Main 1A", "Main 1B", "Daily"]
    assert {row.series for row in rows} == {"Fall Series"}
    local = [timezone.localtime(row.summary.starts_at) for row in rows]
    assert {f"{moment:%H:%M}" for moment in local} == {"17:00"}
    assert (local[-1].date() - local[0].date()).days == 19


def test_series_on_weekdays(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = form(template, count="6", weekdays=["4", "5"])
    send(hornbeam, "plan-schedule", sent=sent, room=event_room.room.pk)
    starts = [timezone.localtime(row.summary.starts_at) for row in scheduled(event_room)]
    assert {moment.weekday() for moment in starts} == {4, 5}
    assert len(starts) == 6


def test_time_of_day_stays_when_clocks_change() -> None:
    with timezone.override(ZoneInfo("America/New_York")):
        first = datetime(2026, 10, 30, 17, tzinfo=ZoneInfo("America/New_York"))
        starts = daily_starts(first.astimezone(ZoneInfo("UTC")), 4)
        assert [f"{timezone.localtime(start):%d %H:%M}" for start in starts] == [
            "30 17:00",
            "31 17:00",
            "01 17:00",
            "02 17:00",
        ]
        assert starts[2].timestamp() - starts[1].timestamp() == 25 * 3600


def test_time_that_the_clocks_skip_is_refused() -> None:
    with (
        timezone.override(ZoneInfo("America/New_York")),
        pytest.raises(Refusal, match="start_missing"),
    ):
        start_in("2026-03-08", "02:30", datetime(2026, 3, 1, tzinfo=ZoneInfo("UTC")))


@pytest.mark.parametrize(
    ("name", "value", "label", "text"),
    [
        ("day", "tomorrow", "First day", "Enter a day and a time"),
        ("day", "2026-02-31", "First day", "Enter a day and a time"),
        ("time", "25:00", "First day", "Enter a day and a time"),
        ("day", "2020-01-01", "First day", "is over"),
        ("count", "0", "How many events", "1 to 60 events"),
        ("count", "61", "How many events", "1 to 60 events"),
        ("count", "many", "How many events", "1 to 60 events"),
        ("every", "0", "Every how many days", "every 1 to 60 days"),
        ("names", "A\nB", "Names, one a line", "2 names for 1 events"),
    ],
)
def test_wrong_schedule_is_refused_at_its_field(
    event_room: EventRoom,
    hornbeam: Client,
    template: TournamentTemplate,
    name: str,
    value: str,
    label: str,
    text: str,
) -> None:
    sent = form(template, series="Kept") | {name: value}
    status, page = send(hornbeam, "plan-schedule", sent=sent, room=event_room.room.pk)
    assert status == 422
    assert text in page.field(label).description
    assert page.field("Series").value == "Kept"
    assert scheduled(event_room) == []


def test_series_is_scheduled_as_a_whole_or_not_at_all(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    TournamentTemplate.objects.update(body={**template.body, "levels": []})
    status, _ = send(
        hornbeam, "plan-schedule", sent=form(template, count="5"), room=event_room.room.pk
    )
    assert status == 422
    assert scheduled(event_room) == []


def test_room_without_templates_leads_to_presets(event_room: EventRoom, hornbeam: Client) -> None:
    page = page_of(hornbeam, "plan-schedule", room=event_room.room.pk)
    assert "/tournaments/plan/" in page.link("Start one from a preset").href
    sent = form(TournamentTemplate(pk=99))
    status, page = send(hornbeam, "plan-schedule", sent=sent, room=event_room.room.pk)
    assert status == 404


def test_calendar_has_ten_days_and_leads_to_the_events(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    room = event_room.room.pk
    send(hornbeam, "plan-schedule", sent=form(template, count="3"), room=room)
    page = page_of(hornbeam, "plan-calendar", room=room, first=f"{TOMORROW:%Y-%m-%d}")
    days = page.all("heading", None)
    assert f"{TOMORROW:%a, %b} {TOMORROW.day}" in [day.text for day in days]
    assert page.text.count("17:00") == 3
    assert "3 events, 0 entries so far" in page.text
    assert "No shortage of tables expected" in page.text
    empty = page_of(hornbeam, "plan-calendar", room=room, first="2040-01-01")
    assert "0 events" in empty.text
    today = page_of(hornbeam, "plan-calendar", room=room, first="9999-99-99")
    assert "today" in today.text


def test_calendar_warns_where_more_tables_are_wanted_than_the_room_has(
    event_room: EventRoom, hornbeam: Client
) -> None:
    start = timezone.make_aware(datetime.combine(TOMORROW, datetime.min.time())) + timedelta(
        hours=17
    )
    for name, hours, entries in (("First", 0, 16), ("Second", 1, 16), ("Late", 30, 16)):
        plan = replace(DAILY, name=name, guarantee=entries * DAILY.entry.pool)
        tournament_create(
            room=event_room.room,
            plan=plan,
            starts_at=start + timedelta(hours=hours),
            actor=ACTOR,
            now=event_room.now,
        )
    page = page_of(hornbeam, "plan-calendar", room=event_room.room.pk, first=f"{TOMORROW:%Y-%m-%d}")
    day = f"{TOMORROW:%a, %b} {TOMORROW.day}"
    assert f"{day}, 18:00: 4 tables wanted, 3 in the room. Second waits for 1." in page.text
    assert "Late waits" not in page.text


def test_event_without_entries_is_changed(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    send(hornbeam, "plan-schedule", sent=form(template), room=event_room.room.pk)
    row = scheduled(event_room)[0]
    page = page_of(hornbeam, "plan-event", row.pk)
    day = date.fromisoformat("2030-07-04")
    sent = sent_form(page, "plan") | {
        "day": f"{day}",
        "time": "12:15",
        "name": "Picnic",
        "guarantee": "900",
    }
    status, page = send(hornbeam, "plan-event", row.pk, sent=sent)
    assert status == 200
    event = load_tournament(row.pk)[1]
    assert (event.plan.name, event.plan.guarantee) == ("Picnic", 90_000)
    summary = EventSummary.objects.get(event=row)
    assert f"{timezone.localtime(summary.starts_at):%Y-%m-%d %H:%M}" == "2030-07-04 12:15"
    assert page.field("Name").value == "Picnic"


def test_event_takes_over_another_template(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    by = create_staff("manager", alias="Oak", badge="905")
    other = create_template(
        room=event_room.room,
        plan=replace(DAILY, name="Big", guarantee=500),
        by=by,
        now=event_room.now,
    )
    send(hornbeam, "plan-schedule", sent=form(template), room=event_room.room.pk)
    row = scheduled(event_room)[0]
    page = page_of(hornbeam, "plan-event", row.pk, template=other.pk)
    send(hornbeam, "plan-event", row.pk, sent=sent_form(page, "plan"), template=other.pk)
    assert load_tournament(row.pk)[1].plan == replace(DAILY, name="Big", guarantee=500)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("day", "", "Enter a day"),
        ("day", "2001-01-01", "is over"),
        ("stack", "many", "a whole number"),
    ],
)
def test_wrong_change_of_an_event_is_refused(
    event_room: EventRoom, hornbeam: Client, name: str, value: str, text: str
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-event", event_room.row.pk), "plan")
    status, page = send(
        hornbeam, "plan-event", event_room.row.pk, sent=sent | {"name": "New", name: value}
    )
    assert status == 422
    assert text in page.text
    assert page.field("Name").value == "New"
    assert event_room.event.plan == DAILY


def test_second_of_two_managers_is_refused(event_room: EventRoom, hornbeam: Client) -> None:
    sent = sent_form(page_of(hornbeam, "plan-event", event_room.row.pk), "plan")
    event_room.execute(c.RemoveTable("T3"))
    status, page = send(hornbeam, "plan-event", event_room.row.pk, sent=sent | {"name": "New"})
    assert status == 409
    assert page.field("Name").value == "New"
    status, _ = send(hornbeam, "plan-event", event_room.row.pk, sent=sent_form(page, "plan"))
    assert status == 200
    assert event_room.event.plan.name == "New"


def test_two_managers_who_save_at_the_same_moment_save_once(
    event_room: EventRoom, hornbeam: Client
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-event", event_room.row.pk), "plan")
    before = load_tournament(event_room.row.pk)
    assert send(hornbeam, "plan-event", event_room.row.pk, sent=sent | {"name": "First"})[0] == 200
    after = load_tournament(event_room.row.pk)
    # The second request read the event before the first one was stored.
    with patch("tournaments.pages.plan_event.load_tournament", side_effect=[before, after]):
        status, _ = send(hornbeam, "plan-event", event_room.row.pk, sent=sent | {"name": "Second"})
    assert status == 409
    assert event_room.event.plan.name == "First"


def test_only_later_levels_change_once_there_are_entries(
    event_room: EventRoom, hornbeam: Client
) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel")
    event_room.execute(c.StartClock())
    event_room.execute(c.PauseClock())  # in level 1, whatever the time of the request
    page = page_of(hornbeam, "plan-event", event_room.row.pk)
    sent = sent_form(page, "plan")
    minutes = sent["row_minutes"]
    assert isinstance(minutes, list)
    later = sent | {"row_minutes": [*minutes[:-1], "45"], "name": "Other", "guarantee": "1"}
    status, page = send(hornbeam, "plan-event", event_room.row.pk, sent=later)
    assert status == 200, page.text
    assert event_room.event.plan == replace(
        DAILY, levels=(*DAILY.levels[:-1], replace(DAILY.levels[-1], minutes=45))
    )
    sent = sent_form(page_of(hornbeam, "plan-event", event_room.row.pk), "plan")
    begun = sent | {"row_minutes": ["60", *minutes[1:]]}
    status, page = send(hornbeam, "plan-event", event_room.row.pk, sent=begun)
    assert status == 422
    assert "level 1 is being played" in page.text.lower()


def test_event_is_canceled_and_scheduled_again(event_room: EventRoom, hornbeam: Client) -> None:
    row = event_room.row
    status, _ = send(hornbeam, "plan-cancel", row.pk, sent={"reason": ""})
    assert status == 422
    status, page = send(hornbeam, "plan-cancel", row.pk, sent={"reason": "No dealers"})
    assert status == 200
    assert status_of(event_room) == "canceled"
    assert not EventTable.objects.filter(event=row).exists()
    with pytest.raises(Refusal, match="event_canceled"):
        event_room.enter("Amber Spindle")
    day = f"{timezone.localtime(event_room.now):%Y-%m-%d}"
    calendar = page_of(hornbeam, "plan-calendar", room=event_room.room.pk, first=day)
    assert "canceled" in calendar.text
    sent = sent_form(page, "plan") | {"day": "2030-01-01"}
    status, _ = send(hornbeam, "plan-event", row.pk, sent=sent)
    assert status == 200
    assert status_of(event_room) == "scheduled"
    stream = row.stream
    stream.refresh_from_db()
    verify(stream=stream)


def test_event_with_entries_is_not_canceled_until_they_are_voided(
    event_room: EventRoom, hornbeam: Client
) -> None:
    event_room.enter("Amber Spindle")
    status, page = send(hornbeam, "plan-cancel", event_room.row.pk, sent={"reason": "x"})
    assert status == 422
    assert "Daily has entries" in page.text
    event_room.execute(c.VoidEntry(1, "canceled"))
    status, _ = send(hornbeam, "plan-cancel", event_room.row.pk, sent={"reason": "x"})
    assert status == 200


def test_rest_of_a_series_is_canceled_except_events_with_entries(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = form(template, count="4", series="Fall")
    send(hornbeam, "plan-schedule", sent=sent, room=event_room.room.pk)
    rows = scheduled(event_room)
    sold = EventRoom(event_room.room, rows[2], event_room.now)
    sold.enter("")
    _, page = send(hornbeam, "plan-cancel", rows[1].pk, sent={"reason": "x", "series": "yes"})
    assert page.status() == "Canceled 2 events."
    statuses = [row.summary.status for row in scheduled(event_room)]
    assert statuses == ["scheduled", "canceled", "scheduled", "canceled"]


def test_report_of_no_room_is_empty(hornbeam: Client) -> None:
    page = page_of(hornbeam, "range", first="2001-01-01", last="2000-01-02")
    assert "No events in this range." in page.text


def test_canceled_event_is_off_the_public_schedule(event_room: EventRoom, hornbeam: Client) -> None:
    now = event_room.now - timedelta(hours=1)
    assert schedule(event_room.room, now)
    send(hornbeam, "plan-cancel", event_room.row.pk, sent={"reason": "No dealers"})
    assert schedule(event_room.room, now) == []
    assert PublicEvent(event_room.row, now).words == "Canceled"
