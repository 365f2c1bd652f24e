"""What the entries of a stream add up to: a table, a room's waiting lists, its dealers. The stream's key says which."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from journal.history import batches
from journal.models import Entry
from poker import codec, timeline
from poker.lineup import codec as dealers_codec
from poker.lineup.evolve import evolve as lineup_evolve
from poker.lineup.state import Dealers
from poker.lineup.view import view as dealers_view
from poker.view import view
from poker.waiting import codec as lists_codec
from poker.waiting.evolve import evolve
from poker.waiting.state import Lists
from poker.waiting.view import view as lists_view

LISTS = "lists."  # how the keys of lists begin
DEALERS = "dealers."  # and of line-ups


@dataclass(frozen=True, slots=True)
class Kind:
    """How a stream is folded, and how its state is kept and shown."""

    rebuild: Callable[[Iterable[Entry]], Any]
    decode: Callable[[bytes], Any]
    encode: Callable[[Any], bytes]
    view: Callable[[Any], dict[str, Any]]


def kind_of(key: str) -> Kind:
    """What a stream with this key is."""
    return next((kind for start, kind in _KINDS.items() if key.startswith(start)), _TABLE)


def _table(entries: Iterable[Entry]) -> Any:
    return timeline.rebuild(batches(entries))


def _lists(entries: Iterable[Entry]) -> Lists:
    lists = Lists()
    for entry in entries:
        lists = evolve(lists, lists_codec.decode_told(entry.name, entry.version, entry.data))
    return lists


def _dealers(entries: Iterable[Entry]) -> Dealers:
    dealers = Dealers()
    for entry in entries:
        told = dealers_codec.decode_told(entry.name, entry.version, entry.data)
        dealers = lineup_evolve(dealers, told)
    return dealers


_TABLE = Kind(_table, codec.decode_state, codec.encode_state, view)
_LISTS = Kind(_lists, lists_codec.decode_lists, lists_codec.encode_lists, lists_view)
_DEALERS = Kind(_dealers, dealers_codec.decode_dealers, dealers_codec.encode_dealers, dealers_view)
_KINDS = {LISTS: _LISTS, DEALERS: _DEALERS}
