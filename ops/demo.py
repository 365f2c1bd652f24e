"""The demo room: tables, players and staff, all invented. The only place with predefined PINs.

Its PINs and pairing codes are published, so it is created only on request, and never on a server with HTTPS.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from players.models import Player
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.aliases import canonical_alias
from staff.hashing import hash_secret
from staff.hooks import hooks
from staff.models import Room, Staff
from staff.rooms import HOUSE_WIDE_ROLE
from tables import lifecycle
from tables.models import Device, PairingCode, Plaque, Table
from tables.pairing import pairing_code_make
from tables.plaques import plaque_publish, rotation_leg
from tables.seating import player_seat

ROOM = "Demo room"
ACTOR = "system.demo"
CODE = "20262026"
# Pairing code of each table's tablet. T2 is closed, so its tablet offers the dealer school.
CODES = {
    "T1": CODE,
    "T5": "20262027",
    "T6": "20262028",
    "T7": "20262029",
    "T2": "20262030",
    "S1": "20262031",
}
PASSWORD = "only-for-the-demo"

# User name, alias, badge, PIN, role.
STAFF = (
    ("wren", "Wren", "101", "2580", "dealer"),
    ("plover", "Plover", "102", "1470", "dealer"),
    ("siskin", "Siskin", "103", "3690", "dealer"),
    ("rowan", "Rowan", "201", "7410", "supervisor"),
    ("alder", "Alder", "202", "8520", "supervisor"),
    ("cobalt", "Cobalt", "401", "6240", "desk"),
    ("manager", "Hornbeam", "301", "9630", "manager"),
    ("linden", "Linden", "302", "5820", "manager"),
)

PLAYERS = (
    "Kettle",
    "Lantern",
    "Pebble",
    "Thimble",
    "Anchor",
    "Bobbin",
    "Candle",
    "Ladle",
    "Marble",
    "Buckle",
    "Spindle",
    "Trowel",
    "Whistle",
    "Bellows",
    "Hinge",
    "Pulley",
    "Funnel",
    "Mallet",
    "Basket",
    "Compass",
    "Feather",
    "Gimlet",
    "Lattice",
    "Mortar",
    "Needle",
    "Pestle",
    "Quill",
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
        "bounty": "both",
        "bounty_amount": 500,
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
        "bomb": "asked",
        "bomb_amount": 1000,
        "bomb_boards": 2,
    },
}
STUD_10_20 = {
    **RAKE,
    "game": "stud",
    "limit": "split",
    "small_bet": 1000,
    "big_bet": 2000,
    "ante": 200,
    "bring_in": 500,
    "buy_in_min": 10000,
    "buy_in_max": 100000,
    "chips": CHIPS,
}
OMAHA8_4_8 = {**LIMIT_4_8, "game": "omaha8", "jackpot": 0}
PLAQUES |= {
    "Seven-card stud 10/20": STUD_10_20,
    "Razz 10/20": {**STUD_10_20, "game": "razz"},
    "Stud eight-or-better 10/20": {**STUD_10_20, "game": "stud8"},
    "2-7 triple draw 4/8": {**LIMIT_4_8, "game": "deuce7_triple", "jackpot": 0},
    "Omaha eight-or-better 4/8 with a kill": {
        **OMAHA8_4_8,
        "kill": "full",
        "kill_trigger": 6000,
        "kill_post": 800,
    },
    "Omaha eight-or-better 10/20": {
        **OMAHA8_4_8,
        "small_bet": 1000,
        "big_bet": 2000,
        "blinds": [500, 1000],
        "buy_in_min": 10000,
        "buy_in_max": 100000,
    },
}
HORSE = "HORSE 10/20"
HORSE_THEN = (
    "Omaha eight-or-better 10/20",
    "Razz 10/20",
    "Seven-card stud 10/20",
    "Stud eight-or-better 10/20",
)
PLAQUES[HORSE] = {
    **LIMIT_4_8,
    "small_bet": 1000,
    "big_bet": 2000,
    "blinds": [500, 1000],
    "buy_in_min": 10000,
    "buy_in_max": 100000,
    "jackpot": 0,
    "rotate_by": "orbit",
}
TABLES = (
    ("T1", 9, "Limit hold'em 4/8"),
    ("T2", 9, "No-limit hold'em 1/3"),
    ("T3", 9, "Pot-limit Omaha 1/2"),
    ("T4", 9, "Limit hold'em 4/8, by streets"),
    ("T5", 8, "Seven-card stud 10/20"),
    ("T6", 6, "2-7 triple draw 4/8"),
    ("T7", 9, "Omaha eight-or-better 4/8 with a kill"),
    ("T8", 8, HORSE),
)
# Players seated at each open table
OPEN = {"T1": PLAYERS[:9], "T5": PLAYERS[9:17], "T6": PLAYERS[17:23], "T7": PLAYERS[23:]}


class DemoRefused(Exception):
    """The demo may not be created on this server; the text gives the reason."""


def refuse_with_https() -> None:
    """Raise `DemoRefused` on a server with HTTPS, because that is a real room's server."""
    if settings.HTTPS:
        raise DemoRefused(
            "The demo room's PINs and pairing codes are published, so it can't be created on a server with HTTPS."
        )


