"""The player registry: creating and changing players, with a record of every change."""

from dataclasses import dataclass, fields
from datetime import date, datetime

import phonenumbers
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from players.models import Player, PlayerChange
from players.models.people import NOTE_LENGTH
from players.roster import clear_name_cache
from poker.refusal import Refusal
from staff.aliases import alias_checked, canonical_alias

PERSONAL = frozenset({"legal_name", "born"})  # visible only with `players.view_legal_name`
# Characters.
LEGAL_NAME_LENGTH = 120
CARD_LENGTH = 40
EMAIL_LENGTH = 120
MAX_AGE = 120  # years


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInput:
    """Input for a player; None leaves a field unchanged."""

    alias: str | None = None
    legal_name: str | None = None
    card_number: str | None = None
    phone: str | None = None
    email: str | None = None
    born: str | None = None
    notes: str | None = None


Values = dict[str, object]


def validate(player_input: PlayerInput, now: datetime) -> tuple[Values, list[Refusal]]:
    """Return the values to store, and all problems."""
    values: Values = {}
    refusals: list[Refusal] = []
    for field in fields(player_input):
        text = getattr(player_input, field.name)
        if text is None:
            continue
        try:
            values[field.name] = _CHECKS[field.name](text, now)
        except Refusal as refusal:
            refusals.append(refusal)
    return values, refusals


def player_new(*, player_input: PlayerInput, by: str, now: datetime) -> Player:
    """Create a player. Raises `Refusal`: the first problem, `alias_taken`, `card_taken`."""
    values = _valid(
        PlayerInput(**{**_as_dict(player_input), "alias": player_input.alias or ""}), now
    )
    with transaction.atomic():
        player = _save(Player(), values)
        _record_changes(player, dict.fromkeys(values, ""), by=by, now=now)
    return player


def player_change(
    *, player: Player, player_input: PlayerInput, by: str, now: datetime
) -> list[PlayerChange]:
    """Store the changed fields of a player; return the changes.

    Raises `Refusal`: the first problem, `alias_taken`, `card_taken`, `merged`, `anonymised`.
    """
    values = _valid(player_input, now)
    with transaction.atomic():
        row = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if row.merged_into is not None:
            raise Refusal("merged", "", name=row.alias, other=row.merged_into.alias)
        if row.anonymised_at is not None:
            raise Refusal("anonymised", "", name=row.alias)
        before = {name: _text(getattr(row, name)) for name in values}
        _save(row, values)
        return _record_changes(row, before, by=by, now=now)


def alias_release(*, player: Player, by: str, now: datetime) -> None:
    """Release an alias for other players. The logs keep it, and the player chooses a new one at check-in."""
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(alias_key=None)
        PlayerChange.objects.create(
            player=player, field="alias", before=player.alias, after="", by=by, at=now
        )
        transaction.on_commit(clear_name_cache)


def age(born: date, on: date) -> int:
    """Return the age in whole years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _as_dict(player_input: PlayerInput) -> dict[str, str | None]:
    return {field.name: getattr(player_input, field.name) for field in fields(player_input)}


def _valid(player_input: PlayerInput, now: datetime) -> Values:
    values, refusals = validate(player_input, now)
    if refusals:
        raise refusals[0]
    return values


def _save(player: Player, values: Values) -> Player:
    for name, value in values.items():
        setattr(player, name, value)
    if "alias" in values:
        player.alias_key = canonical_alias(player.alias)
    _refuse_duplicates(player)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:  # stored concurrently
        _refuse_duplicates(player)
        raise Refusal("alias_taken", "", name=player.alias) from error
    transaction.on_commit(clear_name_cache)
    return player


def _refuse_duplicates(player: Player) -> None:
    players = Player.objects.exclude(pk=player.pk)
    if player.alias_key and players.filter(alias_key=player.alias_key).exists():
        raise Refusal("alias_taken", "", name=player.alias)
    if player.card_number and players.filter(card_number=player.card_number).exists():
        raise Refusal("card_taken", "", card=player.card_number)


def _record_changes(
    player: Player, before: dict[str, str], *, by: str, now: datetime
) -> list[PlayerChange]:
    after = {name: _text(getattr(player, name)) for name in before}
    return PlayerChange.objects.bulk_create(
        PlayerChange(player=player, field=name, before=was, after=after[name], by=by, at=now)
        for name, was in before.items()
        if was != after[name]
    )


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value or "")


def _alias(text: str, now: datetime) -> str:
    return alias_checked(text)


def _single_line(text: str, max_length: int, field_label: str) -> str:
    line = " ".join(text.replace("\0", " ").split())
    if len(line) > max_length:
        raise Refusal("field_long", "", what=field_label, longest=max_length)
    return line


def _legal_name(text: str, now: datetime) -> str:
    return _single_line(text, LEGAL_NAME_LENGTH, "The legal name")


def _notes(text: str, now: datetime) -> str:
    return _single_line(text, NOTE_LENGTH, "The note")


def _card(text: str, now: datetime) -> str | None:
    return _single_line(text, CARD_LENGTH, "The card number") or None


def phone_number(text: str) -> str:
    """Return the number as +15551234567; a number without a country code belongs to the room's region.

    Raises `Refusal`: `phone_bad`.
    """
    phone = _single_line(text, 40, "The phone number")
    if not phone:
        return ""
    try:
        number = phonenumbers.parse(phone, settings.PHONE_REGION or None)
    except phonenumbers.NumberParseException as error:
        raise Refusal("phone_bad", "", phone=phone) from error
    if not phonenumbers.is_valid_number(number):
        raise Refusal("phone_bad", "", phone=phone)
    return str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def email_address(text: str) -> str:
    """Return a checked mail address, "" for a blank text. Raises `Refusal`: `email_bad`."""
    email = _single_line(text, EMAIL_LENGTH, "The email address")
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        raise Refusal("email_bad", "", email=email) from error
    return email


def _born(text: str, now: datetime) -> date | None:
    date_text = text.strip()
    if not date_text:
        return None
    try:
        # Only the format 2001-02-03.
        born = date.fromisoformat(date_text) if len(date_text) == 10 else None
    except ValueError:
        born = None
    if born is None or not 0 <= age(born, now.date()) <= MAX_AGE:
        raise Refusal("born_bad", "", born=date_text[:20])
    return born


_CHECKS = {
    "alias": _alias,
    "legal_name": _legal_name,
    "card_number": _card,
    "phone": lambda text, now: phone_number(text),
    "email": lambda text, now: email_address(text),
    "born": _born,
    "notes": _notes,
}
