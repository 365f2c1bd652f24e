"""Whoever is barred or suspended is seated by nobody: every way to a seat, at the server (S-045)."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from players.models import Player
from players.sanctions import sanction_give, sanction_lift
from poker.commands import AddChips, Drawn, DrawSeats, LeaveSeat, SeatPlayer, SitIn, SitOut, Undo
from poker.refusal import Refusal
from tables import admission, demo, lifecycle
from tests.dealer_ui.edges.tablet import dealt, refusal
from tests.tables.room import Small, staff

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def bar(player: Player, room: Small, kind: str = "bar", days: int = 0) -> Any:
    until = timezone.now() + timedelta(days=days) if days else None
    return sanction_give(
        player=player, kind=kind, until=until, reason="Threw a card.", by="staff.2", now=room.now
    )


def by_name(room: Small, who: Player) -> None:
    lifecycle.player_seat(
        table_id=room.table.pk, seat=5, player="", name=who.alias.upper(), stack=None,
        command_id=str(uuid4()), seen=None, actor="staff.1", now=room.now,
    )  # fmt: skip


def by_key(room: Small, who: Player) -> None:
    lifecycle.player_seat(
        table_id=room.table.pk, seat=5, player=who.key, name="Somebody", stack=None,
        command_id=str(uuid4()), seen=None, actor="staff.1", now=room.now,
    )  # fmt: skip


def by_the_bare_command(room: Small, who: Player) -> None:
    room.do(SeatPlayer(seat=5, player=who.key, name="Another name"))


def by_lot(room: Small, who: Player) -> None:
    room.do(DrawSeats((Drawn(who.key, who.alias),), (5, 6)))


WAYS: tuple[Callable[[Small, Player], None], ...] = (by_name, by_key, by_the_bare_command, by_lot)


@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_a_seat(game: Small, way: Callable[[Small, Player], None]) -> None:
    player = Player.objects.create(alias="Bobbin")
    sanction = bar(player, game)
    before = game.seq
    with pytest.raises(Refusal) as caught:
        way(game, player)
    assert (caught.value.code, caught.value.facts["name"]) == ("player_barred", "Bobbin")
    assert game.seq == before
    sanction_lift(sanction=sanction, reason="Over.", by="staff.3", now=game.now)
    way(game, player)
    assert game.seq > before


def test_nothing_else_in_the_engine_seats_anybody() -> None:
    """Where somebody comes to be dealt in is decided by three commands; an undo may bring their events about too."""
    sources = sorted((ROOT / "poker" / "decide").rglob("*.py"))
    matches = [
        (path.name, line.strip())
        for path in sources
        for line in path.read_text().splitlines()
        if "e.SeatTaken(" in line or "e.SeatReturned(" in line
    ]
    assert [name for name, _ in matches] == ["seats.py", "seats.py"]
    assert set(admission.CHECKED_COMMANDS) == {SeatPlayer, DrawSeats, SitIn, AddChips, Undo}


def test_at_the_tablet_the_dealer_is_told_and_the_same_tap_again_is_refused_again(
    game: Small,
) -> None:
    player = Player.objects.create(alias="Bobbin")
    bar(player, game, "suspension", days=2)
    tablet = dealt(game)
    for _ in range(2):
        answer = tablet.tap(
            "seat_player", id=str(uuid4()), seat=5, player=player.key, name="Bobbin"
        )
        assert refusal(answer) == (422, "player_suspended")
    body = answer.json()["message"]
    assert body.startswith("Bobbin is suspended until ")
    assert body.endswith("Call a supervisor. (Rule S-045)")


def test_a_supervisor_at_the_tablet_seats_nobody_either(game: Small) -> None:
    player = Player.objects.create(alias="Bobbin")
    bar(player, game)
    boss = staff("supervisor", alias="Rowan", badge="201")
    tablet = dealt(game)
    tablet.device.dealer = boss
    tablet.device.save()
    answer = tablet.tap("seat_player", seat=5, player=player.key, name="Bobbin")
    assert refusal(answer) == (422, "player_barred")


def test_who_sits_already_is_not_dealt_in_again(game: Small) -> None:
    player = Player.objects.get(alias="Pebble 3")
    game.do(SitOut(seat=3))
    bar(player, game)
    with pytest.raises(Refusal, match="player_barred"):
        game.do(SitIn(seat=3))
    tablet = dealt(game)
    assert refusal(tablet.tap("sit_in", seat=3)) == (422, "player_barred")
    assert refusal(tablet.tap("undo")) == (422, "player_barred")


def test_an_undo_brings_nobody_back(game: Small) -> None:
    player = Player.objects.get(alias="Pebble 4")
    game.do(LeaveSeat(seat=4))
    sanction = bar(player, game)
    with pytest.raises(Refusal, match="player_barred"):
        game.do(Undo())
    sanction_lift(sanction=sanction, reason="Mistaken.", by="staff.3", now=game.now)
    game.do(Undo())
    game.table.stream.refresh_from_db()
    assert game.table.view["seats"][3]["name"] == "Pebble 4"


def test_others_and_other_undos_go_on(game: Small) -> None:
    bar(Player.objects.get(alias="Pebble 3"), game)
    game.do(SitOut(seat=4))
    game.do(Undo())
    game.do(SitOut(seat=4))
    game.do(SitIn(seat=4))
    by_name(game, Player.objects.create(alias="Thimble"))


def test_a_command_stored_before_the_bar_is_answered_as_before(game: Small) -> None:
    player = Player.objects.create(alias="Bobbin")
    command, id_ = SeatPlayer(seat=5, player=player.key, name="Bobbin"), str(uuid4())
    first = game.do(command, command_id=id_)
    bar(player, game)
    again = game.do(command, command_id=id_)
    assert again.repeated
    assert again.seq == first.seq


def test_the_demo_room_seats_no_barred_player(room: Small) -> None:
    player = Player.objects.create(alias=demo.PLAYERS[0])
    bar(player, room)
    with pytest.raises(Refusal, match="player_barred"):
        demo.seed()
