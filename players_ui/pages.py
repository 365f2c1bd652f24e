"""What the registry's pages show, as plain values for the templates; what a person may not see is not in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone

from keeping.models import Anonymised
from players.aliases import same
from players.identity import numbers_of
from players.models import Change, Merge, Player, SelfExclusion
from players.registry import PERSONAL
from players.standing import Standing, marks, moment, rows_kept, standing
from players_ui.roles import may
from rulings.wording.sayings import money
from tables.models import Room, Staff, Visit
from tables.visits import Stay, stay
from tables.welcome import tables_of

A_PAGE = 50
VISITS, CHANGES = 10, 50  # the last ones of a player
FIELDS = {
    "alias": "Alias",
    "legal_name": "Legal name",
    "card_number": "Membership number",
    "phone": "Phone",
    "email": "E-mail",
    "born": "Date of birth",
    "notes": "Notes",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the list."""

    player: Player
    legal_name: str
    standing: Standing | None
    here: bool


@dataclass(frozen=True)
class Listed:
    """The list, as far as it was looked for."""

    rows: tuple[Row, ...]
    page: "Page[Player]"
    who: str


def listed(who: str, page: str, staff: Staff, now: datetime) -> Listed:
    """Players by alias, those in the room first when nobody is looked for."""
    legal = may(staff, "legal")
    wanted = " ".join(who.replace("\0", " ").split())[:60]
    rows = _found(wanted, legal=legal, phone=may(staff, "change")).order_by("alias", "pk")
    found = Paginator(rows, A_PAGE).get_page(page[:9])
    players = list(found.object_list)
    marked = marks(rows_kept(now), [one.key for one in players], now)
    visits = Visit.objects.filter(player__in=players, out_at=None)
    here = set(visits.values_list("player", flat=True))
    told = tuple(
        Row(one, one.legal_name if legal else "", marked.get(one.key), one.pk in here)
        for one in players
    )
    return Listed(told, found, wanted)


def _found(wanted: str, *, legal: bool, phone: bool) -> QuerySet[Player]:
    rows = Player.objects.filter(merged_into=None, anonymised_at=None)
    if not wanted:
        return rows
    asked = Q(alias_key__contains=same(wanted)) | Q(alias__icontains=wanted)
    asked |= Q(card_number__iexact=wanted)
    digits = "".join(sign for sign in wanted if sign in "0123456789")
    if phone and len(digits) >= 4:  # letters of a number
        asked |= Q(phone__endswith=digits)
    if legal:
        asked |= Q(legal_name__icontains=wanted)
    return rows.filter(asked)


