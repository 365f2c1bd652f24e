"""The rules of the steps in words: a title for the caption, and the clause shown by a tap on it."""

TEXTS = {
    "S-005": (
        "Plaque before the game",
        "A plaque posts game, limit, forced bets and collection before a table opens.",
    ),
    "S-012": (
        "Floor decision is final",
        "In a dispute the supervisor decides, and the decision is final.",
    ),
    "S-048": (
        "Draw for the button",
        "Each player gets one card face up; the highest card gets the button.",
    ),
    "S-049": (
        "Button moves clockwise",
        "The button moves to the next player clockwise after each hand. A hand needs two players.",
    ),
    "S-074": (
        "Deal from the button's left",
        "Deal clockwise from the seat left of the button, one card a round, the button last.",
    ),
    "S-081": (
        "When a round ends",
        "A round ends when everyone has answered the last bet, or all others have folded.",
    ),
    "S-082": (
        "Tap, burn, flop",
        "Tap the table, burn one card under the pot, then deal three cards to the flop.",
    ),
    "S-084": (
        "First left of the button",
        "After the flop the first player left of the button acts first, and may check or bet.",
    ),
    "S-085": (
        "Burn before each card",
        "Burn one, then the turn to the right of the flop. Burn one, then the river.",
    ),
    "S-090": (
        "Showdown",
        "Everyone still in tables the hand to win the pot. The last to bet shows first, then clockwise.",
    ),
    "S-096": (
        "Uncontested pot",
        "If all others fold, the last player wins the pot and need not show.",
    ),
    "S-115": (
        "All-in and side pots",
        "An all-in player contests only the chips that were matched; the rest is side pots, or goes back.",
    ),
    "S-122": (
        "Kill losing hands first",
        "Losing hands are killed before a pot is pushed. Last side pot first.",
    ),
    "S-145": ("Low card brings it in", "The lowest upcard opens the betting on third street."),
    "S-146": (
        "Equal low cards: by suit",
        "Equal low cards are ranked by suit: clubs lowest, then diamonds, hearts, spades.",
    ),
    "S-147": (
        "Bring-in",
        "The bring-in opens the betting; others fold, call it or complete the bet.",
    ),
    "S-148": ("Highest card opens", "Without a bring-in the highest upcard acts first."),
    "S-149": (
        "Burn before each street",
        "Pull in the bets and burn one under the pot before each later street.",
    ),
    "S-150": (
        "High hand acts first",
        "From fourth street on the high hand showing acts first, and may check or bet.",
    ),
    "S-151": (
        "Equal high hands: by suit",
        "Equal high hands are ranked by the suit of the high card, spades highest.",
    ),
    "S-152": (
        "Pairs to quads count",
        "Upcards rank as high cards, pairs, trips and quads; no straights or flushes.",
    ),
    "S-153": (
        "Last card face down",
        "Fourth to sixth street are dealt face up, the seventh card face down.",
    ),
    "S-155": (
        "Short deck: burns go in",
        "If the stub is short on the last street, the burns are shuffled into it.",
    ),
    "S-156": ("Common card", "If the deck can't serve everyone, one card face up plays for all."),
    "S-159": (
        "Razz: high card brings it in",
        "In razz the highest upcard brings it in; later the lowest hand showing acts first.",
    ),
    "S-176": (
        "Draw",
        "Each player announces a number, discards as many, and gets exactly as many in turn.",
    ),
    "S-180": (
        "House game",
        "Games that the guides do not describe are separate games; the house sets their rules.",
    ),
    "H-14": (
        "Short deck on the last card",
        "How the last street is dealt when the deck runs short is set in the house rulebook.",
    ),
    "H-45": (
        "Short deck on the draw",
        "What may be shuffled back in when a draw game's deck runs short is set in the house rulebook.",
    ),
    "H-12": ("Tied upcards", "How tied upcards are ranked is set in the house rulebook."),
}


def rule_title(rule: str) -> str:
    """Return a rule's title for the caption; "" for a rule that no step cites."""
    return TEXTS[rule][0] if rule in TEXTS else ""


def rule_clause(rule: str) -> str:
    """Return a rule in words, with its number last, as in a refusal; "" for a rule that no step cites."""
    if rule not in TEXTS:
        return ""
    kind = "House rule" if rule.startswith("H-") else "Rule"
    return f"{TEXTS[rule][1]} ({kind} {rule})"
