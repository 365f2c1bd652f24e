"""Refusals: why a command is not allowed, as a code, a rule and facts. Messages are built at the edges."""


class Refusal(Exception):
    """Raised by `decide` when a command is not allowed; nothing has been recorded.

    code: a stable word such as "not_pending"; rule: the clause behind it ("S-081", "H-03") or ""; facts:
    JSON-serializable values for the message (seats, amounts in the smallest unit).
    """

    in_chips = False  # the amounts are tournament chips, which are not money

    def __init__(self, code: str, rule: str = "", /, **facts: object) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts = facts

    def with_facts(self, **facts: object) -> "Refusal":
        """Return the same refusal with more facts."""
        refusal = type(self)(self.code, self.rule, **{**self.facts, **facts})
        refusal.in_chips = self.in_chips
        return refusal

    def __str__(self) -> str:
        message = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} [{self.rule or 'no rule'}] {message}".rstrip()
