"""Sentences about incidents and sanctions, for the tablet and for the floor's pages."""

from poker.refusal import Refusal

# As a dealer reads them; the pages begin them with a capital letter.
OF_PLAYERS = {
    "player_barred": "{name} is barred and may not play here. Call a supervisor.",
    "player_suspended": "{name} is suspended until {until} and may not play. Call a supervisor.",
    "sanction_kind": "that is no sanction: {kind}.",
    "suspension_end": "a suspension needs an end, later than now.",
    "sanction_no_end": "only a suspension has an end: a {kind} has none.",
    "sanction_reason": "say why, in a few words. It is kept.",
    "sanction_reason_long": "that is too long: {longest} letters at most.",
    "players_apart": "{name} may not share a game with {other}, seat {seat}. Call a supervisor.",
    "apart_alone": "{name} cannot be kept from {name}.",
    "apart_already": "that is so already for {name} and {other}.",
    "barred_already": "{name} is barred already.",
    "lifted_already": "that sanction is lifted already.",
}
OF_INCIDENTS = {
    "incident_category": "the room knows no such incident any more. Reload the page.",
    "incident_hand": "hand {hand} was not dealt at this table. Reload the page.",
    "incident_player": "that player did not sit in seat {seat}. Tap the seat again.",
    "incident_seen_by": "say who saw it: dealer, supervisor, player or camera.",
    "incident_severity": "say how grave it was: minor, serious or grave.",
    "incident_long": "that is too long: {longest} letters at most.",
    "incident_other": "that report belongs to another table. Tap it again.",
}
OF_THE_PAGES = {
    "not_allowed": "{name} may not do that: it is for {who}.",
    "no_player": "nobody here is called {name}.",
    "incident_table": "say at which table, and in which seat.",
    "no_such_seat": "seat {seat}: the table has {seats}.",
    "incident_empty": "there is nothing written.",
    "incident_ruling": "that is no ruling of this hand.",
    "bad_sign_in": "badge or PIN is not right. Nothing was changed.",
    "code_needed": "the code of your app is asked for here, too. Type badge, PIN and code.",
    "wrong_code": "the code is not right, or was used already. Wait for the next one and try again.",
    "code_wait": "too many wrong codes. Wait a little, then try again.",
    "locked_out": "too many tries. A manager unlocks that badge at Settings, Staff.",
    "date_unreadable": "that is no date and time: {value}.",
}


def recorded(*, seat: int, name: str, title: str, hand: int, time: str, supervisor: bool) -> str:
    """Told to the dealer who reported: what is kept, and whom it needs."""
    at = f"hand {hand}, {time}" if hand else time
    then = " A supervisor decides this: tap FLOOR." if supervisor else ""
    return f"Seat {seat}, {name}: {title}. Kept with {at}.{then}"


SENTENCES = OF_PLAYERS | OF_INCIDENTS | OF_THE_PAGES
STATUS = {
    "not_allowed": 403,
    "bad_sign_in": 403,
    "code_needed": 403,
    "wrong_code": 403,
    "code_wait": 429,
    "locked_out": 429,
    "lifted_already": 409,
    "barred_already": 409,
}
OTHER = 422


def sentence(refusal: Refusal) -> str:
    """What a page says of a refusal, with its rule."""
    text = SENTENCES[refusal.code].format_map(refusal.facts)
    text = text[:1].upper() + text[1:]
    return f"{text} ({refusal.rule})" if refusal.rule else text


def status(refusal: Refusal) -> int:
    """The HTTP status that goes with it."""
    return STATUS.get(refusal.code, OTHER)
