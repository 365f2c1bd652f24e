"""Decides the commands about clock, busts, hand for hand and color-ups."""

from poker.refusal import Refusal
from tournaments.rules import clock as clocks
from tournaments.rules import commands as c
from tournaments.rules import events as e
from tournaments.rules.draft import Draft
from tournaments.rules.payouts import to_the_money
from tournaments.rules.plan import chips_in_play, segments
from tournaments.rules.seating import used_seats
from tournaments.rules.state import Bust


def start_clock(draft: Draft, command: c.StartClock) -> None:
    """Start or resume the clock. Raises `Refusal`: `clock_runs`, `day_over`, `hand_for_hand_on`."""
    draft.check_open()
    event = draft.state
    if event.status == "day_over":
        raise Refusal("day_over")
    if event.clock.runs:
        raise Refusal("clock_runs")
    if event.hand_for_hand is not None:
        raise Refusal("hand_for_hand_on")
    draft.record(e.ClockStarted(clocks.running_from(event.plan, event.clock, draft.now)))


def pause_clock(draft: Draft, command: c.PauseClock) -> None:
    """Raises `Refusal`: `clock_stopped`."""
    draft.check_running()
    event = draft.state
    if not event.clock.runs:
        raise Refusal("clock_stopped")
    draft.record(e.ClockPaused(clocks.stopped_at(event.plan, event.clock, draft.now)))


def shift_clock(draft: Draft, command: c.ShiftClock) -> None:
    draft.check_running()
    event = draft.state
    draft.record(e.ClockSet(clocks.shifted(event.plan, event.clock, draft.now, command.by)))


def move_clock(draft: Draft, command: c.MoveClock) -> None:
    """Raises `Refusal`: `no_such_level`, `clock_moved_on`."""
    draft.check_running()
    event = draft.state
    if command.segment >= len(segments(event.plan)):
        raise Refusal("no_such_level", "", levels=len(event.plan.levels))
    if command.shown is not None and command.shown != draft.reading.segment:
        raise Refusal("clock_moved_on", "", level=draft.reading.level)
    draft.record(e.ClockSet(clocks.moved_to(event.plan, event.clock, command.segment, draft.now)))


def begin_level(draft: Draft, command: c.BeginLevel) -> None:
    """Record what has begun by the clock; nothing if all of it is in the log."""
    draft.check_running()
    event = draft.state
    parts = segments(event.plan)
    for segment, at in clocks.begun_segments(event.plan, event.clock, draft.now, event.begun):
        part = parts[segment]
        draft.record(e.LevelBegan(segment, part.level, at, is_break=part.pause is not None))


def bust(draft: Draft, command: c.BustPlayer) -> None:
    """Take a player out; a player who was to move stays in the place of the bust.

    Raises `Refusal`: `entry_out`, `last_player`, `entry_not_seated`.
    """
    draft.check_running()
    entry = draft.find(command.entry)
    if entry.status == "out":
        raise Refusal("entry_out", "", entry=entry.number, name=entry.name)
    entry = draft.seated(command.entry)
    event = draft.state
    if sum(1 for _ in event.alive()) == 1:
        raise Refusal("last_player", "", name=entry.name)
    if event.move_of(entry.number) is not None:
        draft.record(e.MoveCanceled(entry.number, "busted"))
    round_number = event.hand_for_hand.round if event.hand_for_hand else 0
    draft.record(
        e.PlayerBusted(
            Bust(
                entry.number,
                draft.now,
                entry.table,
                entry.seat,
                command.hand,
                command.stack,
                round_number,
            )
        )
    )


def undo_bust(draft: Draft, command: c.UndoBust) -> None:
    """Bring a player back. Raises `Refusal`: `entry_not_out`, `bust_paid`, `winners_paid`, `bust_reentered`,
    `no_open_seat`.
    """
    draft.check_running()
    event = draft.state
    entry = draft.find(command.entry)
    if entry.status != "out":
        raise Refusal("entry_not_out", "", entry=entry.number, name=entry.name)
    if any(payout.entry == entry.number and not payout.held for payout in event.paid):
        raise Refusal("bust_paid", "", entry=entry.number, name=entry.name)
    if event.deal is not None:
        raise Refusal("deal_agreed")
    paid = {payout.entry for payout in event.paid if not payout.held}
    if any(row.number in paid for row in event.alive()):
        raise Refusal("winners_paid")
    again = [other for other in event.entries_of(entry.player) if other.is_alive]
    if again:
        raise Refusal("bust_reentered", "", name=entry.name, entry=again[0].number)
    table = event.table(entry.table)
    if table is not None and entry.place not in used_seats(event):
        draft.record(e.BustUndone(entry.number, entry.table, entry.seat))
        return
    pool = draft.pool(command.seats)
    if not pool:
        raise Refusal("no_open_seat")
    draft.record(e.BustUndone(entry.number, *pool[0], pool=pool))


