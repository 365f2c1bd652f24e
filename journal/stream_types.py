"""Stream types: a table, a room's waitlists, a room's lineup, a trainee. The prefix of the stream's key says which."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from journal.history import batches
from journal.models import Entry
from poker import codec, timeline
from poker.lineup import codec as dealers_codec
from poker.lineup.evolve import evolve as lineup_evolve
from poker.lineup.state import Lineup
from poker.lineup.view import view as dealers_view
from poker.training import codec as training_codec
from poker.training.evolve import evolve as training_evolve
from poker.training.state import Training
from poker.training.view import view as training_view
from poker.view import view
from poker.waitlist import codec as lists_codec
from poker.waitlist.evolve import evolve
from poker.waitlist.state import Waitlists
from poker.waitlist.view import view as lists_view

WAITLIST_PREFIX = "lists."  # prefix of the stream keys of waitlists
LINEUP_PREFIX = "dealers."  # prefix of the stream keys of lineups
TRAINING_PREFIX = "school."  # prefix of the stream keys of trainees


@dataclass(frozen=True, slots=True)
class StreamType:
    """How a stream is rebuilt, and how its state is encoded and shown."""

    rebuild: Callable[[Iterable[Entry]], object]
    decode: Callable[[bytes], object]
    encode: Callable[[Any], bytes]
    view: Callable[[Any], msgspec.Struct]


def stream_type_of(key: str) -> StreamType:
    """Return the type of a stream by its key."""
    return next((kind for start, kind in _STREAM_TYPES.items() if key.startswith(start)), _TABLE)


def _rebuild_table(entries: Iterable[Entry]) -> object:
    return timeline.rebuild(batches(entries))


def _rebuild_waitlists(entries: Iterable[Entry]) -> Waitlists:
    waitlists = Waitlists()
    for entry in entries:
        waitlists = evolve(
            waitlists, lists_codec.decode_told(entry.name, entry.version, entry.data)
        )
    return waitlists


def _rebuild_lineup(entries: Iterable[Entry]) -> Lineup:
    lineup = Lineup()
    for entry in entries:
        lineup_event = dealers_codec.decode_told(entry.name, entry.version, entry.data)
        lineup = lineup_evolve(lineup, lineup_event)
    return lineup


def _rebuild_training(entries: Iterable[Entry]) -> Training:
    training = Training()
    for entry in entries:
        training_event = training_codec.decode_told(entry.name, entry.version, entry.data)
        training = training_evolve(training, training_event)
    return training


_TABLE = StreamType(_rebuild_table, codec.decode_state, codec.encode_state, view)
_WAITLISTS = StreamType(
    _rebuild_waitlists, lists_codec.decode_lists, lists_codec.encode_lists, lists_view
)
_LINEUP = StreamType(
    _rebuild_lineup, dealers_codec.decode_dealers, dealers_codec.encode_dealers, dealers_view
)
_TRAINING = StreamType(
    _rebuild_training,
    training_codec.decode_training,
    training_codec.encode_training,
    training_view,
)
_STREAM_TYPES = {
    WAITLIST_PREFIX: _WAITLISTS,
    LINEUP_PREFIX: _LINEUP,
    TRAINING_PREFIX: _TRAINING,
}
