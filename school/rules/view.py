"""The public view of a trainee: which games are signed off; nothing of how they were dealt."""

import msgspec

from school.rules.state import Training


class TrainingView(msgspec.Struct, frozen=True):
    """families: keys of the families of games that the person may deal; dealt: how many exercises are stored."""

    families: list[str]
    dealt: int


def view(training: Training) -> TrainingView:
    """Return the view of a trainee."""
    return TrainingView([signed.family for signed in training.signed], training.dealt)
