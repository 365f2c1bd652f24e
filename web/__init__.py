"""The parts shared by every page: guard, sign-in, forms, refusals, sockets, navigation and printed documents."""
