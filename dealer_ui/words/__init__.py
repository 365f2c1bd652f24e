"""Every sentence of the tablet, and nothing else: what is said, in the dealer's words."""

from dealer_ui.words.draw import (
    draw_sentence,
    rebuild_lines,
    rebuild_note,
    rebuild_yours,
    stay_out,
)
from dealer_ui.words.floor import freeze_sentence
from dealer_ui.words.halves import odd_rule
from dealer_ui.words.names import (
    action_name,
    elsewhere,
    entry_word,
    left_alone,
    missed_word,
    seat_name,
    state_word,
)
from dealer_ui.words.page import PAGE
from dealer_ui.words.steps import step_sentence
from dealer_ui.words.undo import undo_label
from dealer_ui.words.waits import (
    ARMS,
    arm_sentence,
    misdeal_asked,
    pad_sentence,
    pot_told,
    skip_sentence,
    unfold_sentence,
)
from rulings.wording.facts import spoken
from rulings.wording.refusals import citation, refusal
from rulings.wording.sayings import (
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
    "left_alone",
    "misdeal_asked",
    "missed_word",
    "money",
    "number_word",
    "odd_chips",
    "odd_rule",
    "pad_sentence",
    "pot_name",
    "pot_told",
    "rebuild_lines",
    "rebuild_note",
    "rebuild_yours",
    "refusal",
    "seat_name",
    "seats_said",
    "sentence",
    "short_street",
    "skip_sentence",
    "spoken",
    "state_word",
    "stay_out",
    "step_sentence",
    "street_word",
    "the_street",
    "undo_label",
    "unfold_sentence",
]
