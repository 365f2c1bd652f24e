"""Messages about incidents and sanctions, for the tablet and the floor's pages."""

from poker.refusal import Refusal
from rulings.messages.sign_in import SIGN_IN
from rulings.messages.sign_in import STATUS as SIGN_IN_STATUS

# As the dealer reads them; the pages capitalize them.
OF_PLAYERS = {
    "player_barred": "{name} is barred and can't play here. Call a supervisor.",
    "player_suspended": "{name} is suspended until {until} and can't play. Call a supervisor.",
    "sanction_kind": "“{kind}” isn't a sanction.",
    "suspension_end": "a suspension needs an end date in the future.",
    "sanction_no_end": "only a suspension has an end date; a {kind} doesn't.",
    "sanction_reason": "give a short reason. It stays on record.",
    "sanction_reason_long": "too long: {longest} characters max.",
    "players_apart": "{name} can't play in the same game as {other}, seat {seat}. Call a supervisor.",
    "apart_alone": "{name} can't be kept apart from {name}.",
    "apart_already": "{name} and {other} are already kept apart.",
    "barred_already": "{name} is already barred.",
    "lifted_already": "that sanction is already lifted.",
}
OF_INCIDENTS = {
    "incident_category": "that incident no longer exists. Reload the page.",
    "incident_hand": "hand {hand} wasn't dealt at this table. Reload the page.",
    "incident_player": "that player wasn't in seat {seat}. Tap the seat again.",
    "incident_seen_by": "choose who saw it: dealer, supervisor, player or camera.",
    "incident_severity": "choose the severity: minor, serious or grave.",
    "incident_long": "too long: {longest} characters max.",
    "incident_other": "that report is from another table. Tap it again.",
}
OF_THE_PAGES = {
    "not_allowed": "{name} can't do that. It's for {who}.",
    "no_player": "no player named {name}.",
    "incident_table": "choose the table and the seat.",
    "no_such_seat": "there's no seat {seat}; the table has {seats}.",
    "incident_empty": "nothing was entered.",
    "incident_words": "“{title}” needs a description: write what happened.",
    "incident_ruling": "that ruling isn't from this hand.",
    **SIGN_IN,
    "date_unreadable": "“{value}” isn't a date and time.",
}


def recorded_message(
    *,
    seat: int,
    name: str,
    title: str,
    hand: int,
    time: str,
    supervisor: bool,
    needs_note: bool = False,
) -> str:
    """Return the message to the dealer who reported: what is recorded, and whether a supervisor is needed.

    `needs_note`: a supervisor still has to write what happened.
    """
    at = f"hand {hand}, {time}" if hand else time
    then = " This needs a supervisor: tap FLOOR." if supervisor else ""
    if needs_note:
        then = " A supervisor adds what happened: tap FLOOR."
    return f"Seat {seat}, {name}: {title}. Logged with {at}.{then}"


MESSAGES = OF_PLAYERS | OF_INCIDENTS | OF_THE_PAGES
STATUS = {
    **SIGN_IN_STATUS,
    "not_allowed": 403,
    "lifted_already": 409,
    "barred_already": 409,
}
DEFAULT_STATUS = 422


def refusal_message(refusal: Refusal) -> str:
    """Return the message of a refusal with its rule."""
    text = MESSAGES[refusal.code].format_map(refusal.facts)
    text = text[:1].upper() + text[1:]
    return f"{text} ({refusal.rule})" if refusal.rule else text


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(refusal.code, DEFAULT_STATUS)
