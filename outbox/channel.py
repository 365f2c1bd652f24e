"""What kinds of outgoing messages differ in: how one is sent, in what order, and how often it is tried."""

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
    """The result of one try.

    error: why the message was not sent, "" if it was; is_final: another try would not help; is_obsolete: no one needs
    the message now; columns: what else its row stores of the try.
    """

    error: str = ""
    is_final: bool = False
    is_obsolete: bool = False
    columns: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateNames:
    """How a table names the states of its messages. They are stored or public, so each table keeps its own."""

    waiting: str = "waiting"
    delivered: str = "delivered"
    dead: str = "dead"
    obsolete: str = "obsolete"


class Channel(ABC, Generic[SomeMessage]):
    """One kind of outgoing messages.

    name: in the plural, as health tells it ("webhooks"); task: delivers what is due; where: the page on which a person
    decides about messages that failed; retry_delays: the delay before each retry, after the last one the message has
    permanently failed; lease: longer than a try can take; retention: after its end a message is deleted; target: the
    field of the receiver that gets its messages in order, "" for any order; waiting_limit: after its due time a
    waiting message is late.
    """

    name: str
    model: type[SomeMessage]
    task: str
    where: str
    retry_delays: tuple[timedelta, ...]
    lease: timedelta
    retention: timedelta
    waiting_limit = timedelta(minutes=10)
    target = ""
    states = StateNames()

    @abstractmethod
    def send(self, message: SomeMessage, now: datetime) -> SendResult:
        """Try to send a message once."""

    def sendable(self) -> QuerySet[SomeMessage]:
        """Return the messages, in any state, of receivers that get messages now, with what `send` reads."""
        return self.model._default_manager.all()

    def begin_pass(self, now: datetime) -> None:
        """Do what comes before each pass over the messages that are due."""

    def given_up(self, message: SomeMessage, now: datetime) -> None:
        """Do what follows when a message has permanently failed."""
