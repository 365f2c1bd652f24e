"""Drawings: a committed seed, a closed list, a published number, and winners that anyone can compute again.

The seed is fixed before the list, as a hash; the list is fixed before the public number; the winners follow from all
three. So neither the house nor a player can choose a winner.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import digest

import msgspec

SEED_BYTES = 32


class ListedEntry(msgspec.Struct, frozen=True, array_like=True):
    """A player on the closed list, with the number of entries."""

    player: str
    entries: int


def seed_hash(seed: str) -> str:
    """Return the hash that is published before the list is closed. seed: hex digits."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def list_hash(entries: Sequence[ListedEntry]) -> str:
    """Return the hash of a closed list: a line of key and entries for each player, in the order of the list."""
    text = "".join(f"{entry.player}\t{entry.entries}\n" for entry in entries)
    return sha256(text.encode()).hexdigest()


def winners(
    seed: str, published: str, entries: Sequence[ListedEntry], count: int, skipped: int = 0
) -> list[str]:
    """Return the winners in order: each player at most once.

    published: a number that became public after the list was closed, as text; skipped: winners that were drawn before
    and are not present, so that a redraw goes on from the same seed.
    """
    total = sum(entry.entries for entry in entries)
    drawn: list[str] = []
    if total == 0:
        return drawn
    players = {entry.player for entry in entries if entry.entries}
    subject = f"{published}\n{list_hash(entries)}"
    number = 0
    while len(drawn) < min(count + skipped, len(players)):
        player = _player_at(entries, below(seed, subject, total, number))
        number += 1
        if player not in drawn:
            drawn.append(player)
    return drawn[skipped:]


def below(seed: str, subject: str, total: int, number: int) -> int:
    """Return a random number of a subject below `total`.

    A value in the incomplete last range is thrown away, so that all are equally likely.
    """
    limit = 2**256 - 2**256 % total
    attempt = 0
    while True:
        message = f"{subject}\n{number}\n{attempt}"
        value = int.from_bytes(digest(bytes.fromhex(seed), message.encode(), "sha256"), "big")
        if value < limit:
            return value % total
        attempt += 1


def _player_at(entries: Sequence[ListedEntry], ticket: int) -> str:
    for entry in entries:
        if ticket < entry.entries:
            return entry.player
        ticket -= entry.entries
    raise ValueError("the ticket is above the last entry")
