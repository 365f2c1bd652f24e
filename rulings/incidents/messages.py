"""The message to a dealer who reported an incident."""


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

    `needs_note`: a supervisor still has to describe what happened.
    """
    at = f"hand {hand}, {time}" if hand else time
    next_step = " This needs a supervisor: tap FLOOR." if supervisor else ""
    if needs_note:
        next_step = " A supervisor adds what happened: tap FLOOR."
    return f"Seat {seat}, {name}: {title}. Logged with {at}.{next_step}"
