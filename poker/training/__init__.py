"""A trainee of the dealer school as pure functions: exercises dealt, sign-offs, check rides, a trainer's choices."""
