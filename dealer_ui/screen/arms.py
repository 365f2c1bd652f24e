"""Secondary keys that wait for a seat: what a tap on a pod says and does meanwhile."""

from typing import Any

from dealer_ui import words
from dealer_ui.screen.keys import opens, send

SEAT = "$seat"  # the page puts the tapped seat's number here

# Arm: text on the pod, verb of its accessible name, what the tap does.
ARMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "all_in": ("ALL-IN", "All-in,", opens("pad", seat=SEAT, all_in=True)),
    "kill": ("KILL HAND", "Kill the hand of", send("kill_hand", seat=SEAT)),
    "award": ("WINS", "Award to", send("award", seats=[SEAT])),
    "call": ("CALL", "Call,", send("act", seat=SEAT, what="call")),
    "check": ("CHECK", "Check,", send("act", seat=SEAT, what="check")),
    "first_call": ("CALLS FIRST", "First in,", send("first_in", seat=SEAT, what="call")),
    "first_raise": ("RAISES FIRST", "First in with a raise,", {}),  # the pod says what it sends
    "said": ("SAID", "Words of", opens("said", seat=SEAT)),
    "muck": ("MUCK", "Muck the hand of", send("muck", seat=SEAT)),
    "show": ("CARDS", "Cards of", opens("picker", seat=SEAT, of="hand")),
    "first": ("FIRST", "First to act,", send("opener", seat=SEAT)),
    "up": ("UPCARDS", "Upcards of", opens("picker", seat=SEAT, of="up")),
    "buy": ("BUYS", "Card bought by", send("buy_card", seat=SEAT)),
    "seat": ("CHANGE", "Change", opens("seat", seat=SEAT)),
    "conduct": ("CONDUCT", "Conduct of", opens("conduct", seat=SEAT)),
    "unfold": ("TAP AGAIN", "Tap again, put the hand back,", send("unfold", seat=SEAT)),
    "post": ("POSTS", "Short post by", opens("amount", seat=SEAT, of="post")),
}


def arms() -> dict[str, dict[str, Any]]:
    """Every arm with its sentence."""
    told: dict[str, dict[str, Any]] = {arm: {"step": words.arm_sentence(arm)} for arm in words.ARMS}
    for arm, (text, verb, do) in ARMS.items():
        told.setdefault(arm, {}).update(text=text, verb=verb, do=do)
    return told
