"""Texts of bomb pots, splash pots, hands with two boards, and boards that are run twice."""

from collections.abc import Callable, Iterator, Sequence

from dealer_ui.messages.step_wordings import NO_BURN, Line, burn_text, collection_text
from poker.formatting import as_sentence, listed, money, number_word, seats_said, street_word
from poker.step import Step, StepFacts
from poker.view.model import BombPotView, SplashPotView, TableView, present

TIMES = {1: "once", 2: "twice", 3: "three times"}
CARDS = {"flop": "three cards", "turn": "one card", "river": "one card"}
MOST_OTHERS = 3  # seats that are not in a pot, and are named
BOMB_OFFER = "Or a bomb pot"
SPLASH_OFFER = "Or a splash pot"
SPLASH_OF_FUND = "A promotion pays it. A manager can take it back."
MOST_TITLE = 24  # letters of a promotion in the header
SPLASH_FIRST = "Take the splash pot back first: No splash pot."


def boards_text(boards: int) -> str:
    """Return "one board" or "two boards"."""
    return f"{number_word(boards)} board{'' if boards == 1 else 's'}"


def bomb_pot_name(bomb: BombPotView) -> str:
    """Return a bomb pot as the header shows it: "bomb pot $10, two boards"."""
    boards = f", {boards_text(bomb.boards)}" if bomb.boards > 1 else ""
    return f"bomb pot {money(bomb.amount)}{boards}"


def splash_name(splash: SplashPotView) -> str:
    """Return a splash pot as the header shows it: "splash pot $100"."""
    return f"splash pot {money(splash.amount)}"


def splash_note(splash: SplashPotView | None) -> str:
    """Return what the pot shows of a splash that is in it or announced; "" without one."""
    if splash is None or not (splash.announced or splash.played):
        return ""
    return f"{money(splash.amount)} splash" if not splash.title else _paid_note(splash)


def _paid_note(splash: SplashPotView) -> str:
    """Return the amount with the promotion that pays it, unless its title is too long for the header."""
    if len(splash.title) > MOST_TITLE:
        return f"{money(splash.amount)} splash"
    return f"{money(splash.amount)} {splash.title}"


def splash_lines(splash: SplashPotView, hand: int) -> list[str]:
    """Return the felt's lines beside the key for a splash pot."""
    return [f"{money(splash.amount)} from the house.", f"No tap: hand {hand} has no splash."]


