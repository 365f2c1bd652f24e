"""The waiting lists as the room keeps them."""
