"""The log of a round, command by command, with the table after each: for the replay, calls and rulings."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from banked.actions import batches
from banked.messages import FLOOR_EVENTS, command_text
from banked.models import RoundStart
from banked.rules import events as e
from banked.rules import timeline
from banked.rules.state import EMPTY, BankedTable
from banked.rules.timeline import BankedBatch
from journal import store
from journal.models import Stream
from journal.personal_text import refresh_cache
from poker.refusal import Refusal
from staff.keys import actor_names
from tables.hand_log import HandRange


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A command of a round. seq: number of its first entry; state: the table after it."""

    seq: int
    at: datetime
    actor: str
    text: str
    state: BankedTable
    device: str = ""
    undone: bool = False
    floor: bool = False  # a floor call, its answers, or its ruling


@dataclass(frozen=True, slots=True)
class _Command:
    seq: int
    at: datetime
    actor: str
    device: str
    batch: BankedBatch


def round_range(stream: Stream, number: int) -> HandRange:
    """Return the entries of a round: from its first start to before the start of the next one.

    Round 0 is what came before the first round. Raises `Refusal`: `no_logged_round`.
    """
    rows = RoundStart.objects.filter(table=stream.pk)
    if not number:
        first = rows.order_by("seq").values_list("seq", flat=True).first()
        return HandRange(0, 1, stream.seq if first is None else first - 1)
    seqs = list(rows.filter(number=number).order_by("seq").values_list("seq", flat=True))
    if not seqs:
        raise Refusal("no_logged_round", "", round=number)
    # The start of a round may be undone, and the round before it continues.
    following = rows.filter(number=number + 1, seq__gt=seqs[-1]).order_by("seq")
    next_seq = following.values_list("seq", flat=True).first()
    return HandRange(number, seqs[0], stream.seq if next_seq is None else next_seq - 1)


def round_of(stream: Stream, seq: int) -> int:
    """Return the number of the round that an entry belongs to; 0 before the first round."""
    rows = RoundStart.objects.filter(table=stream.pk, seq__lte=seq).order_by("-seq")
    return rows.values_list("number", flat=True).first() or 0


def round_steps(stream: Stream, number: int) -> tuple[RoundStep, ...]:
    """Return the commands of a round with their texts and states. Raises `Refusal`: `no_logged_round`."""
    of_round = round_range(stream, number)
    commands = list(_commands(stream, _since(stream, number), of_round.last))
    names = actor_names(command.actor for command in commands)
    undone = {
        event.command
        for command in commands
        for event in command.batch.events
        if isinstance(event, e.BankedUndone)
    }
    steps = []
    for command, before, after in _with_states(commands):
        if command.seq < of_round.first:
            continue
        events = command.batch.events
        text = command_text(before, events)
        if not text:
            continue
        steps.append(
            RoundStep(
                seq=command.seq,
                at=command.at,
                actor=names.get(command.actor, "Floorbook"),
                text=text[:1].upper() + text[1:],
                state=after,
                device=command.device,
                undone=command.batch.command_id in undone,
                floor=isinstance(events[0], FLOOR_EVENTS),
            )
        )
    return tuple(steps)


def _since(stream: Stream, number: int) -> int:
    """Return the entry before the round before this one: an undo reaches no further back."""
    rows = RoundStart.objects.filter(table=stream.pk, number=number - 1)
    seq = rows.order_by("seq").values_list("seq", flat=True).first()
    return seq - 1 if number > 1 and seq is not None else 0


def _commands(stream: Stream, since: int, until: int) -> Iterator[_Command]:
    refresh_cache()
    rows = store.entries(stream=stream, since=since, until=until)
    for _, group in groupby(rows, key=lambda entry: entry.command_id):
        entries = list(group)
        first = entries[0]
        batch = next(batches(entries))
        yield _Command(first.seq, first.at, first.actor, first.device or "", batch)


def _with_states(
    commands: list[_Command],
) -> Iterator[tuple[_Command, BankedTable, BankedTable]]:
    """Yield each command with the table before and after it."""
    table = EMPTY
    first = commands[0].batch.events[0] if commands else None
    if isinstance(first, e.RoundStarted):
        table = first.table
    for i, command in enumerate(commands):
        before = table
        if isinstance(command.batch.events[0], e.BankedUndone):
            table = timeline.rebuild(item.batch for item in commands[: i + 1])
        else:
            table = timeline.apply(table, command.batch.events)
        yield command, before, table
