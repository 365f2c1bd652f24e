"""Every hand dealt here is written as PHH and replays to the same stacks, or is refused with a reason."""

import os

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.games import GAMES
from poker.phh.write import write
from poker.refusal import Refusal
from poker.timeline import is_checkpoint
from tests.support.law_examples import example_count
from tests.support.random_tables import Room, legal_commands, rooms
from tests.support.wild import COUNT, FACES, SEAT

quick = settings(
    max_examples=example_count(80),
    derandomize="EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
CORRECTIONS: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.UndoFold, SEAT),
    st.builds(c.KillHand, SEAT),
    st.builds(c.Misdeal, st.just(""), st.booleans()),
    st.builds(c.NameOpener, SEAT),
    st.builds(c.ShowUpcards, SEAT, FACES),
    st.builds(c.CorrectCounts, st.integers(0, 40), st.integers(0, 8), COUNT),
    st.builds(c.Act, SEAT, st.sampled_from(["fold", "check", "call"])),
    st.builds(c.CloseStreet, COUNT),
)
WRITTEN = tuple(game for game in GAMES.values() if game.phh)


def play_hand(data: st.DataObject, room: Room, *, wild: bool) -> bool:
    """Play one hand to its end; return whether it ended."""
    for _ in range(120):
        choices = legal_commands(room.table)
        if not wild:
            choices = [command for command in choices if not _closes_draw(room, command)]
        if not choices or (room.table.hands and room.table.hand is None):
            break
        if wild and data.draw(st.integers(0, 5)) == 0:
            room.execute(data.draw(CORRECTIONS))
        else:
            room.execute(data.draw(st.sampled_from(choices)))
    return room.table.hands > 0 and room.table.hand is None


def _closes_draw(room: Room, command: c.Command) -> bool:
    """Return whether a count leaves the drawn cards open."""
    hand = room.table.hand
    return isinstance(command, c.CloseStreet) and hand is not None and hand.stage == "draw"


def refusal_reason(room: Room) -> str:
    """Return why the hand is not written, or an empty string."""
    note(repr(room))
    start_index = next(
        i for i, batch in enumerate(room.log) if i and is_checkpoint(batch.events[0])
    )
    try:
        write(room.log[start_index:])
    except Refusal as refusal:
        note(repr(refusal))
        return refusal.code
    return ""


@quick
@given(st.data(), rooms(tracking="actions", games=WRITTEN))
def test_hand_of_legal_commands_is_exported(data: st.DataObject, room: Room):
    """A hand of offered commands is written in full, except for a game and limit without a code.

    The format lowers the bet for a short blind and we keep the full one: such a hand may be refused.
    """
    if play_hand(data, room, wild=False):
        events = [event for batch in room.log for event in batch.events]
        table = next(event for event in events if isinstance(event, e.HandStarted)).table
        short = any(isinstance(event, e.BlindPosted) and event.all_in for event in events)
        allowed = {"phh_not_followed"} if short else set()
        if any(
            isinstance(event, e.BombPotStarted | e.SplashAdded | e.RunBegun) for event in events
        ):
            allowed.add("phh_no_word")
        allowed.add("" if table.plaque.limit in dict(table.game.phh) else "phh_no_word")
        assert refusal_reason(room) in {"", *allowed}


@quick
@given(st.data(), rooms(tracking="actions", games=WRITTEN))
def test_corrected_hand_is_exported_or_refused(data: st.DataObject, room: Room):
    if play_hand(data, room, wild=True):
        assert refusal_reason(room) in ("", "phh_no_word", "phh_not_followed")
