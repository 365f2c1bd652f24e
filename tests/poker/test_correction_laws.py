"""Laws of a corrected act: nothing is lost, UNDO gives the old act back, and the rest is as if tapped right."""

from pathlib import Path

from hypothesis import assume, given, note
from hypothesis import strategies as st

from poker import commands as c
from poker import timeline
from poker.act_corrections import held_act
from poker.cases import CaseRun, load
from poker.command_lines import commands
from poker.refusal import Refusal
from poker.state import Hand, LoggedAct, Table
from poker.timeline import CommandEvents, rebuild
from poker.view import view
from tests.poker.checks import check_view
from tests.support.laws import chips_at, quick, without_undo_label
from tests.support.random_tables import Room, legal_commands, rooms

CASES = (Path(__file__).parent / "cases" / "corrections.toml").read_text(encoding="utf-8")
WHAT = st.sampled_from(["fold", "check", "call", "bet", "raise", "complete", "all_in"])


def hand_of(table: Table) -> Hand:
    assert table.hand is not None
    return table.hand


def play(data: st.DataObject, room: Room, most: int) -> None:
    """Play legal commands while the first hand runs."""
    for _ in range(data.draw(st.integers(1, most))):
        choices = legal_commands(room.table)
        if not choices or (room.table.hands and room.table.hand is None):
            return
        assert room.execute(data.draw(st.sampled_from(choices)))


def play_bets(data: st.DataObject, room: Room) -> None:
    """Play acts other than folds, mostly bets, in the first round."""
    for _ in range(data.draw(st.integers(2, 8))):
        acts = [item for item in legal_commands(room.table) if isinstance(item, c.Act)]
        bets = [item for item in acts if item.what in ("bet", "raise")]
        others = [item for item in acts if item.what in ("check", "call")]
        choices = bets or others
        if not choices:
            return
        assert room.execute(data.draw(st.sampled_from(choices)))


def draw_correction(data: st.DataObject, hand: Hand) -> c.CorrectAct:
    number = data.draw(st.integers(0, len(hand.log) - 1))
    act = hand.log[number]
    what = data.draw(WHAT)
    to = data.draw(st.none() | st.integers(1, 400))
    return c.CorrectAct(number, act.seat, act.what, what, to)  # type: ignore[arg-type]  # a logged act is one of `What`


def correct(room: Room, command: c.CorrectAct) -> bool:
    """Correct an act; return whether the correction was accepted."""
    try:
        outcome = timeline.decide(room.table, lambda: room.log, command, now=1)
    except Refusal:
        return False
    room.table = outcome.state
    room.log.append(CommandEvents(str(len(room.log)), outcome.events))
    return True


@quick
@given(st.data(), rooms(tracking="actions"))
def test_correction_loses_nothing(data: st.DataObject, room: Room):
    """Chips and cards are conserved, the log rebuilds the table, UNDO gives back what was, play goes on."""
    play(data, room, 30)
    for _ in range(data.draw(st.integers(1, 4))):
        before = room.table
        assume(before.hand is not None and before.hand.log)
        command = draw_correction(data, hand_of(before))
        note(f"{room}\n{command}")
        if not correct(room, command):
            assert room.table is before
            continue
        if room.bought:
            assert chips_at(room.table) == chips_at(before)
        assert hand_of(room.table).ledger.total() == hand_of(before).ledger.total()
        assert rebuild(room.log) == room.table
        check_view(room.table)
        undone = Room()
        undone.log = list(room.log)
        undone.table = room.table
        assert undone.undo()
        assert without_undo_label(undone.table) == without_undo_label(before)
        play(data, room, 6)
        assert rebuild(room.log) == room.table


@quick
@given(st.data(), rooms(tracking="actions", counts_chips=True))
def test_question_after_correction_can_be_answered(data: st.DataObject, room: Room):
    """Each act that no longer fits is asked for, and an offered answer leads on."""
    play_bets(data, room)
    assume(room.table.hand is not None)
    bets = [i for i, act in enumerate(hand_of(room.table).log) if act.what in ("bet", "raise")]
    assume(bets)
    number = data.draw(st.sampled_from(bets))
    act = hand_of(room.table).log[number]
    to = act.to + data.draw(st.integers(1, 200))
    assume(correct(room, c.CorrectAct(number, act.seat, act.what, "raise", to)))  # type: ignore[arg-type]  # as above
    assume(room.table.hand is not None and room.table.hand.held)
    for _ in range(40):
        hand = room.table.hand
        if hand is None or not hand.held:
            return
        open_act = held_act(hand)
        assert open_act is not None
        assert view(room.table).step.kind == "corrected"
        answers = legal_commands(room.table)
        assert {command.seat for command in answers if isinstance(command, c.Act)} == {
            open_act.seat
        }
        assert room.execute(data.draw(st.sampled_from(answers)))
        assert rebuild(room.log) == room.table
    raise AssertionError("the questions do not end")


@quick
@given(st.data(), rooms(tracking="actions", counts_chips=True))
def test_corrected_bet_is_as_if_tapped_right(data: st.DataObject, room: Room):
    """A bet of a wrong amount, corrected after other acts: the same money as with the right amount at once."""
    play(data, room, 12)
    table = room.table
    assume(table.hand is not None and table.hand.stage == "betting")
    bettors = [seat for seat in view(table).seats if seat.raises and seat.raises.max]
    assume(bettors)
    seat = data.draw(st.sampled_from(bettors))
    choice = seat.raises
    assert choice is not None
    amounts = st.integers(choice.min, max(choice.max or 0, choice.min))
    wrong = data.draw(amounts)
    right = data.draw(amounts)
    assume(wrong != right)
    bet = c.Act(seat.seat, choice.kind, wrong)
    tapped_right = Room()
    tapped_right.log = list(room.log)
    tapped_right.table = table
    assume(tapped_right.execute(c.Act(seat.seat, choice.kind, right)))
    assume(room.execute(bet))
    folds = [item for item in legal_commands(room.table) if isinstance(item, c.Act)]
    folds = [item for item in folds if item.what == "fold" and item.seat != seat.seat]
    for fold in folds[: data.draw(st.integers(0, 2))]:
        room.execute(fold)
        tapped_right.execute(fold)
    act = last_act(hand_of(room.table), seat.seat)
    number = hand_of(room.table).log.index(act)
    note(f"{room}\n{right}")
    assert correct(room, c.CorrectAct(number, seat.seat, act.what, choice.kind, right))  # type: ignore[arg-type]  # as above
    assert money(room.table) == money(tapped_right.table)


def last_act(hand: Hand, seat: int) -> LoggedAct:
    return next(act for act in reversed(hand.log) if act.seat == seat)


def money(table: Table) -> dict[int, tuple[int, int, bool, str]]:
    return {
        part.seat: (part.committed, part.total, part.all_in, part.life)
        for part in hand_of(table).parts
    }


def test_hundred_corrections_in_one_hand_are_undone_one_by_one() -> None:
    """Each replaces the act that the one before left; UNDO takes them back to the first tap."""
    play = CaseRun(next(case for case in load(CASES) if case.id == "correction_raise_was_all_in"))
    for line in ("3 raise 60", "4 raise 200", "7 fold"):
        play.do(next(commands(line)))
    before = play.table
    for amount in range(61, 161):
        was = last_act(hand_of(play.table), 4)
        number = hand_of(play.table).log.index(was)
        play.do(c.CorrectAct(number, 4, "raise", "raise", 200 + amount))
    assert last_act(hand_of(play.table), 4).to == 360
    assert rebuild(play.log) == play.table
    for _ in range(100):
        play.do(c.Undo())
    assert play.table == before
