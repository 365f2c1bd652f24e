"""Decide commands: a command at a table becomes events and the next state, or is refused as a whole."""

from typing import TypeAlias

from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.act_corrections import answer
from poker.calls import EarlierTap, RemedyStep
from poker.command_lines import commands
from poker.decide import (
    act,
    bomb_pots,
    bounties,
    buy_ins,
    card_remedies,
    chip_remedies,
    corrections,
    deal,
    discards,
    draw_commands,
    events,
    finish,
    floor,
    promotions,
    runs,
    seat_changes,
    seat_locks,
    seats,
    showdown,
    showing,
    splash_pots,
    street,
    stud,
    table,
    turn_clock,
)
from poker.draft import ALL_SEEN, Draft, Unseen
from poker.events import Event
from poker.evolve import evolve
from poker.games import check_seat_count
from poker.handlers import Decide
from poker.irregularities.load import concerns_last_hand, group_of
from poker.irregularities.report_checks import COME, CONDUCT
from poker.logs.outcome import Outcome
from poker.refusal import Refusal
from poker.remedies import already_done, carry_out, open_now
from poker.state import EMPTY, Table
from poker.undo_labels import undo_label

DECIDE: dict[type[c.Command], Decide] = {
    c.SeatPlayer: seats.seat_player,
    c.LeaveSeat: seats.leave_seat,
    c.PickUpStack: seats.pick_up_stack,
    c.ChangeSeat: seat_changes.change_seat,
    c.SitOut: seats.sit_out,
    c.SitIn: seats.sit_in,
    c.AddChips: buy_ins.add_chips,
    c.RemoveChips: buy_ins.take_chips,
    c.CollectTime: seats.collect_time,
    c.Straddle: seats.straddle,
    c.CallBombPot: bomb_pots.call_bomb_pot,
    c.AnnounceSplashPot: splash_pots.announce_splash_pot,
    **bounties.BOUNTIES,
    c.PostShort: seats.post_short,
    c.OpenTable: table.open_table,
    c.CloseTable: table.close_table,
    c.ChangePlaque: table.change_plaque,
    c.ChangeRules: table.change_rules,
    c.SetTracking: table.set_tracking,
    c.RenameTable: table.rename_table,
    c.RenamePlayer: table.rename_player,
    c.SetSeatCount: table.set_seat_count,
    **seat_locks.SEAT_COMMANDS,
    **events.EVENT_COMMANDS,
    **promotions.PROMOTIONS,
    c.DrawButton: table.draw_button,
    c.SetButton: table.set_button,
    c.PushDealer: table.push_dealer,
    **floor.FLOOR,
    **card_remedies.PILES,
    **chip_remedies.SETTLING,
    c.Deal: deal.deal,
    c.Act: act.act,
    c.FirstIn: act.first_in,
    c.Declare: act.declare,
    c.AgreeAnyAmount: act.agree_any_amount,
    c.AgreeRuns: runs.agree_runs,
    c.CloseStreet: street.close_street,
    c.RunOut: street.run_out,
    c.CallTime: turn_clock.call_time,
    c.StopTime: turn_clock.stop_time,
    c.SkipTo: street.skip_to,
    c.NameOpener: stud.name_opener,
    c.MarkTied: stud.tie,
    c.NameSuit: stud.name_suit,
    c.ShowUpcards: stud.show_up,
    c.ShowStreet: stud.show_street,
    c.CorrectCounts: stud.correct_counts,
    c.BuyCard: stud.buy_card,
    c.Discard: discards.discard,
    c.Draw: draw_commands.draw,
    c.RebuildDeck: draw_commands.rebuild_deck,
    c.ChooseGame: table.choose_game,
    c.ShowBoard: showing.show_board,
    c.ShowHand: showing.show_hand,
    c.Muck: showing.muck,
    c.CountPot: showing.count_pot,
    c.AwardPot: showdown.award,
    c.NextHand: showdown.next_hand,
    c.FinishHand: finish.finish_hand,
    c.UndoFold: corrections.unfold,
    c.KillHand: corrections.kill_hand,
    c.Misdeal: corrections.misdeal,
    c.MakeRuling: lambda draft, command, now: _rule(draft, command, now),
    c.StepDone: lambda draft, command, now: _step_done(draft, command, now),
}


# Commands that advance the hand. They are refused while a supervisor is called, and they show that
# a ruling's steps were done.
WALK: frozenset[type[c.Command]] = frozenset(
    {
        c.Deal,
        c.Act,
        c.FirstIn,
        c.CloseStreet,
        c.RunOut,
        c.SkipTo,
        c.NameOpener,
        c.CorrectCounts,
        c.BuyCard,
        c.Discard,
        c.Draw,
        c.RebuildDeck,
        c.Muck,
        c.AwardPot,
        c.NextHand,
        c.FinishHand,
        c.AgreeAnyAmount,
        c.AgreeRuns,
        c.KillHand,
        c.Misdeal,
    }
)

# Commands that would put the previous hand out of reach of a pending ruling
# (`poker.timeline.BARRIERS`).
SHUTS: frozenset[type[c.Command]] = frozenset(
    {
        c.OpenTable,
        c.CloseTable,
        c.ChangePlaque,
        c.ChangeSeat,
        c.SetSeatCount,
    }
)


