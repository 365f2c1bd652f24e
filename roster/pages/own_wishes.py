"""The forms in which a dealer sets availability, wishes and bid. Typed values win after a refusal."""

from collections.abc import Mapping
from dataclasses import dataclass

from roster.pages import local_times as times
from roster.rules.crew_state import Crew, Member
from roster.rules.people import ShiftTemplate

MOST_RANKS = 5


@dataclass(frozen=True, slots=True)
class DayChoice:
    """A weekday in a form. first, last: the available time; choice: the wish."""

    number: int
    name: str
    first: str = ""
    last: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Rank:
    number: int
    key: str


@dataclass(frozen=True, slots=True)
class OwnWishes:
    """The values of the forms. typed: a refused form."""

    member: Member | None
    crew: Crew
    typed: Mapping[str, str]

    @property
    def is_any_time(self) -> bool:
        if self.typed.get("ask") == "set_availability":
            return self.typed.get("any_time") == "yes"
        return self.member is not None and not self.member.windows

    @property
    def availability(self) -> list[DayChoice]:
        """Return the weekdays with the times of the form; typed ones after a refusal."""
        if self.typed.get("ask") == "set_availability":
            return [
                DayChoice(
                    number,
                    name,
                    self.typed.get(f"from-{number}", ""),
                    self.typed.get(f"to-{number}", ""),
                )
                for number, name in enumerate(times.WEEKDAYS)
            ]
        windows = {window.weekday: window for window in self.member.windows} if self.member else {}
        return [
            DayChoice(
                number,
                name,
                times.minute_text(windows[number].first) if number in windows else "",
                times.minute_text(windows[number].last) if number in windows else "",
            )
            for number, name in enumerate(times.WEEKDAYS)
        ]

    @property
    def wishes(self) -> list[DayChoice]:
        wishes = {wish.weekday: wish for wish in self.member.wishes} if self.member else {}
        choices = {
            weekday: (wish.template or "any") if wish.likes else "off"
            for weekday, wish in wishes.items()
        }
        return [
            DayChoice(number, name, choice=choices.get(number, ""))
            for number, name in enumerate(times.WEEKDAYS)
        ]

    @property
    def templates(self) -> list[ShiftTemplate]:
        return sorted(self.crew.templates, key=lambda template: template.first)

    @property
    def ranks(self) -> list[Rank]:
        bid = self.member.bid if self.member else ()
        count = min(MOST_RANKS, len(self.crew.templates))
        return [Rank(i + 1, bid[i] if i < len(bid) else "") for i in range(count)]
