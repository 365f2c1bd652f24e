"""Laws of tournament hands with absent players and penalties: chips, cards, undo, and a walk that never waits."""

from hypothesis import assume, given, note
from hypothesis import strategies as st

from poker import commands as c
from poker.engine import run
from poker.state import Table
from poker.timeline import rebuild
from poker.turn import pending
from tests.poker.checks import check_cards, check_view
from tests.support.event_tables import penalties, table_event
from tests.support.laws import chips_at, house_chips, quick, without_undo_label
from tests.support.random_tables import Room, legal_commands, rooms

ABSENT = st.lists(st.integers(1, 10), max_size=10, unique=True)


@st.composite
def event_rooms(draw: st.DrawFn, /, **kinds: object) -> Room:
    """Draw a table of a tournament with seats that are away and seats that serve a penalty."""
    room = draw(rooms(**kinds))  # type: ignore[arg-type]  # the keywords of `rooms`
    stakes = room.table.stakes
    # No event plays a bounty game or a bomb pot.
    assume(stakes is not None and stakes.bounty is None and stakes.bomb is None)
    assert room.execute(c.SetTableEvent(table_event(draw(penalties()), stakes)))
    for seat in draw(ABSENT):
        room.execute(c.SitOut(seat))
    return room


def check_absent(table: Table) -> None:
    """Check that no hand of an absent player waits for an act, and that one hand lives."""
    hand = table.hand
    if hand is None or hand.stage == "deal":
        return
    dead = [part.seat for part in hand.parts if part.seat in hand.absent]
    assert all(hand.parts[hand.index(seat)].life == "dead" for seat in dead)
    assert not set(hand.served) - set(hand.absent)
    assert not {hand.parts[i].seat for i in pending(hand)} & set(dead)
    gone = {part.seat for part in hand.parts if is_gone(table, part.seat)}
    if gone & {part.seat for part in hand.live()}:
        assert len(gone) == len(hand.parts)
        assert len(hand.live()) == 1


def is_gone(table: Table, seat: int) -> bool:
    """Return whether the hand of a seat must be dead after the deal."""
    serves = table.event is not None and table.event.hands_left(seat) > 0
    return serves or (table.seats[seat - 1].absent and table.rules.absent_hand == "deal")


@quick
@given(st.data(), event_rooms(tracking="actions", counts_chips=True))
def test_chips_are_conserved_with_absent_players(data: st.DataObject, room: Room) -> None:
    house = 0
    for _ in range(data.draw(st.integers(5, 60))):
        choices = legal_commands(room.table)
        if not choices:
            break
        command = data.draw(st.sampled_from(choices))
        note(f"{command}")
        outcome = run(room.table, command, now=0)
        room.table = outcome.state
        house += house_chips(outcome.events)
        assert chips_at(room.table) + house == room.bought
        check_absent(room.table)


@quick
@given(st.data(), event_rooms())
def test_hand_with_absent_players_ends_by_legal_commands(data: st.DataObject, room: Room) -> None:
    """Whatever the view offers is accepted, leads to the end of the hand, and counts the penalties down by one."""
    event = room.table.event
    assert event is not None
    for _ in range(200):
        choices = legal_commands(room.table)
        if not choices or (room.table.hands and room.table.hand is None):
            break
        command = data.draw(st.sampled_from(choices))
        note(f"{command}")
        assert room.execute(command)
        check_absent(room.table)
        check_view(room.table)
    else:
        raise AssertionError("the hand does not end")
    after = room.table.event
    assert after is not None
    for penalty in event.penalties:
        left = after.hands_left(penalty.seat)
        assert left in (penalty.left, penalty.left - 1)


@quick
@given(st.data(), event_rooms())
def test_undo_and_rebuild_with_absent_players(data: st.DataObject, room: Room) -> None:
    for _ in range(data.draw(st.integers(1, 40))):
        choices = legal_commands(room.table)
        if not choices:
            break
        before = room.table
        entries = len(room.log)
        assert room.execute(data.draw(st.sampled_from(choices)))
        if len(room.log) == entries:
            continue
        check_cards(before, room)
        assert rebuild(room.log) == room.table
        undone = Room()
        undone.log = list(room.log)
        undone.table = room.table
        if undone.undo():
            assert without_undo_label(undone.table) == without_undo_label(before)
