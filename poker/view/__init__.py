"""The public view of a table: numbers for the screens, and only what is public at the table."""

from poker.view.model import TableView, decode_view, read_view
from poker.view.table import view

__all__ = ["TableView", "decode_view", "read_view", "view"]
