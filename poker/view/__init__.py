"""The public view of a table: numbers for the screens, and nothing that is not public at the table."""

from poker.view.table import view

__all__ = ["view"]
