"""What the snapshot adds to the view: the next dealer ten minutes before the push, a clock-in by sign-
in, open items.
"""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.utils import timezone

from dealer_ui.messages.push_summary import destination
from lineup.actions import lineup_execute
from lineup.rules import commands as l
from poker import commands as c
from staff.models import Staff
from tables import lifecycle
from tests.support.room import ACTOR, PIN, TableDriver, create_staff, open_game
from tests.support.tablet import Tablet, sign_in_tablet


@pytest.fixture
def tablet(game: TableDriver) -> Tablet:
    """Wren has just signed in, without a clock-in."""
    game.now = timezone.now()
    return sign_in_tablet(game)


def snapshot_extras(tablet: Tablet, minutes: int = 0) -> dict[str, Any]:
    now = timezone.now() + timedelta(minutes=minutes)
    with patch("django.utils.timezone.now", return_value=now):
        data: dict[str, Any] = tablet.snapshot()["beside"]
    return data


def clock_in(game: TableDriver, staff: Staff) -> None:
    lineup_execute(
        room_id=game.table.room_id,
        command_id=str(uuid4()),
        command=l.ClockIn(staff.key, staff.alias),
        actor="staff.1",
        now=game.now,
    )


def test_sign_in_clocks_the_dealer_in_with_a_message(tablet: Tablet) -> None:
    data = snapshot_extras(tablet)
    assert data["clocked"].startswith("Clocked in ")
    assert data["handover"] is None
    assert snapshot_extras(tablet, minutes=3)["clocked"] == ""


def test_clocked_in_dealer_gets_no_clock_in_notice(tablet: Tablet, game: TableDriver) -> None:
    plover = create_staff("dealer", alias="Plover", badge="102")
    clock_in(game, plover)
    tablet.post("sign-in", {"badge": "102", "pin": PIN})
    assert snapshot_extras(tablet)["clocked"] == ""


def test_the_next_dealer_is_named_from_ten_minutes_before(
    tablet: Tablet, game: TableDriver
) -> None:
    clock_in(game, create_staff("dealer", alias="Plover", badge="102"))
    assert snapshot_extras(tablet)["next"] is None
    message = snapshot_extras(tablet, minutes=25)["next"]
    assert message["text"].startswith("Next: Plover ")
    assert (message["name"], message["badge"]) == ("Plover", "102")


def test_dealer_who_is_pushed_out_reads_where_to_go(tablet: Tablet, game: TableDriver) -> None:
    clock_in(game, create_staff("dealer", alias="Plover", badge="102"))
    assert snapshot_extras(tablet, minutes=25)["next"]["goes"] == ""
    # Siskin's down at T4 ends five minutes after the one here, and nobody else is free then.
    table = lifecycle.table_create(
        room=game.table.room,
        name="T4",
        seats=9,
        plaque=game.table.plaque,
        actor=ACTOR,
        now=game.now,
    )
    siskin = create_staff("dealer", alias="Siskin", badge="103")
    other = open_game(TableDriver(table, game.now + timedelta(minutes=5)))
    other.execute(c.PushDealer(siskin.key, siskin.alias))
    message = snapshot_extras(tablet, minutes=25)["next"]
    assert message["name"] == "Plover"
    assert re.fullmatch(r"You go to T4 at \d\d:\d\d, Wren\.", message["goes"])
    assert destination("T4", "Wren", at="") == "You go to T4, Wren."


def test_open_items_are_shown_only_to_the_incoming_dealer(
    tablet: Tablet, game: TableDriver
) -> None:
    game.execute(c.SitOut(seat=3))
    create_staff("dealer", alias="Plover", badge="102")
    tablet.post("sign-in", {"badge": "102", "pin": PIN})
    message = snapshot_extras(tablet)["handover"]
    assert message["title"] == "Handoff from Wren"
    assert message["lines"][0]["text"].startswith("Seat 3 away since ")
    assert snapshot_extras(tablet, minutes=3)["handover"] is None


def test_people_who_may_sign_in_are_offered_by_name(tablet: Tablet, game: TableDriver) -> None:
    create_staff("supervisor", alias="Alder", badge="202")
    plover = create_staff("dealer", alias="Plover", badge="102")
    create_staff("dealer", alias="Siskin", badge="103")
    staff = snapshot_extras(tablet)["staff"]
    # No one is clocked in: every dealer of the room but the one in the box.
    assert [item["name"] for item in staff["dealers"]] == ["Plover", "Siskin"]
    assert {"name": "Alder", "badge": "202"} in staff["supervisors"]
    clock_in(game, plover)
    assert snapshot_extras(tablet)["staff"]["dealers"] == [{"name": "Plover", "badge": "102"}]


def test_next_dealer_comes_with_what_is_open(tablet: Tablet, game: TableDriver) -> None:
    game.execute(c.SitOut(seat=3))
    clock_in(game, create_staff("dealer", alias="Plover", badge="102"))
    message = snapshot_extras(tablet, minutes=25)["next"]
    assert message["open"][0].startswith("Seat 3 away since ")
    assert message["text"].endswith(message["at"])
