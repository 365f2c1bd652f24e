"""The rate card and the rewards as typed by a manager."""

from collections.abc import Iterator

from django.http import QueryDict

from poker.amounts import parse_amount
from poker.refusal import Refusal
from promotions.rules.earned import Rate, RateCard
from promotions.rules.hours_commands import SetReward
from staff.clock_times import clock_time

ROWS = 8  # lines of the form
HOUR = 60
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST_HOURS = 10_000


def read_card(posted: QueryDict) -> RateCard:
    """Return the rate card of a form. Raises `Refusal`: `rate_line` with the number of the line, `rate_number`."""
    return RateCard(
        rates=tuple(_rates(posted)),
        cap=_number(posted, "cap_hours") * HOUR,
        away=_number(posted, "away"),
        shortest=_number(posted, "shortest"),
    )


def read_reward(posted: QueryDict) -> SetReward:
    """Return the reward of a form. Raises `Refusal`: `rate_number`, `reward_title`, `not_an_amount`."""
    title = posted.get("title", "").strip()[:80]
    if not title:
        raise Refusal("reward_title")
    key = posted.get("key", "").strip()[:40] or "-".join(title.lower().split())[:40]
    value = posted.get("value", "").strip()
    return SetReward(
        key=key,
        title=title,
        minutes=_number(posted, "hours") * HOUR,
        value=parse_amount(value, least=0) if value else 0,
    )


def rate_rows(card: RateCard) -> list[dict[str, object]]:
    """Return the lines of the form with a card's rates, and blank ones after them."""
    rows: list[dict[str, object]] = [
        {
            "percent": rate.percent,
            "games": ", ".join(rate.games),
            "days": rate.weekdays,
            "starts": _clock(rate.starts) if rate.starts != rate.ends else "",
            "ends": _clock(rate.ends) if rate.starts != rate.ends else "",
        }
        for rate in card.rates
    ]
    blank: dict[str, object] = {"percent": "", "days": ()}
    return rows + [blank] * max(1, ROWS - len(rows))


def typed_rows(posted: QueryDict) -> list[dict[str, object]]:
    """Return the lines of a refused form as they were typed."""
    columns = [posted.getlist(name) for name in ("percent", "games", "starts", "ends")]
    return [
        {
            "percent": percent,
            "games": games,
            "days": tuple(int(day) for day in posted.getlist(f"days-{number}") if day.isdecimal()),
            "starts": starts,
            "ends": ends,
        }
        for number, (percent, games, starts, ends) in enumerate(zip(*columns, strict=False), 1)
    ]


def _rates(posted: QueryDict) -> Iterator[Rate]:
    percents = posted.getlist("percent")
    for number, text in enumerate(percents, start=1):
        if not text.strip():
            continue
        try:
            yield _rate(posted, number, int(text))
        except (ValueError, IndexError) as error:
            raise Refusal("rate_line", "", line=number) from error


def _rate(posted: QueryDict, number: int, percent: int) -> Rate:
    starts = posted.getlist("starts")[number - 1].strip()
    ends = posted.getlist("ends")[number - 1].strip()
    games = posted.getlist("games")[number - 1]
    if bool(starts) != bool(ends):
        raise ValueError("a daypart has a start and an end")
    weekdays = sorted({int(day) for day in posted.getlist(f"days-{number}")})
    if any(not 0 <= day < len(WEEKDAYS) for day in weekdays):
        raise ValueError("a weekday is from 0 to 6")
    return Rate(
        percent=percent,
        games=tuple(name.strip() for name in games.split(",") if name.strip()),
        weekdays=tuple(weekdays),
        starts=_minute(starts) if starts else 0,
        ends=_minute(ends) if ends else 0,
    )


def _minute(text: str) -> int:
    time = clock_time(text)
    return time.hour * HOUR + time.minute


def _clock(minute: int) -> str:
    return f"{minute // HOUR:02}:{minute % HOUR:02}"


def _number(posted: QueryDict, name: str) -> int:
    text = posted.get(name, "").strip() or "0"
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_HOURS):
        raise Refusal("rate_number", "", text=text[:20])
    return int(text)
