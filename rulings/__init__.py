"""The house rulebook: its words as data, its versions, and who proposes and publishes them."""
