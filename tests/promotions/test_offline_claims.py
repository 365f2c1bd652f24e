"""Jackpots at two tables, one of them without the network: the time of the dealer's tap decides."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from journal.unix_time import milliseconds
from poker import commands as p
from poker.refusal import Refusal
from promotions.models import PromotionVersion
from promotions.rules import fund_commands as c
from promotions.table_sync import sync_room
from tables import lifecycle
from tables.dealer_sign_in import dealer_push
from tables.models import Divergence
from tests.support.engine_tablet import EngineTablet
from tests.support.fund_room import TIERS, FundRoom
from tests.support.room import ACTOR, TableDriver, create_staff, pair_device

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class TwoTables:
    """T1 and T2 at a showdown that wins the jackpot. The tablet of T2 has the table and then no network."""

    funds: FundRoom
    version: PromotionVersion
    other: TableDriver
    tablet: EngineTablet

    @property
    def key(self) -> str:
        return f"{self.version.promotion.key}.{self.version.number}"

    def claim_at_t1(self) -> int:
        """Claim the jackpot of T1; return the time of the tap."""
        self.funds.table.execute(p.ClaimPromotion(self.key))
        return milliseconds(self.funds.table.now)

    async def claim_at_t2(self, at: int) -> None:
        """Send the claim that the dealer of T2 tapped at this time without the network."""
        self.tablet.tap("claim_promotion", at=at, promotion=self.key)
        answers = await self.tablet.send_taps()
        assert [answer.code for answer in answers if answer.code] == []

    def verify(self, table: str) -> None:
        number = next(hit.number for hit in self.funds.state.hits if hit.facts.table == table)
        self.funds.send(c.Verify(number), "supervisor")

    def amounts(self) -> dict[str, int]:
        return {hit.facts.table: hit.amount for hit in self.funds.state.hits}


def prepare() -> tuple[FundRoom, PromotionVersion, TableDriver, str]:
    funds = FundRoom(surveillance=False, seal_from=0)
    version = funds.publish(games=(), tiers=TIERS, players=4, pot=0, asks=())
    funds.fill(100_000)
    funds.open_table()
    plaque = funds.table.table.plaque
    table = lifecycle.table_create(
        room=funds.room, name="T2", seats=9, plaque=plaque, actor=ACTOR, now=funds.now
    )
    other = TableDriver(table, funds.now)
    other.seat_players(1, 2, 3, 4)
    other.open()
    sync_room(funds.room, funds.now)
    other.execute(p.SetButton(seat=1))
    funds.show_jackpot(funds.table)
    funds.show_jackpot(other)
    device, token = pair_device(table)
    dealer_push(device=device, staff=create_staff("dealer"), now=funds.now)
    return funds, version, other, token


@pytest.fixture
async def two_tables(caplog: pytest.LogCaptureFixture) -> AsyncIterator[TwoTables]:
    funds, version, other, token = await sync_to_async(prepare)()
    later = funds.table.now + timedelta(minutes=5)
    with patch("django.utils.timezone.now", return_value=later):
        tablet = EngineTablet(token, milliseconds(funds.table.now))
        assert (await tablet.socket.connect())[0]
        await tablet.hello()
        yield TwoTables(funds, version, other, tablet)
        await tablet.socket.disconnect()
    assert "Divergence" not in caplog.text


async def check_books() -> None:
    assert not await Divergence.objects.aexists()
    await sync_to_async(call_command)("verify_journal", verbosity=0)
    await sync_to_async(call_command)("verify_fund", "--all", verbosity=0)


async def test_tap_time_decides_between_two_tables(two_tables: TwoTables) -> None:
    tapped = await sync_to_async(two_tables.claim_at_t1)()
    await two_tables.claim_at_t2(tapped - 30_000)
    with pytest.raises(Refusal, match="earlier_claim"):
        await sync_to_async(two_tables.verify)("T1")
    await sync_to_async(two_tables.verify)("T2")
    assert await sync_to_async(two_tables.amounts)() == {"T1": 0, "T2": 100_000}
    with pytest.raises(Refusal, match="pool_short"):
        await sync_to_async(two_tables.verify)("T1")
    await check_books()


async def test_equal_taps_of_two_tables_split(two_tables: TwoTables) -> None:
    tapped = await sync_to_async(two_tables.claim_at_t1)()
    await two_tables.claim_at_t2(tapped)
    await sync_to_async(two_tables.verify)("T1")
    assert await sync_to_async(two_tables.amounts)() == {"T1": 0, "T2": 0}
    await sync_to_async(two_tables.verify)("T2")
    assert await sync_to_async(two_tables.amounts)() == {"T1": 50_000, "T2": 50_000}
    await check_books()
