"""Waitlists, calls of players, requests to join, and the screens of the lobby."""

from waitlist.models.board import BoardSettings
from waitlist.models.joining import JoinRequest, LobbyScreen
from waitlist.models.messages import TextOptOut, TextReply
from waitlist.models.pages import CallPage
from waitlist.models.waitlists import Departure, RoomWaitlistLog, WaitlistChange

__all__ = [
    "BoardSettings",
    "CallPage",
    "Departure",
    "JoinRequest",
    "LobbyScreen",
    "RoomWaitlistLog",
    "TextOptOut",
    "TextReply",
    "WaitlistChange",
]
