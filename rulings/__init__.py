"""The house rulebook: its text as data, its versions, and how they are proposed and published."""
