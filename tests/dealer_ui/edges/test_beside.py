"""Beside the picture: who comes next from ten minutes before, that a sign-in was a clock-in, what is open."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.utils import timezone

from poker import commands as c
from poker.lineup import commands as l
from tables.dealers.execute import lineup_execute
from tables.models import Staff
from tests.dealer_ui.edges.tablet import Tablet, dealt
from tests.tables.room import PIN, Small, staff

pytestmark = pytest.mark.db


@pytest.fixture
def tablet(game: Small) -> Tablet:
    """Wren has just signed in, without a clock-in."""
    game.now = timezone.now()
    return dealt(game)


def beside(tablet: Tablet, minutes: int = 0) -> dict[str, Any]:
    now = timezone.now() + timedelta(minutes=minutes)
    with patch("django.utils.timezone.now", return_value=now):
        data: dict[str, Any] = tablet.look()["beside"]
    return data


def clock_in(game: Small, staff: Staff) -> None:
    lineup_execute(
        room_id=game.table.room_id,
        command_id=str(uuid4()),
        command=l.ClockIn(staff.key, staff.alias),
        actor="staff.1",
        now=game.now,
    )


def test_a_sign_in_without_a_clock_in_is_one_and_says_so(tablet: Tablet) -> None:
    data = beside(tablet)
    assert data["clocked"].startswith("Clocked in ")
    assert data["handover"] is None
    assert beside(tablet, minutes=3)["clocked"] == ""


def test_who_was_clocked_in_is_not_told_so(tablet: Tablet, game: Small) -> None:
    plover = staff("dealer", alias="Plover", badge="102")
    clock_in(game, plover)
    tablet.post("sign-in", {"badge": "102", "pin": PIN})
    assert beside(tablet)["clocked"] == ""


def test_the_next_dealer_is_named_from_ten_minutes_before(tablet: Tablet, game: Small) -> None:
    clock_in(game, staff("dealer", alias="Plover", badge="102"))
    assert beside(tablet)["next"] is None
    message = beside(tablet, minutes=25)["next"]
    assert message["text"].startswith("Next: Plover ")
    assert (message["name"], message["badge"]) == ("Plover", "102")


def test_what_is_open_is_told_to_whoever_takes_over_and_to_nobody_later(
    tablet: Tablet, game: Small
) -> None:
    game.do(c.SitOut(seat=3))
    staff("dealer", alias="Plover", badge="102")
    tablet.post("sign-in", {"badge": "102", "pin": PIN})
    message = beside(tablet)["handover"]
    assert message["title"] == "Handoff from Wren"
    assert message["lines"][0]["text"].startswith("Seat 3 away since ")
    assert beside(tablet, minutes=3)["handover"] is None
