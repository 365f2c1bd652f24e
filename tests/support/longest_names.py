"""The longest names that the product accepts."""

WIDE = "W" * 40
ALIASES = (
    WIDE,
    "محمد بن عبد الله بن عبد الرحمن الطويل",
    "歐陽司馬上官諸葛東方皇甫尉遲公孫",
    "👨‍👩‍👧‍👦🎲🃏" * 3,
)
