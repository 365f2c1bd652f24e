"""SVG elements. Styles are attributes, which a strict content security policy and the PDF library allow."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

INK = "#12171c"
INK_2 = "#4b5560"
GREEN = "#1b6b52"
GREEN_2 = "#80b09e"
BAND = "#c9e0d7"
RED = "#a8321e"
LINE = "#7b858f"
AXIS = "#9aa3ab"
GRID = "#dde1e5"
FONT = "Inter Variable, Inter, sans-serif"
Point = tuple[float, float]


def drawing(width: float, height: float, description: str, parts: Iterable[str]) -> SafeString:
    """Return a whole chart. description: for screen readers."""
    return format_html(
        '<svg class="chart" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{}" width="{}" height="{}" '
        'viewBox="0 0 {} {}" font-family="{}" font-size="12.5" fill="{}">{}</svg>',
        description,
        _n(width),
        _n(height),
        _n(width),
        _n(height),
        FONT,
        INK,
        mark_safe("".join(parts)),
    )


def text(
    x: float, y: float, text: str, *, at: str = "start", bold: bool = False, fill: str = INK
) -> SafeString:
    """Return a text element. at: start, middle or end."""
    return format_html(
        '<text x="{}" y="{}" text-anchor="{}" font-weight="{}" fill="{}">{}</text>',
        _n(x),
        _n(y),
        at,
        650 if bold else 400,
        fill,
        text,
    )


def line(
    point: Point, other: Point, *, stroke: str = AXIS, width: float = 1, dash: str = ""
) -> SafeString:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return _element(
        f'<line x1="{_n(point[0])}" y1="{_n(point[1])}" x2="{_n(other[0])}" y2="{_n(other[1])}"'
        f' stroke="{stroke}" stroke-width="{width}"{dashed}/>'
    )


def rect(x: float, y: float, width: float, height: float, fill: str) -> SafeString:
    return _element(
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(max(0, width))}" height="{_n(max(0, height))}" fill="{fill}"/>'
    )


def rects(boxes: Iterable[tuple[float, float, float, float]], fill: str) -> SafeString:
    """Return filled rectangles, each x, y, width and height, as one element."""
    drawn = "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in boxes)
    return _element(f'<path d="{drawn}" fill="{fill}"/>')


def circle(x: float, y: float, radius: float = 3.5, *, hollow: bool = False) -> SafeString:
    """Return a dot, or a hollow ring for a figure with too few cases."""
    return _element(
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{radius}" fill="{"#fff" if hollow else GREEN}"'
        f' stroke="{GREEN}" stroke-width="1.5"/>'
    )


def dot(x: float, y: float, radius: float, fill: str, *, stroke: str = "none") -> SafeString:
    """Return a dot of a color, outlined with 2 px if there is a stroke."""
    return _element(
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
    )


def diamond(x: float, y: float, radius: float = 6) -> SafeString:
    """Return a diamond, for an overridden ruling."""
    corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    return _element(
        f'<polygon points="{_points(corners)}" fill="#fff" stroke="{RED}" stroke-width="1.7"/>'
    )


def path(points: Sequence[Point], *, stroke: str = GREEN, width: float = 1.6) -> SafeString:
    """Return a line through points."""
    return _element(
        f'<polyline points="{_points(points)}" fill="none" stroke="{stroke}" stroke-width="{width}"'
        ' stroke-linejoin="round"/>'
    )


def area(points: Sequence[Point], *, fill: str = BAND) -> SafeString:
    """Return a filled outline."""
    return _element(f'<polygon points="{_points(points)}" fill="{fill}"/>')


def join(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((mark_safe(part),) for part in parts))


def _element(html: str) -> SafeString:
    """Return an element without escaping: it holds only numbers and this package's own colors, and a year's chart has
    thousands.
    """
    return mark_safe(html)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
