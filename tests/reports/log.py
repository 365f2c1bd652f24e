"""Figures computed directly from the log, by simple code that does not use rollups."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from journal.models import Entry
from poker.timeline import Timeline
from staff.models import Room
from tables.models import Plaque, Table
from tables.table_log import batches


class Position(NamedTuple):
    """The table, hour, dealer and game of an event."""

    table: str
    hour: int
    dealer: str
    game: str


class _UndoInfo(NamedTuple):
    """Commands of a table: the undone ones, those that ended a hand, and the drop of each."""

    undone: set[str]
    ended: set[str]
    took: dict[str, Counter[str]]


class LogTotals:
    """Everything counted in one room, by `Position`."""

    def __init__(self, room: Room, until: datetime) -> None:
        self.sums: dict[str, Counter[Position]] = defaultdict(Counter)
        self._names = {
            (plaque.to_stakes(), plaque.tracking): plaque.name
            for plaque in Plaque.objects.order_by("-pk")
        }
        for table in Table.objects.filter(room=room):
            self._table(table, int(until.timestamp()))

    def by(self, name: str, *columns: str) -> dict[tuple[Any, ...], int]:
        """Return one of the totals by some columns of `Position`."""
        counts: Counter[tuple[Any, ...]] = Counter()
        for at, amount in self.sums[name].items():
            counts[tuple(getattr(at, column) for column in columns)] += amount
        return {key: amount for key, amount in counts.items() if amount}

    def _table(self, table: Table, until: int) -> None:
        entries = list(Entry.objects.filter(stream=table.pk).order_by("seq"))
        undone_commands = {
            str(msgspec.json.decode(entry.data)["command"])
            for entry in entries
            if entry.name == "command.undone"
        }
        ended_commands = {entry.command_id for entry in entries if entry.name == "hand.ended"}
        undo_info = _UndoInfo(undone_commands, ended_commands, defaultdict(Counter))
        times = {entry.command_id: int(entry.at.timestamp()) for entry in entries}
        timeline = Timeline()
        last = 0
        by_command: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            by_command[entry.command_id].append(entry)
        for batch in batches(entries):
            second_of_log = times[batch.command_id]
            self._count_open_seconds(table, timeline, last, second_of_log)
            before = self._at(table, timeline, second_of_log)
            dealer_key = _current_dealer(timeline)
            timeline.then(batch)
            last = second_of_log
            after = self._at(table, timeline, second_of_log)
            hand_of_command = by_command[batch.command_id]
            sits_down = (
                _current_dealer(timeline) not in ("", dealer_key)
                and batch.command_id not in undone_commands
            )
            if sits_down and not any(entry.name == "command.undone" for entry in hand_of_command):
                self.sums["downs"][after] += 1
            for entry in hand_of_command:
                self._entry(entry, before, after, undo_info)
        self._count_open_seconds(table, timeline, last, until)

    def _entry(self, entry: Entry, before: Position, after: Position, undo_info: _UndoInfo) -> None:
        data = msgspec.json.decode(entry.data)
        if entry.name == "command.undone":
            self.sums["undone"][after] += data["command"] in undo_info.ended
            for name, amount in undo_info.took.pop(data["command"], Counter()).items():
                self.sums[name][after] -= amount
        for name, amount in _taken_amounts(entry.name, data):
            self.sums[name][before] += amount
            undo_info.took[entry.command_id][name] += amount
        if entry.command_id not in undo_info.undone:
            self._counted(entry.name, data, before)

    def _counted(self, name: str, data: dict[str, Any], at: Position) -> None:
        if name == "hand.ended":
            self.sums["hands"][at] += 1
            self.sums["partial"][at] += bool(data.get("partial"))
        if name == "hand.misdealt":
            self.sums["misdeals"][at] += 1

    def _count_open_seconds(self, table: Table, timeline: Timeline, since: int, until: int) -> None:
        """Count second by second, so that no shared shortcut can hide an error."""
        if not timeline.table.is_open:
            return
        taken_seats = sum(seat.taken for seat in timeline.table.seats)
        for second in range(since, until):
            at = self._at(table, timeline, second)
            self.sums["open_s"][at] += 1
            self.sums["seat_s"][at] += taken_seats
            self.sums["chair_s"][at] += len(timeline.table.seats)

    def _at(self, table: Table, timeline: Timeline, second: int) -> Position:
        state = timeline.table
        stakes = (state.stakes, state.tracking)
        game = self._names[stakes] if state.stakes and stakes in self._names else ""
        dealer = state.dealer.key if state.dealer else ""
        return Position(table.name, second - second % 3600, dealer, game)


def _current_dealer(timeline: Timeline) -> str:
    """Return the dealer of an open table, or an empty string."""
    state = timeline.table
    return state.dealer.key if state.is_open and state.dealer else ""


def _taken_amounts(name: str, data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    if name == "hand.rake_taken":
        yield "rake", data["rake"]
        yield "jackpot", data.get("jackpot", 0)
    if name == "table.time_collected":
        yield "time", data["each"] * len(data["seats"])


def hour_of(second: int) -> datetime:
    """Return the hour as rollups have it."""
    return datetime.fromtimestamp(second, tz=UTC)


class LoggedCall(NamedTuple):
    """A floor call in the log; times are seconds since the call."""

    table: str
    hour: int
    game: str
    dealer: str
    key: str
    here: int | None
    closed: int | None
    decision: str


def logged_calls(room: Room) -> list[LoggedCall]:
    """Return every call of a room, from the entries of its tables."""
    names = {
        (plaque.to_stakes(), plaque.tracking): plaque.name
        for plaque in Plaque.objects.order_by("-pk")
    }
    results = []
    for table in Table.objects.filter(room=room):
        entries = list(Entry.objects.filter(stream=table.pk).order_by("seq"))
        times = {entry.command_id: int(entry.at.timestamp() * 1000) for entry in entries}
        timeline = Timeline()
        for batch in batches(entries):
            state = timeline.table
            at = times[batch.command_id]
            timeline.then(batch)
            for event in batch.events:
                text = msgspec.to_builtins(event)
                if text["event"] == "floor.called":
                    hour = at // 3_600_000 * 3600
                    game = names.get((state.stakes, state.tracking), "") if state.stakes else ""
                    dealer = state.dealer.key if state.dealer else ""
                    call_key = (table.name, hour, game, dealer)
                    results.append((call_key, {"at": text["at"], "decision": "none", "key": ""}))
                elif results and results[-1][0][0] == table.name:
                    _update_call(results[-1][1], text, at)
    return [
        LoggedCall(*call_key, item["key"], item.get("here"), item.get("closed"), item["decision"])
        for call_key, item in results
    ]


def _update_call(call: dict[str, Any], data: dict[str, Any], at: int) -> None:
    """Apply an event to the last call."""
    match data["event"]:
        case "floor.reported":
            call["key"] = data["key"]
        case "floor.answered" if data["how"] == "arrived":
            call["here"] = (data["at"] - call["at"]) // 1000
        case "floor.cancelled":
            call["closed"] = (at - call["at"]) // 1000
        case "floor.ruled":
            call["key"] = data["key"]
            call["decision"] = data["decision"]
            call["closed"] = (at - call["at"]) // 1000


def logged_waits(room: Room, until: datetime) -> dict[str, tuple[int, int, int, list[int]]]:
    """Return players added, seated, removed and seconds waited by waitlist title, from the waitlist log."""
    titles: dict[str, str] = {}
    waiting_games: dict[int, str] = {}
    started: dict[int, datetime] = {}
    matches: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([0, 0, 0], []))
    entries = Entry.objects.filter(stream__lists__room=room, at__lte=until).order_by("seq")
    for entry in entries:
        data = msgspec.json.decode(entry.data)
        match entry.name:
            case "line.opened":
                titles[data["key"]] = data["title"]
            case "name.added":
                number = data["waiting"]["number"]
                waiting_games[number] = titles[data["key"]]
                started[number] = entry.at
                matches[waiting_games[number]][0][0] += 1
            case "name.seated":
                matches[waiting_games[data["number"]]][0][1] += 1
                matches[waiting_games[data["number"]]][1].append(data["waited"] // 1000)
            case "name.off":
                matches[waiting_games[data["number"]]][0][2] += 1
    return {
        title: (*counts, sorted(waits))  # type: ignore[misc]
        for title, (counts, waits) in matches.items()
        if not title.startswith(("Seat change", "Table change"))
    }
