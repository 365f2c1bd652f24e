"""What the API and its page say when they refuse."""

from dealer_ui.refusals import STATUS as OF_TABLETS
from desk_ui import words as desk
from poker.refusal import Refusal
from rulings.wording import refusals
from rulings.wording.refusal_table import SENTENCES as OF_TABLES

SENTENCES = {
    "not_authenticated": "show a token: Authorization: Bearer fb_….",
    "bad_token": "that token opens nothing: it is unknown, expired or revoked.",
    "no_scope": "this needs the scope {scope}, which the token does not have.",
    "role_never": "the role {role} does not carry the scope {scope}.",
    "role_lacks": "the role {role} does not carry the scope {scope}. Choose another role, or leave it out.",
    "role_may_not": "the role {role} may not do this.",
    "not_found": "there is nothing at this address, or it is of another room.",
    "bad_method": "this address takes {allowed}.",
    "bad_type": "send JSON, as application/json.",
    "too_often": "that is more than this program may ask in a minute. Wait {seconds} s.",
    "strange_often": "too many tokens from this address opened nothing. Wait {seconds} s.",
    "bad_body": "the body cannot be read: {detail}.",
    "bad_command": "that is no {name}: {detail}.",
    "unknown_command": "there is no command {name} for programs.",
    "bad_query": "{field}: {detail}",
    "failed": "the room failed at that. Look whether it is done before you send it again.",
    "integration_name": "a name has small letters, digits and single hyphens, 40 at most, such as seating-app.",
    "integration_taken": "there is a program called {name} already.",
    "no_role": "there is no role {role}.",
    "no_scope_named": "say what it is let in for: at least one scope.",
    "unknown_scope": "there is no scope {scope}.",
    "token_days": "a token lasts from 1 to {most} days.",
    "shut_out": "{name} is shut out. Make another program.",
    "no_hand": "{table} has no hand {number}.",
    "hook_url": "that is no address to send to: {detail}.",
    "hook_event": "there is no event {event}.",
    "hook_many": "a program has {most} addresses at most.",
    "not_dead": "only what was given up is sent again.",
    "no_such_room": "there is no such room.",
}
STATUS = {
    "not_authenticated": 401,
    "bad_token": 401,
    "no_scope": 403,
    "role_never": 403,
    "role_may_not": 403,
    "needs_supervisor": 403,
    "not_allowed": 403,
    "not_found": 404,
    "no_hand": 404,
    "no_such_room": 404,
    "no_such_list": 404,
    "bad_method": 405,
    "not_dead": 409,
    "in_already": 409,
    "not_in": 409,
    "still_seated": 409,
    "bad_type": 415,
    "too_often": 429,
    "strange_often": 429,
    "bad_body": 400,
    "bad_query": 400,
    "failed": 500,
}


def sentence(refusal: Refusal) -> str:
    """What is said: in the API's own words, the desk's, or the tablet's."""
    template = SENTENCES.get(refusal.code)
    if template is not None:
        text = template.format_map({name: str(one) for name, one in refusal.facts.items()})
        return text[:1].upper() + text[1:]
    if refusal.code in OF_TABLES:
        return refusals.refusal(refusal)
    return desk.sentence(refusal)


def status(refusal: Refusal) -> int:
    """The HTTP status: as the tablet's and the desk's pages give it."""
    for known in (STATUS, OF_TABLETS, desk.STATUS):
        if refusal.code in known:
            return known[refusal.code]
    return 422
