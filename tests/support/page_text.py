"""The texts of a page's elements: the visible text, and the accessible names."""

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

# Texts of these elements continue a line; those of all other elements are separate.
INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "i",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "var",
        "wbr",
    )
)
UNSEEN = {"head", "noscript", "script", "style", "template"}
CONTROLS = {"input", "select", "textarea", "button"}


def collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def tag_of(element: Element) -> str:
    """Return the element's tag without its namespace; "" for a comment, whose tag is a function."""
    tag = str(element.tag)
    return "" if tag.startswith("<") else tag.rpartition("}")[2]


def is_hidden(element: Element) -> bool:
    """Return whether the element itself hides its content from view and from screen readers."""
    return (
        tag_of(element) in UNSEEN
        or "hidden" in element.attrib
        or element.get("aria-hidden") == "true"
    )


def pieces(
    element: Element, content_of: Callable[[Element], str | None], *, keeps_hidden: bool = False
) -> Iterator[str]:
    """Yield the texts within the element; `content_of` may replace the content of a child."""
    yield element.text or ""
    for child in element:
        tag = tag_of(child)
        gap = "" if tag in INLINE else " "
        if tag and (keeps_hidden or not is_hidden(child)):
            replacement = content_of(child)
            yield gap
            if replacement is None:
                yield from pieces(child, content_of, keeps_hidden=keeps_hidden)
            else:
                yield replacement
            yield gap
        yield child.tail or ""


def visible_content(element: Element) -> str | None:
    return "" if tag_of(element) in ("title", "desc") else None


def named_content(element: Element) -> str | None:
    """Return the child's part of its parent's accessible name; None to use its texts."""
    if label := element.get("aria-label"):
        return label
    if tag_of(element) == "img":
        return element.get("alt", "")
    return "" if tag_of(element) in CONTROLS - {"button"} else None


def cells_of(row: Element) -> list[Element]:
    return [cell for cell in row if tag_of(cell) in ("th", "td")]


def row_header(row: Element) -> str:
    cells = cells_of(row)
    headers = [cell for cell in cells if tag_of(cell) == "th"]
    return "".join("".join(pieces(cell, named_content)) for cell in (headers or cells)[:1])
