"""Secondary keys that wait for a seat: the text and the action of a tap on a pod."""

from functools import cache

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.screen.keys import opens, send
from dealer_ui.screen.model import Action, Arm

SEAT = "$seat"  # replaced by the page with the tapped seat's number

# Armed key: text on the pod, verb of its accessible name, action of the tap.
ARMS: dict[str, tuple[str, str, Action]] = {
    "all_in": ("ALL-IN", "All-in,", opens("pad", seat=SEAT, all_in=True)),
    "kill": ("KILL HAND", "Kill the hand of", send("kill_hand", seat=SEAT)),
    "award": ("WINS", "Award to", send("award", seats=[SEAT])),
    "call": ("CALL", "Call,", send("act", seat=SEAT, what="call")),
    "check": ("CHECK", "Check,", send("act", seat=SEAT, what="check")),
    "first_call": ("CALLS", "First in,", send("first_in", seat=SEAT, what="call")),
    "first_raise": ("RAISES", "First in with a raise,", Action()),  # the command is on the pod
    "said": ("VERBAL", "Verbal by", opens("said", seat=SEAT)),
    "muck": ("MUCK", "Muck the hand of", send("muck", seat=SEAT)),
    "show": ("CARDS", "Cards of", opens("picker", seat=SEAT, of="hand")),
    "first": ("FIRST", "First to act,", send("opener", seat=SEAT)),
    "up": ("UPCARDS", "Upcards of", opens("picker", seat=SEAT, of="up")),
    "buy": ("BUYS", "Card bought by", send("buy_card", seat=SEAT)),
    "thrown": ("THROWN", "Card thrown by", send("discard", seat=SEAT)),
    "missed": ("CHANGE", "Missed blinds of", opens("seat", seat=SEAT)),
    "chips": ("CHIPS", "Chips bought by", opens("amount", seat=SEAT, of="chips")),
    "seat": ("CHANGE", "Change", opens("seat", seat=SEAT)),
    "conduct": ("CONDUCT", "Report conduct of", opens("conduct", seat=SEAT)),
    "unfold": ("TAP AGAIN", "Tap again, put the hand back,", send("unfold", seat=SEAT)),
    "post": ("POSTS", "Short post by", opens("amount", seat=SEAT, of="post")),
}


@cache
def armed_keys() -> dict[str, Arm]:
    """Return every armed key with its sentence and its question on the felt.

    `first_in` leads to two keys of the seat: `first_call` and `first_raise`.
    """
    arms = {
        arm: Arm(
            label=messages.ARMS[arm][0],
            step=messages.arm_sentence(arm),
            question=messages.arm_question(arm),
        )
        for arm in messages.ARMS
    }
    for arm, (text, verb, do) in ARMS.items():
        arms[arm] = replace(arms.get(arm, Arm()), text=text, verb=verb, do=do)
    return arms
