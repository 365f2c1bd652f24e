"""Each door and each standing: who is let in, at the server (S-045)."""

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
from poker.waitlist.commands import AddPlayer
from tables import lifecycle
from tables.visits import check_in
from tests.tables.lists.desk import KEY, desk_of
from tests.tables.room import NOW, Small

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
State = Callable[[Player], object]


def sanction(kind: str, ends: timedelta | None = None, given: timedelta = timedelta(0)) -> State:
    def give(who: Player) -> object:
        end, at = (NOW + ends if ends else None), NOW + given
        return sanction_give(player=who, kind=kind, until=end, reason="So.", by="staff.2", now=at)

    return give


def excluded(begins: timedelta, ends: timedelta | None, written: timedelta = -9 * DAY) -> State:
    def write(who: Player) -> object:
        until = NOW + ends if ends else None
        return self_exclude(
            player=who, since=NOW + begins, until=until, by="staff.3", now=NOW + written
        )

    return write


def lifted(who: Player) -> None:
    bar = sanction_give(player=who, kind="bar", until=None, reason="So.", by="staff.2", now=NOW)
    sanction_lift(sanction=bar, reason="Over.", by="staff.3", now=NOW)


def born(*when: int) -> State:
    def write(who: Player) -> None:
        Player.objects.filter(pk=who.pk).update(born=date(*when))

    return write


STATES: dict[str, tuple[State, str]] = {
    "nothing": (lambda who: None, ""),
    "warned": (sanction("warning"), ""),
    "penalty": (sanction("penalty"), ""),
    "suspended": (sanction("suspension", DAY), "player_suspended"),
    "suspension over": (sanction("suspension", -DAY, -9 * DAY), ""),
    "barred": (sanction("bar"), "player_barred"),
    "bar lifted": (lifted, ""),
    "self-excluded": (excluded(-DAY, DAY), "player_excluded"),
    "self-excluded for good": (excluded(-DAY, None), "player_excluded"),
    "self-excluded from tomorrow": (excluded(DAY, 9 * DAY), ""),
    "self-exclusion over": (excluded(-5 * DAY, -DAY), ""),
    "old enough": (born(2005, 11, 21), ""),
    "too young": (born(2005, 11, 23), "too_young"),
}


def seat(game: Small, who: Player) -> None:
    game.do(SeatPlayer(seat=5, player=who.key, name=who.alias))


def by_check_in(game: Small, who: Player, then: Callable[[], object]) -> None:
    then()
    check_in(player=who, room=game.table.room, by="staff.4", now=game.now)


def by_alias(game: Small, who: Player, then: Callable[[], object]) -> None:
    then()
    lifecycle.player_seat(
        table_id=game.table.pk, seat=5, player="", name=who.alias, command_id=str(uuid4()),
        seen=None, actor="staff.1", now=game.now,
    )  # fmt: skip


def by_key(game: Small, who: Player, then: Callable[[], object]) -> None:
    then()
    seat(game, who)


def by_sitting_in(game: Small, who: Player, then: Callable[[], object]) -> None:
    seat(game, who)
    game.do(SitOut(seat=5))
    then()
    game.do(SitIn(seat=5, choice="wait"))


def by_buying_chips(game: Small, who: Player, then: Callable[[], object]) -> None:
    seat(game, who)
    then()
    game.do(AddChips(seat=5, amount=5000))


def by_buying_chips_in_a_hand(game: Small, who: Player, then: Callable[[], object]) -> None:
    seat(game, who)
    game.do(Deal())
    then()
    game.do(AddChips(seat=5, amount=5000))


def by_undo(game: Small, who: Player, then: Callable[[], object]) -> None:
    seat(game, who)
    game.do(LeaveSeat(seat=5))
    then()
    game.do(Undo())


DOORS = (
    by_check_in, by_alias, by_key, by_sitting_in, by_buying_chips, by_buying_chips_in_a_hand, by_undo,
)  # fmt: skip


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("door", DOORS)
def test_each_door_and_each_standing(
    game: Small, door: Callable[[Small, Player, Callable[[], object]], None], state: str
) -> None:
    room = game.table.room
    room.minimum_age = 21
    room.save()
    player = Player.objects.create(alias="Bobbin", born=date(1990, 1, 1))
    write, code = STATES[state]
    if not code:
        door(game, player, lambda: write(player))
        return
    with pytest.raises(Refusal, match=code) as caught:
        door(game, player, lambda: write(player))
    assert caught.value.facts["name"] == "Bobbin"


@pytest.mark.parametrize("state", [name for name in STATES if name != "too young"])
def test_a_list_is_a_door_too(state: str) -> None:
    desk = desk_of()
    player = Player.objects.create(alias="Bobbin")
    write, code = STATES[state]
    write(player)
    if not code:
        desk.ask(AddPlayer(KEY, player.key, player.alias))
        return
    with pytest.raises(Refusal, match=code):
        desk.ask(AddPlayer(KEY, player.key, player.alias))


def test_who_has_no_date_of_birth_is_asked_at_check_in_and_only_where_the_room_has_an_age(
    game: Small,
) -> None:
    room, player = game.table.room, Player.objects.create(alias="Bobbin")
    check_in(player=player, room=room, by="staff.4", now=NOW).delete()
    room.minimum_age = 18
    room.save()
    with pytest.raises(Refusal, match="age_unknown"):
        check_in(player=player, room=room, by="staff.4", now=NOW)
    seat(game, player)


def test_nobody_shortens_a_self_exclusion() -> None:
    player = Player.objects.create(alias="Bobbin")
    self_exclude(player=player, since=NOW, until=NOW + 30 * DAY, by="staff.3", now=NOW)
    self_exclude(player=player, since=NOW, until=NOW + DAY, by="staff.3", now=NOW)
    found = standing(player, NOW + 2 * DAY)
    assert found.excluded_until == NOW + 30 * DAY
    assert not found.is_admitted
    assert found.sentence.startswith("Self-excluded until ")
    assert standing(player, NOW + 30 * DAY).is_admitted
    for since, until in ((NOW, NOW), (NOW, NOW - DAY), (NOW + 2 * DAY, NOW + DAY)):
        with pytest.raises(Refusal, match="exclusion_dates"):
            self_exclude(player=player, since=since, until=until, by="staff.3", now=NOW)
