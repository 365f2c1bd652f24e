"""A table's log, written without the write path: the engine's events go directly into the store."""

from datetime import UTC, datetime, timedelta

from django.db import transaction

from journal.models import Stream
from journal.store import Snapshot, append, create_stream, entries
from poker import codec, commands, engine, timeline
from poker.engine import TableOutcome
from poker.stakes import Stakes
from poker.view import listed
from tables.table_log import batches

START = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
STAKES = Stakes(
    game="holdem",
    limit="none",
    small_bet=200,
    big_bet=200,
    blinds=(100, 200),
    buy_in_min=4_000,
    buy_in_max=40_000,
    chips=(100, 500),
)
HAND: tuple[commands.Command, ...] = (
    commands.Act(seat=1, what="raise", to=600),
    commands.Act(seat=2, what="fold"),
    commands.Act(seat=3, what="fold"),
)


class LoggedTable:
    """A no-limit table with three players and the stream that records it."""

    def __init__(self) -> None:
        """Seat the players, open the table and place the button: six commands."""
        self.stream: Stream = create_stream(key="table.1")
        self.commands = 0
        self._store(engine.create("T1", 9))
        for seat, name in enumerate(("Ivy", "Moss", "Fern"), start=1):
            self.execute(commands.SeatPlayer(seat=seat, player=f"p{seat}", name=name, stack=20_000))
        self.execute(commands.OpenTable(stakes=STAKES, tracking="actions"))
        self.execute(commands.SetButton(seat=1))

    def execute(self, *commands_to_run: commands.Command) -> None:
        """Execute commands one after the other."""
        for command in commands_to_run:
            table = codec.decode_state(bytes(self.stream.state))
            self._store(engine.run(table, command, now=self._ms()))

    def undo(self) -> None:
        """Undo the last command."""
        checkpoint_entries = entries(stream=self.stream, since=self.stream.base_seq)
        self._store(timeline.undo(list(batches(checkpoint_entries))))

    def _ms(self) -> int:
        return int(START.timestamp() * 1000) + self.commands * 1000

    def _store(self, outcome: TableOutcome) -> None:
        is_checkpoint = timeline.is_checkpoint(outcome.events[0])
        self.commands += 1
        with transaction.atomic():
            append(
                stream=self.stream,
                command_id=f"command-{self.commands}",
                events=[codec.encode_event(event) for event in outcome.events],
                actor="staff.1",
                at=START + timedelta(seconds=self.commands),
                snapshot=Snapshot(
                    state=codec.encode_state(outcome.state),
                    listed=listed(outcome.state),
                    base_seq=self.stream.seq if is_checkpoint else self.stream.base_seq,
                ),
            )
