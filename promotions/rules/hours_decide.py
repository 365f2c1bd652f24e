"""Decides commands about players' hours: a command becomes events, or is refused as a whole."""

from msgspec.structs import replace

from poker.handlers import DecideOn
from poker.logs.outcome import Draft, Outcome
from poker.refusal import Refusal
from promotions.rules import hours_commands as c
from promotions.rules import hours_events as e
from promotions.rules.drawings import list_hash, seed_hash, winners
from promotions.rules.hours_evolve import evolve
from promotions.rules.hours_state import Drawing, DrawingStage, Hours, Redemption, Reward

MOST_RATES = 50


class _Draft(Draft[Hours, e.HoursEvent]):
    """The hours of a room while a command is being decided."""

    def drawing(self, number: int, *stages: DrawingStage) -> Drawing:
        """Return a drawing in one of these stages. Raises `Refusal`: `no_drawing`, `drawing_stage`."""
        drawing = self.state.drawing(number)
        if drawing is None:
            raise Refusal("no_drawing", "", number=number)
        if drawing.stage not in stages:
            raise Refusal("drawing_stage", "", title=drawing.title, stage=drawing.stage)
        return drawing


def run(hours: Hours, command: c.HoursCommand, *, now: int) -> Outcome[Hours, e.HoursEvent]:
    """Return the events of a command and the hours after them. `now` is in Unix milliseconds. Raises `Refusal`."""
    draft = _Draft(hours, evolve)
    _DECIDE[type(command)](draft, command, now)
    return draft.outcome()


def _propose(draft: _Draft, command: c.ProposeCard, now: int) -> None:
    """Raises `Refusal`: `rates_many`, `rate_percent`."""
    card = command.card
    if len(card.rates) > MOST_RATES:
        raise Refusal("rates_many", "", most=MOST_RATES)
    if any(rate.percent < 0 or rate.percent > 1000 for rate in card.rates):
        raise Refusal("rate_percent")
    draft.record(e.CardProposed(replace(card, version=draft.state.card.version + 1), command.by))


def _confirm(draft: _Draft, command: c.ConfirmCard, now: int) -> None:
    """Raises `Refusal`: `no_proposal`, `second_manager`."""
    pending = draft.state.pending
    if pending is None or pending.version != command.version:
        raise Refusal("no_proposal")
    if command.by == draft.state.proposed_by:
        raise Refusal("second_manager")
    draft.record(e.CardConfirmed(command.version, command.by))


def _drop(draft: _Draft, command: c.DropCard, now: int) -> None:
    """Raises `Refusal`: `no_proposal`."""
    if draft.state.pending is None:
        raise Refusal("no_proposal")
    draft.record(e.CardDropped(draft.state.pending.version))


def _set_reward(draft: _Draft, command: c.SetReward, now: int) -> None:
    """Raises `Refusal`: `same_approver`, `no_reward` for removing one that does not exist."""
    _check_second(command.by, command.approved)
    if command.minutes:
        reward = Reward(command.key, command.title.strip(), command.minutes, command.value)
        if draft.state.reward(command.key) != reward:
            draft.record(e.RewardSet(reward, command.approved))
        return
    if draft.state.reward(command.key) is None:
        raise Refusal("no_reward", "", key=command.key)
    draft.record(e.RewardRemoved(command.key, command.approved))


def _redeem(draft: _Draft, command: c.Redeem, now: int) -> None:
    """Raises `Refusal`: `no_reward`, `hours_held`, `hours_short` with the minutes that are missing."""
    reward = draft.state.reward(command.reward)
    if reward is None:
        raise Refusal("no_reward", "", key=command.reward)
    if not command.may_collect:
        raise Refusal("hours_held", "", title=reward.title)
    left = command.earned - draft.state.redeemed_by({command.player, *command.keys})
    if left < reward.minutes:
        raise Refusal("hours_short", "", title=reward.title, missing=reward.minutes - left)
    draft.record(
        e.HoursRedeemed(
            Redemption(
                number=draft.state.count + 1,
                player=command.player,
                reward=reward.key,
                title=reward.title,
                minutes=reward.minutes,
                value=reward.value,
                at=now,
            )
        )
    )


