"""The kill button, in front of who made the hand a kill hand (S-072)."""

from dealer_ui.screen.keys import View


def pills(view: View, seat: View) -> list[dict[str, str]]:
    """Its mark on the killer's seat while the hand is a kill hand."""
    kill = view["kill"]
    if not kill or not kill["on"] or kill["seat"] != seat["seat"]:
        return []
    text = "K" if seat["button"] else "KILL"  # beside the button a name needs the room
    return [{"text": text, "name": "kill button", "look": "kill"}]
