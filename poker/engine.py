"""Decide: a command at a table becomes events and the next state, or is refused whole."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from poker import commands as c
from poker import events as e
from poker.calls import Todo
from poker.decide import (
    act,
    buying,
    chairs,
    changing,
    corrections,
    deal,
    drawing,
    floor,
    piles,
    seats,
    settling,
    showdown,
    showing,
    street,
    stud,
    table,
)
from poker.done import done
from poker.draft import Draft
from poker.events import Event
from poker.evolve import evolve
from poker.games import MOST_SEATS
from poker.irregular.load import group_of, of_the_last_hand
from poker.irregular.reported import COME, CONDUCT
from poker.lines import commands
from poker.refusal import Refusal
from poker.remedies import carry_out, open_now, stands
from poker.state import Table

Decide = Callable[[Draft, Any, int], None]

DECIDE: dict[type[c.Command], Decide] = {
    c.SeatPlayer: seats.seat_player,
    c.LeaveSeat: seats.leave_seat,
    c.ChangeSeat: changing.change_seat,
    c.SitOut: seats.sit_out,
    c.SitIn: seats.sit_in,
    c.AddChips: buying.add_chips,
    c.TakeChips: buying.take_chips,
    c.CollectTime: seats.collect_time,
    c.Straddle: seats.straddle,
    c.PostShort: seats.post_short,
    c.OpenTable: table.open_table,
    c.CloseTable: table.close_table,
    c.ChangePlaque: table.change_plaque,
    c.ChangeRules: table.change_rules,
    c.SetTracking: table.set_tracking,
    **chairs.CHAIRS,
    c.DrawButton: table.draw_button,
    c.SetButton: table.set_button,
    c.PushDealer: table.push_dealer,
    **floor.FLOOR,
    **piles.PILES,
    **settling.SETTLING,
    c.Deal: deal.deal,
    c.Act: act.act,
    c.FirstIn: act.first_in,
    c.Declare: act.declare,
    c.AgreeAnyAmount: act.agree_any_amount,
    c.CloseStreet: street.close_street,
    c.SkipTo: street.skip_to,
    c.NameOpener: stud.name_opener,
    c.Tie: stud.tie,
    c.NameSuit: stud.name_suit,
    c.ShowUp: stud.show_up,
    c.CorrectCounts: stud.correct_counts,
    c.BuyCard: stud.buy_card,
    c.Draw: drawing.draw,
    c.RebuildDeck: drawing.rebuild_deck,
    c.ChooseGame: table.choose_game,
    c.ShowBoard: showing.show_board,
    c.ShowHand: showing.show_hand,
    c.Muck: showing.muck,
    c.CountPot: showing.count_pot,
    c.AwardPot: showdown.award,
    c.NextHand: showdown.next_hand,
    c.Unfold: corrections.unfold,
    c.KillHand: corrections.kill_hand,
    c.Misdeal: corrections.misdeal,
    c.MakeRuling: lambda draft, command, now: _rule(draft, command, now),
    c.StepDone: lambda draft, command, now: _step_done(draft, command, now),
}


# What walks the hand on: it waits while a supervisor is called, and says that the steps of a ruling were done.
WALK: tuple[type[c.Command], ...] = (
    c.Deal,
    c.Act,
    c.FirstIn,
    c.CloseStreet,
    c.SkipTo,
    c.NameOpener,
    c.CorrectCounts,
    c.BuyCard,
    c.Draw,
    c.RebuildDeck,
    c.Muck,
    c.AwardPot,
    c.NextHand,
    c.AgreeAnyAmount,
    c.KillHand,
    c.Misdeal,
)

# What would put the hand before out of reach of a ruling that is awaited (`poker.timeline.BARRIERS`).
SHUTS: tuple[type[c.Command], ...] = (c.OpenTable, c.CloseTable, c.ChangePlaque, c.ChangeSeat)


class Outcome(msgspec.Struct, frozen=True):
    """What a command made: the events in order, and the table after them."""

    events: tuple[Event, ...]
    table: Table


EMPTY = Table(name="", seats=())


def create(name: str, seats: int) -> Outcome:
    """An empty table with numbered chairs; its log begins with this. Refuses `seat_count`."""
    if not 2 <= seats <= MOST_SEATS:
        raise Refusal("seat_count", "H-13", seats=seats, most=MOST_SEATS)
    event = e.TableCreated(name, seats)
    return Outcome((event,), evolve(EMPTY, event))


def run(table: Table, command: c.Command, *, now: int) -> Outcome:
    """Carry a command out. `now` is unix milliseconds. Raises `Refusal`; then nothing has happened.

    `Undo` is not decided here: it needs the log (see `poker.timeline`).
    """
    seat = getattr(command, "seat", 0) or 0
    if seat > len(table.seats):
        raise Refusal("no_such_seat", "S-013", seat=seat, seats=len(table.seats))
    draft = Draft(table)
    decide(draft, command, now)
    events = tuple(draft.events)
    return Outcome(events, mark(draft.table, events))


def decide(draft: Draft, command: c.Command, now: int) -> None:
    """Record what a command makes, with the steps of a ruling that it says were done."""
    if isinstance(command, WALK):
        _go_on(draft, now)
    elif isinstance(command, SHUTS) and paused(draft.table):
        raise Refusal("hand_paused", "S-012", table=draft.table.name)
    DECIDE[type(command)](draft, command, now)


def _rule(draft: Draft, command: c.MakeRuling, now: int) -> None:
    """The final word; how things already lie is recorded with it. Steps for now that cannot be done refuse it.

    Refuses `no_hand` (H-47) for a remedy of the last hand that the log cannot open again.
    """
    if draft.table.hand is None and of_the_last_hand(command.key) and floor.of_a_hand(command):
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
    """The dealer did the next step of the ruling. Refuses `no_step`."""
    steps = open_now(draft.table)
    if not steps:
        raise Refusal("no_step", "S-012", table=draft.table.name)
    _carry_out(draft, steps[0], now)


def _go_on(draft: Draft, now: int) -> None:
    """The walk goes on: not while a ruling is awaited (S-012), and after the steps that one left to do."""
    if paused(draft.table):
        raise Refusal("hand_paused", "S-012", table=draft.table.name)
    while steps := open_now(draft.table):
        _carry_out(draft, steps[0], now)


def paused(table: Table) -> bool:
    """Whether the hand waits for a ruling: a call for anything but conduct or a hand at the table stops it."""
    if table.floor is None:
        return False
    free = table.floor.key in (COME, CONDUCT)
    return not free and group_of(table.floor.key) != CONDUCT


def _carry_out(draft: Draft, step: Todo, now: int) -> None:
    carry_out(draft, step, lambda on, command: DECIDE[type(command)](on, command, now))


def _do(draft: Draft, step: Todo, now: int) -> None:
    for line in step.do:
        for command in commands(line):
            if not stands(draft.table, command):
                DECIDE[type(command)](draft, command, now)


def mark(table: Table, events: tuple[Event, ...]) -> Table:
    """Note on the table what UNDO would take back after these events of one command."""
    label = done(events)
    return table if label is None else replace(table, done=label)
