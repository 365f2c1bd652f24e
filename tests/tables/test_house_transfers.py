"""Chips that players bring and take off, at the server: supervisors decide, the room has the cap (S-003,
S-009, H-06).
"""

from typing import Any

import pytest

from journal.models import Entry
from poker.codec import decode_event
from poker.events import ChipsAdded, ChipsRemoved, SeatTaken
from tests.support.room import TableDriver, create_staff
from tests.support.tablet import refusal, sign_in_tablet

pytestmark = pytest.mark.django_db


def last_event(game: TableDriver, name: str) -> Any:
    entry = Entry.objects.filter(stream=game.table.stream, name=name).order_by("-seq")[0]
    return decode_event(entry.name, entry.version, entry.data)


def test_an_uncounted_buy_in_is_in_the_log(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    response = tablet.tap("seat_player", seat=5, player="Bobbin", name="Bobbin", buy_in=100)
    assert refusal(response) == (422, "buy_in")
    assert (
        tablet.tap("seat_player", seat=5, player="Bobbin", name="Bobbin", buy_in=5000).status_code
        == 200
    )
    event = last_event(game, "seat.taken")
    assert isinstance(event, SeatTaken)
    assert (event.stack, event.buy_in) == (None, 5000)


def test_house_transfer_needs_a_supervisor(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    data: dict[str, Any] = {
        "seat": 5,
        "player": "Bobbin",
        "name": "Bobbin",
        "stack": 1500,
        "reason": "broken_game",
    }
    assert refusal(tablet.tap("seat_player", **data)) == (403, "needs_supervisor")
    boss = tablet
    boss.device.dealer = create_staff("supervisor", alias="Rowan", badge="201")
    boss.device.save()
    assert refusal(boss.tap("seat_player", **(data | {"reason": "related"}))) == (
        422,
        "transfer_said",
    )
    assert boss.tap("seat_player", **data).status_code == 200
    event = last_event(game, "seat.taken")
    assert (event.reason, event.by) == ("broken_game", boss.device.dealer.key)


def test_supervisor_removes_chips_up_to_the_cap(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    assert refusal(tablet.tap("take_chips", seat=3, amount=500)) == (403, "needs_supervisor")
    tablet.device.dealer = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.device.save()
    assert refusal(tablet.tap("take_chips", seat=3, amount=500)) == (422, "take_over_cap")
    room = game.table.room
    room.incidentals_cap = 600
    room.save()
    assert refusal(tablet.tap("take_chips", seat=3, amount=500, cap=900)) == (400, "bad_command")
    assert refusal(tablet.tap("take_chips", seat=3, amount=500, by="staff.9")) == (
        400,
        "bad_command",
    )
    assert tablet.tap("take_chips", seat=3, amount=500).status_code == 200
    event = last_event(game, "seat.chips_taken")
    assert isinstance(event, ChipsRemoved)
    assert (event.amount, event.by) == (500, tablet.device.dealer.key)
    response = tablet.tap("take_chips", seat=3, amount=500)
    assert refusal(response) == (422, "take_over_cap")
    assert response.json()["message"].startswith("$6 max off the table for incidentals; $5")


def test_chips_bought_during_a_hand_arrive_after_the_hand(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    assert tablet.tap("add_chips", seat=3, amount=5000).status_code == 200
    response = tablet.tap("deal")
    assert response.status_code == 200, "between hands they came at once"
    assert tablet.tap("add_chips", seat=3, amount=2500).status_code == 200
    game.table.stream.refresh_from_db()
    assert game.table.view.seats[2].coming == 2500
    assert tablet.tap("next_hand").status_code == 200
    event = last_event(game, "seat.chips_added")
    assert event == ChipsAdded(3, 2500, queued=True)
