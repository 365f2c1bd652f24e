"""The public view of a table: numbers for the screens, and nothing that is not public there."""

from poker.view.model import TableView, decode_view, read_view
from poker.view.table import view

__all__ = ["TableView", "decode_view", "read_view", "view"]
