"""Parts of a page by role and accessible name, read from the server's HTML without a browser.

A test that searches the HTML passes if a word is in a script, an attribute or another row. With this module it names
the part: `PageContent(response).row("T1").cell("Rake")`. Elements that a person can open on the page (`details`,
`dialog`) count as visible; `hidden` and `aria-hidden` elements do not.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Literal, Protocol
from xml.etree.ElementTree import Element

import cssselect2
import tinyhtml5
import tinyhtml5.inputstream

from tests.support.page_text import (
    cells_of,
    collapse_spaces,
    is_hidden,
    named_content,
    pieces,
    row_header,
    tag_of,
    visible_content,
)

Name = str | re.Pattern[str]
Role = Literal[
    "alert",
    "button",
    "field",
    "group",
    "heading",
    "item",
    "link",
    "region",
    "row",
    "status",
    "table",
    "term",
]

HTML = "{http://www.w3.org/1999/xhtml}"
HEADINGS = ", ".join(f"h{level}:not([role])" for level in range(1, 7))
NO_FIELD = "".join(
    f":not([type={kind}])" for kind in ("hidden", "submit", "button", "reset", "image")
)
SELECTORS: dict[Role, str] = {
    "alert": "[role=alert]",
    "button": "button:not([role]), summary, input[type=submit], input[type=button], [role=button]",
    "field": f"input{NO_FIELD}, select, textarea",
    "group": "fieldset, details, [role=group], [role=radiogroup]",
    "heading": f"{HEADINGS}, [role=heading]",
    "item": "li:not([role]), [role=listitem]",
    "link": "a[href]:not([role]), area[href], [role=link]",
    "region": "section, article, aside, main, nav, form, dialog, [role=region], [role=search], [role=navigation]",
    "row": "tr:not([role]), [role=row]",
    "status": "[role=status], output",
    "table": "table:not([role]), [role=table]",
    "term": "dt",
}
NAMED_BY = {"details": "summary", "fieldset": "legend", "table": "caption"}


class _Patterns(dict[tuple[frozenset[str], bool], re.Pattern[str]]):
    """The patterns by which tinyhtml5 reads up to one of these characters, or while there are only these.

    tinyhtml5 stores them under a key that it never looks up, and so compiles one for each piece of text, which takes
    half of its time.
    """

    def __missing__(self, key: tuple[frozenset[str], bool]) -> re.Pattern[str]:
        characters, are_read = key
        alternatives = "".join(map(re.escape, characters))
        pattern = re.compile(f"[{alternatives}]+" if are_read else f"[^{alternatives}]+")
        self[key] = pattern
        return pattern


tinyhtml5.inputstream.characters_until_regex = _Patterns()


@lru_cache(maxsize=4)
def parse(html: str) -> Element:
    """Return the root of a page. It is cached, because a test parses the same page several times and never changes
    it.
    """
    root: Element = tinyhtml5.parse(html)
    return root


class HasContent(Protocol):
    """A response of Django's test client."""

    @property
    def content(self) -> bytes: ...


