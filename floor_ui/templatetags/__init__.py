"""Filters of the floor's templates."""
