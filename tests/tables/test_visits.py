"""Visits: seats and chip movements follow the tables' logs, including undo."""

from datetime import timedelta

import pytest

from players.models import Player
from poker.commands import (
    AddChips,
    Deal,
    LeaveSeat,
    NextHand,
    RemoveChips,
    SeatPlayer,
    SitOut,
    Undo,
)
from poker.refusal import Refusal
from tables.models import ChipMovement, SeatSession, Visit
from tests.support.room import NOW, TableDriver
from waitlist.visits import check_in, check_out, visit_summary

pytestmark = pytest.mark.django_db


def chip_movements() -> list[tuple[str, int, str]]:
    rows = ChipMovement.objects.order_by("pk")
    return [(row.kind, row.amount, row.by) for row in rows]


@pytest.fixture
def player(game: TableDriver) -> Player:
    return Player.objects.create(alias="Bobbin")


def seat_player(game: TableDriver, player: Player, seat: int = 5, **options: object) -> None:
    game.execute(SeatPlayer(seat=seat, player=player.key, name=player.alias, **options))  # type: ignore[arg-type]


def test_visit_from_check_in_to_check_out(game: TableDriver, player: Player) -> None:
    visit = check_in(player=player, room=game.table.room, by="staff.4", now=game.now)
    with pytest.raises(Refusal, match="in_already"):
        check_in(player=player, room=game.table.room, by="staff.4", now=game.now)
    seat_player(game, player, stack=5000)
    game.execute(AddChips(seat=5, amount=2500))
    game.execute(RemoveChips(seat=5, amount=500, cap=500, by="staff.2", reason="Dinner"))
    with pytest.raises(Refusal, match="still_seated"):
        check_out(player=player, by="staff.4", now=game.now)
    game.now += timedelta(hours=2)
    game.execute(LeaveSeat(seat=5))
    summary = visit_summary(visit, game.now + timedelta(hours=5))
    assert (summary.tables, summary.bought, summary.taken_off) == (("T1",), 7500, 500)
    assert timedelta(hours=2) <= summary.played < timedelta(hours=2, minutes=1)
    assert chip_movements() == [
        ("buy_in", 5000, "system.test"),
        ("add_on", 2500, "system.test"),
        ("taken_off", 500, "staff.2"),
    ]
    visit_out = check_out(player=player, by="staff.4", now=game.now)
    assert (visit_out.pk, visit_out.out_by) == (visit.pk, "staff.4")
    with pytest.raises(Refusal, match="not_in"):
        check_out(player=player, by="staff.4", now=game.now)
    check_in(player=player, room=game.table.room, by="staff.4", now=game.now)
    assert Visit.objects.filter(player=player).count() == 2


def test_seat_begins_a_visit_and_its_time(game: TableDriver, player: Player) -> None:
    seat_player(game, player, buy_in=4000)
    visit = Visit.objects.get(player=player)
    assert (visit.in_by, visit.out_at) == ("system.test", None)
    assert chip_movements() == [("buy_in", 4000, "system.test")], "though no stack is counted"
    assert visit_summary(visit, game.now + timedelta(minutes=30)).played == timedelta(minutes=30)


def test_house_transfer_is_not_a_buy_in(game: TableDriver, player: Player) -> None:
    seat_player(game, player, stack=1500, reason="related", said="Lamp broke", by="staff.2")
    row = ChipMovement.objects.get()
    assert (row.kind, row.amount, row.by, row.reason) == (
        "brought",
        1500,
        "staff.2",
        "related: Lamp broke",
    )
    assert visit_summary(Visit.objects.get(player=player), game.now).bought == 0


def test_undo_removes_stored_movements(game: TableDriver, player: Player) -> None:
    seat_player(game, player, stack=5000)
    game.execute(AddChips(seat=5, amount=2500))
    game.execute(Undo())
    assert chip_movements() == [("buy_in", 5000, "system.test")]
    game.execute(LeaveSeat(seat=5))
    assert SeatSession.objects.get(visit__player=player).left is not None
    game.execute(Undo())
    assert SeatSession.objects.get(visit__player=player).left is None
    game.execute(Undo())
    assert not SeatSession.objects.filter(visit__player=player).exists()
    assert chip_movements() == []
    seat_player(game, player, stack=4000)
    assert chip_movements() == [("buy_in", 4000, "system.test")]


def test_chips_bought_during_a_hand_move_at_its_end_and_undo_reverts_the_move(
    game: TableDriver,
) -> None:
    game.execute(Deal())
    game.execute(AddChips(seat=3, amount=2500))
    assert chip_movements() == []
    game.execute(NextHand())
    assert chip_movements() == [("add_on", 2500, "system.test")]
    game.execute(Undo())
    assert chip_movements() == []


def test_refused_command_stores_nothing(game: TableDriver, player: Player) -> None:
    with pytest.raises(Refusal, match="buy_in"):
        seat_player(game, player, stack=100)
    assert not Visit.objects.filter(player=player).exists()
    game.execute(SitOut(seat=3))
    assert SeatSession.objects.filter(left=None).count() == 4
    assert game.now > NOW
