"""Floor calls and final rulings: what a table's log says of them, kept so that a queue and precedents can be read."""