def begin_hand_for_hand(draft: Draft, command: c.BeginHandForHand) -> None:
    """Begin hand for hand. Raises `Refusal`: `hand_for_hand_on`, `hand_for_hand_one_table`."""
    draft.check_running()
    event = draft.state
    if event.hand_for_hand is not None:
        raise Refusal("hand_for_hand_on")
    if len(event.tables) < 2:
        raise Refusal("hand_for_hand_one_table")
    if event.clock.runs:
        draft.record(e.ClockPaused(clocks.stopped_at(event.plan, event.clock, draft.now)))
    draft.record(e.HandForHandBegan(draft.now))


def finish_hand(draft: Draft, command: c.FinishHand) -> None:
    """Record a table's finished hand; after the last table the next hand begins.

    A table that finished already changes nothing. Hand for hand ends by itself once everyone left is paid.
    Raises `Refusal`: `hand_for_hand_off`.
    """
    event = draft.state
    if event.hand_for_hand is None:
        raise Refusal("hand_for_hand_off")
    table = draft.table(command.table)
    if table.name not in event.hand_for_hand.finished:
        draft.record(e.TableFinishedHand(table.name))
    _end_round(draft, command.takes)


def end_hand_for_hand(draft: Draft, command: c.EndHandForHand) -> None:
    """Raises `Refusal`: `hand_for_hand_off`."""
    if draft.state.hand_for_hand is None:
        raise Refusal("hand_for_hand_off")
    _end_hand_for_hand(draft)


def color_up(draft: Draft, command: c.ColorUp) -> None:
    """Record a color-up.

    Raises `Refusal`: `color_up_chip`, `color_up_twice`, `color_up_needed`, `color_up_sums` if the amounts differ by
    more than a bigger chip for each player.
    """
    draft.check_running()
    event = draft.state
    if command.chip not in event.plan.chips:
        raise Refusal("color_up_chip", "", chip=command.chip)
    if command.chip in event.raced:
        raise Refusal("color_up_twice", "", chip=command.chip)
    level = min(draft.reading.level + draft.reading.is_break, len(event.plan.levels))
    if command.chip in chips_in_play(event.plan, level):
        raise Refusal("color_up_needed", "", chip=command.chip, level=level)
    bigger = min((chip for chip in event.plan.chips if chip > command.chip), default=command.chip)
    most = bigger * sum(1 for _ in event.alive())
    if abs(command.given - command.taken) > most or command.taken > event.chips:
        raise Refusal("color_up_sums", "", taken=command.taken, given=command.given, chip=bigger)
    draft.record(e.ChipsColoredUp(command.chip, command.taken, command.given))


def count_stacks(draft: Draft, command: c.CountStacks) -> None:
    """Record counted stacks. Raises `Refusal`: `stacks_too_many` for more chips than were sold."""
    draft.check_running()
    counts = {draft.seated(number).number: chips for number, chips in command.stacks}
    total = sum(counts.values())
    if total > draft.state.chips:
        raise Refusal("stacks_too_many", "", counted=total, sold=draft.state.chips)
    draft.record(e.StacksCounted(tuple(counts.items())))


def _end_round(draft: Draft, takes: int) -> None:
    """Begin the next hand once every table finished this one, which takes its time off the stopped clock (H-87)."""
    event = draft.state
    current = event.hand_for_hand
    if current is None:
        return
    finished = set(current.finished)
    if any(table.name not in finished for table in event.tables):
        return
    if takes and not draft.reading.is_last:
        draft.record(e.ClockSet(clocks.shifted(event.plan, event.clock, draft.now, -takes)))
    if to_the_money(event) == 0 or len(event.tables) < 2:
        _end_hand_for_hand(draft)
    else:
        draft.record(e.RoundEnded(current.round))


def _end_hand_for_hand(draft: Draft) -> None:
    event = draft.state
    draft.record(e.HandForHandEnded(draft.now))
    draft.record(e.ClockStarted(clocks.running_from(event.plan, event.clock, draft.now)))
