"""A room's waiting lists: the only way they change, and what screens ask of them."""
