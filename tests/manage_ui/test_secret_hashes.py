"""PINs and passwords are hashed before a transaction begins: on SQLite no one else can write during one."""

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import Group
from django.db import connection

from staff.models import Staff
from tests.support.manage_fixtures import ManagerClient
from tests.support.room import TableDriver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was hashed; a hash inside a transaction fails."""
    secrets: list[str] = []

    def make(secret: str | None) -> str:
        assert not connection.in_atomic_block
        secrets.append(str(secret))
        return make_password(secret)

    for module in ("staff.pins", "staff.accounts"):
        monkeypatch.setattr(f"{module}.make_password", make)
    return secrets


def test_pin_and_password_are_hashed_before_saving(
    hornbeam: ManagerClient, game: TableDriver, hashed: list[str]
) -> None:
    fields = {"badge": "555", "username": "heron", "is_active": "on"}
    fields["rooms"] = str(game.table.room_id)
    fields["role"] = str(Group.objects.get(name="supervisor").pk)
    hornbeam.save("person-new", alias="Heron", pin="2580", password="a long sentence", **fields)
    staff = Staff.objects.get(alias="Heron")
    assert check_password("2580", staff.pin_hash)
    assert check_password("a long sentence", staff.user.password)
    hornbeam.save("person", staff.pk, alias="Heron", pin="7410", **fields)
    staff.refresh_from_db()
    assert check_password("7410", staff.pin_hash)
    assert set(hashed) == {"2580", "a long sentence", "7410"}


def test_invalid_form_hashes_no_pin(
    hornbeam: ManagerClient, game: TableDriver, hashed: list[str]
) -> None:
    hornbeam.save("person-new", alias="Heron", pin="1111", password="", role="0", badge="555")
    assert not Staff.objects.filter(alias="Heron").exists()
    assert hashed == []
