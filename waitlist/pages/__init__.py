"""The desk, the board, the kiosk, joining by phone, and the player's page."""
