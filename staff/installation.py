"""The single row of the installation: its setup, its currency, its time zone."""

from staff.models import Installation

ROW = 1  # the primary key of the single row


def installation() -> Installation:
    """Return the installation; an unsaved one if its setup has never been opened."""
    return Installation.objects.filter(pk=ROW).first() or Installation(pk=ROW)


def lock_installation() -> Installation:
    """Return the row, locked until the caller's transaction ends, so that two steps cannot overlap."""
    Installation.objects.get_or_create(pk=ROW)
    return Installation.objects.select_for_update().get(pk=ROW)
