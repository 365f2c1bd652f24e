"""Data for the page of a house-banked table: plaque, state, figures, last rounds, and the available actions."""

from datetime import datetime
from functools import cached_property
from uuid import uuid4

from django.utils import timezone

from banked.actions import load_banked, plaque_body
from banked.figures import HOUR, RoundRow, TableFigures, last_rounds, table_figures
from banked.models import BankedSetup, HousePlaque
from banked.pages.round_page import BoxRow, DealerRow, box_rows, dealer_row
from banked.plaque_text import plaque_lines
from banked.plaques import newest_plaques
from banked.rules.plaque import BankedPlaque
from banked.rules.state import Box
from banked.rules.walk import step
from banked.tablet.messages import next_step
from journal.unix_time import from_milliseconds
from staff.models import Staff
from staff.permissions import may
from tables.models import Device, Table

CLOSE_REASONS = ("No players", "Room closing", "Short of dealers", "Cards or shoe")


class BankedTablePage:
    """A house-banked table at one moment, for a staff member."""

    def __init__(self, table: Table, staff: Staff, now: datetime) -> None:
        self.table = table
        self.staff = staff
        self.now = now
        self.seq, self.state = load_banked(table.pk)

    @property
    def command_id(self) -> str:
        """Return a new command id per form, so that a form sent twice is executed once."""
        return str(uuid4())

    @property
    def may_act(self) -> bool:
        return may(self.staff, "tables.supervise")

    @property
    def sees_rounds(self) -> bool:
        return may(self.staff, "rulings.view_ruling")

    @property
    def is_open(self) -> bool:
        return self.state.is_open

    @property
    def since(self) -> datetime | None:
        return from_milliseconds(self.state.since) if self.state.since else None

    @cached_property
    def setup_plaque(self) -> HousePlaque | None:
        """Return the plaque that the table opens with."""
        setup = BankedSetup.objects.select_related("plaque").filter(table=self.table).first()
        return setup.plaque if setup else None

    @property
    def plaque(self) -> BankedPlaque | None:
        """Return the plaque that is dealt, or the one that a closed table opens with."""
        if self.state.is_open:
            return self.state.plaque
        return plaque_body(self.setup_plaque) if self.setup_plaque else None

    @property
    def plaque_lines(self) -> list[tuple[str, tuple[str, ...]]]:
        return plaque_lines(self.plaque) if self.plaque else []

    @property
    def has_next_plaque(self) -> bool:
        return self.state.next_plaque is not None

    @cached_property
    def plaques(self) -> list[HousePlaque]:
        return newest_plaques()

    @property
    def round(self) -> int:
        """Return the number of the round in progress, 0 between rounds."""
        return self.state.round.number if self.state.round else 0

    @property
    def step(self) -> str:
        """Return what the dealer does next."""
        return next_step(self.state, step(self.state)).now

    @property
    def dealer(self) -> str:
        return self.state.dealer.name if self.state.dealer else ""

    @property
    def dealt_since(self) -> datetime | None:
        return from_milliseconds(self.state.dealer.since) if self.state.dealer else None

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.state.boxes

    @property
    def round_boxes(self) -> list[BoxRow]:
        """Return the boxes of the round in progress."""
        return box_rows(self.state) if self.state.round else []

    @property
    def dealer_hand(self) -> DealerRow | None:
        return dealer_row(self.state) if self.state.round else None

    @property
    def shoe(self) -> list[str]:
        """Return the state of the shoe in short sentences."""
        shoe = self.state.shoe
        if self.state.plaque.tracking == "outcomes":
            return ["Cards aren't logged at this table."]
        if shoe is None:
            return ["No shoe."]
        parts = [f"{shoe.left} of {shoe.cards} cards left, {shoe.decks} decks."]
        if shoe.is_cover_out:
            parts.append("Cover card out: this round is the shoe's last.")
        if self.state.is_burn_due:
            parts.append("First card to burn.")
        return parts

    @cached_property
    def today(self) -> TableFigures:
        """Return the figures since midnight."""
        midnight = timezone.localtime(self.now).replace(hour=0, minute=0, second=0, microsecond=0)
        return table_figures(self.table, since=midnight, until=self.now)

    @cached_property
    def hour(self) -> TableFigures:
        """Return the figures of the last 60 minutes."""
        return table_figures(self.table, since=self.now - HOUR, until=self.now)

    @property
    def periods(self) -> list[tuple[str, TableFigures]]:
        return [("Today", self.today), ("Last 60 minutes", self.hour)]

    @cached_property
    def rounds(self) -> list[RoundRow]:
        return last_rounds(self.table)

    @property
    def devices(self) -> list[Device]:
        """Return the tablets of the table."""
        return list(Device.objects.filter(table=self.table, revoked_at=None).order_by("name"))

    @property
    def close_reasons(self) -> tuple[str, ...]:
        return CLOSE_REASONS
