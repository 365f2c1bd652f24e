"""Whatever is dealt here is written as PHH and replays to the same stacks, or is refused with the reason."""

import os

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from poker import commands as c
from poker import events as e
from poker.games import GAMES
from poker.phh.write import write
from poker.refusal import Refusal
from poker.timeline import is_checkpoint
from tests.poker.tables import Room, legal, rooms
from tests.poker.wild import COUNT, FACES, SEAT

quick = settings(
    max_examples=int(os.environ.get("EXAMPLES", "80")),
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


def played(data: st.DataObject, room: Room, *, wild: bool) -> bool:
    """Play one hand to its end; whether it came to one."""
    for _ in range(120):
        choices = legal(room.table)
        if not wild:
            choices = [command for command in choices if not _closes_a_draw(room, command)]
        if not choices or (room.table.hands and room.table.hand is None):
            break
        if wild and data.draw(st.integers(0, 5)) == 0:
            room.do(data.draw(CORRECTIONS))
        else:
            room.do(data.draw(st.sampled_from(choices)))
    return room.table.hands > 0 and room.table.hand is None


def _closes_a_draw(room: Room, command: c.Command) -> bool:
    """A count on the draw leaves open what was drawn."""
    hand = room.table.hand
    return isinstance(command, c.CloseStreet) and hand is not None and hand.stage == "draw"


def refused(room: Room) -> str:
    """Why the hand is not written, "" when it is."""
    note(repr(room))
    begun = next(i for i, batch in enumerate(room.log) if i and is_checkpoint(batch.events[0]))
    try:
        write(room.log[begun:])
    except Refusal as refusal:
        note(repr(refusal))
        return refusal.code
    return ""


@quick
@given(st.data(), rooms(tracking="actions", games=WRITTEN))
def test_what_is_offered_is_written(data: st.DataObject, room: Room):
    """A hand of what the view offers is told in full, but for a game and limit that have no code.

    The format lowers the bet for a blind that was short, we keep the full one: such a hand may be refused.
    """
    if played(data, room, wild=False):
        events = [event for batch in room.log for event in batch.events]
        table = next(event for event in events if isinstance(event, e.HandStarted)).table
        short = any(isinstance(event, e.BlindPosted) and event.all_in for event in events)
        allowed = {"phh_not_followed"} if short else set()
        allowed.add("" if table.plaque.limit in dict(table.game.phh) else "phh_no_word")
        assert refused(room) in {"", *allowed}


@quick
@given(st.data(), rooms(tracking="actions", games=WRITTEN))
def test_corrected_hands_are_written_or_refused(data: st.DataObject, room: Room):
    if played(data, room, wild=True):
        assert refused(room) in ("", "phh_no_word", "phh_not_followed")
