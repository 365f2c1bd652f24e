"""Admission checks: each entry point with each standing (S-045)."""

from collections.abc import Callable
from datetime import date, timedelta
from uuid import uuid4

import pytest

from players.models import Player
from players.sanctions import sanction_give, sanction_lift
from players.self_exclusion import self_exclude
from players.standing import standing
from poker.commands import AddChips, Deal, LeaveSeat, SeatPlayer, SitIn, SitOut, Undo
from poker.refusal import Refusal
from tables.seating import player_seat
from tests.support.desk import KEY, create_desk
from tests.support.room import NOW, TableDriver
from waitlist.rules.commands import AddPlayer
from waitlist.visits import check_in

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
State = Callable[[Player], object]


def give_sanction(
    kind: str, ends: timedelta | None = None, given_at: timedelta = timedelta(0)
) -> State:
    def give(player: Player) -> object:
        end = NOW + ends if ends else None
        at = NOW + given_at
        return sanction_give(
            player=player, kind=kind, until=end, reason="So.", by="staff.2", now=at
        )

    return give


def exclude(begins: timedelta, ends: timedelta | None, recorded_at: timedelta = -9 * DAY) -> State:
    def write(player: Player) -> object:
        until = NOW + ends if ends else None
        return self_exclude(
            player=player, since=NOW + begins, until=until, by="staff.3", now=NOW + recorded_at
        )

    return write


def lift_bar(player: Player) -> None:
    bar = sanction_give(player=player, kind="bar", until=None, reason="So.", by="staff.2", now=NOW)
    sanction_lift(sanction=bar, reason="Over.", by="staff.3", now=NOW)


def with_birth_date(*date_parts: int) -> State:
    def write(player: Player) -> None:
        Player.objects.filter(pk=player.pk).update(born=date(*date_parts))

    return write


STATES: dict[str, tuple[State, str]] = {
    "nothing": (lambda who: None, ""),
    "warned": (give_sanction("warning"), ""),
    "penalty": (give_sanction("penalty"), ""),
    "suspended": (give_sanction("suspension", DAY), "player_suspended"),
    "suspension over": (give_sanction("suspension", -DAY, -9 * DAY), ""),
    "barred": (give_sanction("bar"), "player_barred"),
    "bar lifted": (lift_bar, ""),
    "self-excluded": (exclude(-DAY, DAY), "player_excluded"),
    "self-excluded for good": (exclude(-DAY, None), "player_excluded"),
    "self-excluded from tomorrow": (exclude(DAY, 9 * DAY), ""),
    "self-exclusion over": (exclude(-5 * DAY, -DAY), ""),
    "old enough": (with_birth_date(2005, 11, 21), ""),
    "too young": (with_birth_date(2005, 11, 23), "too_young"),
}


def seat_player(game: TableDriver, player: Player) -> None:
    game.execute(SeatPlayer(seat=5, player=player.key, name=player.alias))


def try_check_in(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    attempt()
    check_in(player=player, room=game.table.room, by="staff.4", now=game.now)


def try_alias(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    attempt()
    player_seat(
        table_id=game.table.pk,
        seat=5,
        player="",
        name=player.alias,
        command_id=str(uuid4()),
        seen=None,
        actor="staff.1",
        now=game.now,
    )


def try_key(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    attempt()
    seat_player(game, player)


def try_sit_in(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    seat_player(game, player)
    game.execute(SitOut(seat=5))
    attempt()
    game.execute(SitIn(seat=5, choice="wait"))


def try_buy_in(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    seat_player(game, player)
    attempt()
    game.execute(AddChips(seat=5, amount=5000))


def try_buy_in_during_hand(
    game: TableDriver, player: Player, attempt: Callable[[], object]
) -> None:
    seat_player(game, player)
    game.execute(Deal())
    attempt()
    game.execute(AddChips(seat=5, amount=5000))


def try_undo(game: TableDriver, player: Player, attempt: Callable[[], object]) -> None:
    seat_player(game, player)
    game.execute(LeaveSeat(seat=5))
    attempt()
    game.execute(Undo())


ENTRY_POINTS = (
    try_check_in,
    try_alias,
    try_key,
    try_sit_in,
    try_buy_in,
    try_buy_in_during_hand,
    try_undo,
)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
def test_admission_check_applies_each_standing(
    game: TableDriver,
    entry_point: Callable[[TableDriver, Player, Callable[[], object]], None],
    state: str,
) -> None:
    room = game.table.room
    room.minimum_age = 21
    room.save()
    player = Player.objects.create(alias="Bobbin", born=date(1990, 1, 1))
    write, code = STATES[state]
    if not code:
        entry_point(game, player, lambda: write(player))
        return
    with pytest.raises(Refusal, match=code) as refusal_info:
        entry_point(game, player, lambda: write(player))
    assert refusal_info.value.facts["name"] == "Bobbin"


@pytest.mark.parametrize("state", [name for name in STATES if name != "too young"])
def test_waitlist_checks_admission(state: str) -> None:
    desk = create_desk()
    player = Player.objects.create(alias="Bobbin")
    write, code = STATES[state]
    write(player)
    if not code:
        desk.execute(AddPlayer(KEY, player.key, player.alias))
        return
    with pytest.raises(Refusal, match=code):
        desk.execute(AddPlayer(KEY, player.key, player.alias))


def test_birth_date_is_required_only_with_a_minimum_age(
    game: TableDriver,
) -> None:
    room = game.table.room
    player = Player.objects.create(alias="Bobbin")
    check_in(player=player, room=room, by="staff.4", now=NOW).delete()
    room.minimum_age = 18
    room.save()
    with pytest.raises(Refusal, match="age_unknown"):
        check_in(player=player, room=room, by="staff.4", now=NOW)
    seat_player(game, player)


def test_self_exclusion_cannot_be_shortened() -> None:
    player = Player.objects.create(alias="Bobbin")
    self_exclude(player=player, since=NOW, until=NOW + 30 * DAY, by="staff.3", now=NOW)
    self_exclude(player=player, since=NOW, until=NOW + DAY, by="staff.3", now=NOW)
    current_standing = standing(player, NOW + 2 * DAY)
    assert current_standing.excluded_until == NOW + 30 * DAY
    assert not current_standing.is_admitted
    assert current_standing.sentence.startswith("Self-excluded until ")
    assert standing(player, NOW + 30 * DAY).is_admitted
    for since, until in ((NOW, NOW), (NOW, NOW - DAY), (NOW + 2 * DAY, NOW + DAY)):
        with pytest.raises(Refusal, match="exclusion_dates"):
            self_exclude(player=player, since=since, until=until, by="staff.3", now=NOW)
