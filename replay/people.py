"""Who is meant by the log's names of staff, programs and the room's own clock."""

from collections.abc import Iterable
from dataclasses import dataclass

from tables.models import Staff

ROOM = "the room"


@dataclass(frozen=True, slots=True)
class Person:
    """name: as people say it; role: dealer, supervisor, …, "" of no person."""

    name: str
    role: str = ""

    def __str__(self) -> str:
        return f"{self.name}, {self.role}" if self.role else self.name


def people(actors: Iterable[str]) -> dict[str, Person]:
    """Each of these names of the log as a person; whoever is none of the staff any more stays a number."""
    wanted = set(actors)
    keys = {int(one.partition(".")[2]): one for one in wanted if _is_staff(one)}
    rows = Staff.objects.filter(pk__in=keys).prefetch_related("user__groups")
    found = {keys[one.pk]: Person(one.alias, _role(one)) for one in rows}
    return {actor: found.get(actor) or _other(actor) for actor in wanted}


def _is_staff(actor: str) -> bool:
    kind, _, number = actor.partition(".")
    return kind == "staff" and number.isdecimal() and len(number) < 18


def _role(one: Staff) -> str:
    return next((group.name for group in one.user.groups.all()), "")


def _other(actor: str) -> Person:
    kind, _, name = actor.partition(".")
    if kind == "api":
        return Person(name, "a program")
    return Person(ROOM) if kind == "system" else Person(actor)
