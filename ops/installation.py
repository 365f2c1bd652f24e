"""The setup of an installation: its one-time code, its first manager, its end. Each happens once, under one lock."""

import secrets
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Literal

from django.contrib.auth.models import Group, User
from django.db import transaction

from ops import demo
from poker.refusal import Refusal
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.audit.recording import Actor, record
from staff.hashing import hash_secret
from staff.installation import ROW, installation, lock_installation
from staff.models import Installation, Room, Staff
from staff.rooms import HOUSE_WIDE_ROLE
from staff.second_factor import CODE_ALPHABET
from staff.sign_in_rate import count_network_attempt
from tables.models import Table

SetupState = Literal["empty", "begun", "closed"]
CODE_LIFETIME = timedelta(hours=24)
CODE_GROUPS = 4
GROUP_LENGTH = 4
# For the creation of the demo; after that its process must have ended.
DEMO_TIME = timedelta(minutes=5)
TERMINAL = "system.terminal"  # the person at the server, who creates codes


def setup_state(row: Installation | None = None) -> SetupState:
    """Return whether the installation is empty, its setup is begun, or there is nothing to set up.

    Closed: the setup is finished, or there are accounts or rooms that it did not create, such as those of the demo. A
    demo whose creation failed halfway does not close it.
    """
    row = row or installation()
    if row.finished_at is not None:
        return "closed"
    is_demo_unfinished = row.demo_until is not None
    if row.begun_at is not None:
        is_other = row.room_id is None and Room.objects.exists() and not is_demo_unfinished
        return "closed" if is_other else "begun"
    is_other = User.objects.exists() or Room.objects.exists()
    return "closed" if is_other and not is_demo_unfinished else "empty"


def unfinished_setup() -> SetupState | None:
    """Return the state of a setup that has not created a table yet; None if tablets can be paired."""
    if Table.every.exists():
        return None
    state = setup_state()
    return None if state == "closed" else state


def require_empty(row: Installation | None = None) -> None:
    """Raise `Refusal`: `setup_begun` after the first manager was created, `setup_closed` if there is nothing to set
    up.
    """
    row = row or installation()
    state = setup_state(row)
    if state == "closed":  # the other person's account may be newer than this row
        row = installation()
        state = setup_state(row)
    if state == "begun" and row.begun_by is not None:
        raise Refusal("setup_begun", "", name=row.begun_by.alias)
    if state != "empty":
        raise Refusal("setup_closed")


def factor_put_off(*, by: Actor, now: datetime) -> None:
    """Continue the setup without a second factor. Raises `Refusal`: `setup_closed`."""
    with transaction.atomic():
        row = lock_begun_setup()
        row.factor_put_off_at = now
        row.save(update_fields=["factor_put_off_at"])
        record(by, "factor_put_off", now=now, about=row)


def lock_begun_setup() -> Installation:
    """Return the row of a setup that has begun, locked. Raises `Refusal`: `setup_closed`."""
    row = lock_installation()
    if setup_state(row) != "begun":
        raise Refusal("setup_closed")
    return row


def is_demo_running(row: Installation, now: datetime) -> bool:
    """Return whether the demo is being created.

    A process that ended without notice is assumed to be running for a while.
    """
    return row.demo_until is not None and row.demo_until > now


def refuse_demo(row: Installation, now: datetime) -> None:
    """Raise `Refusal`: `demo_running`, or `demo_unfinished` if its creation failed and left rooms or accounts."""
    if is_demo_running(row, now):
        raise Refusal("demo_running")
    has_rows = Room.objects.exists() or (row.begun_at is None and User.objects.exists())
    if row.demo_until is not None and has_rows:
        raise Refusal("demo_unfinished")


def setup_code_make(*, now: datetime) -> str:
    """Create a one-time code for the first manager; earlier codes become invalid.

    Raises `Refusal`: `setup_closed`, and `setup_begun` if the first manager exists and signs in with a password.
    """
    code = "-".join(
        "".join(secrets.choice(CODE_ALPHABET) for _ in range(GROUP_LENGTH))
        for _ in range(CODE_GROUPS)
    )
    with transaction.atomic():
        row = lock_installation()
        require_empty(row)
        row.code_hash = hash_secret(_plain(code))
        row.code_expires_at = now + CODE_LIFETIME
        row.save(update_fields=["code_hash", "code_expires_at"])
        record(TERMINAL, "setup_code_made", now=now)
    return code


