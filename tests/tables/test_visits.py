"""Visits: what the tables' logs say of seats and chips is kept with them, and taken back with them."""

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
from tables.models import Movement, Sitting, Visit
from tables.visits import check_in, check_out, visit_summary
from tests.tables.room import NOW, Small

pytestmark = pytest.mark.django_db


def moved() -> list[tuple[str, int, str]]:
    rows = Movement.objects.order_by("pk")
    return [(row.kind, row.amount, row.by) for row in rows]


@pytest.fixture
def who(game: Small) -> Player:
    return Player.objects.create(alias="Bobbin")


def sit(game: Small, who: Player, seat: int = 5, **more: object) -> None:
    game.do(SeatPlayer(seat=seat, player=who.key, name=who.alias, **more))  # type: ignore[arg-type]


def test_a_visit_from_door_to_door(game: Small, who: Player) -> None:
    visit = check_in(player=who, room=game.table.room, by="staff.4", now=game.now)
    with pytest.raises(Refusal, match="in_already"):
        check_in(player=who, room=game.table.room, by="staff.4", now=game.now)
    sit(game, who, stack=5000)
    game.do(AddChips(seat=5, amount=2500))
    game.do(RemoveChips(seat=5, amount=500, cap=500, by="staff.2", reason="Dinner"))
    with pytest.raises(Refusal, match="still_seated"):
        check_out(player=who, by="staff.4", now=game.now)
    game.now += timedelta(hours=2)
    game.do(LeaveSeat(seat=5))
    told = visit_summary(visit, game.now + timedelta(hours=5))
    assert (told.tables, told.bought, told.taken_off) == (("T1",), 7500, 500)
    assert timedelta(hours=2) <= told.played < timedelta(hours=2, minutes=1)
    assert moved() == [
        ("buy_in", 5000, "system.test"),
        ("add_on", 2500, "system.test"),
        ("taken_off", 500, "staff.2"),
    ]
    out = check_out(player=who, by="staff.4", now=game.now)
    assert (out.pk, out.out_by) == (visit.pk, "staff.4")
    with pytest.raises(Refusal, match="not_in"):
        check_out(player=who, by="staff.4", now=game.now)
    check_in(player=who, room=game.table.room, by="staff.4", now=game.now)
    assert Visit.objects.filter(player=who).count() == 2


def test_a_seat_checks_in_and_time_in_it_runs(game: Small, who: Player) -> None:
    sit(game, who, buy_in=4000)
    visit = Visit.objects.get(player=who)
    assert (visit.in_by, visit.out_at) == ("system.test", None)
    assert moved() == [("buy_in", 4000, "system.test")], "though no stack is counted"
    assert visit_summary(visit, game.now + timedelta(minutes=30)).played == timedelta(minutes=30)


def test_what_the_house_brings_is_no_buy_in(game: Small, who: Player) -> None:
    sit(game, who, stack=1500, reason="related", said="Lamp broke", by="staff.2")
    row = Movement.objects.get()
    assert (row.kind, row.amount, row.by, row.reason) == (
        "brought", 1500, "staff.2", "related: Lamp broke",
    )  # fmt: skip
    assert visit_summary(Visit.objects.get(player=who), game.now).bought == 0


def test_undo_takes_back_what_was_kept(game: Small, who: Player) -> None:
    sit(game, who, stack=5000)
    game.do(AddChips(seat=5, amount=2500))
    game.do(Undo())
    assert moved() == [("buy_in", 5000, "system.test")]
    game.do(LeaveSeat(seat=5))
    assert Sitting.objects.get(visit__player=who).left is not None
    game.do(Undo())
    assert Sitting.objects.get(visit__player=who).left is None
    game.do(Undo())
    assert not Sitting.objects.filter(visit__player=who).exists()
    assert moved() == []
    sit(game, who, stack=4000)
    assert moved() == [("buy_in", 4000, "system.test")]


def test_chips_bought_in_a_hand_move_when_it_ends_and_undo_of_the_end_takes_them_back(
    game: Small,
) -> None:
    game.do(Deal())
    game.do(AddChips(seat=3, amount=2500))
    assert moved() == []
    game.do(NextHand())
    assert moved() == [("add_on", 2500, "system.test")]
    game.do(Undo())
    assert moved() == []


def test_what_is_refused_leaves_nothing(game: Small, who: Player) -> None:
    with pytest.raises(Refusal, match="buy_in"):
        sit(game, who, stack=100)
    assert not Visit.objects.filter(player=who).exists()
    game.do(SitOut(seat=3))
    assert Sitting.objects.filter(left=None).count() == 4
    assert game.now > NOW
