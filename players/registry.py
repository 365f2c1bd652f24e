"""The registry: a player is written down and changed, and it is kept who changed what."""

from dataclasses import dataclass, fields
from datetime import date, datetime

import phonenumbers
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from players.aliases import alias_checked, same
from players.models import Change, Player
from players.models.people import NOTE
from players.roster import names_forget
from poker.refusal import Refusal

PERSONAL = frozenset({"legal_name", "born"})  # seen only by `players.view_legal_name`
LEGAL, CARD, MAIL = 120, 40, 120  # letters
OLDEST = 120  # years


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was typed; None leaves a field as it is."""

    alias: str | None = None
    legal_name: str | None = None
    card_number: str | None = None
    phone: str | None = None
    email: str | None = None
    born: str | None = None
    notes: str | None = None


Values = dict[str, object]


def checked(said: Said, now: datetime) -> tuple[Values, list[Refusal]]:
    """What would be kept of it, and all that is wrong with it."""
    values: Values = {}
    wrong: list[Refusal] = []
    for field in fields(said):
        text = getattr(said, field.name)
        if text is None:
            continue
        try:
            values[field.name] = _CHECKS[field.name](text, now)
        except Refusal as refusal:
            wrong.append(refusal)
    return values, wrong


def player_new(*, said: Said, by: str, now: datetime) -> Player:
    """Write a player down. Refuses the first thing that is wrong, `alias_taken`, `card_taken`."""
    values = _valid(Said(**{**_as_dict(said), "alias": said.alias or ""}), now)
    with transaction.atomic():
        player = _stored(Player(), values)
        _keep(player, dict.fromkeys(values, ""), by=by, now=now)
    return player


def player_change(*, player: Player, said: Said, by: str, now: datetime) -> list[Change]:
    """Change what is other than it was. Refuses the first thing that is wrong, `alias_taken`,
    `card_taken`, `merged`, `anonymised`.
    """
    values = _valid(said, now)
    with transaction.atomic():
        found = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if found.merged_into is not None:
            raise Refusal("merged", "", name=found.alias, other=found.merged_into.alias)
        if found.anonymised_at is not None:
            raise Refusal("anonymised", "", name=found.alias)
        before = {name: _text(getattr(found, name)) for name in values}
        _stored(found, values)
        return _keep(found, before, by=by, now=now)


def alias_release(*, player: Player, by: str, now: datetime) -> None:
    """Somebody who is not here gives an alias up; the logs keep it, and at the next check-in another one is chosen."""
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(alias_key=None)
        Change.objects.create(
            player=player, field="alias", before=player.alias, after="", by=by, at=now
        )
        transaction.on_commit(names_forget)


def age(born: date, on: date) -> int:
    """Whole years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _as_dict(said: Said) -> dict[str, str | None]:
    return {field.name: getattr(said, field.name) for field in fields(said)}


def _valid(said: Said, now: datetime) -> Values:
    values, wrong = checked(said, now)
    if wrong:
        raise wrong[0]
    return values


def _stored(player: Player, values: Values) -> Player:
    for name, value in values.items():
        setattr(player, name, value)
    if "alias" in values:
        player.alias_key = same(player.alias)
    _refuse_twice(player)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:  # somebody else was quicker
        _refuse_twice(player)
        raise Refusal("alias_taken", "", name=player.alias) from error
    transaction.on_commit(names_forget)
    return player


def _refuse_twice(player: Player) -> None:
    others = Player.objects.exclude(pk=player.pk)
    if player.alias_key and others.filter(alias_key=player.alias_key).exists():
        raise Refusal("alias_taken", "", name=player.alias)
    if player.card_number and others.filter(card_number=player.card_number).exists():
        raise Refusal("card_taken", "", card=player.card_number)


def _keep(player: Player, before: dict[str, str], *, by: str, now: datetime) -> list[Change]:
    after = {name: _text(getattr(player, name)) for name in before}
    return Change.objects.bulk_create(
        Change(player=player, field=name, before=was, after=after[name], by=by, at=now)
        for name, was in before.items()
        if was != after[name]
    )


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value or "")


def _alias(text: str, now: datetime) -> str:
    return alias_checked(text)


def _line(text: str, longest: int, what: str) -> str:
    said = " ".join(text.replace("\0", " ").split())
    if len(said) > longest:
        raise Refusal("field_long", "", what=what, longest=longest)
    return said


def _legal_name(text: str, now: datetime) -> str:
    return _line(text, LEGAL, "The legal name")


def _notes(text: str, now: datetime) -> str:
    return _line(text, NOTE, "The note")


def _card(text: str, now: datetime) -> str | None:
    return _line(text, CARD, "The membership number") or None


def _phone(text: str, now: datetime) -> str:
    """As +15551234567; a number without a country is of the room's."""
    said = _line(text, 40, "The phone number")
    if not said:
        return ""
    try:
        number = phonenumbers.parse(said, settings.PHONE_REGION or None)
    except phonenumbers.NumberParseException as error:
        raise Refusal("phone_bad", "", phone=said) from error
    if not phonenumbers.is_valid_number(number):
        raise Refusal("phone_bad", "", phone=said)
    return str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def _email(text: str, now: datetime) -> str:
    said = _line(text, MAIL, "The e-mail address")
    try:
        if said:
            validate_email(said)
    except ValidationError as error:
        raise Refusal("email_bad", "", email=said) from error
    return said


def _born(text: str, now: datetime) -> date | None:
    said = text.strip()
    if not said:
        return None
    try:
        born = date.fromisoformat(said) if len(said) == 10 else None  # 2001-02-03 and no other way
    except ValueError:
        born = None
    if born is None or not 0 <= age(born, now.date()) <= OLDEST:
        raise Refusal("born_bad", "", born=said[:20])
    return born


_CHECKS = {
    "alias": _alias,
    "legal_name": _legal_name,
    "card_number": _card,
    "phone": _phone,
    "email": _email,
    "born": _born,
    "notes": _notes,
}
