"""The sections page: every supervisor with their tables, and the form of one section."""

from dataclasses import dataclass
from functools import cached_property

from lineup.actions import load_lineup
from lineup.eligible_staff import eligible_supervisors
from lineup.pages.sections import SectionRow, blocks, unassigned_tables
from staff.models import Room, Staff
from staff.permissions import may
from tables.natural_order import natural_order


@dataclass(frozen=True, slots=True)
class TableOption:
    name: str
    is_open: bool
    supervisor: str  # the supervisor of the table; "" if none or for the supervisor being edited
    checked: bool


class SectionsPage:
    """The sections of a room, and the form of the selected supervisor."""

    def __init__(self, room: Room, staff: Staff, key: str, typed: list[str] | None) -> None:
        """`key` is the supervisor being edited. `typed` has the tables checked in a refused form, else None."""
        self.room = room
        self.typed = typed
        self.dealers = load_lineup(room.pk)
        self.may_act = may(staff, "tables.supervise")
        self.supervisors = eligible_supervisors(room.pk)
        self.picked = next(
            (supervisor for supervisor in self.supervisors if supervisor.key == key), None
        )

    @cached_property
    def sections(self) -> list[SectionRow]:
        """Return the supervisors who have tables."""
        return blocks(self.dealers)

    @cached_property
    def without_tables(self) -> list[Staff]:
        with_tables = {supervisor.key for supervisor in self.sections}
        return [supervisor for supervisor in self.supervisors if supervisor.key not in with_tables]

    @cached_property
    def names(self) -> list[str]:
        """Return the names of all tables of the room in numerical order."""
        return sorted(self.room.tables.values_list("name", flat=True), key=natural_order)

    @cached_property
    def unassigned(self) -> list[str]:
        """Return the open tables that are in no section."""
        open_tables = {box.table for box in self.dealers.boxes}
        return [name for name in unassigned_tables(self.dealers, self.names) if name in open_tables]

    @cached_property
    def section_tables(self) -> tuple[str, ...]:
        section = self.dealers.section(self.picked.key) if self.picked else None
        return section.tables if section else ()

    @cached_property
    def choices(self) -> list[TableOption]:
        """Return every table; it is checked if it is in the section or was checked in a refused form."""
        open_tables = {box.table for box in self.dealers.boxes}
        section_of = {name: section for section in self.dealers.sections for name in section.tables}
        ticked = set(self.section_tables if self.typed is None else self.typed)
        mine = self.picked.key if self.picked else ""
        return [
            TableOption(
                name=name,
                is_open=name in open_tables,
                supervisor=section_of[name].name
                if name in section_of and section_of[name].key != mine
                else "",
                checked=name in ticked,
            )
            for name in self.names
        ]
