"""A fund with a claim and a promotion, and a drawing of hours, for tests that open every address."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from journal.unix_time import milliseconds
from players.models import Player
from promotions.claims import TableClaim, hit_claimed
from promotions.funds import fund_create
from promotions.hours_log import hours_execute
from promotions.models import Fund, Promotion
from promotions.pages.hours_page import own_token
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules.fund_state import FundPolicy
from promotions.rules.hours_commands import AnnounceDrawing
from staff.models import Room, Staff
from tests.support.room import PIN, create_staff

SPACES = ("funds:", "hours:")


def promotion_args(url: str, room: Room) -> dict[str, list[object]]:
    """Return the arguments of the addresses of funds or hours."""
    if not url.startswith(SPACES):
        return {}
    fund = Fund.objects.filter(room=room).first() or _fill(room)
    player = Player.objects.order_by("pk")[0]
    if url.startswith("hours:"):
        of_drawing: dict[str, list[object]] = {
            key: [room.pk, 1] for key in ("entries", "public-entries")
        }
        of_room: dict[str, list[object]] = {key: [room.pk] for key in ("act", "public-drawings")}
        return {
            **of_drawing,
            **of_room,
            "slip": [room.pk, 1],
            "statement": [room.pk, player.pk],
            "own": [own_token(room, player)],
        }
    promotion = Promotion.objects.get(fund=fund)
    rooms = ("open", "new-claim", "make-claim", "promotion-new", "board", "public")
    return {
        **{key: [room.pk] for key in rooms},
        **{key: [fund.pk] for key in ("ledger", "act", "draw-act")},
        **{key: [fund.pk, 1] for key in ("claim", "claim-act", "slips", "pick")},
        **{key: [promotion.pk] for key in ("promotion", "promotion-act")},
        **{key: [room.pk, fund.number] for key in ("public-fund", "csv")},
    }


def _fill(room: Room) -> Fund:
    now = timezone.now()
    manager = Staff.objects.get(badge="301")
    second = create_staff("manager", alias="Sorrel", badge="399")
    actor: dict[str, Any] = {"actor": manager.key, "now": now}
    fund = fund_create(
        room=room, title="Bad beat", policy=FundPolicy(primary=100), brought=50_000, **actor
    )
    terms = first_terms("bad_beat", "Bad beat")
    promotion = promotion_create(room=room, terms=terms, fund=fund, staff=manager, now=now)
    version = version_publish(promotion=promotion, badge="399", pin=PIN, seen=1, now=now)
    key = f"{promotion.key}.{version.number}"
    player = Player.objects.order_by("pk")[0]
    dealt = ((2, player.key), (3, ""))
    claim = TableClaim(key, "primary", 0, 1, (2,), (3,), dealt, milliseconds(now))
    hit_claimed(
        room_id=room.pk, table="T1", claim=claim, checked=(), command_id=str(uuid4()), **actor
    )
    drawing = AnnounceDrawing(
        "July", "2026-07-01", "2026-07-31", 60, 1, 10_000, "State lottery", approved=second.key
    )
    hours_execute(room_id=room.pk, command_id=str(uuid4()), command=drawing, **actor)
    return fund
