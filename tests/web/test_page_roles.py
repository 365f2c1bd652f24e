"""The roles that `tests/support/page_roles.py` reads from a page."""

import re

import pytest

from tests.support.page_roles import PageContent

PAGE = PageContent("""<!doctype html>
<html lang="en"><head><title> Drop · Floorbook </title><script>"Kettle"</script></head>
<body>
<nav aria-label="Pages"><a href="/floor/"><svg aria-hidden="true"><title>Plan</title></svg>Floor</a>
  <a href="/other/"><img src="x.png" alt="Other room"></a></nav>
<main>
  <h1>Boxes <small>of <b>today</b></small></h1>
  <p role="alert">2 boxes, <b>$31</b>, are missing.</p><p role="alert"></p>
  <p role="status" hidden>Saved.</p>
  <h2 id="count">Count</h2>
  <section aria-labelledby="count">
    <form action="/count/">
      <label for="total">Total</label> <input id="total" value="31" aria-describedby="e1" aria-invalid="true">
      <small id="e1">Isn't a sum.</small>
      <label>Room <select><option value="1">One</option><option value="2" selected>Two</option></select></label>
      <fieldset disabled><legend>Chips</legend>
        <label><input type="checkbox" checked value="y"> Counted</label></fieldset>
      <textarea aria-label="Note">
Twice</textarea>
      <input type="hidden" name="seen" value="secret">
      <button>Send <span class="n">2</span></button><button aria-label="Close" disabled>x</button>
    </form>
  </section>
  <table><caption>Tables</caption><thead><tr><th>Table</th><th colspan="2">Rake</th><th>By</th></tr></thead>
    <tbody><tr><th scope="row">T1</th><td>$5</td><td>$6</td><td>Wren</td></tr>
    <tr><td><a href="/t2/">T2</a></td><td>$7</td><td>$8</td><td title="Kettle">Oak</td></tr></tbody></table>
  <ul><li>Pebble 3<i hidden> Kettle</i></li><li>Pebble 4</li></ul>
  <dl><div><dt>Drop</dt><dd>$1</dd><dd>logged</dd></div><div><dt>Rake</dt><dd>$2</dd></div></dl>
</main></body></html>""")


def test_text_is_what_can_be_seen() -> None:
    assert "Kettle" in PAGE.source
    assert "Kettle" not in PAGE.text
    assert "Boxes of today 2 boxes, $31, are missing. Count Total Isn't a sum." in PAGE.text
    assert "T1 $5 $6 Wren T2 $7" in PAGE.text
    assert "secret" not in PAGE.text
    assert PAGE.title == "Drop · Floorbook"


def test_parts_are_found_by_role_and_name() -> None:
    assert PAGE.names("heading") == ["Boxes of today", "Count"]
    assert PAGE.region("Pages").link("Floor").href == "/floor/"
    assert PAGE.link("Other room").href == "/other/"
    assert PAGE.alert() == "2 boxes, $31, are missing."
    assert PAGE.names("item") == ["Pebble 3", "Pebble 4"]
    assert PAGE.item("4").text == PAGE.item(re.compile("4$")).text == "Pebble 4"
    assert PAGE.definition("Drop") == "$1 logged"
    assert PAGE.region("Count").names("button") == ["Send 2", "Close"]
    assert PAGE.button("Send 2").action == "/count/"
    assert PAGE.button("Close").is_disabled


def test_fields_are_found_by_their_labels() -> None:
    assert PAGE.names("field") == ["Total", "Room", "Counted", "Note"]
    total, room, counted = (PAGE.field(label) for label in ("Total", "Room", "Counted"))
    assert (total.value, total.description, total.is_disabled) == ("31", "Isn't a sum.", False)
    assert (total.is_invalid, room.is_invalid) == (True, False)
    assert (room.value, room.choice, room.choices) == ("2", "Two", ["One", "Two"])
    assert (counted.is_checked, counted.is_disabled) == (True, True)
    assert PAGE.group("Chips").names("field") == ["Counted"]
    assert PAGE.field("Note").value == "Twice"


def test_cells_are_found_by_row_and_column() -> None:
    table = PAGE.table("Tables")
    assert table.columns == ["Table", "Rake", "Rake", "By"]
    assert table.names("row") == ["Table", "T1", "T2"]
    assert table.row("T1").cell("By") == "Wren"
    assert PAGE.row("T2").cells == ["T2", "$7", "$8", "Oak"]


def test_missing_part_lists_the_names_there_are() -> None:
    with pytest.raises(AssertionError, match=r"no button 'Save' among \['Send 2', 'Close'\]"):
        PAGE.button("Save")
    with pytest.raises(AssertionError, match=r"no column 'Drop' among \['Table'"):
        PAGE.row("T1").cell("Drop")
    with pytest.raises(AssertionError, match=r"2 times item 'Pebble'"):
        PAGE.item("Pebble")
    with pytest.raises(AssertionError, match=r"not one status: \[\]"):
        PAGE.status()
