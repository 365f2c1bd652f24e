"""The keys of staff in logs, such as "staff.7", and the people behind them."""

from collections.abc import Iterable

from staff.models import Staff

PREFIX = "staff."
MAX_DIGITS = 18  # digits of a row's number; a longer number is not a key


def staff_number(key: str) -> int | None:
    """Return the row's number in a staff key; None for any other key, such as the system's."""
    digits = key.removeprefix(PREFIX)
    is_key = key.startswith(PREFIX) and digits.isascii() and digits.isdecimal()
    return int(digits) if is_key and len(digits) <= MAX_DIGITS else None


def staff_numbers(keys: Iterable[str]) -> list[int]:
    """Return the numbers of the staff keys among these."""
    return [number for key in set(keys) if (number := staff_number(key)) is not None]


def staff_of(key: str) -> Staff | None:
    """Return the staff member of a key; None for other keys."""
    number = staff_number(key)
    return None if number is None else Staff.objects.filter(pk=number).first()


def aliases(keys: Iterable[str]) -> dict[str, str]:
    """Return the alias of each staff key among these."""
    rows = Staff.objects.filter(pk__in=staff_numbers(keys))
    return {f"{PREFIX}{pk}": alias for pk, alias in rows.values_list("pk", "alias")}


# Phones and kiosks through which players acted themselves; a log names no phone.
PLAYER_PHONE = "player.phone"
PLAYER_KIOSK = "player.kiosk"
PLAYER_TEXT = "player.text"
_PLAYERS = {
    PLAYER_PHONE: "a player's phone",
    PLAYER_KIOSK: "the kiosk",
    PLAYER_TEXT: "a player's text",
}


def actor_names(keys: Iterable[str]) -> dict[str, str]:
    """Return the names of staff, integrations (whose keys contain their names), and players' phones and kiosks."""
    distinct_keys = set(keys)
    integrations = {
        key: key.removeprefix("api.") for key in distinct_keys if key.startswith("api.")
    }
    players = {key: name for key, name in _PLAYERS.items() if key in distinct_keys}
    return integrations | players | aliases(distinct_keys)
