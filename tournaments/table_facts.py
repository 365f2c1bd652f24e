"""What the tables' own logs say before their next hand, for suggested moves."""

from collections.abc import Sequence

from poker import button
from poker.codec import decode_state
from poker.refusal import Refusal
from poker.state import Table as PokerTable
from tables.models import Table
from tournaments.rules.seating import TableFacts


def table_facts(room_id: int, names: Sequence[str]) -> list[TableFacts]:
    """Return the facts of a room's tables. A table that deals no hands yet has only its name."""
    rows = Table.objects.filter(room=room_id, name__in=names)
    states = rows.values_list("name", "stream__state")
    return [facts_of(name, decode_state(bytes(state))) for name, state in states]


def facts_of(name: str, table: PokerTable) -> TableFacts:
    """Return the facts of one table."""
    hand = table.hand
    all_in = tuple(part.seat for part in hand.parts if part.all_in) if hand else ()
    if not table.is_open:
        return TableFacts(name)
    try:
        coming = button.plan(table)
    except Refusal:  # too few players for a hand
        return TableFacts(name, in_hand=hand is not None, all_in=all_in)
    return TableFacts(
        name,
        small=coming.small,
        big=coming.big,
        in_hand=hand is not None,
        all_in=all_in,
        is_stud=table.game.family == "stud",
    )
