"""The page of the sections: every supervisor with the tables that he has, and the form of one of them."""

from dataclasses import dataclass
from functools import cached_property

from floor_ui.dealers.sections import Block, blocks, nobodys
from floor_ui.map.tiles import place
from rulings.calls.roles import may
from tables.dealers.asking import dealers_now
from tables.dealers.people import supervisors_here
from tables.models import Room, Staff


@dataclass(frozen=True, slots=True)
class Choice:
    """A table in the form. whose: who has it, "" for nobody or the one whose form it is."""

    name: str
    is_open: bool
    whose: str
    checked: bool


class SectionsPage:
    """The sections of a room, and the form of whoever is picked."""

    def __init__(self, room: Room, staff: Staff, key: str, typed: list[str] | None) -> None:
        """`key`: whose form; `typed`: tables that were ticked and refused, None for nothing."""
        self.room, self.typed = room, typed
        self.dealers = dealers_now(room.pk).dealers
        self.may_act = may(staff, "dealers")
        self.people = supervisors_here()
        self.picked = next((one for one in self.people if one.key == key), None)

    @cached_property
    def blocks(self) -> list[Block]:
        """Who has tables."""
        return blocks(self.dealers)

    @cached_property
    def without(self) -> list[Staff]:
        """Who supervises and has none."""
        taken = {one.key for one in self.blocks}
        return [one for one in self.people if one.key not in taken]

    @cached_property
    def names(self) -> list[str]:
        """All tables of the room in the order of their numbers."""
        return sorted(self.room.tables.values_list("name", flat=True), key=place)

    @cached_property
    def nobodys(self) -> list[str]:
        """Open tables that are in no section."""
        there = {box.table for box in self.dealers.boxes}
        return [name for name in nobodys(self.dealers, self.names) if name in there]

    @cached_property
    def before(self) -> tuple[str, ...]:
        """The tables of whoever is picked."""
        found = self.dealers.section(self.picked.key) if self.picked else None
        return found.tables if found else ()

    @cached_property
    def choices(self) -> list[Choice]:
        """Every table, ticked where it is his or was ticked before a refusal."""
        there = {box.table for box in self.dealers.boxes}
        whose = {name: one for one in self.dealers.sections for name in one.tables}
        ticked = set(self.before if self.typed is None else self.typed)
        mine = self.picked.key if self.picked else ""
        return [
            Choice(
                name=name,
                is_open=name in there,
                whose=whose[name].name if name in whose and whose[name].key != mine else "",
                checked=name in ticked,
            )
            for name in self.names
        ]
