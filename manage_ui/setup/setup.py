"""What a setup makes, as values that the pages, the terminal and the file build from their forms."""

import msgspec


class ManagerPart(msgspec.Struct, frozen=True):
    """Step 1: the first manager."""

    username: str
    alias: str
    badge: str
    password: str
    pin: str


class RoomPart(msgspec.Struct, frozen=True):
    """Step 2: the room."""

    name: str
    currency: str  # its code
    opening_hours: str  # as they are stored
    minimum_age: int | None
    shifts: list[list[str]]  # pairs of a name and a start time


class GamesPart(msgspec.Struct, frozen=True):
    """Step 3: plaques from templates, with one rake for all of them."""

    games: list[str]  # the names of the templates
    basis_points: int
    cap: int  # in the smallest unit


class TablesPart(msgspec.Struct, frozen=True):
    """Step 4: tables, each with a tablet."""

    line: list[str]  # the names of the tables
    seats: int
    section: int  # tables in a section, at most
    plaque: str  # the name of the plaque they open with, or ""


class StaffPart(msgspec.Struct, frozen=True):
    """Step 5: a file of staff, if there is one. Storing it ends the setup."""

    file: bytes | None


class Setup(msgspec.Struct, frozen=True):
    """Parts of a setup. A file has all of them; a step of the pages or the terminal has its own one."""

    manager: ManagerPart | None = None
    room: RoomPart | None = None
    games: GamesPart | None = None
    tables: TablesPart | None = None
    staff: StaffPart | None = None
