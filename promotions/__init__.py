"""Promotions of a room: funds of players' money, jackpots, high hands, players' hours and drawings."""
