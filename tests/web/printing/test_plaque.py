"""Plaques as text and on paper: the four facts of S-005 and S-006, the buy-in and the QR code."""

import sys
from io import BytesIO

import msgspec
import pytest
from pypdf import PdfReader

from poker.refusal import Refusal
from poker.stakes import Kill, Rake, Rotation, RotationGame, Stakes, Straddles
from web.printing import pdf as printing
from web.printing.plaque import plaque_pdf, plaque_text

HOLDEM = Stakes(
    game="holdem",
    limit="split",
    small_bet=400,
    big_bet=800,
    blinds=(200, 400),
    buy_in_min=4000,
    buy_in_max=40000,
    chips=(100, 500),
    rake=Rake(kind="percent", basis_points=1000, cap=500, jackpot=100, jackpot_from=2000),
)


def test_plaque_has_game_limit_forced_bets_and_collection() -> None:
    lines = plaque_text(HOLDEM)
    assert lines.game == "Hold\u2019em"
    assert lines.limit == ("Limit $4 and $8",)
    assert lines.forced == ("Blinds $2 and $4",)
    charge = (
        "Rake 10% of the pot, $5 max",
        "No flop, no drop",
        "Jackpot drop $1 at a $20 pot",
    )
    assert lines.charge == charge
    assert lines.buy_in == "$40 to $400"


@pytest.mark.parametrize(
    ("rake", "text"),
    [
        (Rake(kind="time", time_charge=600), "Time $6 per player every 30 minutes"),
        (
            Rake(kind="steps", steps=((2000, 100), (4000, 200)), cap=200),
            "Rake $1 at $20, $2 at $40, $2 max",
        ),
        (Rake(kind="free"), "No collection"),
    ],
)
def test_every_kind_of_collection_is_printed(rake: Rake, text: str) -> None:
    stakes = Stakes(game="holdem", limit="none", small_bet=300, big_bet=300, rake=rake)
    assert plaque_text(stakes).charge[0] == text


@pytest.mark.parametrize(
    ("straddles", "text"),
    [
        (None, "Straddle allowed"),
        (Straddles(("button",)), "Straddle from the button, $6"),
        (
            Straddles(("under_the_gun", "button"), cap=5000),
            "Straddle under the gun or from the button, the button first, $6 to $50",
        ),
        (
            Straddles(("under_the_gun", "sleeper")),
            "Straddle under the gun, or a sleeper from a later seat, live if everyone before it folds, $6",
        ),
        (
            Straddles(("any_seat",), most=2),
            "Straddle from any seat but the blinds, the button first, $6, up to 2 in turn, each at least double",
        ),
    ],
)
def test_straddles_are_printed_for_the_players(straddles: Straddles | None, text: str) -> None:
    stakes = Stakes("holdem", "none", 300, 300, (100, 300), straddle=True, straddles=straddles)
    assert plaque_text(stakes).forced == (f"Blinds $1 and $3. {text}",)


def test_leg_up_kill_and_collection_by_players_are_printed() -> None:
    lines = plaque_text(
        msgspec.structs.replace(
            HOLDEM,
            kill=Kill("half", 6000, 600, legs=2, other_games=True),
            rake=Rake(
                kind="percent",
                basis_points=1000,
                cap=500,
                caps=((2, 0), (4, 300)),
                jackpot=100,
                jackpot_from=1000,
                jackpot_second=100,
                jackpot_second_from=3000,
            ),
        )
    )
    kill = "Leg-up half kill: two pots in a row, the second of $60 or more, $6 posted"
    assert lines.forced == (f"Blinds $2 and $4. {kill}",)
    assert lines.charge == (
        "Rake 10% of the pot, $5 max, none from 2 players dealt in, $3 max from 4 players dealt in",
        "No flop, no drop",
        "Jackpot drop $1 at a $10 pot, $1 more at a $30 pot",
    )


def test_kill_bring_in_and_rotation_are_printed() -> None:
    rotation_text = (
        RotationGame(
            game="stud", limit="split", small_bet=1000, big_bet=2000, ante=200, bring_in=500
        ),
    )
    horse = Stakes(
        game="omaha8",
        limit="split",
        small_bet=1000,
        big_bet=2000,
        blinds=(500, 1000),
        kill=Kill("full", 6000, 800),
        rotation=Rotation("orbit", rotation_text),
    )
    lines = plaque_text(horse)
    assert lines.turns == "Rotation: 1 orbit of each"
    assert lines.limit == ("Limit $10 and $20",)
    assert lines.forced == (
        "Omaha eight-or-better: Blinds $5 and $10. Kill from a pot of $60, $8 posted",
        "Seven-card stud: Ante $2 from everyone. Bring-in $5",
    )


def test_plaque_fits_on_one_page_of_a4_and_letter() -> None:
    pdf_bytes = plaque_pdf(
        stakes=HOLDEM,
        name="Limit 4/8",
        version=3,
        table="T1",
        room="Small room",
        url="http://room.example/board/1",
    )
    pages = PdfReader(BytesIO(pdf_bytes)).pages
    assert len(pages) == 1
    text = " ".join(pages[0].extract_text().split())
    for words in (
        "T1",
        "Limit $4 and $8",
        "Blinds $2 and $4",
        "$5 max",
        "$40 to $400",
        "/board/1",
    ):
        assert words in text
    lowest: list[float] = []
    pages[0].extract_text(
        visitor_text=lambda words, _m, at, *_: lowest.append(at[5]) if words.strip() else None
    )
    assert min(lowest) > 18 * 72 / 25.4  # the height that a Letter sheet lacks, in points


def test_only_data_urls_are_fetched() -> None:
    for url in ("http://127.0.0.1/x", "file:///etc/hostname", "ftp://x/y"):
        with pytest.raises(ValueError, match="disallowed"):
            printing._only_embedded().fetch(url)


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<link rel="stylesheet" href="http://127.0.0.1:9/x.css">',
        '<link rel="attachment" href="file:///etc/hostname">',
        '<img src="relative.png">',
        '<img src="data:nonsense">',
    ],
)
def test_pdf_leaves_foreign_urls_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, markup: str
) -> None:
    monkeypatch.setattr(printing, "render_to_string", lambda *_: f"{markup}<p>Plaque</p>")
    with caplog.at_level("WARNING", logger="weasyprint"):
        content = printing.pdf("web/printing/plaque.html", {})
    (page,) = PdfReader(BytesIO(content)).pages
    assert page.extract_text().strip() == "Plaque"
    assert "root:" not in content.decode("latin-1")


def test_missing_pdf_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(Refusal, match="no_pdf_library"):
        printing.pdf("web/printing/plaque.html", {})