def _undo_redemption(draft: _Draft, command: c.UndoRedemption, now: int) -> None:
    """Raises `Refusal`: `no_redemption` for one that is too long ago. Undoing twice changes nothing."""
    redemption = draft.state.redemption(command.number)
    if redemption is None:
        raise Refusal("no_redemption", "", number=command.number)
    if not redemption.undone:
        draft.record(e.RedemptionUndone(redemption.number))


def _announce(draft: _Draft, command: c.AnnounceDrawing, now: int) -> None:
    """Raises `Refusal`: `same_approver`, `drawing_days` if the last day is before the first."""
    _check_second(command.by, command.approved)
    if command.last_day < command.first_day:
        raise Refusal("drawing_days")
    draft.record(
        e.DrawingAnnounced(
            Drawing(
                number=draft.state.announced + 1,
                title=command.title.strip(),
                first_day=command.first_day,
                last_day=command.last_day,
                minutes=command.minutes,
                winners=command.winners,
                prize=command.prize,
                source=command.source.strip(),
                seed_hash=command.seed_hash,
            ),
            command.approved,
        )
    )


def _close_list(draft: _Draft, command: c.CloseList, now: int) -> None:
    """Raises `Refusal`: `no_drawing`, `drawing_stage`, `drawing_empty`, `drawing_running` before its last day."""
    drawing = draft.drawing(command.number, "announced")
    if command.today < drawing.last_day:
        raise Refusal("drawing_running", "", title=drawing.title, day=drawing.last_day)
    if not any(entry.entries for entry in command.entries):
        raise Refusal("drawing_empty", "", title=drawing.title)
    draft.record(e.ListClosed(drawing.number, command.entries, list_hash(command.entries)))


def _draw(draft: _Draft, command: c.Draw, now: int) -> None:
    """Raises `Refusal`: `no_drawing`, `drawing_stage`, `drawing_seed` if the seed is not the committed one."""
    drawing = draft.drawing(command.number, "closed")
    if seed_hash(command.seed) != drawing.seed_hash:
        raise Refusal("drawing_seed", "", title=drawing.title)
    published = command.published.strip()
    drawn = winners(command.seed, published, drawing.entries, drawing.winners)
    draft.record(e.WinnersDrawn(drawing.number, published, command.seed, tuple(drawn)))


def _redraw(draft: _Draft, command: c.Redraw, now: int) -> None:
    """Raises `Refusal`: `no_drawing`, `drawing_stage`, `not_a_winner`, `drawing_exhausted`."""
    drawing = draft.drawing(command.number, "drawn")
    if command.absent not in drawing.drawn or command.absent in drawing.absent:
        raise Refusal("not_a_winner", "", title=drawing.title)
    following = winners(
        drawing.seed, drawing.published, drawing.entries, 1, skipped=len(drawing.drawn)
    )
    if not following:
        raise Refusal("drawing_exhausted", "", title=drawing.title)
    draft.record(e.WinnerRedrawn(drawing.number, command.absent, following[0]))


def _cancel(draft: _Draft, command: c.CancelDrawing, now: int) -> None:
    drawing = draft.drawing(command.number, "announced", "closed")
    draft.record(e.DrawingCanceled(drawing.number, command.reason.strip()))


def _check_second(by: str, approved: str) -> None:
    """Raises `Refusal`: `same_approver`."""
    if not approved or approved == by:
        raise Refusal("same_approver")


_DECIDE: dict[type[c.HoursCommand], DecideOn[_Draft]] = {
    c.ProposeCard: _propose,
    c.ConfirmCard: _confirm,
    c.DropCard: _drop,
    c.SetReward: _set_reward,
    c.Redeem: _redeem,
    c.UndoRedemption: _undo_redemption,
    c.AnnounceDrawing: _announce,
    c.CloseList: _close_list,
    c.Draw: _draw,
    c.Redraw: _redraw,
    c.CancelDrawing: _cancel,
}
