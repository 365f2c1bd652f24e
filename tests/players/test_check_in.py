"""A barred or suspended player is not seated: every way to a seat (S-045)."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from ops import demo
from players.models import Player
from players.sanctions import sanction_give, sanction_lift
from poker.commands import AddChips, Drawn, DrawSeats, LeaveSeat, SeatPlayer, SitIn, SitOut, Undo
from poker.refusal import Refusal
from tables import admission
from tables.seating import player_seat
from tests.support.room import TableDriver, create_staff
from tests.support.tablet import refusal, sign_in_tablet

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def bar_player(player: Player, room: TableDriver, kind: str = "bar", days: int = 0) -> Any:
    until = timezone.now() + timedelta(days=days) if days else None
    return sanction_give(
        player=player, kind=kind, until=until, reason="Threw a card.", by="staff.2", now=room.now
    )


def seat_by_name(room: TableDriver, player: Player) -> None:
    player_seat(
        table_id=room.table.pk,
        seat=5,
        player="",
        name=player.alias.upper(),
        stack=None,
        command_id=str(uuid4()),
        seen=None,
        actor="staff.1",
        now=room.now,
    )


def seat_by_key(room: TableDriver, player: Player) -> None:
    player_seat(
        table_id=room.table.pk,
        seat=5,
        player=player.key,
        name="Somebody",
        stack=None,
        command_id=str(uuid4()),
        seen=None,
        actor="staff.1",
        now=room.now,
    )


def seat_by_command(room: TableDriver, player: Player) -> None:
    room.execute(SeatPlayer(seat=5, player=player.key, name="Another name"))


def seat_by_draw(room: TableDriver, player: Player) -> None:
    room.execute(DrawSeats((Drawn(player.key, player.alias),), (5, 6)))


SEAT_ACTIONS: tuple[Callable[[TableDriver, Player], None], ...] = (
    seat_by_name,
    seat_by_key,
    seat_by_command,
    seat_by_draw,
)


@pytest.mark.parametrize("seat_action", SEAT_ACTIONS)
def test_barred_player_is_seated_by_no_command(
    game: TableDriver, seat_action: Callable[[TableDriver, Player], None]
) -> None:
    player = Player.objects.create(alias="Bobbin")
    sanction = bar_player(player, game)
    before = game.seq
    with pytest.raises(Refusal) as refusal_info:
        seat_action(game, player)
    assert (refusal_info.value.code, refusal_info.value.facts["name"]) == (
        "player_barred",
        "Bobbin",
    )
    assert game.seq == before
    sanction_lift(sanction=sanction, reason="Over.", by="staff.3", now=game.now)
    seat_action(game, player)
    assert game.seq > before


def test_only_known_functions_seat_players() -> None:
    """Three commands decide where a player is dealt in; an undo may bring their events about too."""
    sources = sorted((ROOT / "poker" / "decide").rglob("*.py"))
    matches = [
        (path.name, line.strip())
        for path in sources
        for line in path.read_text().splitlines()
        if "e.SeatTaken(" in line or "e.SeatReturned(" in line
    ]
    assert [name for name, _ in matches] == ["seats.py", "seats.py"]
    assert set(admission.CHECKED_COMMANDS) == {SeatPlayer, DrawSeats, SitIn, AddChips, Undo}


def test_tablet_refuses_a_barred_player_again_on_a_repeated_tap(
    game: TableDriver,
) -> None:
    player = Player.objects.create(alias="Bobbin")
    bar_player(player, game, "suspension", days=2)
    tablet = sign_in_tablet(game)
    for _ in range(2):
        response = tablet.tap(
            "seat_player", id=str(uuid4()), seat=5, player=player.key, name="Bobbin"
        )
        assert refusal(response) == (422, "player_suspended")
    body = response.json()["message"]
    assert body.startswith("Bobbin is suspended until ")
    assert body.endswith("Call a supervisor. (Rule S-045)")


def test_supervisor_at_the_tablet_cannot_seat_a_barred_player(game: TableDriver) -> None:
    player = Player.objects.create(alias="Bobbin")
    bar_player(player, game)
    boss = create_staff("supervisor", alias="Rowan", badge="201")
    tablet = sign_in_tablet(game)
    tablet.device.dealer = boss
    tablet.device.save()
    response = tablet.tap("seat_player", seat=5, player=player.key, name="Bobbin")
    assert refusal(response) == (422, "player_barred")


def test_seated_player_is_not_dealt_in_again(game: TableDriver) -> None:
    player = Player.objects.get(alias="Pebble 3")
    game.execute(SitOut(seat=3))
    bar_player(player, game)
    with pytest.raises(Refusal, match="player_barred"):
        game.execute(SitIn(seat=3))
    tablet = sign_in_tablet(game)
    assert refusal(tablet.tap("sit_in", seat=3)) == (422, "player_barred")
    assert refusal(tablet.tap("undo")) == (422, "player_barred")


def test_undo_does_not_seat_a_barred_player_again(game: TableDriver) -> None:
    player = Player.objects.get(alias="Pebble 4")
    game.execute(LeaveSeat(seat=4))
    sanction = bar_player(player, game)
    with pytest.raises(Refusal, match="player_barred"):
        game.execute(Undo())
    sanction_lift(sanction=sanction, reason="Mistaken.", by="staff.3", now=game.now)
    game.execute(Undo())
    game.table.stream.refresh_from_db()
    assert game.table.view.seats[3].name == "Pebble 4"


def test_bar_affects_no_other_player(game: TableDriver) -> None:
    bar_player(Player.objects.get(alias="Pebble 3"), game)
    game.execute(SitOut(seat=4))
    game.execute(Undo())
    game.execute(SitOut(seat=4))
    game.execute(SitIn(seat=4))
    seat_by_name(game, Player.objects.create(alias="Thimble"))


def test_repeated_command_from_before_the_bar_returns_its_result(game: TableDriver) -> None:
    player = Player.objects.create(alias="Bobbin")
    command = SeatPlayer(seat=5, player=player.key, name="Bobbin")
    id_ = str(uuid4())
    first = game.execute(command, command_id=id_)
    bar_player(player, game)
    repeated = game.execute(command, command_id=id_)
    assert repeated.repeated
    assert repeated.seq == first.seq


def test_demo_room_seats_no_barred_player(room: TableDriver) -> None:
    player = Player.objects.create(alias=demo.PLAYERS[0])
    bar_player(player, room)
    with pytest.raises(Refusal, match="player_barred"):
        demo.seed()
