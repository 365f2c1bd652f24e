"""Opening hours: how they are written, and when a room is open."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from poker.refusal import Refusal
from tables.opening_hours import format_hours, opening_state, parse_hours
from waitlist.messages import opening_text

ZONE = ZoneInfo("UTC")  # of the tests' settings; the texts are in the server's time zone
WEEK = "Mon-Thu 10:00-04:00, Fri-Sun 10:00-06:00"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("All day, every day", ""),
        ("24/7", ""),
        ("mon-thu 10-4, Fri - Sun 10:00 \u2013 6:00", WEEK),
        ("Monday-Thursday 10 am-4 am, Fri-Sun 10 am-6 am", WEEK),
        ("daily 10:00-24:00", "Daily 10:00-00:00"),
        ("Sat-Mon 12:00-02:00, Wed closed", "Mon 12:00-02:00, Sat-Sun 12:00-02:00"),
        ("every day 8 pm-4 am", "Daily 20:00-04:00"),
    ],
)
def test_hours_are_kept_in_one_form(text: str, kept: str) -> None:
    assert parse_hours(text) == kept
    assert parse_hours(format_hours(kept)) == kept


@pytest.mark.parametrize(
    "text",
    [
        "10-4",
        "Mon",
        "Mon 25:00-04:00",
        "Someday 10-4",
        "Mon 10-4, Mon-Tue 12-4",
        "Mon closed",
        "Mon 13 pm-4 am",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(Refusal, match="bad_hours"):
        parse_hours(text)


@pytest.mark.parametrize(
    ("hours", "moment", "text"),
    [
        ("", "2026-11-21T21:42", ""),
        (WEEK, "2026-11-21T21:42", "Open until 6:00 am"),  # a Saturday
        (WEEK, "2026-11-22T05:59", "Open until 6:00 am"),
        (WEEK, "2026-11-22T06:00", "Opens at 10:00 am"),
        (WEEK, "2026-11-24T03:00", "Open until 4:00 am"),
        ("Fri-Sat 18:00-02:00", "2026-11-21T01:30", "Open until 2:00 am"),
        ("Fri-Sat 18:00-02:00", "2026-11-22T12:00", "Opens Fri at 6:00 pm"),
        ("Daily 10:00-10:00", "2026-11-21T21:42", ""),
        ("Fri 10:00-00:00, Sat 00:00-00:00", "2026-11-20T12:00", "Open until Sun at 12:00 am"),
    ],
)
def test_state_of_a_moment(hours: str, moment: str, text: str) -> None:
    now = datetime.fromisoformat(moment).replace(tzinfo=ZONE)
    assert opening_text(opening_state(now, hours), now) == text


def test_an_hour_is_local_time_in_every_season() -> None:
    zone = ZoneInfo("America/Los_Angeles")
    night = datetime(2026, 10, 31, 23, 0, tzinfo=zone)  # the clock goes back at 02:00
    state = opening_state(night, "Daily 10:00-04:00")
    assert state.changes_at is not None
    assert state.changes_at.astimezone(zone).hour == 4
    assert (state.changes_at.timestamp() - night.timestamp()) / 3600 == 6
