"""The public view of a table: numbers for the screens, and only what is public at the table."""

from poker.view.listed import ListedView, listed, read_listed
from poker.view.model import TableView, decode_view, read_view
from poker.view.table import view

__all__ = [
    "ListedView",
    "TableView",
    "decode_view",
    "listed",
    "read_listed",
    "read_view",
    "view",
]
