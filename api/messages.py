"""Refusal messages of the API and its page."""

from dealer_ui.refusals import STATUS as OF_TABLETS
from floor_ui.desk import messages as desk
from poker.refusal import Refusal
from rulings.messages import refusals
from rulings.messages.refusal_table import MESSAGES as OF_TABLES

MESSAGES = {
    "not_authenticated": "send a token: Authorization: Bearer fb_….",
    "bad_token": "invalid token: unknown, expired or revoked.",
    "no_scope": "the token lacks the scope {scope}.",
    "role_never": "the role {role} doesn't allow the scope {scope}.",
    "role_lacks": "the role {role} doesn't allow the scope {scope}. Choose another role, or drop the scope.",
    "role_may_not": "the role {role} can't do this.",
    "not_found": "not found, or it belongs to another room.",
    "bad_method": "method not allowed; use {allowed}.",
    "bad_type": "send JSON, as application/json.",
    "too_often": "rate limit reached. Wait {seconds} s.",
    "strange_often": "too many invalid tokens from this address. Wait {seconds} s.",
    "bad_body": "invalid body: {detail}.",
    "bad_command": "invalid {name}: {detail}.",
    "unknown_command": "no such command: {name}.",
    "bad_query": "{field}: {detail}",
    "failed": "internal error. Check whether it went through before you resend.",
    "integration_name": "use lowercase letters, digits and single hyphens, up to 40, such as seating-app.",
    "integration_taken": "there's already an integration named {name}.",
    "no_role": "no such role: {role}.",
    "no_scope_named": "choose at least one scope.",
    "unknown_scope": "no such scope: {scope}.",
    "token_days": "a token can last 1 to {most} days.",
    "shut_out": "{name} is shut off. Create a new integration.",
    "no_hand": "{table} has no hand {number}.",
    "hook_url": "invalid webhook address: {detail}.",
    "hook_event": "no such event: {event}.",
    "hook_many": "an integration can have at most {most} webhooks.",
    "not_dead": "only failed deliveries can be resent.",
    "no_such_room": "no such room.",
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


def refusal_message(refusal: Refusal) -> str:
    """Return the text of a refusal: the API's, the desk's or the tablet's."""
    template = MESSAGES.get(refusal.code)
    if template is not None:
        text = template.format_map({name: str(item) for name, item in refusal.facts.items()})
        return text[:1].upper() + text[1:]
    if refusal.code in OF_TABLES:
        return refusals.refusal(refusal)
    return desk.refusal_message(refusal)


def http_status(refusal: Refusal) -> int:
    """Return the HTTP status, equal to that of the tablet's and the desk's pages."""
    for known in (STATUS, OF_TABLETS, desk.STATUS):
        if refusal.code in known:
            return known[refusal.code]
    return 422
