"""Players whom the house keeps from sharing a game: any set of two or more (S-016, S-017).

A set is kept as its pairs, each with the reason, who and when; so one of them can be let go and the others stay.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from django.db.models import Q

from players.identity import numbers_of, roots
from players.models import Apart, Player
from players.sanctions import reason_checked
from poker.refusal import Refusal

RULE = "S-017"


def apart_decide(
    *, one: Player, other: Player, apart: bool, reason: str, by: str, now: datetime
) -> Apart:
    """Keep two players apart, or let them play together again.

    Refuses `apart_alone`, `apart_already`, `sanction_reason`, `sanction_reason_long`.
    """
    if one.pk == other.pk:
        raise Refusal("apart_alone", RULE, name=one.alias)
    if (other.pk in kept_from(one)) == apart:
        raise Refusal("apart_already", RULE, name=one.alias, other=other.alias)
    first, second = sorted((one, other), key=lambda player: player.pk)
    return Apart.objects.create(
        one=first, other=second, apart=apart, reason=reason_checked(reason), by=by, at=now
    )


def apart_set(*, players: Sequence[Player], reason: str, by: str, now: datetime) -> list[Apart]:
    """No two of these players share a game from now on; pairs of which that was said before stay as they are.

    The caller has the transaction. Refuses `apart_alone` for one who is named twice, `apart_already` where nothing is
    new, and what `apart_decide` refuses.
    """
    rows = []
    for one, other in combinations(players, 2):
        if one.pk == other.pk or other.pk not in kept_from(one):
            rows.append(
                apart_decide(one=one, other=other, apart=True, reason=reason, by=by, now=now)
            )
    if not rows:
        names = [player.alias for player in players]
        raise Refusal("apart_already", RULE, name=names[0], other=", ".join(names[1:]))
    return rows


def kept_from(player: Player) -> dict[int, Apart]:
    """By the number of the other player, what counts of each pair that is kept apart; merged players are one."""
    mine = numbers_of(player)
    rows = list(Apart.objects.filter(Q(one__in=mine) | Q(other__in=mine)).order_by("pk"))
    root = roots({row.one_id for row in rows} | {row.other_id for row in rows})
    last: dict[int, Apart] = {}
    for row in rows:
        other = row.other_id if row.one_id in mine else row.one_id
        last[root.get(other, other)] = row
    return {other: row for other, row in last.items() if row.apart and other not in mine}


class Parted:
    """Everybody whom the house keeps apart, read once: for whoever asks of many players."""

    def __init__(self) -> None:
        """One question to the database, two where somebody is kept from anybody."""
        rows = list(Apart.objects.order_by("pk").values_list("one", "other", "apart"))
        merged = Player.objects.exclude(merged_into=None).values_list("pk", "merged_into")
        self._root = dict(merged) if rows else {}
        self._pairs: dict[frozenset[int], bool] = {}
        for one, other, apart in rows:  # the last word on two players counts
            self._pairs[frozenset((self._of(one), self._of(other)))] = apart

    def __bool__(self) -> bool:
        """Whether anybody is kept from anybody."""
        return any(self._pairs.values())

    def clash(self, key: str, others: Iterable[str]) -> str:
        """The first of these others with whom a player may share no game, all by the keys of logs; "" for none."""
        if not self:
            return ""
        mine = self._number(key)
        for other in others:
            theirs = self._number(other)
            if theirs != mine and self._pairs.get(frozenset((mine, theirs)), False):
                return other
        return ""

    def _of(self, number: int) -> int:
        return self._root.get(number) or number

    def _number(self, key: str) -> int:
        text = key.removeprefix("p")
        return self._of(int(text)) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
