"""Refusal messages of posted forms that several pages share. A name in braces is a fact of the refusal."""

FORMS = {
    "unknown_ask": "no such command: {name}.",
    "bad_ask": "that request can't be read: {detail}.",
    "no_such_room": "no such room.",
    "policy_number": "{what}: enter a number from {least} to {most}.",
}
STATUS = {
    "bad_ask": 400,
    "unknown_ask": 400,
    "no_such_room": 404,
}
