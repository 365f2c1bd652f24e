"""How many taps a round takes."""

import msgspec

from banked.rules import commands as c
from banked.rules.plaque import BankedPlaque
from banked.tablet.commands import tablet_command
from banked.tablet.screen import screen
from dealer_ui.screen.model import Key
from tests.banked.random_play import BankedRoom
from tests.banked.screen_keys import CONTEXT, keys_of

MOST_TAPS = 12  # of a round of four boxes without cards


class TappedRoom(BankedRoom):
    """A table whose keys are tapped by name."""

    def key(self, name: str) -> Key:
        shown = screen(self.table, CONTEXT, now=5)
        (key, *_) = [key for key in keys_of(shown) if key.name.startswith(name)]
        return key

    def tap(self, name: str) -> None:
        """Tap a key that sends a command at once, with no second tap."""
        do = self.key(name).do
        assert do is not None, name
        assert isinstance(do.send, str), f"{name} opens something"
        args = do.args if isinstance(do.args, dict) else {}
        command = tablet_command(do.send, args, by="d", supervises=False, opening=None, tapped=1)
        assert self.execute(command), name


def opened(plaque: BankedPlaque, boxes: int) -> TappedRoom:
    """Return a table with a fresh shoe and a bet in each of the first boxes."""
    room = TappedRoom()
    commands: list[msgspec.Struct] = [
        c.CreateTable("S1", plaque.boxes),
        c.OpenTable(plaque),
        c.OpenShoe(),
        c.Burn(),
    ]
    commands += [c.TakeBox(box) for box in range(1, boxes + 1)]
    commands += [c.SetBet(box, 2_500) for box in range(1, boxes + 1)]
    for command in commands:
        assert room.execute(command), command
    return room


def test_round_of_four_boxes_without_cards_takes_at_most_twelve_taps():
    room = opened(BankedPlaque(tracking="outcomes"), boxes=4)
    outcomes = ("Box 4 won", "Box 3 lost", "Box 2: push", "Box 1 lost")
    taps = ("No more bets", *outcomes, "Settle")
    for name in taps * 2:  # the bets of a round are those of the next one until they change
        room.tap(name)
    assert room.table.rounds == 2
    assert room.table.round is None
    assert len(taps) <= MOST_TAPS


def test_decision_takes_one_tap():
    room = opened(BankedPlaque(), boxes=4)
    room.execute(c.NoMoreBets(1))
    for card, box in (("8", 1), ("5", 2), ("9", 3), ("9", 4), ("7", 0)):
        room.execute(c.DealCard(card, box))
    for card, box in (("8", 1), ("6", 2), ("7", 3), ("8", 4)):
        room.execute(c.DealCard(card, box))
    room.tap("Box 1 splits")
    room.tap("3 to Box 1")
    room.tap("Box 1, hand 1 doubles")
    room.tap("6 to Box 1")
    room.tap("9 to Box 1")
    room.tap("Box 1, hand 2 stands")
    room.tap("Box 2 doubles")
    room.tap("2 to Box 2")
    room.tap("Rescue box 2")
    room.tap("Box 3 surrenders")
    room.tap("Box 4 stands")
