"""The rule's proposal in the dealer's words: never final, with its basis and the stub after each step."""

from collections.abc import Iterator, Sequence

from dealer_ui.messages.texts import DeckLine
from poker.formatting import as_sentence, street_word, the_street
from poker.games.model import Game
from poker.irregularities.propose import PreviewRow
from poker.rules import HouseRules
from web.messages.facts import spoken

PROPOSED = "Proposed, not final"
HEADS = {
    "proposal": PROPOSED,
    "authority": f"{PROPOSED} · house choice: supervisor decides",
    "open": f"{PROPOSED} · supervisor decides",
    "none": "No rule covers this: supervisor decides",
    "problem": "Can't be done on these facts: supervisor decides",
}
WHENS = {
    "drawn": "After everyone draws: ",
    "showdown": "At the showdown: ",
    "after": "After the hand: ",
}
BET = "bet"


def basis(rules: HouseRules, clause: str) -> str:
    """Return the basis, such as "House rulebook, version 3 · FL-7"."""
    book = f"{rules.book} rulebook" if rules.book else "House rulebook"
    return f"{book}, version {rules.version} · {clause}"


def deck_lines(lines: Sequence[PreviewRow], game: Game) -> Iterator[DeckLine]:
    """Yield the steps in order, with the stub after each. A round, its burn and its street share one line."""
    walk: list[str] = []
    burns = {street.name: street.burn for street in game.streets}
    last = ""
    for line in lines:
        stub = str(line.ledger.stub)
        before = last
        last = stub
        match line.kind:
            case "step":
                if walk:  # the street waits for the end of the round
                    yield DeckLine(text=f"{as_sentence(', '.join(walk))}.", stub=before)
                    walk = []
                text = spoken(line.say)
                yield DeckLine(text=f"{WHENS.get(line.when, '')}{text}", stub=stub)
            case "bet":
                walk = [_betting(line.street)]
            case "burn":
                walk.append("burn")
            case "street":
                bare = burns.get(line.street) and "burn" not in walk
                walk += ["no burn"] if bare else []
                walk.append(f"deal {the_street(line.street)}")
                yield DeckLine(text=f"{as_sentence(', '.join(walk))}.", stub=stub)
                walk = []


def _betting(street: str) -> str:
    word = street_word(street)
    return f"finish the betting {word if word.startswith('before') else 'on ' + the_street(street)}"
