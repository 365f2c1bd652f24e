"""Moves between tables: all chips, both tables or neither, once (S-002, S-003, S-004)."""

from uuid import uuid4

import pytest

from players.models import Player
from players.sanctions import sanction_give
from poker.commands import Deal, SeatPlayer
from poker.refusal import Refusal
from poker.state import Transfer
from tables.actions import CommandResult
from tables.lifecycle import table_create
from tables.models import ChipMovement, SeatSession, Visit
from tables.table_moves import TableMove, player_move
from tests.support.room import ACTOR, NOW, TableDriver, create_plaque

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def main_game(game: TableDriver) -> TableDriver:
    """The main game of the chain, with the same plaque."""
    table = table_create(
        room=game.table.room, name="T2", seats=9, plaque=game.table.plaque, actor=ACTOR, now=NOW
    )
    small = TableDriver(table, game.now)
    for seat in (1, 2):
        small.execute(SeatPlayer(seat=seat, player=f"other{seat}", name=f"Other {seat}"))
    small.open()
    return small


def seat_bobbin(game: TableDriver, stack: int | None = 40000) -> Player:
    player = Player.objects.create(alias="Bobbin")
    game.execute(SeatPlayer(seat=5, player=player.key, name=player.alias, stack=stack))
    return player


def move_player(
    game: TableDriver,
    small: TableDriver,
    reason: Transfer = "must_move",
    *,
    stack: int | None = None,
    to: int = 5,
    by: str = "staff.2",
    command_id: str = "",
) -> CommandResult:
    move = TableMove(
        table=game.table.pk,
        seat=5,
        to_table=small.table.pk,
        to_seat=to,
        stack=stack,
        reason=reason,
        by=by,
    )
    return player_move(
        move=move, command_id=command_id or str(uuid4()), actor="staff.1", now=game.now
    )


def seat_session_at(game: TableDriver, seat: int = 5) -> tuple[str, int | None]:
    game.table.stream.refresh_from_db()
    message = game.table.view.seats[seat - 1]
    return message.name, message.stack


def test_must_move_transfers_all_chips_once(game: TableDriver, main_game: TableDriver) -> None:
    player = seat_bobbin(game)
    id_ = str(uuid4())
    with pytest.raises(Refusal, match="partial_transfer"):
        move_player(game, main_game, stack=4000)
    move_player(game, main_game, stack=40000, command_id=id_)
    assert (seat_session_at(game), seat_session_at(main_game)) == (("", None), ("Bobbin", 40000))
    assert move_player(game, main_game, command_id=id_).repeated
    assert Visit.objects.get(player=player).sittings.count() == 2
    assert SeatSession.objects.get(left=None, visit__player=player).table == main_game.table
    rows = ChipMovement.objects.order_by("pk").values_list("kind", "amount", "reason", "by")
    assert list(rows) == [
        ("buy_in", 40000, "", "system.test"),
        ("brought", 40000, "must_move", "staff.2"),
    ]


def test_chips_over_the_maximum_come_only_from_a_must_move_game(game: TableDriver) -> None:
    low = table_create(
        room=game.table.room,
        name="T2",
        seats=9,
        plaque=create_plaque(name="Small", buy_in_max=20000),
        actor=ACTOR,
        now=NOW,
    )
    small = TableDriver(low, game.now)
    for seat in (1, 2):
        small.execute(SeatPlayer(seat=seat, player=f"other{seat}", name=f"Other {seat}"))
    small.open()
    seat_bobbin(game)
    with pytest.raises(Refusal, match="buy_in"):
        move_player(game, small, "broken_game")
    assert seat_session_at(game) == ("Bobbin", 40000)
    move_player(game, small)
    assert seat_session_at(small) == ("Bobbin", 40000)


def test_table_change_by_choice_is_a_new_buy_in(game: TableDriver, main_game: TableDriver) -> None:
    seat_bobbin(game, 4000)
    with pytest.raises(Refusal, match="buy_in"):
        move_player(game, main_game, "", stack=1000)
    assert seat_session_at(game) == ("Bobbin", 4000)
    move_player(game, main_game, "", stack=9000)
    assert seat_session_at(main_game) == ("Bobbin", 9000)


def test_move_asks_for_an_uncounted_stack(game: TableDriver, main_game: TableDriver) -> None:
    seat_bobbin(game, None)
    with pytest.raises(Refusal, match="stack_missing"):
        move_player(game, main_game)
    move_player(game, main_game, "broken_game", stack=1500)
    assert seat_session_at(main_game) == ("Bobbin", None)
    assert ChipMovement.objects.get().amount == 1500


def test_unavailable_seat_stops_the_move(game: TableDriver, main_game: TableDriver) -> None:
    player = seat_bobbin(game)
    for code, data in (("seat_taken", {"to": 1}), ("transfer_by", {"by": ""})):
        with pytest.raises(Refusal, match=code):
            move_player(game, main_game, **data)
    with pytest.raises(Refusal, match="same_table"):
        move_player(game, game)
    with pytest.raises(Refusal, match="seat_empty"):
        move_player(main_game, game)
    sanction_give(player=player, kind="bar", until=None, reason="So.", by="staff.2", now=NOW)
    with pytest.raises(Refusal, match="player_barred"):
        move_player(game, main_game)
    assert seat_session_at(game) == ("Bobbin", 40000)
    assert SeatSession.objects.filter(visit__player=player, left=None).count() == 1


def test_player_with_cards_moves_after_the_hand(game: TableDriver, main_game: TableDriver) -> None:
    player = Player.objects.get(alias="Pebble 3")
    game.execute(Deal())
    move = TableMove(
        table=game.table.pk,
        seat=3,
        to_table=main_game.table.pk,
        to_seat=5,
        stack=5000,
        reason="must_move",
        by="staff.2",
    )
    with pytest.raises(Refusal, match="move_after_hand"):
        player_move(move=move, command_id=str(uuid4()), actor="staff.1", now=game.now)
    assert SeatSession.objects.get(visit__player=player).left is None
