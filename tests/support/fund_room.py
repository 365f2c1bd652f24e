"""A room with a fund, a published bad beat and a game whose pots drop a jackpot fee."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from poker import commands as p
from poker.promotion_terms import HandFloor
from poker.promotions import Condition, ConditionKey
from promotions.claims import TableClaim, hit_claimed
from promotions.fund_ledger import record_days
from promotions.funds import FundResult, fund_create, fund_execute, load_fund
from promotions.models import Fund, Promotion, PromotionVersion
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy, FundState, Hit
from promotions.rules.terms import Kind, PromotionTerms, TierTerms
from staff.models import Room, Staff
from tables.models import Plaque
from tests.support.promotion_tables import JACKPOT_BOARD, QUADS, STRAIGHT_FLUSH
from tests.support.room import PIN, TableDriver, create_room, create_staff

JACKPOT = {"jackpot": 100, "jackpot_from": 1000}
DROP = 100  # of a hand
# What the log of a claimed hand has.
CHECKED_KEYS: tuple[ConditionKey, ...] = ("game", "players", "hands", "both_cards")
CHECKED = tuple(Condition(key, True) for key in CHECKED_KEYS)


TIERS = (TierTerms("primary", HandFloor("quads", ("T",)), HandFloor("quads")),)


def cards(text: str) -> tuple[str, ...]:
    return tuple(text[index : index + 2] for index in range(0, len(text), 2))


class FundRoom:
    """A room whose fund gets the jackpot drop of table T1."""

    def __init__(self, **policy: Any) -> None:
        self.table: TableDriver = create_room()
        plaque = self.table.table.plaque
        assert plaque is not None
        Plaque.objects.filter(pk=plaque.pk).update(**JACKPOT)
        self.table.table.refresh_from_db()
        self.room: Room = self.table.table.room
        self.people: dict[str, Staff] = {
            "supervisor": create_staff("supervisor", alias="Oak", badge="201"),
            "manager": create_staff("manager", alias="Hornbeam", badge="301"),
            "second": create_staff("manager", alias="Sorrel", badge="302"),
            "desk": create_staff("desk", alias="Cobalt", badge="401"),
            "surveillance": create_staff("surveillance", alias="Alder", badge="501"),
        }
        self.fund: Fund = fund_create(
            room=self.room,
            title="Bad beat jackpot",
            policy=FundPolicy(**policy),
            brought=0,
            actor=self.people["manager"].key,
            now=self.now,
        )

    @property
    def now(self) -> datetime:
        self.table.now += timedelta(seconds=1)
        return self.table.now

    @property
    def state(self) -> FundState:
        return load_fund(self.fund.pk)[1]

    def open_table(self) -> None:
        self.table.seat_players(1, 2, 3, 4)
        self.table.open()
        self.table.execute(p.SetButton(seat=1))

    def play_hand(self) -> None:
        """Play a hand whose pot of $16 drops $1 for the jackpot."""
        for _ in range(4):
            self.table.execute(p.CloseStreet(4))
        self.table.execute(p.AwardPot(seats=(1,)))

    def show_jackpot(self, table: TableDriver, players: int = 4) -> None:
        """Play a hand to its showdown, in which the quads of seat 3 lose to the straight flush of seat 2."""
        for _ in range(4):
            table.execute(p.CloseStreet(players))
        table.execute(p.ShowBoard(cards(JACKPOT_BOARD)))
        table.execute(p.ShowHand(2, cards(STRAIGHT_FLUSH)))
        table.execute(p.ShowHand(3, cards(QUADS)))

    def claim_jackpot(self, version: PromotionVersion, players: int = 4) -> Hit:
        """Play a hand in which quads lose to a straight flush, and claim it at the table; return the claim."""
        self.show_jackpot(self.table, players)
        self.table.execute(p.ClaimPromotion(f"{version.promotion.key}.{version.number}"))
        return self.state.hits[-1]

    def record_days(self) -> int:
        return record_days(self.room, self.now)

    def send(self, command: c.FundCommand, actor: str = "manager", **options: str) -> FundResult:
        return fund_execute(
            fund_id=self.fund.pk,
            command_id=options.get("command_id", str(uuid4())),
            command=command,
            actor=self.people[actor].key,
            now=self.now,
        )

    def fill(self, amount: int) -> None:
        """Post an amount that came to the fund's account from another fund."""
        self.send(c.Receive(amount, "Old jackpot", 0))
        self.send(c.Post(amount, 0, 0, "opening"))

    def publish(
        self, kind: Kind = "bad_beat", title: str = "Bad beat jackpot", **changes: object
    ) -> PromotionVersion:
        """Publish a promotion, such as a bad beat of four players, with these changes."""
        terms: PromotionTerms = replace(first_terms(kind, title), **changes)
        promotion: Promotion = promotion_create(
            room=self.room,
            terms=terms,
            fund=self.fund,
            staff=self.people["manager"],
            now=self.now,
        )
        return version_publish(promotion=promotion, badge="302", pin=PIN, seen=1, now=self.now)

    def dealt(self) -> tuple[tuple[int, str], ...]:
        """Return seat and player of the players at the table."""
        seats = self.table.table.listed.seats
        return tuple((seat.seat, seat.player) for seat in seats if seat.player)

    def claim(self, version: PromotionVersion, hand: int = 7, at: int = 1000) -> Hit:
        """Return the hit of a claim of seats 2 (losing) and 3 (winning)."""
        self.table.table.stream.refresh_from_db()
        key = f"{version.promotion.key}.{version.number}"
        claim = TableClaim(key, "primary", 0, hand, (2,), (3,), self.dealt(), at)
        result = hit_claimed(
            room_id=self.room.pk,
            table="T1",
            claim=claim,
            checked=CHECKED,
            command_id=str(uuid4()),
            actor="system.test",
            now=self.now,
        )
        return result.state.hits[-1]

    def verify(self, hit: Hit) -> Hit:
        """Answer all questions, confirm, verify and seal a claim; return it."""
        for question in hit.asks:
            self.send(c.AnswerQuestion(hit.number, question, True, "dealer"), "supervisor")
        self.send(c.Watch(hit.number), "surveillance")
        self.send(c.Verify(hit.number), "supervisor")
        result = self.send(c.Seal(hit.number, "0412", 52), "supervisor")
        verified = result.state.hit(hit.number)
        assert verified is not None
        return verified
