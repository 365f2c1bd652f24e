"""What every page stands on: guard, sign-in, forms, refusals, sockets, navigation and printed documents."""
