"""Stud games (S-144 to S-164, S-180). Eight seats (S-020); lower limit to fourth, higher from fifth on (H-29)."""

from msgspec.structs import replace

from poker.games.model import Game, Street

SEVEN = (
    Street("third", hole=2, up=1),
    Street("fourth", burn=1, up=1),
    Street("fifth", burn=1, up=1, tier=1),
    Street("sixth", burn=1, up=1, tier=1),
    Street("seventh", burn=1, hole=1, tier=1),
)


def _seven(key: str, title: str, ranking: str, **more: object) -> Game:
    game = Game(key=key, title=title, family="stud", ranking=ranking, streets=SEVEN, seats=8)
    return replace(game, **more)


STUD = _seven("stud", "seven-card stud", "stud_high", phh=(("fixed", "F7S"), ("split", "F7S")))
STUD8 = _seven("stud8", "stud eight-or-better", "stud8", phh=(("split", "F7S/8"),))
STUD_HILO = _seven("stud_hilo", "stud hi-lo", "stud_hilo")
RAZZ = _seven("razz", "razz", "razz", upcards="low_a5", phh=(("split", "FR"),))
# Not in the guides: razz with another reading. The highest upcard still brings it in.
RAZZ27 = _seven("razz27", "2-7 razz", "razz27", upcards="deuce7")
RAZZDUGI = _seven("razzdugi", "razzdugi", "razzdugi", upcards="low_a5")
# 002: no round between fourth and fifth; two cards down and five up.
MISSISSIPPI = _seven(
    "mississippi",
    "Mississippi stud",
    "stud_high",
    streets=(
        Street("third", hole=2, up=1),
        Street("fifth", burn=1, up=2, tier=1),
        Street("sixth", burn=1, up=1, tier=1),
        Street("seventh", burn=1, up=1, tier=1),
    ),
)
# 002: in each of four rounds, two cards down, one of which each player turns over. Eight cards for each of
# six players and three burns leave one card; the guide gives no number of seats.
ROLL_YOUR_OWN = _seven(
    "roll_your_own",
    "roll your own",
    "stud_rolled",
    streets=(
        Street("second", hole=1, up=1, roll=True),
        Street("fourth", burn=1, hole=1, up=1, roll=True),
        Street("sixth", burn=1, hole=1, up=1, tier=1, roll=True),
        Street("eighth", burn=1, hole=1, up=1, tier=1, roll=True),
    ),
    seats=6,
)
QUEENS = _seven("queens", "queens and after", "stud_high", wild="queens_and_after")
BASEBALL = _seven("baseball", "baseball", "baseball", wild="baseball", bought="4")
LOW_CHICAGO = _seven("low_chicago", "low Chicago", "low_chicago")
HIGH_CHICAGO = _seven("high_chicago", "high Chicago", "high_chicago")
ACEY_DEUCEY = _seven("acey_deucey", "acey-deucey", "stud_high", wild="acey_deucey")
ONE_EYED_JACKS = _seven("one_eyed_jacks", "one-eyed jacks", "stud_high", wild="one_eyed_jacks")
SUICIDE_KING = _seven("suicide_king", "suicide king", "stud_high", wild="suicide_king")

GAMES = (
    STUD,
    STUD8,
    STUD_HILO,
    RAZZ,
    RAZZ27,
    RAZZDUGI,
    MISSISSIPPI,
    ROLL_YOUR_OWN,
    QUEENS,
    BASEBALL,
    LOW_CHICAGO,
    HIGH_CHICAGO,
    ACEY_DEUCEY,
    ONE_EYED_JACKS,
    SUICIDE_KING,
)
