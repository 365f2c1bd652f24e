"""The permission of the school: who has it in a new house, and what a later migration leaves as a house changed it."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection

from staff.permissions import ROLES, give_permissions

pytestmark = pytest.mark.django_db


def has(role: str, codename: str) -> bool:
    return Group.objects.get(name=role).permissions.filter(codename=codename).exists()


def test_supervisors_and_managers_are_trainers() -> None:
    assert [role for role in ROLES if has(role, "train")] == ["supervisor", "manager"]


def test_later_permission_leaves_what_the_house_has_changed() -> None:
    supervisors = Group.objects.get(name="supervisor")
    supervisors.permissions.remove(
        Permission.objects.get(codename="train"), Permission.objects.get(codename="deal")
    )
    supervisors.permissions.add(Permission.objects.get(codename="view_staff"))
    give_permissions(apps, connection.schema_editor(), ["school"])
    assert has("supervisor", "train")
    assert has("supervisor", "view_staff")
    assert not has("supervisor", "deal")
