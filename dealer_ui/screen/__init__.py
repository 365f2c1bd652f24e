"""The screen: the public view with what each key says, sends and looks like. No markup, no clock."""

from dealer_ui.screen.build import screen

__all__ = ["screen"]
