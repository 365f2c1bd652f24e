"""Scheduled plaques and house charges: they wait, take effect, are withdrawn, or are held up."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from drop.shifts import periods
from journal.models import Entry
from manage_ui.forms.effective_from import NEXT_HAND
from poker.commands import Act as Does
from poker.commands import AwardPot
from staff.clock_times import begins_at
from staff.models import AuditEvent, Room
from staff.time_zone import forget_time_zone, time_zone_change
from tables.lifecycle import table_create
from tables.models import Plaque, ScheduledPlaque
from tables.plaques import plaque_publish
from tables.scheduled_plaques import plaques_apply_due
from tests.support.manage_fixtures import ManagerClient
from tests.support.page_roles import PageContent
from tests.support.plaque_forms import TYPED
from tests.support.room import NOW, TableDriver
from tests.support.stored_tables import stored_view

DAY = {"begins": "06:00", "begins_on": "2026-11-22"}
BEGINS = datetime(2026, 11, 22, 6, tzinfo=UTC)
WORDS = "Sun, Nov 22, 2026, 06:00 (day)"
CHARGE = {"charge": "percent", "basis_points": "5", "cap": "3", "time_minutes": "30"}


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to the evening before."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def plaque_form(game: TableDriver, **changes: Any) -> dict[str, Any]:
    return TYPED | {"no_flop_no_drop": "on", "put_up": str(game.table.pk), "cap": "4"} | changes


def cap_at(game: TableDriver) -> int:
    stakes = stored_view(game).stakes
    assert stakes is not None
    return stakes.rake.cap


def test_scheduled_plaque_counts_from_the_first_hand_of_its_shift(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    seen = hornbeam.get("plaque", pk).seen
    first = hornbeam.post("plaque", pk, seen=seen, **plaque_form(game, **DAY))
    assert (
        f"Pending until {WORDS}. It can be withdrawn until then."
        in PageContent(first.text).region("Confirm the changes").text
    )
    assert (
        "Takes effect with the first hand after that at T1."
        in PageContent(first.text).region("Confirm the changes").text
    )
    data = plaque_form(game, **DAY) | {"seen": seen, "sure": first.confirmation}
    assert hornbeam.post("plaque", pk, **data).status == 302
    assert Plaque.objects.count() == 1
    for name, url_args in (("plaque", [pk]), ("plaques", []), ("rakes", [])):
        assert WORDS in hornbeam.get(name, *url_args).text, name
    act = AuditEvent.objects.get(verb="plaque_set_for_later")
    assert act.after == {"Cap per hand": "4", "Effective from": WORDS}
    assert act.before == {"Cap per hand": "5", "Effective from": NEXT_HAND}
    game.execute(Does(seat=4, what="raise"))
    assert plaques_apply_due(now=BEGINS - timedelta(seconds=1)) == 0
    assert plaques_apply_due(now=BEGINS) == 1
    assert plaques_apply_due(now=BEGINS) == 0
    assert cap_at(game) == 500, "the hand that is dealt ends as it began"
    for seat in (1, 2, 3):
        game.execute(Does(seat=seat, what="fold"))
    game.execute(AwardPot((4,)))
    assert cap_at(game) == 400
    assert Plaque.objects.get(version=2).cap == 400
    published_act = AuditEvent.objects.get(verb="plaque_published")
    assert (published_act.alias, published_act.after) == ("system clock", {"Cap per hand": "4"})
    assert "set by Hornbeam" in published_act.reason
    kinds = list(Entry.objects.filter(actor=hornbeam.staff.key).values_list("name", flat=True))
    assert kinds == ["table.plaque_awaited"], "the table's log names who asked for it"
    assert 'class="waiting"' not in hornbeam.get("plaque", pk).text


def test_withdrawn_plaque_never_takes_effect_and_is_withdrawn_once(
    hornbeam: ManagerClient, linden: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    assert hornbeam.save("plaque", pk, **plaque_form(game, **DAY)).status == 302
    due = ScheduledPlaque.objects.get()
    for manage in (linden, hornbeam):
        assert manage.post("plaque-withdraw", due.pk).status == 302
    plaques_page = PageContent(hornbeam.get("plaques").text)
    assert (
        "That change is no longer pending: withdrawn (Linden)." in plaques_page.names("status")[-1]
    )
    assert plaques_apply_due(now=BEGINS) == 0
    assert Plaque.objects.count() == 1
    act = AuditEvent.objects.get(verb="plaque_withdrawn")
    assert (act.alias, act.before) == ("Linden", {"Cap per hand": "4", "Effective from": WORDS})


def test_two_managers_change_the_same_plaque(
    hornbeam: ManagerClient, linden: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    seen = linden.get("plaque", pk).seen
    assert hornbeam.save("plaque", pk, **plaque_form(game, **DAY)).status == 302
    stale_page = linden.post("plaque", pk, seen=seen, **plaque_form(game, buy_in_max="300"))
    assert stale_page.status == 409, "something waits that this page did not know of"
    now = plaque_form(game, cap="5", buy_in_max="300")
    second_result = linden.post("plaque", pk, seen=stale_page.seen, **now)
    assert (
        f"Pending from {WORDS}, set by Hornbeam"
        in PageContent(second_result.text).region("Confirm the changes").text
    )
    assert (
        linden.post(
            "plaque", pk, seen=stale_page.seen, sure=second_result.confirmation, **now
        ).status
        == 302
    )
    assert plaques_apply_due(now=BEGINS) == 1
    last = Plaque.objects.latest("version")
    assert (last.version, last.cap, last.buy_in_max) == (3, 400, 30_000), "neither undoes the other"


def test_one_scheduled_collection_covers_several_plaques(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    hornbeam.post("plaque-new", seen="", **(TYPED | {"name": "Another"}))
    plaque_pks = [plaque.pk for plaque in Plaque.objects.all()]
    page = hornbeam.save(
        "rakes", plaques=plaque_pks, put_up=[game.table.pk], **CHARGE, **DAY, no_flop_no_drop="on"
    )
    assert page.status == 302
    due = ScheduledPlaque.objects.get()
    assert due.names == ["Another", "Limit 4/8"]
    assert plaques_apply_due(now=BEGINS) == 1
    caps = Plaque.objects.filter(version=2).values_list("name", "basis_points", "cap")
    assert sorted(caps) == [("Another", 500, 300), ("Limit 4/8", 500, 300)]
    assert cap_at(game) == 300
    PageContent(hornbeam.get("rakes").text).item("by system clock")


def test_invalid_scheduled_plaque_waits_with_a_reason(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    assert hornbeam.save("plaque", pk, **plaque_form(game, big_bet="12", **DAY)).status == 302
    invalid_plaque = Plaque.objects.get()
    # A concurrent change to one bet.
    invalid_plaque.limit = "fixed"
    invalid_plaque.big_bet = invalid_plaque.small_bet
    plaque_publish(plaque=invalid_plaque, now=NOW)
    for _ in range(2):
        assert plaques_apply_due(now=BEGINS) == 0
    assert Plaque.objects.count() == 2
    PageContent(hornbeam.get("plaque", pk).text).item("It was due but isn't in force")
    assert AuditEvent.objects.filter(verb="plaque_published", outcome="refused").count() == 1
    mended = Plaque.objects.latest("version")
    mended.limit = "split"
    plaque_publish(plaque=mended, now=NOW)
    assert plaques_apply_due(now=BEGINS) == 1
    assert Plaque.objects.latest("version").big_bet == 1200


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"begins": "06:00"}, "Enter the day of that shift."),
        ({"begins_on": "2026-11-22"}, "Choose the shift"),
        ({"begins": "14:00", "begins_on": "2026-11-21"}, "That shift has already started."),
        ({"begins": "14:00", "begins_on": "2099-11-21"}, "up to a year ahead"),
        ({"begins": "14:00", "begins_on": "99999-99-99"}, ""),
        ({"begins": "03:17", "begins_on": "2026-11-22"}, ""),
    ],
)
def test_invalid_effective_time_is_refused(
    hornbeam: ManagerClient, game: TableDriver, fields: dict[str, str], message: str
) -> None:
    response = hornbeam.save("plaque", Plaque.objects.get().pk, **plaque_form(game, **fields))
    assert response.status == 422
    assert message or response.field_errors
    assert message in response.errors
    assert not ScheduledPlaque.objects.exists()


def test_shift_starts_at_local_time_in_summer_and_winter(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    time_zone_change(name="Europe/Berlin", by=hornbeam.staff, now=timezone.now())
    forget_time_zone()
    saved = hornbeam.save("plaque", Plaque.objects.get().pk, **plaque_form(game, **DAY))
    assert saved.status == 302
    assert ScheduledPlaque.objects.get().effective_from == BEGINS - timedelta(hours=1)


def test_shift_times_at_daylight_saving_changes() -> None:
    zone = ZoneInfo("Europe/Berlin")
    hours = [["day", "02:30"]]
    spring = begins_at(date(2027, 3, 28), "02:30", zone)
    autumn = begins_at(date(2026, 10, 25), "02:30", zone)
    assert f"{spring:%H:%M}" == "03:30"
    assert autumn.astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    for item in (spring, autumn):
        shift = periods(item, hours, 1)[0]
        assert shift.begins.astimezone(UTC) == item.astimezone(UTC), "the drop's shift begins then"


def test_tables_of_several_rooms_are_distinguished(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    other_room = Room.objects.create(name="Big room")
    plaque = Plaque.objects.get()
    for name in ("T1", "T2"):
        table_create(
            room=other_room, name=name, seats=9, plaque=plaque, actor="system.test", now=NOW
        )
    assert "T1, Small room" in PageContent(hornbeam.get("plaque", plaque.pk).text).text
    seen = hornbeam.get("plaque", plaque.pk).seen
    first = hornbeam.post("plaque", plaque.pk, seen=seen, **plaque_form(game))
    assert (
        "with the next hand at T1 of Small room."
        in PageContent(first.text).region("Confirm the changes").text
    )
    assert (
        "T1 and T2 of Big room: closed; show it when they open."
        in PageContent(first.text).region("Confirm the changes").text
    )
