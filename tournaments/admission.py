"""Who may enter: standing, age, and one seat in the house (the one-seat rule)."""

from collections.abc import Collection
from datetime import datetime

from players.identity import keys_of, lock_players, merged_into, number_of
from players.models import Player
from players.roster import player_by_card_or_alias, player_known
from players.standing import refuse_if_barred, standings
from poker.refusal import Refusal
from poker.view.model import read_occupants
from staff.models import Room
from tables.admission import refuse_too_young
from tables.models import Table
from tournaments.models import TournamentEntry

ALIVE = ("alternate", "seated", "bagged")


def admitted_player(text: str, room_id: int, now: datetime) -> Player:
    """Return the player with this key, card number or alias. A new alias becomes a new player.

    Raises `Refusal`: `player_barred`, `player_excluded`, `player_suspended`, `too_young`, or as `alias_checked` does.
    """
    player = player_known(text) or player_by_card_or_alias(text)
    refuse_if_barred(player, now)
    minimum_age = Room.objects.values_list("minimum_age", flat=True).get(pk=room_id)
    refuse_too_young(player, minimum_age, now)
    return player


def refuse_other_seat(player: Player, event_id: int) -> None:
    """Refuse a player who sits in a cash game or is alive in another event (one seat for each player).

    The player is locked until the transaction ends, so that only one of two seats can be taken.
    Raises `Refusal`: `player_in_cash_game`, `player_in_event`.
    """
    lock_players([player.pk])
    keys = keys_of(player)
    seat = cash_seat(keys)
    if seat:
        raise Refusal("player_in_cash_game", "S-014", name=player.alias, seat=seat)
    other = alive_elsewhere(keys, event_id)
    if other is not None:
        raise Refusal(
            "player_in_event",
            "",
            name=player.alias,
            event=other.event.summary.name,
            entry=other.number,
        )


def kept_out_keys(keys: Collection[str], now: datetime) -> set[str]:
    """Return the keys of those who may no longer enter: barred, self-excluded or suspended (S-045)."""
    numbers = {key: number_of(key) for key in keys}
    roots = merged_into(numbers.values())
    sanctioned = standings(now)
    refused = {pk for pk, current in sanctioned.items() if not current.is_admitted}
    return {key for key, number in numbers.items() if roots.get(number, number) in refused}


def cash_seat(keys: Collection[str]) -> str:
    """Return the seat of a player in a cash game, such as "T3 seat 5"; "" without one."""
    playing = Table.objects.filter(stream__view__event__event__gt="").values("pk")
    views = Table.objects.exclude(pk__in=playing).order_by("pk")
    for name, seats in views.values_list("name", "stream__view__seats"):
        for seat in read_occupants(seats):
            if seat.player in keys:
                return f"{name} seat {seat.seat}"
    return ""


def alive_elsewhere(keys: Collection[str], event_id: int) -> TournamentEntry | None:
    """Return the live entry of a player in another event, or None."""
    rows = TournamentEntry.objects.filter(player__in=keys, status__in=ALIVE).exclude(event=event_id)
    # The stacks of a closed flight play on in another event.
    rows = rows.exclude(event__summary__status="closed")
    return rows.select_related("event__summary").first()


def seat_in_event(name: str, keys: Collection[str]) -> Refusal | None:
    """Return the refusal of a seat in a cash game for a player who has a seat in an event, or None."""
    rows = TournamentEntry.objects.filter(player__in=keys, status="seated")
    entry = rows.select_related("event__summary").first()
    if entry is None:
        return None
    event = entry.event.summary.name
    return Refusal("player_in_event", "S-014", name=name, event=event, entry=entry.number)