def setup_code_check(*, code: str, now: datetime) -> str:
    """Check a code without using it, and return its hash, which a session stores in place of the code.

    Attempts are counted by network, and wrong ones recorded. Raises `Refusal`: `bad_setup_code`, `setup_begun`,
    `setup_closed`; and `TooBusy` above the rate of one network.
    """
    count_network_attempt(now)
    row = installation()
    require_empty(row)
    code_hash = hash_secret(_plain(code))
    if not _is_right(row, code_hash, now):
        record("setup", "sign_in_failed", now=now, refused=True, reason="setup code")
        raise Refusal("bad_setup_code")
    return code_hash


def first_manager_create(
    *,
    code_hash: str | None,
    username: str,
    alias: str,
    badge: str,
    pin: str,
    password: str,
    now: datetime,
) -> Staff:
    """Use the code up and create the first manager, who works in every room.

    code_hash: from `setup_code_check`; None at the server's own terminal. If two people use the code, only one
    succeeds. Raises `Refusal`: `bad_setup_code`, `setup_begun`, `setup_closed`, `demo_unfinished`, `bad_pin`; and
    `TooBusy`.
    """
    row = installation()
    require_empty(row)
    if code_hash is not None and not _is_right(
        row, code_hash, now
    ):  # checked before the expensive hashes
        raise Refusal("bad_setup_code")
    hashes = secrets_hashed(pin=pin, password=password)
    with transaction.atomic():
        row = lock_installation()
        require_empty(row)
        if code_hash is not None and not _is_right(row, code_hash, now):
            raise Refusal("bad_setup_code")
        refuse_demo(row, now)
        staff = staff_save(
            staff=Staff(alias=alias, badge=badge, house_wide=True),
            username=username,
            role=Group.objects.get(name=HOUSE_WIDE_ROLE),
            is_active=True,
            secrets=hashes,
            rooms=[],
        )
        row.begun_at = now
        row.begun_by = staff
        row.code_hash = ""
        row.code_expires_at = None
        row.save()
        after = {"user name": username, "badge": badge, "role": HOUSE_WIDE_ROLE}
        record(staff, "setup_begun", now=now, about=staff, after=after)
    return staff


def setup_demo(*, by: Actor | None, code_hash: str, now: datetime) -> None:
    """End the setup by creating the demo room instead. by: the first manager; None if only the code authorizes it.

    The code stays valid until the demo is complete: if its creation fails, the next attempt creates the missing parts.
    Raises `Refusal`: `bad_setup_code`, `setup_begun`, `setup_closed`, `setup_has_room`, `demo_running`; and
    `DemoRefused`.
    """
    demo.refuse_with_https()
    with transaction.atomic():
        row = lock_installation() if by is None else lock_begun_setup()
        if by is None:
            require_empty(row)
            if not _is_right(row, code_hash, now):
                raise Refusal("bad_setup_code")
        elif row.room_id is not None:
            raise Refusal("setup_has_room")
        if is_demo_running(row, now):
            raise Refusal("demo_running")
        # The demo claims the setup first: it takes several transactions, and no one else may begin until they
        # are done.
        row.demo_until = now + DEMO_TIME
        row.save(update_fields=["demo_until"])
    try:
        demo.seed()
    except Exception:
        Installation.objects.filter(pk=ROW).update(demo_until=now)
        raise
    with transaction.atomic():
        row = lock_installation()
        row.finished_at = now
        row.code_hash = ""
        row.code_expires_at = None
        row.demo_until = None
        row.save()
        record(by or "setup", "setup_finished", now=now, reason="demo room")


def setup_finish(*, by: Actor, now: datetime) -> None:
    """End the setup. Raises `Refusal`: `setup_closed`."""
    with transaction.atomic():
        row = lock_begun_setup()
        row.finished_at = now
        row.save(update_fields=["finished_at"])
        record(by, "setup_finished", now=now, room=row.room_id)


def _is_right(row: Installation, code_hash: str, now: datetime) -> bool:
    if not row.code_hash or row.code_expires_at is None or row.code_expires_at <= now:
        return False
    return compare_digest(row.code_hash, code_hash)


def _plain(code: str) -> str:
    """Return a code without hyphens and spaces, which are only for reading."""
    return "".join(code.lower().replace("-", " ").split())
