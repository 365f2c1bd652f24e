"""What the house's rule says of a call, in the dealer's words: never final, with its basis and the stub after each."""

from collections.abc import Iterator, Sequence

from poker.games.model import Game
from poker.irregular.propose import Line
from poker.rules import HouseRules
from rulings.wording.facts import spoken
from rulings.wording.sayings import sentence, street_word, the_street

PROPOSED = "Proposed, not final"
HEADS = {
    "proposal": PROPOSED,
    "authority": f"{PROPOSED} · no authority: house decision needed",
    "open": f"{PROPOSED} · the supervisor decides",
    "none": "No row fits: the supervisor decides",
    "problem": "Cannot be done as the facts are: the supervisor decides",
}
WHENS = {
    "drawn": "When all have drawn: ",
    "showdown": "At the showdown: ",
    "after": "After the hand: ",
}
BET = "bet"


def basis(rules: HouseRules, clause: str) -> str:
    """ "House rulebook, version 3 · FL-7"."""
    book = f"Rulebook of {rules.book}" if rules.book else "House rulebook"
    return f"{book}, version {rules.version} · {clause}"


def deck_lines(lines: Sequence[Line], game: Game) -> Iterator[dict[str, str]]:
    """What is done, in order, with the stub after it; a round, its burn and its street are one line."""
    walk: list[str] = []
    burns = {street.name: street.burn for street in game.streets}
    last = ""
    for line in lines:
        stub, before = str(line.ledger.stub), last
        last = stub
        match line.kind:
            case "step":
                if walk:  # it comes after the round: the street waits for it
                    yield {"text": f"{sentence(', '.join(walk))}.", "stub": before}
                    walk = []
                told = spoken(line.say)
                yield {"text": f"{WHENS.get(line.when, '')}{told}", "stub": stub}
            case "bet":
                walk = [_betting(line.street)]
            case "burn":
                walk.append("burn")
            case "street":
                bare = burns.get(line.street) and "burn" not in walk
                walk += ["no burn"] if bare else []
                walk.append(f"deal {the_street(line.street)}")
                yield {"text": f"{sentence(', '.join(walk))}.", "stub": stub}
                walk = []


def _betting(street: str) -> str:
    word = street_word(street)
    return f"finish the betting {word if word.startswith('before') else 'on ' + the_street(street)}"
