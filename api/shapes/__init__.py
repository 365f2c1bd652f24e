"""What the API reads and says, as types: the documentation is made of them, and so is every check."""
