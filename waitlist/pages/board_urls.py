"""URLs of the public board, under /board."""

from django.urls import path

from waitlist.pages import board

app_name = "board"

urlpatterns = [
    path("board", board.index, name="index"),
    path("board/", board.index),  # as people type it
    path("board/<int:room>", board.board, name="room"),
]
