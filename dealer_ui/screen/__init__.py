"""The screen: the public view with the text, action and look of each key. No markup, no clock."""

from dealer_ui.screen.build import screen

__all__ = ["screen"]
