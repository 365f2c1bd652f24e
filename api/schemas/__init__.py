"""The API's request and response types, from which documentation and validation are derived."""
