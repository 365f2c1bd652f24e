"""Texts of the band while a seat's pad is open or a key waits for its seat."""

from collections.abc import Sequence

from dealer_ui.messages.step_wordings import first_that_fits
from dealer_ui.messages.texts import Question, Sentence
from poker.formatting import money, number_word, smart_quotes, the_street
from poker.view.model import SubstantialView, present


def pad_sentence(seat: int, verb: str, answering: Sequence[int]) -> Sentence:
    """Return the sentence while the raise pad of a seat is open."""
    now = f"Seat {seat} {verb}. Announce the total."
    then = f"Then {_seats(answering)}." if answering else ""
    now, then = first_that_fits(iter([(now, then), (now, "")]))
    return Sentence(now=now, then=then)


def _seats(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} acts"
    return f"seats {', '.join(map(str, seats))} act"


def count_pot_lines(tracking: str) -> list[str]:
    """Return why the pot is unknown, and that it can be pushed uncounted."""
    why = "Bets aren't logged." if tracking == "streets" else "Not every bet was logged."
    return [smart_quotes(why), "WINS works without the count."]


def uncounted_lines() -> list[str]:
    """Return the note, between hands, that the last pot was pushed uncounted and nothing waits for it."""
    return [smart_quotes("Its drop isn't logged. Deal on, or count it.")]


# Armed key: label of the band, sentence, what follows.
ARMS = {
    "all_in": ("All-in", "All-in: tap the seat.", "Then count the total."),
    "kill": ("Kill hand", "Kill a hand: tap the seat.", "Its chips stay in the pot."),
    "award": ("Award", "Award now: tap the winner.", "The others are out."),
    "call": ("Check or call", "Check or call: tap the seat.", ""),
    "first_in": ("Folded to", "Folded to: tap the call or raise.", "Seats before it fold."),
    "seat": ("Sit in or leave", "Tap the seat to change.", ""),
    "missed": ("Missed blinds", "Missed blinds: tap the seat.", "Then post or wait."),
    "chips": ("Chips bought", "Chips bought: tap the seat.", "Then the amount."),
    "post": ("Short post", "Short post: tap the seat.", "Then the amount."),
    "said": ("Verbal bet", "Verbal: tap the seat.", "Then what was said."),
    "muck": ("Exposed card", "Muck unseen: tap the seat.", "It goes to the muck."),
    "first": ("Who is first", "Who acts first: tap the seat.", "Or log its bet."),
    "up": ("Exposed card", "Upcards: tap the seat.", "Then its cards, in the order dealt."),
    "buy": ("Buy card", "Buys a card: tap the seat.", "Deal it one card down."),
    "thrown": ("Card thrown", "Card thrown: tap the seat.", "The others checked or called."),
    "conduct": ("Conduct", "Conduct report: tap the seat.", "The game goes on."),
    "show": ("Exposed card", "Cards shown: tap the seat.", "Then its cards."),
}
# The question on the felt while a key of MORE waits for its seat, and its help.
ARM_QUESTIONS = {
    "call": ("Who checks or calls?", "Tap the seat. Seats before it check or call too."),
    "first_in": ("Who is first in?", "Tap its CALLS or RAISES. The seats before it fold."),
    "seat": ("Which seat?", "Tap it. Then sit out, leave, or come back in."),
    "missed": ("Who owes blinds?", "Tap the seat. Then post or wait."),
    "chips": ("Who bought chips?", "Tap the seat. Then the amount."),
    "post": ("Who posts short?", "Tap the seat. Then the amount."),
    "said": ("Who said it?", "Tap the seat. Then what was said."),
    "muck": ("Whose hand?", "Tap the seat. It goes to the muck unseen."),
    "first": ("Who is first?", "Tap the seat, or log its bet."),
    "up": ("Whose upcards?", "Tap the seat. Then its cards in the order dealt."),
    "buy": ("Who buys a card?", "Tap the seat. Deal it one card down."),
    "thrown": ("Who has thrown a card?", "Tap the seat. Open checks and calls are logged."),
    "conduct": ("Whose conduct?", "Tap the seat. Then what happened: one tap, no typing."),
    "show": ("Whose cards?", "Tap the seat. Then its cards."),
}


def arm_sentence(arm: str) -> Sentence:
    """Return the sentence while a key waits for its seat."""
    _, now, then = ARMS[arm]
    return Sentence(now=smart_quotes(now), then=smart_quotes(then))


def arm_question(arm: str) -> Question | None:
    """Return the question on the felt while a key of MORE waits for its seat; None for keys of the secondary row."""
    if arm not in ARM_QUESTIONS:
        return None
    title, text = ARM_QUESTIONS[arm]
    return Question(title=smart_quotes(title), text=smart_quotes(text))


def players_seated(players: int) -> str:
    """Return why a table cannot be closed: the number of taken seats."""
    sit = "1 player is" if players == 1 else f"{players} players are"
    return smart_quotes(f"{sit} still seated. Clear the table first, then close it.")


SUBSTANTIAL = {
    "guides": "three, or two with chips",
    "two_acted": "two players",
    "tda": "any three, or two, one with chips",
}


def misdeal_confirmation(acted: SubstantialView) -> str:
    """Return the question before a misdeal: who acted, and whether it was substantial action under the house rules
    (H-01).
    """
    law = f"H-01: {SUBSTANTIAL[acted.by]}"
    if acted.players is None:
        name = "A round is complete"
    elif acted.by == "tda":
        name = f"{_count(present(acted.acts), 'act')}, {number_word(present(acted.with_chips))} with chips"
    else:
        name = f"{number_word(acted.players).capitalize()} acted, {number_word(present(acted.with_chips))} with chips"
    back = "Bets after the deal go back. Blinds and antes stay; redeal."
    return smart_quotes(f"{name} ({law}). {back}")


def _count(number: int, what: str) -> str:
    return f"{number_word(number).capitalize()} {what}{'' if number == 1 else 's'}"


def unfold_sentence(seat: int, owes: int) -> Sentence:
    """Return what a second tap on a folded seat does: it owes chips, or its hand returns to the showdown (S-142)."""
    owed = money(owes) if owes else ""
    what = f"it owes {owed}" if owes else "for showdown"
    now = smart_quotes(f"Tap again: seat {seat}'s hand back in, {what} (S-142).")
    return Sentence(now=now, then="", owes=owed)


def skip_sentence(street: str) -> Sentence:
    """Return the sentence while a chosen street waits for the count of players."""
    now = f"Skip to {the_street(street)}: tap the number still in."
    return Sentence(now=now, then="Hand marked partial.")


def streets_left(count: int) -> str:
    """Return the number of streets left to deal: "one street", "two streets"."""
    return "one street" if count == 1 else f"{number_word(count)} streets"


def run_out_lines(count: int) -> list[str]:
    """Return the streets that the key for running out the hand deals."""
    return [f"{streets_left(count).capitalize()} to come,", "a burn before each."]
