"""Every sentence of the tablet, and nothing else: what is said, in the dealer's words."""

from dealer_ui.words.draw import draw_sentence, rebuild_lines, rebuild_note
from dealer_ui.words.halves import odd_rule
from dealer_ui.words.names import (
    action_name,
    elsewhere,
    entry_word,
    missed_word,
    seat_name,
    state_word,
)
from dealer_ui.words.page import PAGE
from dealer_ui.words.refusals import citation, refusal
from dealer_ui.words.sayings import (
    counted,
    money,
    number_word,
    odd_chips,
    pot_name,
    seats_said,
    sentence,
    short_street,
    street_word,
    the_street,
)
from dealer_ui.words.steps import freeze_sentence, step_sentence
from dealer_ui.words.undo import undo_label
from dealer_ui.words.waits import ARMS, arm_sentence, pad_sentence, skip_sentence, unfold_sentence

__all__ = [
    "ARMS",
    "PAGE",
    "action_name",
    "arm_sentence",
    "citation",
    "counted",
    "draw_sentence",
    "elsewhere",
    "entry_word",
    "freeze_sentence",
    "missed_word",
    "money",
    "number_word",
    "odd_chips",
    "odd_rule",
    "pad_sentence",
    "pot_name",
    "rebuild_lines",
    "rebuild_note",
    "refusal",
    "seat_name",
    "seats_said",
    "sentence",
    "short_street",
    "skip_sentence",
    "state_word",
    "step_sentence",
    "street_word",
    "the_street",
    "undo_label",
    "unfold_sentence",
]