def with_splash(step: Step, lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the wordings of a deal behind the splash that goes to the pot first; other steps unchanged."""
    splash = step.facts.get("splash")
    if step.kind != "deal" or not splash:
        yield from lines
        return
    wordings = list(lines)
    for added in _splash_orders(splash, step.facts.get("splash_title", "")):
        for now, then in wordings:
            yield added, f"{now} {then}".rstrip()
            yield added, now
        yield added, ""


def _splash_orders(splash: int, title: str) -> list[str]:
    """Return the order to put a splash in the pot, with the promotion that pays it where it fits."""
    if not title:
        return [f"Put the house's {money(splash)} in the pot."]
    return [f"{title}: put {money(splash)} in the pot.", f"Splash: put {money(splash)} in the pot."]


def wording(view: TableView, step: Step) -> Callable[[TableView, Step], Iterator[Line]] | None:
    """Return what yields the wordings of a step if its pot has its own; else None."""
    facts = step.facts
    if step.kind == "deal" and "bomb_pot" in facts:
        return collection_lines
    if step.kind == "run_out" and view.runs and view.runs.most > 1:
        return runs_question
    deals = step.kind in ("street", "run_out") and step.next != "showdown"
    if deals and ("boards" in facts or "runs" in facts):
        return street_lines
    return None


def collection_lines(view: TableView, step: Step) -> Iterator[Line]:
    """Yield what to collect and deal before a bomb pot."""
    first = step.seats[0]
    amount = money(step.facts["bomb_pot"])
    blinds = " Blinds, too." if any(seat.blind for seat in view.seats) else " No blinds."
    flops = "two flops" if step.facts["boards"] > 1 else "flop"
    collects = f"Collect {amount} from each seat."
    yield f"{collects}{blinds}", f"Deal from seat {first}, burn, {flops}."
    yield f"{collects}{blinds}", f"Deal from seat {first}."
    yield collects, f"Deal from seat {first}."
    yield collects, ""


def bomb_lines(bomb: BombPotView, hand: int) -> list[str]:
    """Return the felt's lines beside the key for a bomb pot."""
    boards = boards_text(bomb.boards)
    return [
        f"{as_sentence(boards)}, {money(bomb.amount)} each.",
        f"No tap: hand {hand} is a normal hand.",
    ]


def street_lines(view: TableView, step: Step) -> Iterator[Line]:
    """Yield the next street of a hand with two boards, or of a run."""
    collected = collection_text(step)
    short = collection_text(step, seats=False)
    dealt = street_dealt(step.facts, step)
    before = " Hands up." if step.facts.get("all_up") else ""
    if collected:
        yield f"{collected}{before}", f"Then {dealt[:1].lower()}{dealt[1:]}"
        yield short, f"Then {dealt[:1].lower()}{dealt[1:]}"
        yield short, ""
        return
    count = view.count.expected
    yield f"{dealt}{before}", f"{number_word(count).capitalize()} in: tap {count}."
    yield dealt, ""


def street_dealt(facts: StepFacts, step: Step) -> str:
    """Return the deal of a street: "Run 2: burn one, one card to the turn." or "Burn one, a flop on each board."."""
    burn = burn_text(step)
    street = step.next
    if "runs" in facts:
        cards = f"{CARDS.get(street, 'cards')} to the {street_word(street)}"
        return f"Run {facts['run'] + 1} of {facts['runs']}: {burn}, {cards}."
    name = street_word(street)
    if facts.get("burn_each") and burn != NO_BURN:
        waived = step.facts.get("no_burn_boards", [])
        return " ".join(
            f"{as_sentence(name)} without a burn, board {board + 1}."
            if board in waived
            else f"Burn and {name}, board {board + 1}."
            for board in range(facts["boards"])
        )
    return f"{as_sentence(burn)}, then a {name} on each board, upper first."


def runs_question(view: TableView, step: Step) -> Iterator[Line]:
    """Yield who still has to agree on the number of runs, before a card of the first run is out."""
    runs = present(view.runs)
    wanted = dict(runs.agreed)
    live = [seat.seat for seat in view.seats if seat.state == "in"]
    agreed = [seat for seat in live if wanted.get(seat, 1) > 1]
    asked = [seat for seat in live if seat not in wanted]
    once = [seat for seat in live if wanted.get(seat) == 1]
    deal = street_dealt({"run": 0, "runs": runs.count}, step)
    if runs.count > 1:
        yield f"All agree: {TIMES[runs.count]}. {deal}", ""
        yield deal, f"All agree: {TIMES[runs.count]}."
        yield deal, ""
        return
    if once:
        yield f"{as_sentence(seats_said(once))}: once. The board is run once.", "Deal on."
        yield "The board is run once.", ""
        return
    if not agreed:
        yield "All-in. Deal on, or tap TWICE at each seat that agrees.", ""
        yield "All-in. Once or twice?", ""
        return
    times = TIMES[max(wanted[seat] for seat in agreed)]
    verb = "says" if len(agreed) == 1 else "say"
    who = f"{as_sentence(seats_said(agreed))} {verb} {times}."
    if not asked:  # different numbers
        yield "The players name different numbers of runs.", "All must agree."
        return
    yield f"All-in. {as_sentence(seats_said(asked))}: once or twice?", who
    yield f"{as_sentence(seats_said(asked))}: once or twice?", ""


def run_title(facts: StepFacts) -> str:
    """Return the felt's title of a run: "Run 1 of 2"; "No more bets" for a single run."""
    return f"Run {facts['run'] + 1} of {facts['runs']}" if "runs" in facts else "No more bets"


def run_key(facts: StepFacts) -> str:
    """Return the label of the key that deals the rest of the board."""
    return f"DEAL\nRUN {facts['run'] + 1}" if "runs" in facts else "RUN IT\nOUT"


def on_board(facts: StepFacts, text: str) -> str:
    """Return a text about an award with its board or run: "Board 1, main pot $29", "Run 2, pot $40"."""
    if "read_board" not in facts:
        return text
    word = "Run" if "runs" in facts else "Board"
    return f"{word} {facts['read_board'] + 1}, {text[:1].lower()}{text[1:]}"


def reads_another(facts: StepFacts) -> bool:
    """Return whether another board or run follows, so that no hand is mucked yet."""
    return "read_board" in facts and facts["read_board"] + 1 < facts.get(
        "runs", facts.get("boards", 1)
    )


def contenders_text(seats: Sequence[int], live: Sequence[int]) -> str:
    """Return who can win a pot where the seats do not fit as chips: "all nine", "all but 9", "seven seats"."""
    others = [seat for seat in live if seat not in seats]
    if not others:
        return f"all {number_word(len(seats))}"
    if len(others) <= MOST_OTHERS:
        return f"all but {listed([str(seat) for seat in others], 'and')}"
    return f"{number_word(len(seats))} seats"


def after_cell(view: TableView) -> str:
    """Return what follows the last pot of a board: "Then read board 2."."""
    award = present(view.award)
    if award.turn is None or award.turn + 1 >= len(award.pots):
        return ""
    here = award.pots[award.turn].board
    there = award.pots[award.turn + 1].board
    return f"Then read {board_word(view)} {there + 1}." if there != here else ""


def board_word(view: TableView) -> str:
    """Return "run" for a board that is run twice, else "board"."""
    return "run" if view.runs else "board"
