"""Laws that hold at every table after every command: chips, cards, undo, rebuild, refusals, the view."""

import msgspec
from hypothesis import given, note
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.codec import decode_event, encode_event, encode_state, parse_command
from poker.engine import run
from poker.refusal import Refusal
from poker.state import Table
from poker.timeline import CommandEvents, rebuild
from poker.view import view
from poker.view.model import SeatView
from tests.poker.checks import check_cards, check_nothing_hidden, check_view
from tests.support.laws import chips_at, house_chips, quick, without_undo_label
from tests.support.random_tables import Room, entry_commands, legal_commands, rooms
from tests.support.wild import WILD


def draw_command(data: st.DataObject, room: Room, *, wild: bool) -> c.Command:
    choices = legal_commands(room.table)
    if choices and not (wild and data.draw(st.integers(0, 2)) == 0):
        return data.draw(st.sampled_from(choices))
    return data.draw(WILD)


@quick
@given(st.data(), rooms(tracking="actions", counts_chips=True))
def test_chips_are_conserved(data: st.DataObject, room: Room):
    """What came in is in stacks, in the pot or with the house (S-119, H-75), whatever is played."""
    house = 0
    for _ in range(data.draw(st.integers(5, 60))):
        choices = legal_commands(room.table)
        if not choices:
            break
        outcome = run(room.table, data.draw(st.sampled_from(choices)), now=0)
        room.table = outcome.state
        house += house_chips(outcome.events)
        assert chips_at(room.table) + house == room.bought


@quick
@given(st.data(), rooms())
def test_hand_ends_by_legal_commands(data: st.DataObject, room: Room):
    """Whatever the view offers is accepted, and leads to the end of the hand."""
    for _ in range(200):
        choices = legal_commands(room.table)
        if not choices or (room.table.hands and room.table.hand is None):
            break
        assert room.execute(data.draw(st.sampled_from(choices)))
    else:
        raise AssertionError("the hand does not end")


@quick
@given(st.data(), rooms())
def test_random_commands_keep_every_invariant(data: st.DataObject, room: Room):
    """Cards, refusals, the log, the codec, the step and the view, under commands of every kind."""
    for _ in range(data.draw(st.integers(1, 25))):
        before = room.table
        state_before = encode_state(room.table)
        events = len(room.log)
        command = draw_command(data, room, wild=True)
        note(f"{room.commands[-1:]}\n{command}")
        if not room.execute(command):
            assert room.table is before
            assert encode_state(before) == state_before
            assert len(room.log) == events
        if len(room.log) == events:
            continue
        check_cards(before, room)
        check_view(room.table)
        check_nothing_hidden(room)
        assert rebuild(room.log) == room.table
        check_undo(room, before)


def check_undo(room: Room, before: Table) -> None:
    """Check that UNDO restores the table before the last command (H-47)."""
    standing = Room()
    standing.log = list(room.log)
    standing.table = room.table
    of_the_room = (
        e.FloorCalled
        | e.FloorCanceled
        | e.RulesChanged
        | e.PlaqueQueued
        | e.PlaqueChanged
        | e.SeatLocked
        | e.SeatUnlocked
        | e.TableRenamed
        | e.PlayerRenamed
        | e.SeatCountChanged
        | e.TableEventSet
        | e.PromotionsSet
        | e.FundSplashAnnounced
        | e.FundSplashWithdrawn
        | e.ClaimSettled
    )
    lasting = isinstance(room.log[-1].events[0], of_the_room)
    if room.log[-1] is room.log[0] or lasting or not standing.undo():
        return
    assert without_undo_label(standing.table) == without_undo_label(before)
    assert rebuild(standing.log) == standing.table


@quick
@given(st.data(), rooms(tracking="actions"))
def test_offered_amounts_are_accepted_and_others_refused(data: st.DataObject, room: Room):
    """What the view offers `run` accepts; what it does not offer, and amounts just outside, it refuses."""
    for _ in range(data.draw(st.integers(0, 12))):
        choices = legal_commands(room.table)
        if not choices:
            return
        room.execute(data.draw(st.sampled_from(choices)))
    for command in [*legal_commands(room.table), *entry_commands(room.table)]:
        note(f"{room}\n{command}")
        run(room.table, command, now=0)
    view_data = view(room.table)
    if view_data.hand.stage == "betting":
        for seat in view_data.seats:
            check_bounds(room.table, seat)


def check_bounds(table: Table, seat: SeatView) -> None:
    number = seat.seat
    offers: list[tuple[bool, c.Act]] = [
        (seat.can_check, c.Act(number, "check")),
        (seat.can_call, c.Act(number, "call")),
        (seat.can_fold, c.Act(number, "fold")),
    ]
    bounds = seat.raises
    if bounds is None:
        offers.append((False, c.Act(number, "raise", 10**6)))
        offers.append((False, c.Act(number, "raise", table.hand.round.level + 1)))  # type: ignore[union-attr]
    else:
        offers.append((False, c.Act(number, "raise", bounds.min - 1)))
        if bounds.max is not None:
            offers.append((False, c.Act(number, "raise", bounds.max + 1)))
    for possible, command in offers:
        assert is_accepted(table, command) == possible, command


def is_accepted(table: Table, command: c.Command) -> bool:
    try:
        run(table, command, now=0)
    except Refusal:
        return False
    return True


@quick
@given(st.data(), rooms())
def test_events_and_commands_round_trip_through_the_codec(data: st.DataObject, room: Room):
    """Events and commands read back as they were written."""
    for _ in range(data.draw(st.integers(1, 20))):
        command = draw_command(data, room, wild=True)
        command_data = msgspec.to_builtins(command)
        assert parse_command(command_data.pop("command"), command_data) == command
        room.execute(command)
    command_events = [
        CommandEvents(
            batch.command_id, tuple(decode_event(*encode_event(event)) for event in batch.events)
        )
        for batch in room.log
    ]
    assert command_events == room.log
