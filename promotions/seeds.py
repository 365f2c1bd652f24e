"""Secret seeds of draws, kept until they are opened; their hashes are published first."""

from datetime import datetime
from secrets import token_hex

from promotions.models import DrawingSeed
from promotions.rules.drawings import SEED_BYTES, seed_hash


def new_seed(now: datetime) -> str:
    """Keep a new random seed until its draw; return the hash that is published."""
    seed = token_hex(SEED_BYTES)
    row = DrawingSeed.objects.create(hash=seed_hash(seed), seed=seed, created_at=now)
    return row.hash


def kept_seed(hash_: str) -> str:
    """Return the seed of a published hash. Raises `DrawingSeed.DoesNotExist`."""
    return DrawingSeed.objects.values_list("seed", flat=True).get(pk=hash_)
