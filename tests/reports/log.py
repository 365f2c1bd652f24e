"""Figures computed straight from the log, by straightforward code that knows nothing of rollups."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from journal.history import batches
from journal.models import Entry
from poker.timeline import Timeline
from tables.models import Plaque, Room, Table


class At(NamedTuple):
    """Where something was: the table's name, the hour, who dealt, what."""

    table: str
    hour: int
    dealer: str
    game: str


class _Known(NamedTuple):
    """Of a table's commands: those that were taken back, those that ended a hand, and what each took."""

    undone: set[str]
    ended: set[str]
    took: dict[str, Counter[str]]


class Plain:
    """Everything that is counted of one room, by `At`."""

    def __init__(self, room: Room, until: datetime) -> None:
        self.sums: dict[str, Counter[At]] = defaultdict(Counter)
        self._names = {
            (plaque.to_stakes(), plaque.tracking): plaque.name
            for plaque in Plaque.objects.order_by("-pk")
        }
        for table in Table.objects.filter(room=room):
            self._table(table, int(until.timestamp()))

    def by(self, name: str, *columns: str) -> dict[tuple[Any, ...], int]:
        """One of the sums by some columns of `At`."""
        counts: Counter[tuple[Any, ...]] = Counter()
        for at, amount in self.sums[name].items():
            counts[tuple(getattr(at, column) for column in columns)] += amount
        return {key: amount for key, amount in counts.items() if amount}

    def _table(self, table: Table, until: int) -> None:
        entries = list(Entry.objects.filter(stream=table.pk).order_by("seq"))
        undone = {
            str(msgspec.json.decode(entry.data)["command"])
            for entry in entries
            if entry.name == "command.undone"
        }
        ended = {entry.command_id for entry in entries if entry.name == "hand.ended"}
        known = _Known(undone, ended, defaultdict(Counter))
        times = {entry.command_id: int(entry.at.timestamp()) for entry in entries}
        line, last = Timeline(), 0
        by_command: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            by_command[entry.command_id].append(entry)
        for batch in batches(entries):
            moment = times[batch.command_id]
            self._lived(table, line, last, moment)
            before, sat = self._at(table, line, moment), _who_deals(line)
            line.then(batch)
            last, after = moment, self._at(table, line, moment)
            of = by_command[batch.command_id]
            sits_down = _who_deals(line) not in ("", sat) and batch.command_id not in undone
            if sits_down and not any(entry.name == "command.undone" for entry in of):
                self.sums["downs"][after] += 1
            for entry in of:
                self._entry(entry, before, after, known)
        self._lived(table, line, last, until)

    def _entry(self, entry: Entry, before: At, after: At, known: _Known) -> None:
        data = msgspec.json.decode(entry.data)
        if entry.name == "command.undone":
            self.sums["undone"][after] += data["command"] in known.ended
            for name, amount in known.took.pop(data["command"], Counter()).items():
                self.sums[name][after] -= amount
        for name, amount in _taken(entry.name, data):
            self.sums[name][before] += amount
            known.took[entry.command_id][name] += amount
        if entry.command_id not in known.undone:
            self._counted(entry.name, data, before)

    def _counted(self, name: str, data: dict[str, Any], at: At) -> None:
        if name == "hand.ended":
            self.sums["hands"][at] += 1
            self.sums["partial"][at] += bool(data.get("partial"))
        if name == "hand.misdealt":
            self.sums["misdeals"][at] += 1

    def _lived(self, table: Table, line: Timeline, since: int, until: int) -> None:
        """Second by second, so that no clever sum can be wrong in the same way."""
        if not line.table.is_open:
            return
        taken = sum(seat.taken for seat in line.table.seats)
        for moment in range(since, until):
            at = self._at(table, line, moment)
            self.sums["open_s"][at] += 1
            self.sums["seat_s"][at] += taken
            self.sums["chair_s"][at] += len(line.table.seats)

    def _at(self, table: Table, line: Timeline, moment: int) -> At:
        state = line.table
        stakes = (state.stakes, state.tracking)
        game = self._names[stakes] if state.stakes and stakes in self._names else ""
        dealer = state.dealer.key if state.dealer else ""
        return At(table.name, moment - moment % 3600, dealer, game)


