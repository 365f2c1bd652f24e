"""All texts of the tablet, in the dealer's words."""

from dealer_ui.messages.accessible_names import (
    action_name,
    elsewhere,
    entry_word,
    left_alone,
    missed_word,
    seat_name,
    state_word,
)
from dealer_ui.messages.draw import (
    draw_sentence,
    owed_text,
    rebuild_lines,
    rebuild_note,
    rebuild_yours,
)
from dealer_ui.messages.floor import freeze_sentence
from dealer_ui.messages.page import PAGE
from dealer_ui.messages.prompts import (
    ARMS,
    arm_question,
    arm_sentence,
    count_pot_lines,
    misdeal_confirmation,
    pad_sentence,
    players_seated,
    run_out_lines,
    skip_sentence,
    streets_left,
    uncounted_lines,
    unfold_sentence,
)
from dealer_ui.messages.rule_texts import rule_clause, rule_title
from dealer_ui.messages.split_pot import lost_to, odd_rule, ordinal, tied_note, together_win
from dealer_ui.messages.steps import shows_first, step_sentence
from dealer_ui.messages.stud import last_up_street, showing_word
from dealer_ui.messages.totals import chip_count_name, pots_won, pushed_name, sum_of_pots
from dealer_ui.messages.undo import undo_label
from poker.formatting import (
    as_sentence,
    money,
    money_or_blank,
    number_word,
    odd_chips,
    plain,
    pot_name,
    pots_played,
    seats_said,
    short_street,
    street_word,
    the_street,
)
from web.messages.facts import spoken
from web.messages.refusals import refusal

__all__ = [
    "ARMS",
    "PAGE",
    "action_name",
    "arm_question",
    "arm_sentence",
    "as_sentence",
    "chip_count_name",
    "count_pot_lines",
    "draw_sentence",
    "elsewhere",
    "entry_word",
    "freeze_sentence",
    "last_up_street",
    "left_alone",
    "lost_to",
    "misdeal_confirmation",
    "missed_word",
    "money",
    "money_or_blank",
    "number_word",
    "odd_chips",
    "odd_rule",
    "ordinal",
    "owed_text",
    "pad_sentence",
    "plain",
    "players_seated",
    "pot_name",
    "pots_played",
    "pots_won",
    "pushed_name",
    "rebuild_lines",
    "rebuild_note",
    "rebuild_yours",
    "refusal",
    "rule_clause",
    "rule_title",
    "run_out_lines",
    "seat_name",
    "seats_said",
    "short_street",
    "showing_word",
    "shows_first",
    "skip_sentence",
    "spoken",
    "state_word",
    "step_sentence",
    "street_word",
    "streets_left",
    "sum_of_pots",
    "the_street",
    "tied_note",
    "together_win",
    "uncounted_lines",
    "undo_label",
    "unfold_sentence",
]
