"""The log kernel: it executes a command in one durable transaction, runs its effects and rebuilds states.

A kind of log is an object of `Log` or of a subclass. Pure functions decide the command. The kernel locks the stream,
recognizes a repeated command, refuses a stale one, appends the events with the snapshot, and runs the effects.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import msgspec
from django.db import IntegrityError, transaction

from journal import store
from journal.append_statements import Condition
from journal.command_metrics import count_failures, count_result, timed
from journal.device_context import device
from journal.effects import StoredCommand, run_effects, take_locks
from journal.heads import keep_head
from journal.models import Entry, Stream
from journal.registry import command_effects
from journal.unix_time import milliseconds
from poker.json_types import JsonObject
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
    make_view: Callable[[State], View]
    # Head before the command; None if it stored nothing, or if entries followed.
    prev: int | None = None
    events: tuple[EventT, ...] = ()
    encoded: tuple[store.Event, ...] = ()  # the events that this call stored
    at: datetime | None = None  # when the events happened
    repeated: bool = False  # the command had been stored before
    warning: Refusal | None = None  # a warning: the command was executed anyway

    @property
    def view(self) -> View:
        """Return the public view, which each call computes."""
        return self.make_view(self.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Generic[CommandT]):
    """A command during its execution. Its stream is locked, except on the head (`journal.on_head`)."""

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


def _nothing_listed(_state: object) -> None:
    return None


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
        listed: Callable[[State], msgspec.Struct | None] = _nothing_listed,
    ) -> None:
        """`name` is used in metrics and in the list of effects. `prefix` starts the keys of the streams.

        `view` returns what a screen shows and is computed when a screen needs it. `listed` returns the part of it that
        queries read from many logs; it is stored with the state.
        """
        self.name = name
        self.prefix = prefix
        self.codec = codec
        self.view = view
        self.listed = listed
        self._run = run
        self.evolve = evolve

    # Commands that nearly always change only their own log (`journal.on_head`).
    on_head: tuple[type[CommandT], ...] = ()

    # A kind of log may override these methods.

    def missing(self, stream_id: int) -> Exception:
        """Return the error to raise for a stream that does not exist."""
        return Stream.DoesNotExist(f"{self.name} {stream_id}")

    def sees_head(self, attempt: Attempt[CommandT]) -> bool:
        """Return whether the sender saw the newest entry, so that the command can't be stale."""
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

    def suits_head(self, state: State) -> bool:
        """Return whether a command in this state has nothing to append before its events."""
        return True

    def stays_on_head(self, attempt: Attempt[CommandT], after: State) -> bool:
        """Return whether a command that leads to this state has nothing to append after its events."""
        return True

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
        return Result(seq=stream.seq, state=self.state_of(stream), make_view=self.view)

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
        if not outcome.events:
            return self.unchanged(stream)
        result = self._append(attempt, outcome, before)
        self.follow_up(attempt, before, outcome.state)
        result = replace(result, prev=head)
        if stream.seq == result.seq:
            return result
        return replace(result, seq=stream.seq, state=self.state_of(stream))

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
        attempt: Attempt[Any] = Attempt(
            stream=stream,
            command_id=command_id,
            command=command,
            actor=actor,
            now=now,
            part_of=part_of,
        )
        return self._append(attempt, outcome, before)

    def _append(
        self, attempt: Attempt[Any], outcome: Outcome[State, EventT], before: State
    ) -> Result[State, EventT, View]:
        with store.in_order(attempt.stream, attempt.now) as at:
            stored = self.stored_command(attempt, outcome, before=before, at=at)
            self.store(stored, listed=self.listed(outcome.state))
            run_effects(self.name, stored)
        return self.result_of(stored)

    def stored_command(
        self, attempt: Attempt[Any], outcome: Outcome[State, EventT], *, before: State, at: datetime
    ) -> StoredCommand[State, CommandT, EventT]:
        """Return the events of a command as they are stored at a time."""
        stream = attempt.stream
        return StoredCommand(
            log=self,
            stream=stream,
            command_id=attempt.command_id,
            command=attempt.command,
            part_of=attempt.part_of,
            first=stream.seq + 1,
            last_base=stream.base_seq,
            events=outcome.events,
            encoded=tuple(self.codec.encode_event(event) for event in outcome.events),
            before=before,
            state=outcome.state,
            actor=attempt.actor,
            now=at,
            device=device(),
        )

    def store(
        self,
        stored: StoredCommand[State, CommandT, EventT],
        *,
        listed: object,
        is_listed_stored: bool = False,
        condition: Condition | None = None,
    ) -> None:
        """Store the events of a command and the snapshot after them.

        is_listed_stored: the listed view has not changed. Raises `StaleStream`.
        """
        is_checkpoint = self.is_checkpoint(stored.encoded[0][0])
        version = store.append(
            stream=stored.stream,
            command_id=stored.command_id,
            events=stored.encoded,
            actor=stored.actor,
            at=stored.now,
            snapshot=store.Snapshot(
                state=self.codec.encode_state(stored.state),
                listed=None if is_listed_stored else listed,
                base_seq=stored.prev if is_checkpoint else stored.last_base,
            ),
            condition=condition,
        )
        if self.on_head:
            keep_head(stored.stream, version=version, state=stored.state, listed=listed)

    def result_of(
        self, stored: StoredCommand[State, CommandT, EventT]
    ) -> Result[State, EventT, View]:
        """Return the result of a command that was just stored."""
        return Result(
            seq=stored.seq,
            state=stored.state,
            make_view=self.view,
            prev=stored.prev,
            events=stored.events,
            encoded=stored.encoded,
            at=stored.now,
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
        return Result(
            seq=stream.seq,
            state=self.state_of(stream),
            make_view=self.view,
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


def listed_json(log: AnyLog, state: object) -> JsonObject:
    """Return the listed view of a state as it is stored; {} for a kind of log that has none."""
    listed = log.listed(state)
    return (
        {} if listed is None else cast(JsonObject, msgspec.json.decode(msgspec.json.encode(listed)))
    )