TableOutcome: TypeAlias = Outcome[Table, Event]


def create(name: str, seats: int) -> TableOutcome:
    """Create an empty table with numbered seats; its log starts with this event. Raises `Refusal`: `seat_count`."""
    check_seat_count(seats)
    event = e.TableCreated(name, seats)
    return Outcome((event,), evolve(EMPTY, event))


def run(
    table: Table,
    command: c.Command,
    *,
    now: int,
    command_id: str = "",
    unseen: Unseen = ALL_SEEN,
) -> TableOutcome:
    """Execute a command. `now`: Unix milliseconds. Raises `Refusal`, in which case nothing has changed.

    command_id: lets a tap that the dealer made before the open call run although the hand waits. unseen: changes by the
    room that the tablet did not show at the tap.

    `Undo` is not decided here because it needs the log (see `poker.timeline`).
    """
    seat = getattr(command, "seat", 0) or 0
    if seat > len(table.seats):
        raise Refusal("no_such_seat", "S-013", seat=seat, seats=len(table.seats))
    draft = Draft(table, unseen=unseen, now=now)
    is_earlier = precedes_call(table, command_id, command)
    decide(draft, command, now, stops=not is_earlier)
    if is_earlier and draft.events:
        floor.earlier_tap_stored(draft, command_id)
    events = tuple(draft.events)
    return Outcome(events, mark(draft.table, events))


def precedes_call(table: Table, command_id: str, command: c.Command) -> bool:
    """Return whether the call lists this tap among those the dealer made before it (S-012)."""
    if table.floor is None:
        return False
    tap = EarlierTap(
        id=command_id,
        name=str(command.__struct_config__.tag),
        seat=getattr(command, "seat", 0) or 0,
        what=getattr(command, "what", "") or "",
        amount=getattr(command, "to", None) or getattr(command, "amount", None) or 0,
    )
    return tap in table.floor.earlier


def decide(draft: Draft, command: c.Command, now: int, *, stops: bool = True) -> None:
    """Record a command's events, and the ruling steps that the command shows to be done.

    stops: whether an open call stops the command.
    """
    table = draft.table
    walks = type(command) in WALK
    if stops and (walks or type(command) in SHUTS) and paused(table):
        raise Refusal("hand_paused", "S-012", table=table.name)
    if walks and table.hand is not None and table.hand.held:
        answer(draft, command, decide_alone, now)
        return
    if walks and table.remedy is not None:
        _go_on(draft, now)
    DECIDE[type(command)](draft, command, now)


def decide_alone(draft: Draft, command: c.Command, now: int) -> None:
    """Record a command's events without marking any steps of a ruling as done."""
    DECIDE[type(command)](draft, command, now)


def _rule(draft: Draft, command: c.MakeRuling, now: int) -> None:
    """Record a final ruling, with the steps that the table already shows. Refused if an immediate step is impossible.

    Raises `Refusal`: `no_hand` (H-47) for a remedy of the last hand that the log cannot reopen.
    """
    if (
        draft.table.hand is None
        and concerns_last_hand(command.key)
        and floor.concerns_hand(command)
    ):
        raise Refusal("no_hand", "H-47", table=draft.table.name)
    floor.make_ruling(draft, command, now)
    for step in command.steps:
        if step.when == "lies":
            _do(draft, step, now)
    trial = Draft(draft.table)
    for step in command.steps:
        if step.when == "now":
            _do(trial, step, now)


def _step_done(draft: Draft, command: c.StepDone, now: int) -> None:
    """Mark the next step of the ruling as done. Raises `Refusal`: `no_step`."""
    steps = open_now(draft.table)
    if not steps:
        raise Refusal("no_step", "S-012", table=draft.table.name)
    _carry_out(draft, steps[0], now)


def _go_on(draft: Draft, now: int) -> None:
    """Execute the open steps of a ruling before the hand advances."""
    while steps := open_now(draft.table):
        _carry_out(draft, steps[0], now)


def paused(table: Table) -> bool:
    """Return whether the hand waits for the floor: an open claim stops it, and every call except "please come" and
    conduct calls.
    """
    if table.claim is not None:
        return True
    if table.floor is None:
        return False
    free = table.floor.key in (COME, CONDUCT)
    return not free and group_of(table.floor.key) != CONDUCT


def _carry_out(draft: Draft, step: RemedyStep, now: int) -> None:
    carry_out(draft, step, lambda on, command: DECIDE[type(command)](on, command, now))


def _do(draft: Draft, step: RemedyStep, now: int) -> None:
    for line in step.do:
        for command in commands(line):
            if not already_done(draft.table, command):
                DECIDE[type(command)](draft, command, now)


def mark(table: Table, events: tuple[Event, ...]) -> Table:
    """Store on the table what UNDO would undo after the events of one command."""
    label = undo_label(events)
    if label is None:
        return table
    return replace(table, done=replace(label, street=_street_of(table)))


def _street_of(table: Table) -> str:
    """Return the street of the hand, "showdown" after the last; "" between hands."""
    hand = table.hand
    if hand is None:
        return ""
    if hand.stage in ("showdown", "award"):
        return "showdown"
    return table.game.streets[hand.street].name
