"""The engine on the tablet: decides taps on the table as the room confirmed it, and draws the screen."""
