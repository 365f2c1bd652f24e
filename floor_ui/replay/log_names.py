"""The names of the log's actors: staff, API clients and the scheduled tasks."""

from collections.abc import Iterable
from dataclasses import dataclass

from staff.models import Staff

ROOM = "the room"


@dataclass(frozen=True, slots=True)
class ActorName:
    name: str  # as displayed
    role: str = ""  # dealer, supervisor, …; "" if not a person

    def __str__(self) -> str:
        return f"{self.name}, {self.role}" if self.role else self.name


def actor_names(actors: Iterable[str]) -> dict[str, ActorName]:
    """Return the name of each key. Keys without a staff member are shown as their number."""
    keys_to_name = set(actors)
    keys = {int(key.partition(".")[2]): key for key in keys_to_name if _is_staff(key)}
    rows = Staff.objects.filter(pk__in=keys).prefetch_related("user__groups")
    names_by_key = {keys[member.pk]: ActorName(member.alias, _role(member)) for member in rows}
    return {actor: names_by_key.get(actor) or _other(actor) for actor in keys_to_name}


def _is_staff(actor: str) -> bool:
    kind, _, number = actor.partition(".")
    return kind == "staff" and number.isdecimal() and len(number) < 18


def _role(staff: Staff) -> str:
    return next((group.name for group in staff.user.groups.all()), "")


def _other(actor: str) -> ActorName:
    kind, _, name = actor.partition(".")
    if kind == "api":
        return ActorName(name, "a program")
    return ActorName(ROOM) if kind == "system" else ActorName(actor)
