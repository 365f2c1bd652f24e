"""Hand queries as people write them."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from floor_ui.replay.hand_query import YESTERDAY, HandQuery, parse_hand_query, time_range
from poker.refusal import Refusal

ZONE = ZoneInfo("America/Los_Angeles")
NOW = datetime(2026, 11, 22, 0, 30, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("T12 at 21:43", HandQuery("T12", clock=time(21, 43))),
        ("table 12, 21:43:05", HandQuery("12", clock=time(21, 43, 5), seconds=True)),
        ("T12 9.43 pm", HandQuery("T12", clock=time(21, 43))),
        ("T12 12:05 am", HandQuery("T12", clock=time(0, 5))),
        ("T12 hand 214", HandQuery("T12", hand=214)),
        ("T12 #214", HandQuery("T12", hand=214)),
        ("T12/214", HandQuery("T12", hand=214)),
        ("T12", HandQuery("T12")),
        ("T12 last hand", HandQuery("T12")),
        (
            "T12 on 2026-11-20 at 21:43",
            HandQuery("T12", day=date(2026, 11, 20), clock=time(21, 43)),
        ),
        ("T12 2026-11-20T21:43", HandQuery("T12", day=date(2026, 11, 20), clock=time(21, 43))),
        ("T12 yesterday 21:43", HandQuery("T12", day=YESTERDAY, clock=time(21, 43))),
        ("High Table 21:43", HandQuery("High", clock=time(21, 43))),
    ],
)
def test_hand_query_is_parsed(text: str, query: HandQuery) -> None:
    assert parse_hand_query(text) == query


@pytest.mark.parametrize(
    "text",
    ["", "21:43", "hand 7", "T1 25:00", "T1 13:00 pm", "T1 2026-13-40 10:00", "T1 yesterday", "at"],
)
def test_unreadable_query_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_hand_query(text)
    assert refusal.value.code == "replay_unread"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("T1 21:43", datetime(2026, 11, 21, 21, 43, tzinfo=ZONE)),  # after midnight: last evening
        ("T1 00:20", datetime(2026, 11, 22, 0, 20, tzinfo=ZONE)),
        ("T1 yesterday 00:20", datetime(2026, 11, 21, 0, 20, tzinfo=ZONE)),
        ("T1 2026-11-01 10:00", datetime(2026, 11, 1, 10, 0, tzinfo=ZONE)),
    ],
)
def test_time_of_a_query_is_one_minute(text: str, first: datetime) -> None:
    begins, ends = time_range(parse_hand_query(text), NOW)
    assert begins == first
    assert (ends - begins).total_seconds() == 60


def test_future_time_of_a_query_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        time_range(parse_hand_query("T1 2026-11-22 09:00"), NOW)
    assert refusal.value.code == "replay_to_come"
