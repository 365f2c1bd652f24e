"""What a command does to the state of its log, before any of it is stored."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

State = TypeVar("State")
EventT = TypeVar("EventT")


class Outcome(msgspec.Struct, Generic[State, EventT], frozen=True):
    """The result of a command: its events in order and the state after them."""

    events: tuple[EventT, ...]
    state: State


class Draft(Generic[State, EventT]):
    """The state while a command is decided. It is visible outside only after the whole command is valid."""

    def __init__(self, state: State, evolve: Callable[[State, EventT], State]) -> None:
        self.state = state
        self.events: list[EventT] = []
        self._evolve = evolve

    def record(self, event: EventT) -> None:
        """Add an event and apply it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def outcome(self) -> Outcome[State, EventT]:
        """Return the events recorded and the state after them."""
        return Outcome(tuple(self.events), self.state)
