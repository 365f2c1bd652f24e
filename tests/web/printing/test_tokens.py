"""The design tokens in the style sheets of PDFs are values, not variables."""

from web.printing.pdf import _tokens, _without_variables


def test_style_sheets_of_pdfs_have_the_values_of_tokens() -> None:
    html = "<style>p { color: var(--paper-red); } h1 { color: var(--panel); }</style><p>var(--line)</p>"
    text = _without_variables(html)
    assert "p { color: #a8321e; }" in text
    assert "var(" not in text.partition("</style>")[0], "a token that is set to another one, too"
    assert "<p>var(--line)</p>" in text, "text is left as it is"


def test_an_unknown_token_stays_for_the_warning_of_the_typesetter() -> None:
    assert "var(--no-such)" in _without_variables("<style>p { color: var(--no-such); }</style>")


def test_tokens_are_those_without_a_theme() -> None:
    assert _tokens()["paper-text"] == "#12171c"
    assert _tokens()["bg"] == "#101418"
