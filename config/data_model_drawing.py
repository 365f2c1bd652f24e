"""The drawing of the data model: a panel per package, a box per model, a line per reference inside a package."""

from collections.abc import Sequence
from html import escape

from config.data_model import ModelDescription

WIDTH = 1180
BOX_WIDTH = 250
BOX_GAP = 14
COLUMN_GAP = 45
LINE_HEIGHT = 15
PADDING = 8
TITLE_HEIGHT = 34
COLUMNS = 4

Place = tuple[int, int]  # left and top of a box


def draw(descriptions: Sequence[ModelDescription]) -> str:
    """Return an SVG of all models."""
    top = 0
    parts = []
    for package in dict.fromkeys(description.package for description in descriptions):
        panel = [description for description in descriptions if description.package == package]
        drawing, height = _panel(package, panel, top)
        parts.append(drawing)
        top += height
    style = "font-family='Helvetica, Arial, sans-serif' font-size='12'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {top}' {style}>"
    ground = f"<rect width='{WIDTH}' height='{top}' fill='#ffffff'/>"
    return "\n".join((head, ground, *parts, "</svg>")) + "\n"


def _panel(package: str, panel: Sequence[ModelDescription], top: int) -> tuple[str, int]:
    places, bottom = _places(panel, top + TITLE_HEIGHT)
    lines = [
        _line(places[reference.target], places[description.label])
        for description in panel
        for reference in description.references
        if reference.target in places and reference.target != description.label
    ]
    boxes = [_box(description, places[description.label]) for description in panel]
    title = f"<text x='12' y='{top + 23}' font-size='16' font-weight='bold'>{package}</text>"
    rule = f"<path d='M12 {bottom + 4}H{WIDTH - 12}' stroke='#cccccc'/>"
    return "\n".join((title, *lines, *boxes, rule)), bottom + 8 - top


def _places(panel: Sequence[ModelDescription], top: int) -> tuple[dict[str, Place], int]:
    """Return the place of each box and the bottom: a model is to the right of those it refers to.

    Models without references inside the package, in either direction, fill the shortest columns.
    """
    depths = _depths(panel)
    targets = {reference.target for description in panel for reference in description.references}
    bottoms = [top] * COLUMNS
    places = {}
    for description in sorted(panel, key=lambda description: depths[description.label]):
        depth = depths[description.label]
        alone = depth == 0 and description.label not in targets
        column = bottoms.index(min(bottoms)) if alone else min(depth, COLUMNS - 1)
        places[description.label] = (12 + column * (BOX_WIDTH + COLUMN_GAP), bottoms[column])
        bottoms[column] += _height(description) + BOX_GAP
    return places, max(bottoms)


def _depths(panel: Sequence[ModelDescription]) -> dict[str, int]:
    """Return for each model the length of its longest chain of references inside the package."""
    labels = {description.label for description in panel}
    depths = dict.fromkeys(labels, 0)
    for _ in panel:
        for description in panel:
            for reference in description.references:
                if reference.target in labels and reference.target != description.label:
                    depth = max(depths[description.label], depths[reference.target] + 1)
                    depths[description.label] = depth
    return depths


def _height(description: ModelDescription) -> int:
    return LINE_HEIGHT * (1 + len(description.references)) + 2 * PADDING


def _box(description: ModelDescription, place: Place) -> str:
    left, top = place
    fill = "#fff4d6" if description.retention else "#eef3f8"
    lines = [
        f"<rect x='{left}' y='{top}' width='{BOX_WIDTH}' height='{_height(description)}' rx='4'"
        f" fill='{fill}' stroke='#5b6b7a'/>",
        f"<text x='{left + 8}' y='{top + PADDING + 11}' font-weight='bold'>{description.name}</text>",
    ]
    for number, reference in enumerate(description.references, start=1):
        text = f"{reference.field} → {reference.target.removeprefix(f'{description.package}.')}"
        baseline = top + PADDING + 11 + number * LINE_HEIGHT
        lines.append(f"<text x='{left + 8}' y='{baseline}' fill='#33414d'>{escape(text)}</text>")
    return "\n".join(lines)


def _line(target: Place, source: Place) -> str:
    start = (target[0] + BOX_WIDTH, target[1] + 15)
    end = (source[0], source[1] + 15)
    middle = end[0] - COLUMN_GAP // 2
    return (
        f"<path d='M{start[0]} {start[1]}C{middle} {start[1]} {middle} {end[1]} {end[0]} {end[1]}'"
        " fill='none' stroke='#8a97a3'/>"
    )
