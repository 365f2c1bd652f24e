"""The irregularities of house-banked games as data, with what the house decides."""

from functools import cache
from pathlib import Path
from tomllib import loads

import msgspec

_FILE = Path(__file__).with_name("irregularities.toml")


class BankedRemedy(msgspec.Struct, frozen=True):
    """One thing that a house may decide.

    key: its stable name; text: for the supervisor and the dealer; kind: of its source; do: what Floorbook logs with the
    ruling: "void_round", "void_box", or "" for nothing.
    """

    key: str
    text: str
    kind: str
    do: str = ""


class BankedIrregularity(msgspec.Struct, frozen=True):
    """A row of the catalogue. clause: where the regulation has it; asks_box: the report names a box."""

    key: str
    title: str
    number: int
    clause: str
    remedies: tuple[BankedRemedy, ...]
    asks_box: bool = False
    note: str = ""

    def remedy(self, key: str) -> BankedRemedy:
        """Return a remedy by key; the first one, the house default, for an unknown key."""
        return next((item for item in self.remedies if item.key == key), self.remedies[0])


class _Catalogue(msgspec.Struct, frozen=True):
    irregularity: tuple[BankedIrregularity, ...]


@cache
def catalogue() -> dict[str, BankedIrregularity]:
    """Return the rows by key, in the order of the file."""
    data = msgspec.convert(loads(_FILE.read_text()), _Catalogue)
    return {row.key: row for row in data.irregularity}


class _Rows:
    """The catalogue, loaded when it is first read: the tablet's first tap does not wait for it."""

    def __contains__(self, key: object) -> bool:
        return key in catalogue()


IRREGULARITIES = _Rows()