def _tablet(*, room: Room, table_name: str, code: str, now: datetime) -> None:
    table = Table.every.get(room=room, name=table_name)
    if Device.objects.filter(table=table).exists():
        return
    far = datetime(9999, 1, 1, tzinfo=UTC) - now - timedelta(days=1)
    with transaction.atomic():  # a second run creates both or neither
        device = Device.objects.create(name=f"Tablet {table_name}", table=table)
        pairing_code_make(device=device, now=now, code=code, lifetime=far)


def seed() -> None:
    """Create the missing parts of the demo room; a second run changes nothing. Raises `DemoRefused` with HTTPS."""
    refuse_with_https()
    now = timezone.now()
    room, _ = Room.objects.get_or_create(name=ROOM)
    for name, alias, badge, pin, role in STAFF:
        _staff(room, name=name, alias=alias, badge=badge, pin=pin, role=role)
    for alias in PLAYERS:
        Player.objects.get_or_create(alias_key=canonical_alias(alias), defaults={"alias": alias})
    for name, seats, plaque in TABLES:
        _table(room=room, name=name, seats=seats, plaque=_plaque(plaque, now), now=now)
    for name, players in OPEN.items():
        table = Table.objects.get(room=room, name=name)
        if not any(seat.player for seat in table.listed.seats):
            _open(table, players, now)
    for create in hooks().DEMO_TABLES:
        create(room=room, actor=ACTOR, now=now)
    for name, code in CODES.items():
        _tablet(room=room, table_name=name, code=code, now=now)


def sign_ins() -> str:
    """Return the demo's sign-ins that work on this server, as text for the terminal; "" if there are none."""
    tablets = [
        f"    tablet of {table:20} pairing code {code}"
        for table, code in CODES.items()
        if PairingCode.objects.filter(code_hash=hash_secret(code), used_at=None).exists()
    ]
    people = []
    passwords = []
    for name, alias, badge, pin, role in STAFF:
        staff = Staff.objects.select_related("user").filter(alias=alias, badge=badge).first()
        if staff is None or not staff.user.is_active:
            continue
        if check_password(pin, staff.pin_hash):
            people.append(f"    {role} {alias:{18 - len(role)}} badge {badge}, PIN {pin}")
        if role == "manager" and staff.user.check_password(PASSWORD):
            passwords.append(f"    settings, rulebook  name {name}, password {PASSWORD}")
    lines = [*tablets, *people, *passwords]
    return "\n".join(["The demo room. Everyone in it is made up.", *lines]) if lines else ""


def _staff(room: Room, *, name: str, alias: str, badge: str, pin: str, role: str) -> None:
    if Staff.objects.filter(Q(badge=badge) | Q(alias=alias) | Q(user__username=name)).exists():
        return  # the demo's row, or the manager who began the setup and then chose the demo
    staff_save(
        staff=Staff(alias=alias, badge=badge, house_wide=role == HOUSE_WIDE_ROLE),
        username=name,
        role=Group.objects.get(name=role),
        is_active=True,
        secrets=secrets_hashed(pin=pin, password=PASSWORD if role == "manager" else ""),
        rooms=[room],
    )


def _plaque(name: str, now: datetime) -> Plaque:
    existing = Plaque.objects.filter(name=name).order_by("-version").first()
    if existing:
        return existing
    plaque = Plaque(name=name, **PLAQUES[name])
    if name == HORSE:
        for later_game in HORSE_THEN:
            _plaque(later_game, now)
        plaque.rotation = [rotation_leg(later_game) for later_game in HORSE_THEN]
    return plaque_publish(plaque=plaque, now=now)


def _table(*, room: Room, name: str, seats: int, plaque: Plaque, now: datetime) -> None:
    if not Table.objects.filter(room=room, name=name).exists():
        lifecycle.table_create(
            room=room, name=name, seats=seats, plaque=plaque, actor=ACTOR, now=now
        )


def _open(table: Table, players: Sequence[str], now: datetime) -> None:
    """Seat the players and open the table; the button is still to be drawn."""
    for seat, alias in enumerate(players, start=1):
        player_seat(
            table_id=table.pk,
            seat=seat,
            player="",
            name=alias,
            stack=None,
            command_id=f"demo-{table.name}-seat-{seat}",
            seen=None,
            actor=ACTOR,
            now=now,
        )
    lifecycle.table_open(
        table=table, command_id=f"demo-{table.name}-open", seen=None, actor=ACTOR, now=now
    )
