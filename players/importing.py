"""Import of players from a CSV file: every row is checked first, and either all rows are imported or none."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from players.models import Player
from players.registry import PlayerInput, player_new, validate
from poker.refusal import Refusal
from staff.aliases import canonical_alias
from staff.csv_rows import csv_rows, formulas

COLUMNS = {
    "alias": "alias",
    "legal_name": "legal_name",
    "membership": "card_number",
    "phone": "phone",
    "email": "email",
    "born": "born",
    "notes": "notes",
}
MAX_BYTES = 5_000_000
MAX_ROWS = 20_000
QUERY_SIZE = 500  # values per database query


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be imported: its line in the file, and the reason."""

    line: int
    refusal: Refusal


@dataclass(slots=True)
class ParsedFile:
    """The content of a file: valid rows, and rows that cannot be imported."""

    rows: list[PlayerInput] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)


def read(data: bytes, now: datetime) -> ParsedFile:
    """Parse and check a file without importing it: UTF-8, with or without a byte order mark, and a header line.

    Raises `Refusal` for the file as a whole: `csv_long`, `csv_encoding`, `csv_empty`, `csv_column`,
    `csv_alias`, `csv_rows`.
    """
    file = ParsedFile()
    unique_values = _UniqueValues()
    rows = csv_rows(data, columns=COLUMNS, required=("alias",), max_bytes=MAX_BYTES)
    for line, cells in rows:
        if isinstance(cells, Refusal):
            file.bad.append(BadRow(line, cells))
            continue
        player_input = PlayerInput(**cells)
        values, refusals = validate(player_input, now)
        refusals += formulas(cells)
        refusals += unique_values.twice(values, line)
        file.rows += [] if refusals else [player_input]
        file.bad += [BadRow(line, refusal) for refusal in refusals]
        if len(file.rows) + len(file.bad) > MAX_ROWS:
            raise Refusal("csv_rows", "", rows=MAX_ROWS)
    file.bad += unique_values.here()
    file.bad.sort(key=lambda bad: bad.line)
    return file


def commit(data: bytes, *, by: str, now: datetime) -> int:
    """Import all rows; return how many. Raises `Refusal` as `read`, and `csv_bad` if a row is invalid."""
    with transaction.atomic():
        file = read(data, now)
        if file.bad:
            raise Refusal("csv_bad", "", lines=len({bad.line for bad in file.bad}))
        for player_input in file.rows:
            player_new(player_input=player_input, by=by, now=now)
    return len(file.rows)


def players(count: int) -> str:
    """Format a count: 1 player, 2 players."""
    return f"{count} player{'' if count == 1 else 's'}"


class _UniqueValues:
    """Aliases and card numbers of the file, with their lines."""

    def __init__(self) -> None:
        self.aliases: dict[str, tuple[int, str]] = {}
        self.cards: dict[str, int] = {}

    def twice(self, values: dict[str, object], line: int) -> list[Refusal]:
        """Return a refusal for each value that occurs on more than one line."""
        refusals = []
        alias = values.get("alias")
        card = values.get("card_number")
        if isinstance(alias, str):
            first, _ = self.aliases.setdefault(canonical_alias(alias), (line, alias))
            if first != line:
                refusals.append(Refusal("csv_alias_twice", "", name=alias, line=first))
        if isinstance(card, str) and self.cards.setdefault(card, line) != line:
            refusals.append(Refusal("csv_card_twice", "", card=card, line=self.cards[card]))
        return refusals

    def here(self) -> Iterator[BadRow]:
        """Yield the rows whose value an existing player has."""
        for key in _existing("alias_key", list(self.aliases)):
            line, alias = self.aliases[key]
            yield BadRow(line, Refusal("alias_taken", "", name=alias))
        for card in _existing("card_number", list(self.cards)):
            yield BadRow(self.cards[card], Refusal("card_taken", "", card=card))


def _existing(name: str, values: list[str]) -> Iterator[str]:
    for start in range(0, len(values), QUERY_SIZE):
        batch = values[start : start + QUERY_SIZE]
        rows = Player.objects.filter(**{f"{name}__in": batch}).order_by()
        yield from rows.values_list(name, flat=True)
