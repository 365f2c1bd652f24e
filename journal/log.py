"""The log kernel: it executes a command in one durable transaction, runs its effects and rebuilds states.

A kind of log is an object of `Log` or of a subclass. Pure functions decide the command. The kernel locks the stream,
recognizes a repeated command, refuses a stale one, appends the events with the snapshot, and runs the effects.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from django.db import IntegrityError, transaction

from journal import store
from journal.command_metrics import count_failures, count_result, timed
from journal.device_context import device
from journal.effects import StoredCommand, run_effects, take_locks
from journal.models import Entry, Stream
from journal.registry import command_effects
from journal.unix_time import milliseconds
from poker.logs.codec import Codec
from poker.logs.outcome import Outcome
from poker.refusal import Refusal

State = TypeVar("State", bound=msgspec.Struct)
CommandT = TypeVar("CommandT", bound=msgspec.Struct)
EventT = TypeVar("EventT", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)
RunState = TypeVar("RunState", bound=msgspec.Struct)
RunCommand = TypeVar("RunCommand", bound=msgspec.Struct, contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Generic[State, EventT, View]):
    """The state of a log after a command."""

    seq: int
    state: State
    view: View
    # Head before the command; None if it stored nothing, or if entries followed.
    prev: int | None = None
    events: tuple[EventT, ...] = ()
    encoded: tuple[store.Event, ...] = ()  # the events that this call stored
    at: datetime | None = None  # when the events happened
    repeated: bool = False  # the command had been stored before
    warning: Refusal | None = None  # a warning: the command was executed anyway


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Generic[CommandT]):
    """A command during its execution, with its locked stream."""

    stream: Stream
    command_id: str
    command: CommandT
    actor: str
    now: datetime
    seen: Any = None  # What the sender saw. Without it, the command is never stale.
    part_of: str = ""  # the log whose command this one is a part of, or ""


class Run(Protocol[RunState, RunCommand, EventT]):
    """A pure function that decides a command. Raises `Refusal`."""

    def __call__(
        self, state: RunState, command: RunCommand, /, *, now: int
    ) -> Outcome[RunState, EventT]:
        """Return the events and the state after them. `now` is in Unix milliseconds."""


class Log(Generic[State, CommandT, EventT, View]):
    """One kind of log: its name, its format, its rules and its public view."""

    def __init__(
        self,
        *,
        name: str,
        prefix: str,
        codec: Codec[State, CommandT, EventT],
        run: "Run[State, CommandT, EventT]",
        evolve: Callable[[State, EventT], State],
        view: Callable[[State], View],
    ) -> None:
        """`name` is used in metrics and in the list of effects. `prefix` starts the keys of the streams."""
        self.name = name
        self.prefix = prefix
        self.codec = codec
        self.view = view
        self._run = run
        self.evolve = evolve

    # A kind of log may override these methods.

    def missing(self, stream_id: int) -> Exception:
        """Return the error to raise for a stream that does not exist."""
        return Stream.DoesNotExist(f"{self.name} {stream_id}")

    def sees_head(self, attempt: Attempt[CommandT]) -> bool:
        """Return whether the sender saw the newest entry, so that the command can't be a repeated one."""
        return False

    def refuse_stale(self, attempt: Attempt[CommandT]) -> None:
        """Raise `Refusal` if other commands overtook this one."""

    def prepare(self, attempt: Attempt[CommandT], state: State) -> State:
        """Append the events that must precede the command; return the state after them."""
        return state

    def resolve(self, attempt: Attempt[CommandT], state: State) -> CommandT:
        """Add data to the command that only the database has, such as a player's current alias. Raises `Refusal`."""
        return attempt.command

    def decide(self, attempt: Attempt[CommandT], state: State) -> Outcome[State, EventT]:
        """Return the events of the command and the state after them. Raises `Refusal`."""
        return self._run(state, attempt.command, now=milliseconds(attempt.now))

    def follow_up(self, attempt: Attempt[CommandT], before: State, after: State) -> None:
        """Append the events that must follow the command."""

    def room_id_of(self, stream: Stream) -> int:
        """Return the room of a stream. Raises `LookupError` if the stream has no room."""
        raise LookupError(f"{stream.key} belongs to no room.")

    def is_checkpoint(self, name: str) -> bool:
        """Return whether a rebuild may start at a command whose first event has this name."""
        return False

    def rebuild(self, entries: Iterable[Entry]) -> State:
        """Return the state after these entries."""
        state = self.codec.empty
        for entry in entries:
            state = self.evolve(state, self.decode(entry))
        return state

    # Every kind of log shares these methods.

    def create(self, key: str) -> Stream:
        """Create an empty stream. `key` is the part of its key after the prefix."""
        return store.create_stream(key=f"{self.prefix}{key}")

    def lock(self, stream_id: int) -> Stream:
        """Return a stream without its view. Inside a transaction, its row is locked."""
        stream = store.stream_locked(stream_id)
        if stream is None:
            raise self.missing(stream_id)
        return stream

    def lock_for(self, stream_id: int, command: type[CommandT]) -> Stream:
        """Return a stream, locked with the other logs that such a command writes.

        The caller's transaction holds the locks, so it may lock rows that come later in the order of locks.
        """
        stream = self.lock(stream_id)
        take_locks(self.name, stream_id, command)
        return stream

    def lock_all(self) -> None:
        """Lock every log of this kind until the caller's transaction ends."""
        rows = Stream.objects.filter(key__startswith=self.prefix).order_by("pk")
        list(rows.select_for_update().values_list("pk", flat=True))

    def state_of(self, stream: Stream) -> State:
        """Return the decoded state of a stream."""
        return self.codec.decode_state(bytes(stream.state))

    def lock_state(self, stream_id: int) -> State:
        """Return the state of a stream, locked until the caller's transaction ends."""
        return self.state_of(self.lock(stream_id))

    def decode(self, entry: Entry) -> EventT:
        return self.codec.decode_event(entry.name, entry.version, entry.data)

    def unchanged(self, stream: Stream) -> Result[State, EventT, View]:
        """Return the result of a command that stores nothing."""
        state = self.state_of(stream)
        return Result(seq=stream.seq, state=state, view=self.view(state))

    def execute(
        self,
        stream_id: int,
        command: CommandT,
        *,
        command_id: str,
        actor: str,
        now: datetime,
        seen: object = None,
    ) -> Result[State, EventT, View]:
        """Execute a command in its own transaction. Raises `Refusal` and then stores nothing."""

        def work() -> Result[State, EventT, View]:
            return self.execute_inside_transaction(
                stream_id, command, command_id=command_id, actor=actor, now=now, seen=seen
            )

        return self.durably(stream_id, command_id, work)

    def durably(
        self, stream_id: int, command_id: str, work: Callable[[], Result[State, EventT, View]]
    ) -> Result[State, EventT, View]:
        """Run `work` in one durable transaction. If the command was stored concurrently, return its stored result."""
        try:
            with timed(self.name), transaction.atomic(durable=True):
                return work()
        except IntegrityError:
            result = self.stored_result(self.lock(stream_id), command_id)
            if result is None:
                raise
            return result

    def execute_inside_transaction(
        self,
        stream_id: int,
        command: CommandT,
        *,
        command_id: str,
        actor: str,
        now: datetime,
        seen: object = None,
        part_of: str = "",
    ) -> Result[State, EventT, View]:
        """Execute a command inside the caller's transaction, for an action that stores more than the command."""
        with count_failures(self.name):
            attempt = Attempt(
                stream=self.lock_for(stream_id, type(command)),
                command_id=command_id,
                command=command,
                actor=actor,
                now=now,
                seen=seen,
                part_of=part_of,
            )
            result = self._execute(attempt)
        count_result(self.name, is_repeated=result.repeated, is_changed=bool(result.events))
        return result

    def _execute(self, attempt: Attempt[CommandT]) -> Result[State, EventT, View]:
        stream = attempt.stream
        head = stream.seq
        if not self.sees_head(attempt):
            stored = self.stored_result(stream, attempt.command_id)
            if stored is not None:
                return stored
            self.refuse_stale(attempt)
        before = self.prepare(attempt, self.state_of(stream))
        try:
            attempt = replace(attempt, command=self.resolve(attempt, before))
            outcome = self.decide(attempt, before)
        except Refusal:
            # The sender may have missed the response and sent the command again after seeing the
            # newest entry.
            is_looked_up = not self.sees_head(attempt)
            stored = None if is_looked_up else self.stored_result(stream, attempt.command_id)
            if stored is None:
                raise
            return stored
        result = self.append(
            stream,
            outcome,
            before=before,
            command=attempt.command,
            command_id=attempt.command_id,
            actor=attempt.actor,
            now=attempt.now,
            part_of=attempt.part_of,
        )
        if not result.events:
            return result
        self.follow_up(attempt, before, outcome.state)
        result = replace(result, prev=head)
        if stream.seq == result.seq:
            return result
        state = self.state_of(stream)
        return replace(result, seq=stream.seq, state=state, view=self.view(state))

    def append(
        self,
        stream: Stream,
        outcome: Outcome[State, EventT],
        *,
        before: State,
        command_id: str,
        actor: str,
        now: datetime,
        command: CommandT | None = None,
        part_of: str = "",
    ) -> Result[State, EventT, View]:
        """Store events with the snapshot after them, and run the effects. The caller holds the stream's lock."""
        if not outcome.events:
            return self.unchanged(stream)
        with store.in_order(stream, now) as at:
            prev = stream.seq
            last_base = stream.base_seq
            view = self.view(outcome.state)
            encoded = tuple(self.codec.encode_event(event) for event in outcome.events)
            is_checkpoint = self.is_checkpoint(encoded[0][0])
            store.append(
                stream=stream,
                command_id=command_id,
                events=encoded,
                actor=actor,
                at=at,
                snapshot=store.Snapshot(
                    state=self.codec.encode_state(outcome.state),
                    view=view,
                    base_seq=prev if is_checkpoint else last_base,
                ),
            )
            stored = StoredCommand(
                log=self,
                stream=stream,
                command_id=command_id,
                command=command,
                part_of=part_of,
                first=prev + 1,
                last_base=last_base,
                events=outcome.events,
                encoded=encoded,
                before=before,
                state=outcome.state,
                actor=actor,
                now=at,
                device=device(),
            )
            run_effects(self.name, stored)
        return Result(
            seq=prev + len(encoded),
            state=outcome.state,
            view=view,
            prev=prev,
            events=outcome.events,
            encoded=encoded,
            at=at,
        )

    def find_result(self, stream_id: int, command_id: str) -> Result[State, EventT, View] | None:
        """Return the result of a command that was stored before, else None.

        For callers that do more than the command.
        """
        return self.stored_result(self.lock(stream_id), command_id)

    def stored_result(self, stream: Stream, command_id: str) -> Result[State, EventT, View] | None:
        """Return the result of a stored command with the current state; None for a new command.

        Raises `Refusal`: `id_reused` if the current request has other content under the same id.
        """
        entries = store.command_entries(stream=stream, command_id=command_id)
        if not entries:
            return None
        state = self.state_of(stream)
        return Result(
            seq=stream.seq,
            state=state,
            view=self.view(state),
            # If no entry followed, the sender may build on this result as on the first response.
            prev=entries[0].seq - 1 if entries[-1].seq == stream.seq else None,
            events=tuple(self.decode(entry) for entry in entries),
            repeated=True,
        )


AnyLog: TypeAlias = Log[Any, Any, Any, Any]


def log_of(key: str) -> AnyLog:
    """Return the kind of log that a stream's key belongs to. Raises `LookupError` if there is none."""
    for log in command_effects().LOGS:
        if key.startswith(log.prefix):
            return log
    raise LookupError(f"No kind of log has the key {key!r}.")
