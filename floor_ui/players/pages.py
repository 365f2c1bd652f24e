"""Values for the registry pages; anything the viewer may not see is left out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone

from ops.anonymize import refuse_needed
from ops.models import Anonymization
from players.identity import numbers_of
from players.models import Player, PlayerChange, PlayerMerge, SelfExclusion
from players.registry import PERSONAL
from players.standing import Standing, moment, standing, standing_rows, warning_flags
from poker.formatting import money
from poker.refusal import Refusal
from staff.aliases import canonical_alias
from staff.keys import aliases
from staff.models import Room, Staff
from staff.permissions import may
from staff.rooms import works_in
from staff.staff_rooms import rooms_of
from tables.admission import tables_of
from tables.models import SeatSession, Visit
from waitlist.actions import load_waitlists
from waitlist.visits import VisitSummary, open_visit, visit_summary

A_PAGE = 50
VISITS = 10  # newest visits shown per player
CHANGES = 50  # newest changes shown per player
MONTHS = 12
FIELDS = {
    "alias": "Alias",
    "legal_name": "Legal name",
    "card_number": "Card number",
    "phone": "Phone",
    "email": "Email",
    "born": "Date of birth",
    "notes": "Notes",
}
EMPLOYMENT = "works_as"


@dataclass(frozen=True, slots=True)
class PlayerRow:
    player: Player
    legal_name: str
    standing: Standing | None
    is_present: bool


@dataclass(frozen=True)
class PlayerList:
    """One page of the search result."""

    rows: tuple[PlayerRow, ...]
    page: "Page[Player]"
    query: str


def player_list(name: str, page: str, staff: Staff, now: datetime) -> PlayerList:
    """Return players by alias. Without a search, players in the room come first."""
    legal = may(staff, "players.view_legal_name")
    search_text = " ".join(name.replace("\0", " ").split())[:60]
    rows = _matching_players(
        search_text, legal=legal, phone=may(staff, "players.change_player")
    ).order_by("alias", "pk")
    page_of_rows = Paginator(rows, A_PAGE).get_page(page[:9])
    players = list(page_of_rows.object_list)
    marked = warning_flags(standing_rows(now), [player.key for player in players], now)
    visits = Visit.objects.filter(player__in=players, out_at=None)
    here = set(visits.values_list("player", flat=True))
    player_rows = tuple(
        PlayerRow(
            player, player.legal_name if legal else "", marked.get(player.key), player.pk in here
        )
        for player in players
    )
    return PlayerList(player_rows, page_of_rows, search_text)


def _matching_players(search_text: str, *, legal: bool, phone: bool) -> QuerySet[Player]:
    rows = Player.objects.filter(merged_into=None, anonymised_at=None)
    if not search_text:
        return rows
    condition = Q(alias_key__contains=canonical_alias(search_text)) | Q(
        alias__icontains=search_text
    )
    condition |= Q(card_number__iexact=search_text)
    digits = "".join(sign for sign in search_text if sign in "0123456789")
    if phone and len(digits) >= 4:  # probably digits of a phone number
        condition |= Q(phone__endswith=digits)
    if legal:
        condition |= Q(legal_name__icontains=search_text)
    return rows.filter(condition)


@dataclass(frozen=True)
class VisitRow:
    """A visit as display text."""

    summary: VisitSummary

    @property
    def time_text(self) -> str:
        out = self.summary.visit.out_at
        return f"{moment(self.summary.visit.in_at)} to {moment(out) if out else 'now'}"

    @property
    def time_played(self) -> str:
        """Return the time in seats, such as "3 h 05"."""
        return hours(self.summary.played)

    @property
    def bought(self) -> str:
        return money(self.summary.bought) if self.summary.bought else ""

    @property
    def taken_off(self) -> str:
        """Return the chips removed for incidentals."""
        return money(self.summary.taken_off) if self.summary.taken_off else ""

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Return each seat with the chips moved there."""
        return [
            (
                f"{sitting.table.name}, seat {sitting.seat}",
                ", ".join(
                    f"{moved.get_kind_display()} {money(moved.amount)}"
                    for moved in sitting.movements.all()
                ),
            )
            for sitting in self.summary.sittings
        ]


