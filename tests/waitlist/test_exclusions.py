"""A bar, a suspension or a self-exclusion takes effect on lists, lock-ups, requests, draws and pages of the floor."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from floor_ui.map.tiles import tiles
from floor_ui.players.manager_decisions import exclusion_decide
from floor_ui.tables.page import TablePage
from players.models import Player, Sanction
from players.sanctions import sanction_give
from players.standing import clear_flag_cache
from poker.commands import LockSeat
from poker.refusal import Refusal
from rulings.incidents.sanction_decisions import sanction_decide
from tables.models import Table
from tests.support.desk import ACTOR, Desk
from tests.support.room import PIN, create_staff
from waitlist.exclusions import refused_seats
from waitlist.models import JoinRequest
from waitlist.seat_draws import SeatDraw, seats_draw
from waitlist.tasks import excluded_remove
from web.messages.refusals import refusal_message

pytestmark = pytest.mark.django_db(transaction=True)


def bar(player: Player, kind: str = "bar") -> Sanction:
    """Bar a player as a supervisor."""
    now = timezone.now()
    until = now + timedelta(days=1) if kind == "suspension" else None
    return sanction_decide(
        player=player, badge="201", pin=PIN, kind=kind, until=until, reason="Abuse.", now=now
    )


@pytest.fixture
def rowan(desk: Desk) -> None:
    create_staff("supervisor", alias="Rowan", badge="201")
    create_staff("manager", alias="Linden", badge="302")


def locked_seats(desk: Desk) -> list[int]:
    table = Table.objects.select_related("stream").get(pk=desk.room.table.pk)
    return [seat.seat for seat in table.view.seats if seat.lock]


@pytest.mark.usefixtures("rowan")
@pytest.mark.parametrize("kind", ["bar", "suspension"])
def test_a_player_who_may_not_play_is_off_lists_lock_ups_and_requests(
    desk: Desk, kind: str
) -> None:
    desk.add("Hat", "Crane")
    hat = Player.objects.get(alias="Hat")
    desk.room.execute(LockSeat(7, until=2**50, player=hat.key, name="Hat"))
    desk.room.execute(LockSeat(8, until=2**50, reason="kept"))
    room = desk.room.table.room
    for name in ("hat", "Kettle"):
        JoinRequest.objects.create(
            room=room, browser_key=uuid4().hex, name=name, games=[], made_at=timezone.now()
        )
    bar(hat, kind)
    assert desk.names == ["Crane"]
    assert locked_seats(desk) == [8]
    assert [row.name for row in JoinRequest.objects.filter(state="waiting")] == ["Kettle"]


@pytest.mark.usefixtures("rowan")
def test_a_warning_keeps_the_spot(desk: Desk) -> None:
    desk.add("Hat")
    bar(Player.objects.get(alias="Hat"), "warning")
    assert desk.names == ["Hat"]


@pytest.mark.usefixtures("rowan")
def test_self_exclusion_takes_effect_when_it_begins(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.add("Hat", "Crane")
    begins = timezone.now() + timedelta(days=2)
    for alias, since in (("Hat", None), ("Crane", begins)):
        exclusion_decide(
            player=Player.objects.get(alias=alias),
            since=since,
            until=None,
            for_good=True,
            badge="302",
            pin=PIN,
            now=timezone.now(),
        )
    assert desk.names == ["Crane"]
    assert excluded_remove() == 0
    monkeypatch.setattr(timezone, "now", lambda: begins + timedelta(seconds=1))
    clear_flag_cache()  # which ends after half a minute
    assert excluded_remove() == 1
    assert desk.names == []


@pytest.mark.usefixtures("rowan")
def test_a_seated_player_is_marked_on_map_table_and_queue(desk: Desk) -> None:
    staff = create_staff("supervisor", alias="Oak", badge="203")
    bar(Player.objects.get(alias="Pebble 2"))
    now = timezone.now()
    table = Table.objects.select_related("stream", "room", "plaque").get(pk=desk.room.table.pk)
    (tile,) = tiles(room_id=desk.room_id, now=now)
    assert tile.refused_text == "S2 can't play"
    marks = [mark.text for mark in TablePage(table, staff, now).seats[1].marks]
    assert "Can't play: Barred." in marks
    (seat,) = refused_seats(desk.room_id, now)
    assert (seat.table, seat.seat, seat.name, seat.standing) == ("T1", 2, "Pebble 2", "Barred.")


@pytest.mark.usefixtures("rowan")
def test_a_draw_leaves_out_who_may_not_play_and_names_them(desk: Desk) -> None:
    desk.add("Hat", "Crane")
    numbers = [desk.entry_number("Hat"), desk.entry_number("Crane")]
    # Barred without the list, as by an import: the entry is still there.
    sanction_give(
        player=Player.objects.get(alias="Hat"),
        kind="bar",
        until=None,
        reason="Abuse.",
        by=ACTOR,
        now=timezone.now(),
    )

    def draw(*drawn: int) -> Refusal | None:
        result = seats_draw(
            table=desk.room.table,
            draw=SeatDraw(numbers=drawn),
            command_id=str(uuid4()),
            actor=ACTOR,
            now=desk.now,
        )
        return result.warning

    with pytest.raises(Refusal, match="draw_left_out"):
        draw(numbers[0])
    warning = draw(*numbers)
    assert warning is not None
    text = refusal_message(warning, "supervisor")
    assert text == "Not drawn, because they can\u2019t play here: Hat. (Rule S-045)"
    assert desk.names == ["Hat"]
    assert excluded_remove() == 1
    assert desk.names == []


def test_a_supervisor_is_not_sent_to_a_supervisor(desk: Desk) -> None:
    refusal = Refusal("player_barred", "S-045", name="Hat")
    assert "Call a supervisor." in refusal_message(refusal)
    assert "Call a supervisor." in refusal_message(refusal, "dealer")
    assert "Call a supervisor." not in refusal_message(refusal, "supervisor")
