"""What the room's own logs share: waiting lists, the dealers' line-up."""