def _who_deals(line: Timeline) -> str:
    """Who deals at an open table; "" where nobody does."""
    state = line.table
    return state.dealer.key if state.is_open and state.dealer else ""


def _taken(name: str, data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    if name == "hand.rake_taken":
        yield "rake", data["rake"]
        yield "jackpot", data.get("jackpot", 0)
    if name == "table.time_collected":
        yield "time", data["each"] * len(data["seats"])


def hour(moment: int) -> datetime:
    """As rollups have it."""
    return datetime.fromtimestamp(moment, tz=UTC)


class Call(NamedTuple):
    """A floor call as the log tells it; seconds from the call on."""

    table: str
    hour: int
    game: str
    dealer: str
    key: str
    here: int | None
    closed: int | None
    decision: str


def calls_of(room: Room) -> list[Call]:
    """Every call of a room, from the entries of its tables."""
    names = {
        (plaque.to_stakes(), plaque.tracking): plaque.name
        for plaque in Plaque.objects.order_by("-pk")
    }
    results = []
    for table in Table.objects.filter(room=room):
        entries = list(Entry.objects.filter(stream=table.pk).order_by("seq"))
        times = {entry.command_id: int(entry.at.timestamp() * 1000) for entry in entries}
        line = Timeline()
        for batch in batches(entries):
            state, at = line.table, times[batch.command_id]
            line.then(batch)
            for event in batch.events:
                text = msgspec.to_builtins(event)
                if text["event"] == "floor.called":
                    hour_of = at // 3_600_000 * 3600
                    game = names.get((state.stakes, state.tracking), "") if state.stakes else ""
                    dealer = state.dealer.key if state.dealer else ""
                    where = (table.name, hour_of, game, dealer)
                    results.append((where, {"at": text["at"], "decision": "none", "key": ""}))
                elif results and results[-1][0][0] == table.name:
                    _goes_on(results[-1][1], text, at)
    return [
        Call(*where, item["key"], item.get("here"), item.get("closed"), item["decision"])
        for where, item in results
    ]


def _goes_on(call: dict[str, Any], data: dict[str, Any], at: int) -> None:
    """What an event says of the last call."""
    match data["event"]:
        case "floor.reported":
            call["key"] = data["key"]
        case "floor.answered" if data["how"] == "arrived":
            call["here"] = (data["at"] - call["at"]) // 1000
        case "floor.cancelled":
            call["closed"] = (at - call["at"]) // 1000
        case "floor.ruled":
            call["key"], call["decision"] = data["key"], data["decision"]
            call["closed"] = (at - call["at"]) // 1000


def waits_of(room: Room, until: datetime) -> dict[str, tuple[int, int, int, list[int]]]:
    """By the title of the list: names added, seated, gone without a seat, and seconds waited; from the lists' log."""
    titles: dict[str, str] = {}
    of: dict[int, str] = {}
    began: dict[int, datetime] = {}
    matches: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([0, 0, 0], []))
    entries = Entry.objects.filter(stream__lists__room=room, at__lte=until).order_by("seq")
    for entry in entries:
        data = msgspec.json.decode(entry.data)
        match entry.name:
            case "line.opened":
                titles[data["key"]] = data["title"]
            case "name.added":
                number = data["waiting"]["number"]
                of[number], began[number] = titles[data["key"]], entry.at
                matches[of[number]][0][0] += 1
            case "name.seated":
                matches[of[data["number"]]][0][1] += 1
                matches[of[data["number"]]][1].append(data["waited"] // 1000)
            case "name.off":
                matches[of[data["number"]]][0][2] += 1
    return {
        title: (*counts, sorted(waits))  # type: ignore[misc]
        for title, (counts, waits) in matches.items()
        if not title.startswith(("Seat change", "Table change"))
    }
