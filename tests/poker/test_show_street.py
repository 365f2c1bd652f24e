"""The upcards of a street in one command lead to the same table as a command for each seat (S-042)."""

from hypothesis import assume, given
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.cards import UNKNOWN
from poker.engine import run
from poker.games import GAMES
from poker.state import Table
from tests.support.laws import quick, without_undo_label
from tests.support.random_tables import Room, legal_commands, rooms

STUD = [game for game in GAMES.values() if game.family == "stud"]


def reach_opener(data: st.DataObject, room: Room) -> bool:
    """Play until a round waits for its opener; return whether one does."""
    for _ in range(data.draw(st.integers(1, 30))):
        hand = room.table.hand
        choices = legal_commands(room.table)
        if (hand is not None and hand.stage == "opener") or not choices:
            break
        room.execute(data.draw(st.sampled_from(choices)))
    return room.table.hand is not None and room.table.hand.stage == "opener"


def draw_upcards(data: st.DataObject, table: Table) -> dict[int, tuple[str, ...]]:
    """Draw the upcards of the players still in, some of them unknown."""
    assert table.hand is not None
    deck = [rank + suit for rank in table.game.ranks for suit in "cdhs"]
    cards = iter(data.draw(st.permutations(deck)))
    return {
        part.seat: tuple(
            UNKNOWN if data.draw(st.integers(0, 5)) == 0 else next(cards) for _ in part.up
        )
        for part in table.hand.live()
        if part.up
    }


@quick
@given(st.data(), rooms(tracking="actions", games=STUD))
def test_one_command_equals_a_command_for_each_seat(data: st.DataObject, room: Room):
    assume(reach_opener(data, room))
    upcards = draw_upcards(data, room.table)
    by_seat = room.table
    for seat, seat_cards in upcards.items():
        by_seat = run(by_seat, c.ShowUpcards(seat, seat_cards), now=0).state
    at_once = run(room.table, c.ShowStreet(upcards), now=0)
    assert without_undo_label(at_once.state) == without_undo_label(by_seat)
    assert sum(isinstance(event, e.OpenerNamed) for event in at_once.events) <= 1
