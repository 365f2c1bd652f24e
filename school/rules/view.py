"""The public view of a trainee: the signed-off families of games, without results."""

import msgspec

from school.rules.state import Training


class TrainingView(msgspec.Struct, frozen=True):
    """The public view of a trainee."""

    families: list[str]  # families of games that the person may deal
    dealt: int  # number of stored exercises


def view(training: Training) -> TrainingView:
    return TrainingView([signed.family for signed in training.signed], training.dealt)
