"""The slip of a picked-up stack: one printed page, cut in two, for the chips and for the floor."""

from django.utils import timezone

from absences.models import PickedUpStack
from absences.stacks import reason_text
from poker.formatting import money
from staff.keys import actor_names
from web.printing.pdf import pdf


def slip_pdf(stack: PickedUpStack) -> bytes:
    """Return the slip as PDF. Raises `Refusal`: `no_pdf_library`."""
    return pdf("absences/slip.html", slip_context(stack))


def slip_context(stack: PickedUpStack) -> dict[str, object]:
    at = timezone.localtime(stack.at)
    return {
        "stack": stack,
        "room": stack.table.room.name,
        "copies": ("with the chips", "for the floor"),
        "amount": money(stack.amount),
        "facts": [
            ("Slip", stack.number),
            ("Player", stack.owner.alias),
            ("Table", f"{stack.table.name}, seat {stack.seat}"),
            ("Picked up", f"{at:%B %-d, %Y, %H:%M}"),
            ("Reason", reason_text(stack)),
            ("In the log", "not counted" if stack.logged is None else money(stack.logged)),
        ],
        "signers": [
            ("Counted", actor_names([stack.by]).get(stack.by, stack.by)),
            ("Witnessed", "dealer"),
            ("Collected", stack.owner.alias),
        ],
    }
