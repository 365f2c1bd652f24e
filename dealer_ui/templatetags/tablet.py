"""Whose taps a page sends: the tablet it runs on and the dealer who is signed in there."""

from django import template

from dealer_ui.auth import device_of
from tables.tablet import signed_in

register = template.Library()


@register.simple_tag(takes_context=True)
def whose(context: template.RequestContext) -> dict[str, str | bool]:
    """The queue is named by tablet and table, and each tap keeps its dealer (`queue.js`)."""
    if "whose" in context:
        return dict(context["whose"])
    device = device_of(context.request)
    if device is None:
        return {"queue": "", "dealer": "", "name": "", "supervises": False}
    dealer = signed_in(device)
    return {
        "queue": f"floorbook.{device.pk}.{device.table_id}",
        "dealer": dealer.key if dealer else "",
        "name": dealer.alias if dealer else "",
        "supervises": bool(dealer and dealer.user.has_perm("tables.supervise")),
    }
