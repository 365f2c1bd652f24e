"""Laws of a rewritten inference: it ends where the same acts tapped in order would have ended."""

from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import assume, given, note, reject
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.decide.rewrite import inferred_act
from poker.engine import run
from poker.refusal import Refusal
from poker.state import Hand, Table
from poker.timeline import rebuild
from tests.support.laws import chips_at, quick, without_undo_label
from tests.support.random_tables import Room, legal_commands, rooms


def inferred_seats(table: Table) -> list[int]:
    """Return the seats whose act a tap may rewrite."""
    hand = table.hand
    if hand is None:
        return []
    return [part.seat for part in hand.parts if inferred_act(hand, part)]


def rewrites(table: Table) -> list[c.Act]:
    """Return the offered commands that rewrite an inferred act."""
    seats = inferred_seats(table)
    return [
        command
        for command in legal_commands(table)
        if isinstance(command, c.Act)
        and command.seat in seats
        and any(isinstance(event, e.InferenceRewritten) for event in run_events(table, command))
    ]


def run_events(table: Table, command: c.Command) -> Sequence[e.Event]:
    return run(table, command, now=0).events


@quick
@given(st.data(), rooms(tracking="actions", counts_chips=True))
def test_rewrites_conserve_chips_and_are_undone(data: st.DataObject, room: Room):
    """Chips stay, the log rebuilds the table, and UNDO gives the inferred act back (H-47)."""
    for _ in range(data.draw(st.integers(5, 40))):
        choices = rewrites(room.table) or legal_commands(room.table)
        if not choices or (room.table.hands and room.table.hand is None):
            break
        before = room.table
        is_rewrite = bool(rewrites(before))
        assert room.execute(data.draw(st.sampled_from(choices)))
        if not is_rewrite:
            continue
        assert chips_at(room.table) == chips_at(before)
        assert rebuild(room.log) == room.table
        undone = Room()
        undone.log = list(room.log)
        undone.table = room.table
        assert undone.undo()
        assert without_undo_label(undone.table) == without_undo_label(before)


@quick
@given(st.data(), rooms(tracking="actions"))
def test_rewritten_act_is_as_if_tapped_in_order(data: st.DataObject, room: Room):
    """A late fold, then the act of a seat it passed over: the same as that act first, then the fold."""
    for _ in range(data.draw(st.integers(0, 12))):
        choices = [
            choice
            for choice in legal_commands(room.table)
            if not isinstance(choice, c.Muck | c.AwardPot)
        ]
        if not choices:
            break
        room.execute(data.draw(st.sampled_from(choices)))
    start = room.table
    assume(start.hand is not None and start.hand.stage == "betting" and not start.hand.unnamed)
    folds = [x for x in legal_commands(start) if isinstance(x, c.Act) and x.what == "fold"]
    assume(folds)
    fold = data.draw(st.sampled_from(folds))
    folded = run(start, fold, now=0).state
    passed = [x for x in rewrites(folded) if x.seat not in inferred_seats(start)]
    assume(passed)
    named = data.draw(st.sampled_from(passed))
    note(f"{room}\n{fold}\n{named}")
    late = hand_of(run(folded, named, now=0).state)
    try:
        in_order = hand_of(run(run(start, named, now=0).state, fold, now=0).state)
    except Refusal:
        reject()
    if late.round.level == hand_of(folded).round.level:
        assert same(late) == same(in_order)
    else:  # tapped after the raise, the fold says that the seats in between called it
        assert late.round.level == in_order.round.level
        assert late.round.raises == in_order.round.raises


def hand_of(table: Table) -> Hand:
    assert table.hand is not None
    return table.hand


def same(hand: Hand) -> dict[str, object]:
    """Return a hand without what only says how it was tapped."""
    data: dict[str, Any] = msgspec.to_builtins(hand)
    data.pop("log", None)
    for name in ("actors", "chip_actors"):
        data[name] = sorted(data.get(name, ()))
    for part in data["parts"]:
        part.pop("last", None)
    return data
