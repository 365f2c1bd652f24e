"""Laws of the tablet's screen: each key that is live is accepted, and each wager and card is where it belongs."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banked.rules import timeline
from banked.rules.walk import step
from banked.tablet.commands import SUPERVISED, tablet_command
from banked.tablet.model import BankedScreen
from banked.tablet.screen import screen
from poker.refusal import Refusal
from tests.banked.random_play import BankedRoom, likely_commands, random_command, random_room
from tests.banked.screen_keys import CONTEXT, keys_of
from tests.support.laws import quick

COMMANDS = 60
# The ranks are offered for each card; the shoe refuses one that it no longer holds.
OF_THE_SHOE = {"too_many_of_a_rank", "hole_is_blackjack"}


def refusal_of(room: BankedRoom, command: msgspec.Struct) -> Refusal | None:
    try:
        timeline.decide(room.table, lambda: timeline.recent(room.log), command, now=1)
    except Refusal as refusal:
        return refusal
    return None


def check_keys(room: BankedRoom, shown: BankedScreen) -> None:
    """Fail if a live key sends a command that the rules refuse."""
    for key in keys_of(shown):
        if not key.do or not isinstance(key.do.send, str):
            continue
        args = key.do.args if isinstance(key.do.args, dict) else {}
        command = tablet_command(
            key.do.send, args, by="d", supervises=True, opening={"plaque": {}}, tapped=1
        )
        refusal = refusal_of(room, command)
        is_of_shoe = refusal is not None and refusal.code in OF_THE_SHOE
        assert refusal is None or is_of_shoe, (key.name, refusal, step(room.table))


def check_texts(shown: BankedScreen) -> None:
    """Fail for a key without a name, an off key without a reason in a row, or "??" anywhere."""
    assert "??" not in msgspec.json.encode(shown).decode()
    assert shown.step.now
    for key in keys_of(shown):
        assert key.name or not key.text
        assert key.do or key.look in ("off", "open", "set"), key


@quick
@given(seed=st.integers(0, 2**32))
def test_every_live_key_is_accepted(seed: int):
    random = Random(seed)
    room = random_room(random)
    for _ in range(COMMANDS):
        shown = screen(room.table, CONTEXT, now=5)
        check_texts(shown)
        check_keys(room, shown)
        wild = random.random() < 0.2
        command = (
            random_command(random, room.table)
            if wild
            else random.choice(likely_commands(random, room.table))
        )
        room.execute(command)


@pytest.mark.parametrize("name", sorted(SUPERVISED))
def test_command_of_a_supervisor_is_refused_from_a_dealer(name: str):
    with pytest.raises(Refusal, match="needs_supervisor"):
        tablet_command(name, {}, by="d", supervises=False, opening=None, tapped=1)


@pytest.mark.parametrize("name", ["rule", "push_dealer", "create_table", "post_plaque", "nonsense"])
def test_command_of_the_room_is_refused_from_a_tablet(name: str):
    with pytest.raises(Refusal, match="unknown_command"):
        tablet_command(name, {}, by="d", supervises=True, opening=None, tapped=1)


def test_names_that_the_room_fills_in_are_refused_from_a_tablet():
    with pytest.raises(Refusal, match="bad_command"):
        tablet_command("void_round", {"by": "x"}, by="d", supervises=True, opening=None, tapped=1)
