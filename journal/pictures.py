"""What the entries of a stream add up to: a table, or a room's waiting lists. The stream's key says which."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from journal.history import batches
from journal.models import Entry
from poker import codec, timeline
from poker.view import view
from poker.waiting import codec as lists_codec
from poker.waiting.evolve import evolve
from poker.waiting.state import Lists
from poker.waiting.view import view as lists_view

LISTS = "lists."  # how the keys of lists begin


@dataclass(frozen=True, slots=True)
class Kind:
    """How a stream is folded, and how its state is kept and shown."""

    rebuild: Callable[[Iterable[Entry]], Any]
    decode: Callable[[bytes], Any]
    encode: Callable[[Any], bytes]
    view: Callable[[Any], dict[str, Any]]


def kind_of(key: str) -> Kind:
    """What a stream with this key is."""
    return _LISTS if key.startswith(LISTS) else _TABLE


def _table(entries: Iterable[Entry]) -> Any:
    return timeline.rebuild(batches(entries))


def _lists(entries: Iterable[Entry]) -> Lists:
    lists = Lists()
    for entry in entries:
        lists = evolve(lists, lists_codec.decode_told(entry.name, entry.version, entry.data))
    return lists


_TABLE = Kind(_table, codec.decode_state, codec.encode_state, view)
_LISTS = Kind(_lists, lists_codec.decode_lists, lists_codec.encode_lists, lists_view)
