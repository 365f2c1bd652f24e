"""The differences between kinds of outgoing messages: how they are sent, in which order and how often."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import QuerySet

from outbox.message import OutboxMessage

SomeMessage = TypeVar("SomeMessage", bound=OutboxMessage)


@dataclass(frozen=True, slots=True)
class SendResult:
    """The result of one try."""

    error: str = ""  # why the message was not sent, "" if it was
    is_final: bool = False  # whether another try would be useless
    is_obsolete: bool = False  # whether the message is no longer needed
    # Other columns of the message's row, which record the try.
    columns: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateNames:
    """The state names in a table of messages. They are stored or public, so each table keeps its own names."""

    waiting: str = "waiting"
    delivered: str = "delivered"
    dead: str = "dead"
    obsolete: str = "obsolete"


class Channel(ABC, Generic[SomeMessage]):
    """One kind of outgoing message."""

    name: str  # a plural for the health page, such as "webhooks"
    model: type[SomeMessage]
    task: str  # the task that delivers messages that are due
    where: str  # the page on which a person decides about failed messages
    # The delay before each retry. After the last retry, a message has permanently failed.
    retry_delays: tuple[timedelta, ...]
    lease: timedelta  # must be longer than a try can take
    retention: timedelta  # how long an ended message is stored
    # A waiting message is late if it has been due for longer.
    waiting_limit = timedelta(minutes=10)
    target = ""  # the field of the receiver that gets its messages in order, "" for any order
    states = StateNames()

    @abstractmethod
    def send(self, message: SomeMessage, now: datetime) -> SendResult:
        """Try to send a message once."""

    def sendable(self) -> QuerySet[SomeMessage]:
        """Return the messages, in any state, whose receivers are active.

        An override also selects the related rows that `send` reads.
        """
        return self.model._default_manager.all()

    def begin_pass(self, now: datetime) -> None:
        """Prepare a pass over the messages that are due."""

    def on_permanent_failure(self, message: SomeMessage, now: datetime) -> None:
        """React to a message that has permanently failed."""
