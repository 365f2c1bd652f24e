"""Players whom the house keeps from sharing a game (S-016, S-017). Seating one beside the other is warned of."""

from datetime import datetime

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
