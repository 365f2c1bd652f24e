"""Finding and making players."""

from players.models import Player

SHORT_LIST = 24  # names that the tablet offers; the desk has the whole list


def player_named(*, key: str, alias: str) -> Player:
    """The player with this key, or else with this alias, made when new."""
    if key.startswith("p") and key[1:].isascii() and key[1:].isdecimal() and len(key) < 19:
        known = Player.objects.filter(pk=int(key[1:])).first()
        if known is not None:
            return known
    name = " ".join(alias.split())
    return Player.objects.get_or_create(alias__iexact=name, defaults={"alias": name})[0]


def short_list(*, without: set[str]) -> list[dict[str, str]]:
    """Players who may sit down here, for the tablet: those not at the table already."""
    rows = Player.objects.exclude(pk__in=_pks(without)).order_by("alias")[:SHORT_LIST]
    return [{"player": player.key, "name": player.alias} for player in rows]


def _pks(keys: set[str]) -> list[int]:
    return [int(key[1:]) for key in keys if key.startswith("p") and key[1:].isdecimal()]
