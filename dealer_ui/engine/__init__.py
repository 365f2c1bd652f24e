"""The engine on the tablet: it decides taps on the table confirmed by the room, and builds the screen."""