@dataclass(frozen=True)
class ChangeRow:
    """One change as display text. Fields that the viewer may not see have no values."""

    change: PlayerChange
    changed_by: str
    is_hidden: bool

    @property
    def field(self) -> str:
        if self.change.field == EMPLOYMENT:
            return "Works for the house"
        return FIELDS.get(self.change.field, self.change.field)

    @property
    def before(self) -> str:
        return "" if self.is_hidden else self.change.before

    @property
    def after(self) -> str:
        return "" if self.is_hidden else self.change.after

    @property
    def at(self) -> str:
        return moment(self.change.at)


class PlayerPage:
    """One player, limited to what `staff` may see."""

    def __init__(
        self, player: Player, staff: Staff, now: datetime, typed: Mapping[str, str]
    ) -> None:
        self.player = player
        self.staff = staff
        self.now = now
        self.input = typed
        self.numbers = numbers_of(player)
        self.standing = standing(player, now)
        self.legal = may(staff, "players.view_legal_name")
        self.may_change = may(staff, "players.change_player")
        is_identified = player.anonymised_at is None
        self.may_merge = is_identified and may(staff, "players.merge_player")
        self.may_exclude = may(staff, "players.exclude_player")
        self.may_employ = is_identified and may(staff, "promotions.keep_fund")
        self.may_check_in = is_identified
        self.may_forget = (
            is_identified and may(staff, "players.anonymise_player") and not self._is_kept_out()
        )
        self.visit = open_visit(player)
        self.may_check_out = self.visit is not None and works_in(staff, self.visit.room_id)
        self.seated = bool(tables_of(*(f"p{number}" for number in self.numbers)))

    def _is_kept_out(self) -> bool:
        """Return whether the house must keep the player out, so that their details can't be erased (S-045)."""
        try:
            refuse_needed(self.player, self.now)
        except Refusal:
            return True
        return False

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the known facts as (label, value)."""
        facts = [("Card number", self.player.card_number or "")]
        if self.legal:
            born = self.player.born.isoformat() if self.player.born else ""
            facts = [
                ("Legal name", self.player.legal_name),
                ("Date of birth", born),
                *facts,
            ]
        if self.may_change:
            facts += [("Phone", self.player.phone), ("Email", self.player.email)]
            facts += [("Notes", self.player.notes)]
        if self.may_employ and self.player.works_as:
            facts += [("Works for the house", self.player.works_as)]
        return [(name, text or "not on file") for name, text in facts]

    @property
    def anonymization(self) -> tuple[str, str] | None:
        """Return why and by whom the player was anonymized; None if they were not."""
        row = Anonymization.objects.filter(player__in=self.numbers).first()
        if row is None:
            return None
        names = aliases([row.by, row.second])
        name = [names.get(key, key) for key in (row.by, row.second) if key]
        return row.reason, f"{' and '.join(name)}, {moment(row.at)}"

    @property
    def rooms(self) -> Iterable[Room]:
        return rooms_of(self.staff.user)

    @property
    def visits(self) -> list[VisitRow]:
        rows = Visit.objects.filter(player__in=self.numbers, room__in=self.rooms)[:VISITS]
        return [VisitRow(visit_summary(visit, self.now)) for visit in rows]

    @property
    def lists(self) -> list[str]:
        """Return the player's waitlist places in the viewer's rooms, such as "Main room: No-limit hold'em 1/3, #2"."""
        keys = {f"p{number}" for number in self.numbers}
        return [
            f"{room.name}: {waitlist.title}, #{position}"
            for room in self.rooms
            for waitlist in load_waitlists(room.pk).lists
            for position, entry in enumerate(waitlist.entries, 1)
            if entry.player in keys
        ]

    @property
    def months(self) -> list[tuple[str, str]]:
        """Return the time in seats by month, last month first: "Nov 2026", "41 h 05"."""
        rows = SeatSession.objects.filter(
            visit__player__in=self.numbers, table__room__in=self.rooms
        )
        played: dict[str, timedelta] = {}
        for taken, left in rows.order_by("-taken_at").values_list("taken_at", "left_at"):
            month = f"{timezone.localtime(taken):%b %Y}"
            played[month] = played.get(month, timedelta()) + ((left or self.now) - taken)
        return [(month, hours(time)) for month, time in list(played.items())[:MONTHS]]

    @property
    def exclusions(self) -> list[tuple[str, str, bool]]:
        """Return (period, when and by whom recorded, whether it is over) of each self-exclusion."""
        rows = SelfExclusion.objects.filter(player__in=self.numbers)
        names = aliases(row.by for row in rows)
        return [
            (
                f"{moment(row.since)} {f'until {moment(row.until)}' if row.until else 'permanent'}",
                f"{names.get(row.by, row.by)}, {moment(row.at)}",
                row.until is not None and row.until <= self.now,
            )
            for row in rows
        ]

    @property
    def merges(self) -> list[tuple[str, str, str]]:
        """Return (alias, reason, who and when) of each duplicate merged into this player."""
        rows = PlayerMerge.objects.filter(gone__in=self.numbers).select_related("gone")
        names = aliases(row.by for row in rows)
        return [
            (row.gone.alias, row.reason, f"{names.get(row.by, row.by)}, {moment(row.at)}")
            for row in rows
        ]

    @property
    def changes(self) -> list[ChangeRow]:
        """Return the changes and who made them, newest first."""
        rows = list(PlayerChange.objects.filter(player__in=self.numbers)[:CHANGES])
        names = aliases(row.by for row in rows)
        unseen = set() if self.legal else set(PERSONAL)
        unseen |= set() if self.may_change else {"phone", "email", "notes"}
        unseen |= set() if self.may_employ else {EMPLOYMENT}
        is_anonymized = self.player.anonymised_at is not None  # old and new values were erased
        return [
            ChangeRow(row, names.get(row.by, row.by), is_anonymized or row.field in unseen)
            for row in rows
        ]

    @property
    def earliest(self) -> str:
        """Return today's date, the earliest one in the forms."""
        return f"{timezone.localtime(self.now):%Y-%m-%d}"


