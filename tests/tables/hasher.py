"""argon2 with the least cost: tests hash often and guard nothing."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """Argon2 with the cheapest parameters."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