@dataclass(frozen=True)
class Told:
    """A visit in words."""

    stay: Stay

    @property
    def when(self) -> str:
        """From and until."""
        out = self.stay.visit.out_at
        return f"{moment(self.stay.visit.in_at)} to {moment(out) if out else 'now'}"

    @property
    def played(self) -> str:
        """3 h 05 in seats."""
        return hours(self.stay.played)

    @property
    def bought(self) -> str:
        """Chips."""
        return money(self.stay.bought) if self.stay.bought else ""

    @property
    def taken_off(self) -> str:
        """Chips for incidentals."""
        return money(self.stay.taken_off) if self.stay.taken_off else ""

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Each seat and the chips that moved there."""
        return [
            (
                f"{sitting.table.name}, seat {sitting.seat}",
                ", ".join(
                    f"{moved.get_kind_display()} {money(moved.amount)}"
                    for moved in sitting.movements.all()
                ),
            )
            for sitting in self.stay.sittings
        ]


@dataclass(frozen=True)
class Changed:
    """One change in words; of what may not be seen, only that it changed."""

    change: Change
    by: str
    hidden: bool

    @property
    def field(self) -> str:
        """What."""
        return FIELDS.get(self.change.field, self.change.field)

    @property
    def before(self) -> str:
        """What it was."""
        return "" if self.hidden else self.change.before

    @property
    def after(self) -> str:
        """What it became."""
        return "" if self.hidden else self.change.after

    @property
    def at(self) -> str:
        """When."""
        return moment(self.change.at)


class PlayerPage:
    """One player, as far as `staff` may see."""

    def __init__(
        self, player: Player, staff: Staff, now: datetime, typed: Mapping[str, str]
    ) -> None:
        self.player, self.staff, self.now, self.typed = player, staff, now, typed
        self.numbers = numbers_of(player)
        self.standing = standing(player, now)
        self.legal, self.may_change = may(staff, "legal"), may(staff, "change")
        known = player.anonymised_at is None
        self.may_merge, self.may_exclude = known and may(staff, "merge"), may(staff, "exclude")
        self.may_forget, self.may_check_in = known and may(staff, "forget"), known
        self.visit = Visit.objects.filter(player=player, out_at=None).first()
        self.seated = bool(tables_of(*(f"p{number}" for number in self.numbers)))

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What is known, by name."""
        known = [("Membership number", self.player.card_number or "")]
        if self.legal:
            born = self.player.born.isoformat() if self.player.born else ""
            known = [
                ("Legal name", self.player.legal_name),
                ("Date of birth", born),
                *known,
            ]
        if self.may_change:
            known += [("Phone", self.player.phone), ("E-mail", self.player.email)]
            known += [("Notes", self.player.notes)]
        return [(name, text or "not known") for name, text in known]

    @property
    def anonymised(self) -> tuple[str, str] | None:
        """Why and by whom all of it was taken away; None where it was not."""
        row = Anonymised.objects.filter(player__in=self.numbers).first()
        if row is None:
            return None
        names = _names([row.by, row.second])
        who = [names.get(key, key) for key in (row.by, row.second) if key]
        return row.reason, f"{' and '.join(who)}, {moment(row.at)}"

    @property
    def rooms(self) -> Iterable[Room]:
        """Where to check in."""
        return Room.objects.order_by("name")

    @property
    def visits(self) -> list[Told]:
        """The last ones."""
        rows = Visit.objects.filter(player__in=self.numbers)[:VISITS]
        return [Told(stay(visit, self.now)) for visit in rows]

    @property
    def exclusions(self) -> list[tuple[str, str, bool]]:
        """From and until, written down when and by whom, whether it is over."""
        rows = SelfExclusion.objects.filter(player__in=self.numbers)
        names = _names(row.by for row in rows)
        return [
            (
                f"{moment(row.since)} {f'until {moment(row.until)}' if row.until else 'for good'}",
                f"{names.get(row.by, row.by)}, {moment(row.at)}",
                row.until is not None and row.until <= self.now,
            )
            for row in rows
        ]

    @property
    def merges(self) -> list[tuple[str, str, str]]:
        """Who else this player turned out to have been: alias, reason, who and when."""
        rows = Merge.objects.filter(gone__in=self.numbers).select_related("gone")
        names = _names(row.by for row in rows)
        return [
            (row.gone.alias, row.reason, f"{names.get(row.by, row.by)}, {moment(row.at)}")
            for row in rows
        ]

    @property
    def changes(self) -> list[Changed]:
        """Who changed what, the newest first."""
        rows = list(Change.objects.filter(player__in=self.numbers)[:CHANGES])
        names = _names(row.by for row in rows)
        unseen = set() if self.legal else set(PERSONAL)
        unseen |= set() if self.may_change else {"phone", "email", "notes"}
        gone = self.player.anonymised_at is not None  # what it was and became is nowhere any more
        return [
            Changed(row, names.get(row.by, row.by), gone or row.field in unseen) for row in rows
        ]

    @property
    def earliest(self) -> str:
        """Today, for the forms."""
        return f"{timezone.localtime(self.now):%Y-%m-%d}"


def form_of(player: Player | None, typed: Mapping[str, str], staff: Staff) -> list[dict[str, str]]:
    """The fields of the form that this person may fill in, with what stands in them."""
    names = [name for name in FIELDS if may(staff, "legal") or name not in PERSONAL]
    return [
        {
            "name": name,
            "label": FIELDS[name],
            "value": typed.get(name, _text(getattr(player, name, None))),
            "kind": KINDS.get(name, "text"),
            "longest": str(LONGEST[name]),
            "help": HELP.get(name, ""),
        }
        for name in names
    ]


KINDS = {"phone": "tel", "email": "email", "born": "date"}
LONGEST = {
    "alias": 40,
    "legal_name": 120,
    "card_number": 40,
    "phone": 40,
    "email": 120,
    "born": 10,
    "notes": 500,
}
HELP = {
    "alias": "What screens and boards show. Letters, digits, emoji.",
    "legal_name": "As on the document. Seen by the desk and managers only.",
    "phone": "For paging. With + and the country, unless it is of here.",
    "email": "For paging, where the room pages by mail.",
}


def hours(time: timedelta) -> str:
    """3 h 05."""
    minutes = int(time.total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02}"


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _names(keys: Iterable[str]) -> dict[str, str]:
    numbers = [int(text) for key in keys if (text := key.removeprefix("staff.")).isdecimal()]
    return {one.key: one.alias for one in Staff.objects.filter(pk__in=numbers)}
