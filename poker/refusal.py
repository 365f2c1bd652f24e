"""A refusal: why a command cannot be carried out, as a code, a rule and facts; sentences live at the edges."""


class Refusal(Exception):
    """Raised by `decide` when a command does not hold; nothing has been recorded then.

    code: stable word such as "not_pending"; rule: the clause that says so ("S-081", "H-03") or "";
    facts: JSON-able values that a sentence needs (seats, amounts in the smallest unit).
    """

    def __init__(self, code: str, rule: str = "", /, **facts: object) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} [{self.rule or 'no rule'}] {told}".rstrip()
