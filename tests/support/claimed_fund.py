"""A fund with a claim of nine players, as a script for the shell of a live room."""

LONG = "Jackpot of all hold'em games of the riverside rooms, with reserve"
FILL = f"""
import json
from uuid import uuid4
from django.utils import timezone
from journal.unix_time import milliseconds
from players.roster import player_named
from promotions.claims import TableClaim, hit_claimed
from promotions.funds import fund_create, fund_execute
from promotions.models import Promotion, PromotionVersion
from promotions.pages.promotion_form import first_terms
from promotions.publishing import builtins
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
now = timezone.now()
manager = Staff.objects.get(badge="301")
fund = fund_create(
    room=room, title={LONG!r}, policy=FundPolicy(surveillance=False), brought=5_548_000,
    actor=manager.key, now=now,
)
fund_execute(
    fund_id=fund.pk, command_id=str(uuid4()), command=c.Post(5_548_000, 0, 0, "opening"),
    actor=manager.key, now=now,
)
promotion = Promotion.objects.create(
    room=room, fund=fund, key="jackpot", title={LONG!r}, kind="bad_beat"
)
PromotionVersion.objects.create(
    promotion=promotion, number=1, terms=builtins(first_terms("bad_beat", {LONG!r})),
    reason="First version.", effective_from=now, proposed_by=manager, published_by=manager,
    published_at=now,
)
players = [player_named(key="", alias=f"Wandering Lamp {{number}}") for number in range(1, 10)]
dealt = tuple((seat, player.key) for seat, player in enumerate(players, start=1))
claim = TableClaim("jackpot.1", "primary", 0, 118, (3,), (8,), dealt, milliseconds(now))
hit_claimed(
    room_id=room.pk, table="T1", claim=claim, checked=(), command_id=str(uuid4()),
    actor="system.test", now=now,
)
print("MARK", json.dumps({{"room": room.pk, "fund": fund.pk, "promotion": promotion.pk}}))
"""
