"""Messages of refused sign-ins by badge and PIN, the same in every sign-in area."""

WRONG = "Wrong badge or PIN."
OTHER_ROOM = "{name} doesn't work in this room. A manager sets that under Settings, Staff."
SIGN_IN = {
    "other_room": OTHER_ROOM,
    "code_needed": "This sign-in also needs your app code. Enter badge, PIN and code.",
    "wrong_code": "That code is wrong or already used. Wait for the next one and try again.",
    "code_wait": "Too many wrong codes. Wait a moment, then try again.",
    "locked_out": "Too many tries. Wait a few minutes, or have a manager unlock that badge under Settings, Staff.",
}


def sign_in(then: str = "", *, small: bool = False) -> dict[str, str]:
    """Return the message of each refusal code. `then` says what was not done; `small` starts in lower case."""
    data = {"bad_sign_in": f"{WRONG} {then}".strip(), **SIGN_IN}
    return {code: text[0].lower() + text[1:] for code, text in data.items()} if small else data
