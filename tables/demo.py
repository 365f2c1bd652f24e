"""The demo room: tables, players and staff, all invented. The only place with ready-made PINs."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import Group
from django.utils import timezone

from players.models import Player
from tables import lifecycle
from tables.models import Device, Plaque, Room, Staff, Table
from tables.pairing import pairing_code_make
from tables.plaques import plaque_publish
from tables.staffing import staff_save

ROOM = "Demo room"
ACTOR = "system.demo"
CODE = "20262026"
PASSWORD = "only-for-the-demo"

SIGN_INS = f"""
The demo room. Everybody in it is invented.

  tablet of table T1   pairing code {CODE}
    dealer Wren        badge 101, PIN 2580
    dealer Plover      badge 102, PIN 1470
    dealer Siskin      badge 103, PIN 3690
    supervisor Rowan   badge 201, PIN 7410
    supervisor Alder   badge 202, PIN 8520
    manager Hornbeam   badge 301, PIN 9630

  set-up pages         name manager, password {PASSWORD}
"""

# user name, alias, badge, PIN, role
STAFF = (
    ("wren", "Wren", "101", "2580", "dealer"),
    ("plover", "Plover", "102", "1470", "dealer"),
    ("siskin", "Siskin", "103", "3690", "dealer"),
    ("rowan", "Rowan", "201", "7410", "supervisor"),
    ("alder", "Alder", "202", "8520", "supervisor"),
    ("manager", "Hornbeam", "301", "9630", "manager"),
)

PLAYERS = (
    *("Kettle", "Lantern", "Pebble", "Thimble", "Anchor", "Bobbin", "Candle", "Ladle", "Marble"),
    *("Button", "Spindle", "Trowel", "Whistle", "Bellows", "Hinge", "Pulley", "Funnel", "Mallet"),
    *("Basket", "Compass", "Feather", "Gimlet"),
)

CHIPS = [100, 500, 2500, 10000]
RAKE = {"charge": "percent", "basis_points": 1000, "cap": 500, "unit": 100}
LIMIT_4_8 = {
    **RAKE,
    "game": "holdem",
    "limit": "split",
    "small_bet": 400,
    "big_bet": 800,
    "blinds": [200, 400],
    "buy_in_min": 4000,
    "buy_in_max": 40000,
    "chips": CHIPS,
    "jackpot": 100,
    "jackpot_from": 2000,
}
PLAQUES: dict[str, dict[str, object]] = {
    "Limit hold'em 4/8": {**LIMIT_4_8, "tracking": "actions"},
    "Limit hold'em 4/8, by streets": {**LIMIT_4_8, "tracking": "streets"},
    "No-limit hold'em 1/3": {
        **RAKE,
        "game": "holdem",
        "limit": "none",
        "small_bet": 300,
        "big_bet": 300,
        "blinds": [100, 300],
        "straddle": True,
        "buy_in_min": 10000,
        "buy_in_max": 50000,
        "chips": CHIPS,
    },
    "Pot-limit Omaha 1/2": {
        "game": "omaha",
        "limit": "pot",
        "small_bet": 200,
        "big_bet": 200,
        "blinds": [100, 200],
        "buy_in_min": 10000,
        "buy_in_max": 50000,
        "chips": CHIPS,
        "charge": "time",
        "time_charge": 600,
    },
}
TABLES = (
    ("T1", 9, "Limit hold'em 4/8"),
    ("T2", 9, "No-limit hold'em 1/3"),
    ("T3", 9, "Pot-limit Omaha 1/2"),
    ("T4", 9, "Limit hold'em 4/8, by streets"),
)


def seed() -> None:
    """Make what is missing of the demo room; a second time changes nothing."""
    now = timezone.now()
    room, _ = Room.objects.get_or_create(name=ROOM)
    for name, alias, badge, pin, role in STAFF:
        _staff(name=name, alias=alias, badge=badge, pin=pin, role=role)
    for alias in PLAYERS:
        Player.objects.get_or_create(alias=alias)
    for name, seats, plaque in TABLES:
        _table(room=room, name=name, seats=seats, plaque=_plaque(plaque, now), now=now)
    first = Table.objects.get(room=room, name="T1")
    if not any(seat["player"] for seat in first.view["seats"]):
        _open_nine(first, now)
    if not Device.objects.filter(table=first).exists():
        device = Device.objects.create(name="Tablet of T1", table=first)
        far = datetime(9999, 1, 1, tzinfo=UTC) - now - timedelta(days=1)
        pairing_code_make(device=device, now=now, code=CODE, lasts=far)


def _staff(*, name: str, alias: str, badge: str, pin: str, role: str) -> None:
    if Staff.objects.filter(badge=badge).exists():
        return
    staff_save(
        staff=Staff(alias=alias, badge=badge),
        username=name,
        role=Group.objects.get(name=role),
        is_active=True,
        pin=pin,
        password=PASSWORD if role == "manager" else "",
    )


def _plaque(name: str, now: datetime) -> Plaque:
    known = Plaque.objects.filter(name=name).order_by("-version").first()
    return known or plaque_publish(plaque=Plaque(name=name, **PLAQUES[name]), now=now)


def _table(*, room: Room, name: str, seats: int, plaque: Plaque, now: datetime) -> None:
    if not Table.objects.filter(room=room, name=name).exists():
        lifecycle.table_create(
            room=room, name=name, seats=seats, plaque=plaque, actor=ACTOR, now=now
        )


def _open_nine(table: Table, now: datetime) -> None:
    """Nine players, table open, button still to be drawn."""
    for seat, alias in enumerate(PLAYERS[:9], start=1):
        lifecycle.player_seat(
            table_id=table.pk,
            seat=seat,
            player="",
            name=alias,
            stack=None,
            command_id=f"demo-seat-{seat}",
            seen=None,
            actor=ACTOR,
            now=now,
        )
    lifecycle.table_open(table=table, command_id="demo-open", seen=None, actor=ACTOR, now=now)
