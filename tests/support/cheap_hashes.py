"""Argon2 at the least cost, because tests hash often and protect nothing."""

from collections.abc import Generator
from contextlib import contextmanager

from staff.hashing import LimitedArgon2PasswordHasher

CHEAP = {"time_cost": 1, "memory_cost": 8}
REAL = {name: getattr(LimitedArgon2PasswordHasher, name) for name in CHEAP}


def hash_cheaply() -> None:
    """Hash PINs and passwords of this process at the least cost."""
    _set(CHEAP)


@contextmanager
def real_hashes() -> Generator[None]:
    """Hash at an installation's cost in the block."""
    _set(REAL)
    try:
        yield
    finally:
        _set(CHEAP)


def _set(costs: dict[str, int]) -> None:
    for name, cost in costs.items():
        setattr(LimitedArgon2PasswordHasher, name, cost)
