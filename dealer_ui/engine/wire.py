"""The JSON that page, worker and server exchange about a table."""

from typing import Annotated

import msgspec

from dealer_ui.messages.conduct import PlayerFlag
from dealer_ui.screen.model import NoScreen, Screen
from dealer_ui.screen.room_settings import RoomSettings
from poker.calls import MOST_EARLIER_TAPS, EarlierTap
from poker.currency import USD, Currency
from poker.json_types import JsonObject

TapId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Uuid = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
Digits = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,10}$")]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class StoredEntry(msgspec.Struct, frozen=True):
    """One entry of the table's log, with names resolved."""

    seq: int
    command: str
    name: str
    version: int
    data: str  # the event's canonical JSON
    at: int  # in Unix milliseconds
    device: str = ""  # name of the tablet it came from


class Context(msgspec.Struct, frozen=True):
    """Data that a screen or a command needs and that is not in the table's log."""

    people: list[dict[str, str]] = []  # people who may be offered a seat: {player, name, at}
    flags: dict[str, PlayerFlag] = {}  # by player
    device: str = ""  # the tablet's name
    dealer: str = ""  # key of the dealer signed in at the tablet
    supervises: bool = False  # whether that dealer is a supervisor
    cap: int = 0  # the most that may be removed for incidentals (H-06)
    opening: dict[str, object] | None = None  # arguments of `open_table`; None without a plaque
    room: RoomSettings = RoomSettings()
    currency: Currency = USD  # the installation's; missing in tables stored by an earlier version


class TableData(msgspec.Struct, frozen=True):
    """A table in the room's state."""

    seq: int  # number of the last entry
    entries: list[StoredEntry]  # since the start of the previous hand
    context: Context
    stored: list[str] = []  # ids of the tablet's pending taps that the log has
    plaque_seq: int = 0  # the last earlier entry that posted a plaque; 0 if the tablet showed it
    arrivals: dict[int, int] = {}  # seats where others seated players, with the entries' numbers


class EncryptedPin(msgspec.Struct, frozen=True):
    """A badge, and its PIN encrypted for the room, which checks it when the tap arrives."""

    badge: Digits
    encrypted: Annotated[str, msgspec.Meta(max_length=400)]


class TapData(msgspec.Struct, frozen=True):
    """A tap as stored by the page until it is answered."""

    id: TapId
    name: str
    args: JsonObject
    at: int  # on the room's clock, in Unix milliseconds
    dealer: str = ""  # key of the dealer who made it
    shown: int = 0  # the last confirmed entry at the tap
    earlier: tuple[EarlierTap, ...] = ()  # for a floor call: earlier taps that were refused
    pin: EncryptedPin | None = (
        None  # for a push, or for a supervisor's single action, without the network
    )


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The server's answer to a tap. `code` is "" if it was stored."""

    id: TapId
    seq: int = 0  # the last entry after the tap
    code: str = ""
    message: str = ""
    warning: str = ""  # a warning about a stored tap
    retry: int = 0  # seconds until the tap is sent again; 0 for the tablet's own interval


class OutgoingTap(msgspec.Struct, frozen=True):
    """A tap in the form that the tablet sends."""

    id: Uuid
    name: Annotated[str, msgspec.Meta(max_length=40)]
    args: JsonObject
    at: Number
    dealer: Annotated[str, msgspec.Meta(max_length=40)]
    shown: Number  # the last confirmed entry at the tap
    seen: Number  # the last entry that the tablet had applied when it decided
    # Digest of the events that the tablet expects; "" if it cannot determine them.
    predicted: Annotated[str, msgspec.Meta(max_length=64)]
    earlier: Annotated[tuple[EarlierTap, ...], msgspec.Meta(max_length=MOST_EARLIER_TAPS)] = ()
    pin: EncryptedPin | None = None


class RefusedTap(msgspec.Struct, frozen=True):
    """A tap that the rules refused."""

    id: str
    code: str
    message: str
    hand: int = 0  # number of its hand, 0 if unknown
    cause: str = ""  # who has decided the hand since then, or ""


class Divergence(msgspec.Struct, frozen=True):
    """A tap whose stored events differ from the tablet's decision, which is a bug."""

    id: str
    predicted: list[str]
    stored: list[str]


class Result(msgspec.Struct, frozen=True):
    """What a call changed, with the screen after it."""

    screen: Screen | NoScreen  # `NoScreen` if the page already shows it
    seq: int  # the last confirmed entry
    pending: list[str] = []  # after a load: ids of the taps without an answer, in order
    answered: list[str] = []  # ids of stored taps
    refused: list[RefusedTap] = []
    diverged: list[Divergence] = []
    gap: bool = False  # entries are missing, so the tablet needs the whole table
    warning: str = ""
    first: str = ""  # the first command whose entries must be stored
    plaque_seq: int = 0  # to be stored with the table, as in `TableData`
    arrivals: dict[int, int] = {}
    target: str = ""  # the command that an UNDO takes back
