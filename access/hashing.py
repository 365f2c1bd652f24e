"""Hashing of PINs and passwords in a few threads: a flood of sign-ins leaves memory and processor to the tables."""

import os
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher

from tables.sign_in_rate import TooBusy

# One core is left to the tables, and more than three hashes at once need more memory than they save time.
THREADS = max(1, min(3, (os.cpu_count() or 2) - 1))
MAX_WAITING = 20  # about two seconds of work; later ones are told to try again
TIMEOUT = 10.0  # seconds
RETRY_AFTER = 2  # seconds

Result = TypeVar("Result")
_running = BoundedSemaphore(THREADS)
_lock = Lock()
_waiting = 0


class LimitedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 64 MiB in one lane (RFC 9106, 4), at most `THREADS` at once.

    Raises `TooBusy` if more than `MAX_WAITING` wait already.
    """

    time_cost = 3
    memory_cost = 65_536  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash."""
        return limited(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether the password has this hash."""
        return limited(super().verify, password, encoded)


def limited(work: Callable[..., Result], *arguments: str) -> Result:
    """Run `work` when a thread is free. Raises `TooBusy` if too many wait."""
    global _waiting
    with _lock:
        if _waiting >= MAX_WAITING + THREADS:
            raise TooBusy(RETRY_AFTER)
        _waiting += 1
    try:
        if not _running.acquire(timeout=TIMEOUT):
            raise TooBusy(RETRY_AFTER)
        try:
            return work(*arguments)
        finally:
            _running.release()
    finally:
        with _lock:
            _waiting -= 1
