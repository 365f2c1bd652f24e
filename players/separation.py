"""Separations: sets of two or more players whom the house keeps from sharing a game (S-016, S-017).

A set is stored as its pairs, each with reason, actor and time, so that one pair can be lifted alone.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from django.db.models import Q

from players.identity import merged_into, numbers_of
from players.models import Player, Separation
from players.sanctions import reason_checked
from poker.refusal import Refusal

RULE = "S-017"


def separation_decide(
    *, one: Player, other: Player, apart: bool, reason: str, by: str, now: datetime
) -> Separation:
    """Keep two players apart, or lift their separation.

    Raises `Refusal`: `apart_alone`, `apart_already`, `sanction_reason`, `sanction_reason_long`.
    """
    if one.pk == other.pk:
        raise Refusal("apart_alone", RULE, name=one.alias)
    if (other.pk in separations_of(one)) == apart:
        raise Refusal("apart_already", RULE, name=one.alias, other=other.alias)
    first, second = sorted((one, other), key=lambda player: player.pk)
    return Separation.objects.create(
        one=first, other=second, apart=apart, reason=reason_checked(reason), by=by, at=now
    )


def separations_add(
    *, players: Sequence[Player], reason: str, by: str, now: datetime
) -> list[Separation]:
    """Keep all of these players apart; existing separations are not changed. Runs in the caller's transaction.

    Raises `Refusal`: `apart_alone` for a player named twice, `apart_already` if nothing is new, and the refusals of
    `separation_decide`.
    """
    rows = []
    for player, other in combinations(players, 2):
        if player.pk == other.pk or other.pk not in separations_of(player):
            rows.append(
                separation_decide(
                    one=player, other=other, apart=True, reason=reason, by=by, now=now
                )
            )
    if not rows:
        names = [player.alias for player in players]
        raise Refusal("apart_already", RULE, name=names[0], other=", ".join(names[1:]))
    return rows


def separations_of(player: Player) -> dict[int, Separation]:
    """Return the current separations of a player by the other player's primary key; merged players are one player."""
    own_numbers = numbers_of(player)
    rows = list(
        Separation.objects.filter(Q(one__in=own_numbers) | Q(other__in=own_numbers)).order_by("pk")
    )
    root = merged_into({row.one_id for row in rows} | {row.other_id for row in rows})
    last: dict[int, Separation] = {}
    for row in rows:
        other = row.other_id if row.one_id in own_numbers else row.one_id
        last[root.get(other, other)] = row
    return {other: row for other, row in last.items() if row.apart and other not in own_numbers}


class SeparationIndex:
    """All separations of the house, loaded once for callers that check many players."""

    def __init__(self) -> None:
        rows = list(Separation.objects.order_by("pk").values_list("one", "other", "apart"))
        survivors = Player.objects.exclude(merged_into=None).values_list("pk", "merged_into")
        self._root = dict(survivors) if rows else {}
        self._pairs: dict[frozenset[int], bool] = {}
        for player, other, apart in rows:  # the last row of a pair is the one in effect
            self._pairs[frozenset((self._of(player), self._of(other)))] = apart

    def __bool__(self) -> bool:
        return any(self._pairs.values())

    def clash(self, key: str, others: Iterable[str]) -> str:
        """Return the first of `others` who is kept apart from a player, by log keys; "" if there is none."""
        if not self:
            return ""
        own_number = self._number(key)
        for other in others:
            other_number = self._number(other)
            if other_number != own_number and self._pairs.get(
                frozenset((own_number, other_number)), False
            ):
                return other
        return ""

    def _of(self, number: int) -> int:
        return self._root.get(number) or number

    def _number(self, key: str) -> int:
        text = key.removeprefix("p")
        return self._of(int(text)) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
