"""The values of a setup, which the pages, the terminal and the setup file build from their forms."""

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
    currency: str  # ISO 4217 code
    opening_hours: str  # in the stored form
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
    """Step 5: a staff file, if there is one. Storing this part ends the setup."""

    file: bytes | None


class Setup(msgspec.Struct, frozen=True):
    """The parts of a setup. A setup file has all of them; a step on a page or in the terminal has only its own."""

    manager: ManagerPart | None = None
    room: RoomPart | None = None
    games: GamesPart | None = None
    tables: TablesPart | None = None
    staff: StaffPart | None = None
