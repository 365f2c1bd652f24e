"""Anonymizing a player while another transaction seats, lists or checks in that player: one of the two
is refused.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connections, transaction

from journal.models import Entry
from ops.anonymize import anonymize
from players.models import Player
from players.registry import PlayerInput, player_new
from poker import commands as p
from poker.refusal import Refusal
from staff.models import Room
from tables.actions import execute, execute_inside_transaction
from tables.models import Visit
from tests.support.desk import KEY, Desk, create_desk
from tests.support.room import NOW
from waitlist.rules import commands as c
from waitlist.seatings import waitlist_execute
from waitlist.visits import check_in

pytestmark = pytest.mark.django_db(transaction=True)
BY = "staff.7"
Act = Callable[[Desk, Player], object]


def _seat_player(desk: Desk, player: Player) -> object:
    return execute(
        table_id=desk.room.table.pk,
        command_id=str(uuid4()),
        seen=None,
        command=p.SeatPlayer(6, player.key, "Kettle"),
        actor=BY,
        now=NOW,
    )


def _add_to_waitlist(desk: Desk, player: Player) -> object:
    return waitlist_execute(
        room_id=desk.room.table.room_id,
        command_id=str(uuid4()),
        command=c.AddPlayer(KEY, player.key, "Kettle"),
        actor=BY,
        now=NOW,
    )


def _check_in_player(desk: Desk, player: Player) -> object:
    return check_in(player=player, room=Room.objects.get(), by=BY, now=NOW)


def _anonymize_player(desk: Desk, player: Player) -> object:
    return anonymize(player=player, by="system.test", reason="asked to", now=NOW)


def _result_text(action: Act, desk: Desk, player: Player) -> str:
    try:
        action(desk, player)
    except Refusal as refusal:
        return refusal.code
    finally:
        connections.close_all()
    return "done"


def _result_of_waiting(first: Callable[[], object], second: Callable[[], str]) -> str:
    """Return the result of the second action, started inside the first one's transaction."""
    event = Event()
    over = Event()

    def hold_transaction() -> None:
        try:
            with transaction.atomic():
                first()
                event.set()
                over.wait(10)
        finally:
            event.set()
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        holding = pool.submit(hold_transaction)
        event.wait(10)
        waiting = pool.submit(second)
        try:
            with pytest.raises(TimeoutError):
                waiting.result(0.3)
        finally:
            over.set()
        holding.result(20)
        return waiting.result(20)


@pytest.mark.parametrize("act", [_seat_player, _add_to_waitlist, _check_in_player])
def test_action_during_anonymization_is_refused(act: Act) -> None:
    desk = create_desk()
    player = player_new(player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW)
    desk.add("Hat")
    text = _result_of_waiting(
        lambda: _anonymize_player(desk, player), lambda: _result_text(act, desk, player)
    )
    assert text == "anonymised"
    assert not Visit.objects.filter(player=player).exists()
    assert "Kettle" not in "".join(Entry.objects.values_list("data", flat=True))
    call_command("verify_journal")


def test_seated_player_is_not_anonymized() -> None:
    desk = create_desk()
    player = player_new(player_input=PlayerInput(alias="Kettle"), by=BY, now=NOW)

    def seat() -> None:
        execute_inside_transaction(
            table_id=desk.room.table.pk,
            command_id=str(uuid4()),
            seen=None,
            command=p.SeatPlayer(6, player.key, "Kettle"),
            actor=BY,
            now=NOW,
        )

    assert (
        _result_of_waiting(seat, lambda: _result_text(_anonymize_player, desk, player))
        == "anonymise_here"
    )
    player.refresh_from_db()
    assert (player.alias, player.anonymised_at) == ("Kettle", None)
