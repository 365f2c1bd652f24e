"""Texts on the school's pages for lengths of time, families of games, mistakes and settings of a trainee."""

from collections import Counter
from collections.abc import Iterable, Mapping

from lineup.sign_offs import FAMILY_TITLES
from poker.games.model import Family
from school.tablet.mistakes import TITLES

SECOND = 1000  # milliseconds
FAMILY_NAMES: Mapping[Family, str] = {
    family: title[:1].upper() + title[1:] for family, title in FAMILY_TITLES.items()
}
TELLINGS = {"at_once": "at once", "at_the_end": "at the end"}


def length(milliseconds: float) -> str:
    """Return a length of time in minutes and seconds, such as 1:39."""
    seconds = round(milliseconds / SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def average(lengths: Iterable[int]) -> str:
    """Return the average length of time, "" if there are none."""
    values = list(lengths)
    return length(sum(values) / len(values)) if values else ""


def tempo_text(tempo: int) -> str:
    return f"{tempo} hands an hour" if tempo else "relaxed"


def kind_title(kind: str) -> str:
    known = (title for name, title in TITLES.items() if name == kind)
    return next(known, kind.replace("_", " ").capitalize())


def kinds_of(mistakes: Iterable[Mapping[str, object]]) -> list[tuple[str, int]]:
    """Return the title of each kind with its number of mistakes, most first."""
    counts = Counter(str(mistake["kind"]) for mistake in mistakes)
    return [(kind_title(kind), count) for kind, count in counts.most_common()]


def rules_of(mistakes: Iterable[Mapping[str, object]]) -> list[tuple[str, int]]:
    """Return each rule with the number of mistakes against it, most first."""
    counts: Counter[str] = Counter()
    for mistake in mistakes:
        rules = mistake.get("rules", ())
        counts.update(map(str, rules if isinstance(rules, list | tuple) else ()))
    return counts.most_common()