class PagePart:
    """A part of a page: its visible text, and what is in it by role and name."""

    def __init__(self, page: "PageContent", element: Element) -> None:
        self.page = page
        self.element = element

    @cached_property
    def text(self) -> str:
        return collapse_spaces("".join(pieces(self.element, visible_content)))

    def all(self, role: Role, name: Name | None = None) -> "list[PagePart]":
        """Return the parts with this role, and this name unless it is None."""
        inside = set(self.element.iter())
        return [
            PagePart(self.page, element)
            for element in self.page.visible_elements(role)
            if element in inside
            and element is not self.element
            and (name is None or matches(name, self.page.name_of(element, role), role))
        ]

    def names(self, role: Role) -> list[str]:
        """Return the names of all parts with this role, in the order of the page."""
        return [self.page.name_of(part.element, role) for part in self.all(role)]

    def find_one(self, role: Role, name: Name) -> Element:
        """Return the only element with this role and name.

        Links with the same name may be repeated if they lead to the same page.
        """
        parts = self.all(role, name)
        assert parts, f"no {role} {describe(name)} among {self.names(role)}"
        targets = {part.element.get("href") for part in parts}
        is_repeated_link = role == "link" and len(targets) == 1
        assert len(parts) == 1 or is_repeated_link, f"{len(parts)} times {role} {describe(name)}"
        return parts[0].element

    def links(self, name: Name | None = None) -> "list[Link]":
        return [Link(self.page, part.element) for part in self.all("link", name)]

    def fields(self, label: Name | None = None) -> "list[Field]":
        return [Field(self.page, part.element) for part in self.all("field", label)]

    def rows(self, name: Name | None = None) -> "list[Row]":
        return [Row(self.page, part.element) for part in self.all("row", name)]

    def heading(self, name: Name) -> "PagePart":
        return PagePart(self.page, self.find_one("heading", name))

    def link(self, name: Name) -> "Link":
        return Link(self.page, self.find_one("link", name))

    def button(self, name: Name) -> "Button":
        return Button(self.page, self.find_one("button", name))

    def field(self, label: Name) -> "Field":
        return Field(self.page, self.find_one("field", label))

    def table(self, name: Name) -> "Table":
        return Table(self.page, self.find_one("table", name))

    def row(self, name: Name) -> "Row":
        """Return the row of a table by the text of its header or its first cell."""
        return Row(self.page, self.find_one("row", name))

    def item(self, name: Name) -> "PagePart":
        """Return the item of a list that contains this text."""
        return PagePart(self.page, self.find_one("item", name))

    def region(self, name: Name) -> "PagePart":
        """Return a named section, form, dialog or navigation."""
        return PagePart(self.page, self.find_one("region", name))

    def group(self, name: Name) -> "PagePart":
        """Return a fieldset by its legend, details by their summary."""
        return PagePart(self.page, self.find_one("group", name))

    def alert(self) -> str:
        """Return the text of the only alert that has one."""
        return self.only_text("alert")

    def status(self) -> str:
        """Return the text of the only status that has one."""
        return self.only_text("status")

    def only_text(self, role: Role) -> str:
        texts = [text for text in self.names(role) if text]
        assert len(texts) == 1, f"not one {role}: {texts}"
        return texts[0]

    def definition(self, term: Name) -> str:
        """Return the text of a term in a definition list."""
        element = self.find_one("term", term)
        siblings = list(self.page.parents[element])
        texts = []
        for sibling in siblings[siblings.index(element) + 1 :]:
            if tag_of(sibling) == "dt":
                break
            texts.append(PagePart(self.page, sibling).text)
        return collapse_spaces(" ".join(texts))


class Link(PagePart):
    @property
    def href(self) -> str:
        return self.element.get("href", "")


class Control(PagePart):
    """A part that is disabled by its own attribute or by a fieldset around it."""

    @property
    def is_disabled(self) -> bool:
        around = (self.element, *self.page.ancestors(self.element))
        return any(
            "disabled" in element.attrib
            for element in around
            if element is self.element or tag_of(element) == "fieldset"
        )


class Button(Control):
    @property
    def action(self) -> str:
        """The URL that the button's form is sent to; "" for the page's own."""
        forms = [
            element for element in self.page.ancestors(self.element) if tag_of(element) == "form"
        ]
        own = self.element.get("formaction")
        return own if own is not None else forms[0].get("action", "") if forms else ""


class Field(Control):
    @property
    def kind(self) -> str:
        """The type of an input, such as "radio", or the tag."""
        return self.element.get("type", tag_of(self.element))

    @property
    def value(self) -> str:
        """The value that the field sends: the typed text, or the value of the chosen option."""
        if tag_of(self.element) == "textarea":
            return (self.element.text or "").removeprefix("\n")
        if tag_of(self.element) == "select":
            option = self.chosen_option
            return "" if option is None else option.get("value", PagePart(self.page, option).text)
        return self.element.get("value", "")

    @property
    def choice(self) -> str:
        """The text of the chosen option."""
        option = self.chosen_option
        return "" if option is None else PagePart(self.page, option).text

    @property
    def choices(self) -> list[str]:
        """The texts of all options."""
        return [PagePart(self.page, option).text for option in self.options]

    @property
    def is_checked(self) -> bool:
        return "checked" in self.element.attrib

    @property
    def is_invalid(self) -> bool:
        return self.element.get("aria-invalid") == "true"

    @property
    def has_focus(self) -> bool:
        """Whether the page opens with the cursor in this field."""
        return "autofocus" in self.element.attrib

    @property
    def description(self) -> str:
        """The texts that describe the field, such as its error."""
        return self.page.text_of_ids(self.element.get("aria-describedby", ""))

    @property
    def options(self) -> list[Element]:
        return list(self.element.iter(f"{HTML}option"))

    @property
    def chosen_option(self) -> Element | None:
        chosen = [option for option in self.options if "selected" in option.attrib]
        return next(iter(chosen or self.options), None)