def form_of(player: Player | None, typed: Mapping[str, str], staff: Staff) -> list[dict[str, str]]:
    """Return the form fields that this staff member may fill in, with their values."""
    names = [
        name for name in FIELDS if may(staff, "players.view_legal_name") or name not in PERSONAL
    ]
    return [
        {
            "name": name,
            "label": FIELDS[name],
            "value": typed.get(name, _text(getattr(player, name, None))),
            "kind": KINDS.get(name, "text"),
            "longest": str(MAX_LENGTHS[name]),
            "help": HELP.get(name, ""),
        }
        for name in names
    ]


KINDS = {"phone": "tel", "email": "email", "born": "date"}
MAX_LENGTHS = {
    "alias": 40,
    "legal_name": 120,
    "card_number": 40,
    "phone": 40,
    "email": 120,
    "born": 10,
    "notes": 500,
}
HELP = {
    "alias": "Shown on screens and the board. Letters, digits, emoji.",
    "legal_name": "As on the ID. Only desk staff and managers see it.",
    "phone": "For paging. Add + and the country code if it's not local.",
    "email": "For paging by email.",
}


def hours(time: timedelta) -> str:
    """Return a duration, such as "3 h 05"."""
    minutes = int(time.total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02}"


def _text(value: object) -> str:
    return "" if value is None else str(value)
