"""Render a row of a report's table as HTML: a report has thousands of cells, and a template takes longer for each."""

from collections.abc import Collection, Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from reports.pages.table_html import TableCell

register = template.Library()


@register.filter
def cells(row: Sequence[TableCell], permissions: Collection[str]) -> SafeString:
    """Return the cells of a row, the first as its header. permissions: the reader's; a cell's link needs its own
    permission.
    """
    return mark_safe("".join(_cell(cell, at == 0, permissions) for at, cell in enumerate(row)))


def _cell(cell: TableCell, is_header: bool, permissions: Collection[str]) -> str:
    css = f' class="{escape(cell.css_class)}"' if cell.css_class else ""
    content: str = cell.html or escape(cell.text)
    if not cell.html and cell.link and cell.permission in permissions:
        content = f'<a href="{escape(cell.link)}">{content}</a>'
    return f'<th scope="row"{css}>{content}</th>' if is_header else f"<td{css}>{content}</td>"
