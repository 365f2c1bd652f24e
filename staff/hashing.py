"""Limit concurrent PIN and password hashing, so that simultaneous sign-ins cannot slow down the tables."""

import hashlib
import os
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher

from staff.sign_in_rate import TooBusy

# One core is left for the tables. more than three concurrent hashes need more memory than they save
# time.
MAX_CONCURRENT = max(1, min(3, (os.cpu_count() or 2) - 1))
MAX_WAITING = 20  # about two seconds of work; later calls are refused
TIMEOUT = 10.0  # seconds
RETRY_AFTER = 2  # seconds

Result = TypeVar("Result")
_running = BoundedSemaphore(MAX_CONCURRENT)
_lock = Lock()
_in_progress = 0


class LimitedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 64 MiB in one lane (RFC 9106, 4), with at most `MAX_CONCURRENT` hashes at a time.

    Raises `TooBusy` if `MAX_WAITING` calls are already waiting, or if none finishes within `TIMEOUT`.
    """

    time_cost = 3
    memory_cost = 65_536  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return limited(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        return limited(super().verify, password, encoded)


def limited(work: Callable[..., Result], *arguments: str) -> Result:
    """Run `work` when a slot is free. Raises `TooBusy` if too many calls wait."""
    global _in_progress
    with _lock:
        if _in_progress >= MAX_WAITING + MAX_CONCURRENT:
            raise TooBusy(RETRY_AFTER)
        _in_progress += 1
    try:
        if not _running.acquire(timeout=TIMEOUT):
            raise TooBusy(RETRY_AFTER)
        try:
            return work(*arguments)
        finally:
            _running.release()
    finally:
        with _lock:
            _in_progress -= 1


def hash_secret(secret: str) -> str:
    """Return the stored hash of a code or token."""
    return hashlib.sha256(secret.encode()).hexdigest()
