"""Players from a CSV file: every row is looked at first, and either all of them come in or none does."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from players.aliases import same
from players.models import Player
from players.registry import Said, checked, player_new
from poker.refusal import Refusal

COLUMNS = {
    "alias": "alias",
    "legal_name": "legal_name",
    "membership": "card_number",
    "phone": "phone",
    "email": "email",
    "born": "born",
    "notes": "notes",
}
MOST_BYTES, MOST_ROWS = 5_000_000, 20_000
FORMULA = ("=", "+", "-", "@", "|")
MANY = 500  # values in one question to the database


@dataclass(frozen=True, slots=True)
class Bad:
    """A row that cannot come in: its line in the file, and why."""

    line: int
    refusal: Refusal


@dataclass(slots=True)
class Read:
    """What a file holds: the rows that could come in, and those that could not."""

    rows: list[Said] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)


def read(data: bytes, now: datetime) -> Read:
    """A dry run. UTF-8 with or without a mark at its start; the first line names the columns.

    Refuses `csv_long`, `csv_encoding`, `csv_empty`, `csv_column`, `csv_alias`, `csv_rows` of the file as a whole.
    """
    found, taken = Read(), _Taken()
    for line, cells in _cells(_text(data)):
        if isinstance(cells, Refusal):
            found.bad.append(Bad(line, cells))
            continue
        said = Said(**cells)
        values, wrong = checked(said, now)
        wrong += _formulas(cells)
        wrong += taken.twice(values, line)
        found.rows += [] if wrong else [said]
        found.bad += [Bad(line, refusal) for refusal in wrong]
        if len(found.rows) + len(found.bad) > MOST_ROWS:
            raise Refusal("csv_rows", "", rows=MOST_ROWS)
    found.bad += taken.here()
    found.bad.sort(key=lambda bad: bad.line)
    return found


def commit(data: bytes, *, by: str, now: datetime) -> int:
    """Take all rows in, and say how many. Refuses as `read`, and `csv_bad` where any row is."""
    with transaction.atomic():
        found = read(data, now)
        if found.bad:
            raise Refusal("csv_bad", "", lines=len({bad.line for bad in found.bad}))
        for said in found.rows:
            player_new(said=said, by=by, now=now)
    return len(found.rows)


def players(count: int) -> str:
    """1 player, 2 players."""
    return f"{count} player{'' if count == 1 else 's'}"


class _Taken:
    """Aliases and membership numbers of the file, and their lines."""

    def __init__(self) -> None:
        self.aliases: dict[str, tuple[int, str]] = {}
        self.cards: dict[str, int] = {}

    def twice(self, values: dict[str, object], line: int) -> list[Refusal]:
        """What another line has too."""
        wrong = []
        alias, card = values.get("alias"), values.get("card_number")
        if isinstance(alias, str):
            first, _ = self.aliases.setdefault(same(alias), (line, alias))
            if first != line:
                wrong.append(Refusal("csv_alias_twice", "", name=alias, line=first))
        if isinstance(card, str) and self.cards.setdefault(card, line) != line:
            wrong.append(Refusal("csv_card_twice", "", card=card, line=self.cards[card]))
        return wrong

    def here(self) -> Iterator[Bad]:
        """What a player of the room has."""
        for key in _known("alias_key", list(self.aliases)):
            line, alias = self.aliases[key]
            yield Bad(line, Refusal("alias_taken", "", name=alias))
        for card in _known("card_number", list(self.cards)):
            yield Bad(self.cards[card], Refusal("card_taken", "", card=card))


def _known(name: str, values: list[str]) -> Iterator[str]:
    for start in range(0, len(values), MANY):
        some = values[start : start + MANY]
        rows = Player.objects.filter(**{f"{name}__in": some}).order_by()
        yield from rows.values_list(name, flat=True)


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise Refusal("csv_long", "", megabytes=MOST_BYTES // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal("csv_encoding", "", line=line) from error
    if "\0" in text:
        raise Refusal("csv_encoding", "", line=text.count("\n", 0, text.index("\0")) + 1)
    return text


def _cells(text: str) -> Iterator[tuple[int, dict[str, str] | Refusal]]:
    """Line and cells of each row that is not empty."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] | None = None
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error:
            yield line, Refusal("csv_quotes", "")
            continue
        if not any(cell.strip() for cell in row):
            continue
        if names is None:
            names = _header(row)
        elif len(row) > len(names):
            yield line, Refusal("csv_cells", "", cells=len(row), columns=len(names))
        else:
            cells = {**dict.fromkeys(names, ""), **dict(zip(names, row, strict=False))}
            yield line, cells
    if names is None:
        raise Refusal("csv_empty", "")


def _formulas(cells: dict[str, str]) -> Iterator[Refusal]:
    """What a spreadsheet would carry out when the names are written to a file again; a phone number may have its +."""
    for name, cell in cells.items():
        said = cell.strip()
        if said.startswith(FORMULA) and not (name == "phone" and said.startswith("+")):
            yield Refusal("csv_formula", "", cell=said[:20])


def _header(row: list[str]) -> list[str]:
    names = [cell.strip().casefold().replace(" ", "_") for cell in row]
    for name in names:
        if name not in COLUMNS or names.count(name) > 1:
            raise Refusal("csv_column", "", column=name[:40], columns=", ".join(COLUMNS))
    if "alias" not in names:
        raise Refusal("csv_alias", "")
    return [COLUMNS[name] for name in names]
