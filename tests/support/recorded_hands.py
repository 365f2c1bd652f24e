"""Recorded hands, as read by this project and by pokerkit."""

import warnings

from pokerkit import HandHistory

from poker.phh.field_values import scale
from poker.phh.replay import RecordedStep
from poker.timeline import CommandEvents


def to_batches(recorded_steps: list[RecordedStep]) -> list[CommandEvents]:
    return [CommandEvents(str(i), step.events) for i, step in enumerate(recorded_steps)]


def read_with_pokerkit(text: str) -> tuple[int, ...]:
    """Return a file as parsed by pokerkit's reader."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, last = HandHistory.loads(text)
    return tuple(int(stack * scale()) for stack in last.stacks)


HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
finishing_stacks = [99, 101, 100]
"""
