"""Messages and HTTP statuses of refused sign-ins with badge and PIN, the same on every page and tablet."""

SIGN_IN = {
    "bad_sign_in": "Wrong badge or PIN. Nothing was changed. Try again.",
    "choose_pin": "{name} has no PIN yet. Choose it in a browser: at the floor's sign-in page, badge and start code.",
    "choose_pin_late": "That start code was used or has expired. Ask a manager for a new one.",
    "pins_differ": "The two PINs differ. Type the same one twice.",
    "other_room": "{name} doesn't work in this room. A manager sets that under Settings, Staff.",
    "code_needed": "This sign-in also needs your app code. Enter badge, PIN and code.",
    "wrong_code": "That code is wrong or already used. Wait for the next one and try again.",
    "code_wait": "Too many wrong codes. Wait a moment, then try again.",
    "locked_out": "Too many tries. Wait {wait}, or ask a manager to unlock the badge.",
}
STATUS = {
    "bad_sign_in": 403,
    "choose_pin": 403,
    "choose_pin_late": 403,
    "other_room": 403,
    "code_needed": 403,
    "wrong_code": 422,
    "code_wait": 429,
    "locked_out": 429,
}


def tries_message(tries: int) -> str:
    """Return the message for a wrong badge or PIN. `tries` is how many are left before a wait."""
    return f"That PIN doesn't match this badge. {tries} {'try' if tries == 1 else 'tries'} left."
