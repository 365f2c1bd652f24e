"""A hand dealt here, written as PHH and replayed to the same result."""

from collections.abc import Sequence

import pytest
from django.core.management import CommandError, call_command

from poker import commands as c
from poker.phh.read import load
from poker.phh.replay import finishing, replay
from poker.refusal import Refusal
from tests.support.room import TableDriver, create_room

SHOWN_HANDS = (c.ShowBoard(("Ah", "Kd", "7s", "7c", "2h")),)
SIDE_POT: Sequence[c.Command] = (
    c.Act(4, "all_in", 600),
    c.Act(1, "raise"),
    c.Act(2, "call"),
    c.Act(3, "fold"),
    c.CloseStreet(3),
    c.Act(2, "bet"),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.Act(1, "bet"),
    c.CloseStreet(3),
    *SHOWN_HANDS,
    c.ShowHand(1, ("As", "Qc")),
    c.AwardPot((1,)),
    c.AwardPot((4,)),
)
SPLIT: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.Act(1, "fold"),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.AwardPot((2, 4)),
)
WALK: Sequence[c.Command] = (c.AwardPot((3,)),)
MISDEAL: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.Misdeal("two cards exposed"),
    c.Act(4, "fold"),
    c.Act(1, "raise"),
    c.Act(2, "fold"),
    c.AwardPot((1,)),
)
KILLED_HAND: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.KillHand(1),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.KillHand(2),
    c.AwardPot((4,)),
)
CARDS_NAMED_LATE: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.CloseStreet(3),
    c.Act(2, "fold"),
    c.Act(4, "bet"),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.AwardPot((1,)),
)
UNFOLDED: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.Act(1, "fold"),
    c.Act(2, "call"),
    c.UndoFold(1),
    c.Act(1, "raise"),
    c.CloseStreet(4),
    c.Act(3, "bet"),
    c.Act(4, "fold"),
    c.CloseStreet(3),
    c.UndoFold(4),
    c.Act(2, "bet"),
    c.CloseStreet(4),
    c.CloseStreet(4),
    c.AwardPot((4,)),
)
KILLED_AFTER_IT_ACTED: Sequence[c.Command] = (
    c.Act(4, "raise"),
    c.Act(1, "call"),
    c.KillHand(4),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.CloseStreet(3),
    c.AwardPot((2,)),
)


@pytest.fixture
def room(db: None) -> TableDriver:
    """Four players, the button on seat 1."""
    room = create_room(seats=4)
    room.seat_players(1, 2, 3, 4)
    room.open()
    room.execute(c.SetButton(1))
    return room


def export_output(hand: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the command's output."""
    capsys.readouterr()
    call_command("export_phh", hand)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "hand",
    [
        SIDE_POT,
        SPLIT,
        WALK,
        MISDEAL,
        KILLED_HAND,
        CARDS_NAMED_LATE,
        UNFOLDED,
        KILLED_AFTER_IT_ACTED,
    ],
    ids=[
        "side pot",
        "split",
        "walk",
        "misdeal",
        "killed",
        "named late",
        "put back",
        "killed after it acted",
    ],
)
def test_exported_hand_replays_to_the_same_stacks(
    room: TableDriver, hand: Sequence[c.Command], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in hand:
        room.execute(command)
    recording = load(export_output("T1/1", capsys))
    assert recording.finishing is not None
    *_, last = replay(recording)
    assert finishing(recording, last.table) == recording.finishing
    house = recording.rake + recording.jackpot
    assert sum(recording.finishing) == sum(recording.stacks) - house


def test_undone_fold_is_not_exported(room: TableDriver, capsys: pytest.CaptureFixture[str]) -> None:
    for command in UNFOLDED:
        room.execute(command)
    acts = load(export_output("T1/1", capsys)).actions
    assert acts[4:9] == ("p3 cbr 8", "p4 cbr 12", "p1 cc", "p2 cc", "p3 cc")
    assert not [act for act in acts if act.endswith(" f")]


def test_undone_commands_are_not_exported(
    room: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    room.execute(c.Act(4, "raise"))
    room.execute(c.Act(1, "raise"))
    room.execute(c.Undo())
    for command in SPLIT[1:]:
        room.execute(command)
    assert "cbr 12" not in export_output("T1/1", capsys)


def test_one_of_several_hands_is_exported(
    room: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (*WALK, *[c.AwardPot((4,))], *[c.AwardPot((1,))]):
        room.execute(command)
    assert "hand = 2\n" in export_output("Small room/T1/2", capsys)


def test_last_hand_of_a_closed_table_is_exported(
    room: TableDriver, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (*WALK, c.CloseTable()):
        room.execute(command)
    assert "hand = 1\n" in export_output("T1/1", capsys)
    room.execute(c.Undo())
    room.execute(c.CloseTable())
    room.open()
    assert "hand = 1\n" in export_output("T1/1", capsys)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("T1/9", "no hand 9"),
        ("T7/1", "no table T7"),
        ("T1", "isn't a hand"),
        ("T1/one", "isn't a hand"),
    ],
)
def test_unknown_hand_is_refused(room: TableDriver, hand: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("export_phh", hand)


def test_hand_tracked_by_streets_is_not_exported(room: TableDriver) -> None:
    room.execute(c.SkipTo("turn", 3))
    with pytest.raises(CommandError, match="isn\u2019t over"):
        call_command("export_phh", "T1/1")
    room.execute(c.NextHand())
    with pytest.raises(CommandError, match="wouldn\u2019t be accurate"):
        call_command("export_phh", "T1/1")


@pytest.mark.parametrize("text", ["", "variant = 'NT'", "variant = 3", "= = =", "variant = 'XX'"])
def test_unexportable_hand_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="phh_"):
        load(text)
