"""The small change of every sentence, which all screens share (`rulings/wording/sayings.py`)."""

from rulings.wording.sayings import *  # noqa: F403
