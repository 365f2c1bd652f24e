"""The new events of several logs, read together."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from poker import commands as c
from poker.events import HandStarted, SeatTaken
from tables import lifecycle
from tables.new_events import LOGS_IN_QUERY, events_after, few_new_events
from tests.support.room import ACTOR, NOW, TableDriver, create_game, open_game

KINDS = (SeatTaken, HandStarted)
FOLDED = (4, 1, 2)  # seat 3 wins

pytestmark = pytest.mark.django_db


def create_games(count: int) -> list[TableDriver]:
    """Return open tables of one room, T1 and so on."""
    games = [create_game()]
    first = games[0].table
    for number in range(2, count + 1):
        table = lifecycle.table_create(
            room=first.room,
            name=f"T{number}",
            seats=9,
            plaque=first.plaque,
            actor=ACTOR,
            now=NOW,
        )
        games.append(open_game(TableDriver(table)))
    return games


def deal_hand(game: TableDriver) -> None:
    for seat in FOLDED:
        game.execute(c.Act(seat=seat, what="fold"))
    game.execute(c.NextHand())


def test_logs_are_read_together_as_one_by_one() -> None:
    games = create_games(3)
    deal_hand(games[1])
    seqs = {game.table.pk: seq for game, seq in zip(games, (0, 0, 3), strict=True)}
    one_by_one = {
        table: events_after(table, after=seq, kinds=KINDS, limit=1_000)
        for table, seq in seqs.items()
    }
    assert few_new_events(seqs, kinds=KINDS, most=1_000) == one_by_one
    assert len({len(rows) for rows in one_by_one.values()}) == len(games), "each has its own events"
    starts = [event is None for _, _, _, event in one_by_one[games[1].table.pk]]
    assert starts == [False] * 4 + [True], "the long event of a start is not decoded"


def test_log_without_new_entries_has_no_events() -> None:
    game = create_game()
    last = game.seq
    assert few_new_events({game.table.pk: last}, kinds=KINDS, most=10) == {game.table.pk: []}
    assert few_new_events({}, kinds=KINDS, most=10) == {}


def test_log_with_many_new_entries_is_left_out() -> None:
    games = create_games(2)
    deal_hand(games[1])
    most = games[0].seq
    new_events = few_new_events({game.table.pk: 0 for game in games}, kinds=KINDS, most=most)
    assert set(new_events) == {games[0].table.pk}


def test_queries_do_not_grow_with_the_logs() -> None:
    seqs = {game.table.pk: 0 for game in create_games(5)}
    few_new_events(
        seqs, kinds=KINDS, most=1_000
    )  # reads the names of the players, which are cached
    queries = []
    for some in (dict(list(seqs.items())[:2]), seqs):
        with CaptureQueriesContext(connection) as context:
            new_events = few_new_events(some, kinds=KINDS, most=1_000)
        assert len(new_events) == len(some) < LOGS_IN_QUERY
        queries.append(len(context))
    assert queries[0] == queries[1]