class Row(PagePart):
    @property
    def cells(self) -> list[str]:
        """The texts of the row's cells, its header included."""
        return [PagePart(self.page, cell).text for cell in cells_of(self.element)]

    def cell(self, column: str) -> str:
        """Return the text of the cell below a column's header."""
        table = next(el for el in self.page.ancestors(self.element) if tag_of(el) == "table")
        columns = Table(self.page, table).columns
        assert column in columns, f"no column {column!r} among {columns}"
        return self.cells[columns.index(column)]


class Table(PagePart):
    @property
    def columns(self) -> list[str]:
        """The texts of the first row, repeated for each column that a header spans."""
        header = next(self.element.iter(f"{HTML}tr"), None)
        return [
            PagePart(self.page, cell).text
            for cell in ([] if header is None else cells_of(header))
            for _ in range(int(cell.get("colspan", "1")))
        ]


class PageContent(PagePart):
    def __init__(self, html: str | HasContent) -> None:
        self.source = html if isinstance(html, str) else html.content.decode()
        self.root = parse(self.source)
        self.parents = {child: parent for parent in self.root.iter() for child in parent}
        self.ids = {element.get("id"): element for element in self.root.iter()}
        self.roles: dict[Role, list[Element]] = {}
        super().__init__(self, self.root)

    @property
    def title(self) -> str:
        """The title of the browser's tab."""
        title = next(self.root.iter(f"{HTML}title"))
        return collapse_spaces("".join(title.itertext()))

    def ancestors(self, element: Element) -> Iterator[Element]:
        """Yield the elements around an element, the nearest first."""
        while (parent := self.parents.get(element)) is not None:
            yield parent
            element = parent

    def visible_elements(self, role: Role) -> list[Element]:
        if role not in self.roles:
            wrapper = cssselect2.ElementWrapper.from_html_root(self.root)
            elements: list[Element] = [
                match.etree_element for match in wrapper.query_all(SELECTORS[role])
            ]
            self.roles[role] = [
                element
                for element in elements
                if not any(map(is_hidden, (element, *self.ancestors(element))))
            ]
        return self.roles[role]

    def text_of_ids(self, ids: str) -> str:
        """Return the texts of the elements with these ids, hidden ones included."""
        return collapse_spaces(
            " ".join(
                "".join(pieces(self.ids[key], named_content, keeps_hidden=True))
                for key in ids.split()
                if key in self.ids
            )
        )

    def name_of(self, element: Element, role: Role) -> str:
        """Return the accessible name of an element."""
        name = self.text_of_ids(element.get("aria-labelledby", ""))
        name = name or element.get("aria-label", "") or self.native_name(element, role)
        name = name or element.get("title", "") or element.get("placeholder", "")
        return collapse_spaces(name)

    def native_name(self, element: Element, role: Role) -> str:
        tag = tag_of(element)
        if role == "field":
            return self.label_of(element)
        if role == "row":
            return row_header(element)
        if role in ("region", "group", "table"):
            heads = [child for child in element if tag_of(child) == NAMED_BY.get(tag)]
            return "".join(pieces(heads[0], named_content)) if heads else ""
        if tag in ("input", "area"):
            return element.get("value", "") or element.get("alt", "")
        return "".join(pieces(element, named_content))

    def label_of(self, field: Element) -> str:
        """Return the texts of the labels that belong to a field."""
        around = [element for element in self.ancestors(field) if tag_of(element) == "label"]
        key = field.get("id")
        apart = [
            label for label in self.root.iter(f"{HTML}label") if key and label.get("for") == key
        ]
        labels = [*apart, *(label for label in around if label not in apart)]
        return " ".join("".join(pieces(label, named_content)) for label in labels)


def matches(name: Name, text: str, role: Role) -> bool:
    """Return whether a text equals the name, or matches the pattern.

    An item is named by all of its text, so a part of it is enough.
    """
    if isinstance(name, str):
        return name in text if role == "item" else name == text
    return name.search(text) is not None


def describe(name: Name) -> str:
    return repr(name if isinstance(name, str) else name.pattern)
