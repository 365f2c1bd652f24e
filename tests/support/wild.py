"""Commands of every kind for the laws: half legal, and nonsense."""

from hypothesis import strategies as st

from poker import commands as c
from poker.games import GAMES
from poker.promotion_terms import FundSplash
from tests.support.event_tables import penalties, table_event
from tests.support.plaques import houses, stakes
from tests.support.random_promotions import KEYS, promotions

SEAT = st.integers(1, 10)
COUNT = st.integers(0, 10)
CARD = st.sampled_from([rank + suit for rank in "23456789TJQKA" for suit in "shdc"])
SEATS = st.lists(SEAT, max_size=3).map(tuple)
AMOUNT = st.integers(1, 400)
DRAWS = st.integers(1, 3)
STREET = st.sampled_from(
    ["flop", "turn", "river", "fourth", "fifth", "seventh", "first_draw", "third_draw", "showdown"]
)
PLAQUE = st.tuples(houses(), st.sampled_from(list(GAMES.values()))).flatmap(
    lambda both: stakes(*both)
)
FACES = st.lists(CARD | st.just("??"), min_size=1, max_size=4).map(tuple)
WILD: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(
        c.Act,
        SEAT,
        st.sampled_from(["fold", "check", "call", "bet", "raise", "complete", "all_in"]),
        st.none() | AMOUNT,
        stood=st.booleans(),
    ),
    st.builds(c.FirstIn, SEAT, st.sampled_from(["call", "raise"]), st.none() | AMOUNT),
    st.builds(c.CloseStreet, COUNT),
    st.builds(c.CloseStreet, COUNT),
    st.builds(c.SkipTo, STREET, COUNT),
    st.builds(c.RunOut, COUNT),
    st.builds(c.CallTime, SEAT, st.integers(5, 60)),
    st.builds(c.StopTime, SEAT),
    st.builds(c.UndoFold, SEAT),
    st.builds(c.KillHand, SEAT),
    st.builds(c.Muck, SEAT),
    st.builds(c.ShowHand, SEAT, st.lists(CARD, min_size=2, max_size=2, unique=True).map(tuple)),
    st.builds(c.ShowHand, SEAT, st.lists(CARD, min_size=4, max_size=8, unique=True).map(tuple)),
    st.builds(
        c.ShowBoard,
        st.lists(CARD, min_size=1, max_size=5, unique=True).map(tuple),
        st.sampled_from([0, 0, 1]),
    ),
    st.builds(c.NameOpener, SEAT),
    st.builds(c.MarkTied, SEAT),
    st.builds(c.NameSuit, SEAT, st.sampled_from(["c", "d", "h", "s", "x"])),
    st.builds(c.ShowUpcards, SEAT, FACES),
    st.builds(c.ShowStreet, st.dictionaries(SEAT, FACES, min_size=1, max_size=3)),
    st.builds(c.CorrectCounts, st.integers(0, 40), st.integers(0, 8), COUNT),
    st.builds(c.BuyCard, SEAT, st.booleans()),
    st.builds(c.Discard, SEAT),
    st.builds(c.Draw, SEAT, st.integers(0, 6)),
    st.builds(c.RebuildDeck),
    st.builds(c.ChooseGame, st.sampled_from([*GAMES, "no such game"])),
    st.builds(c.AddChips, SEAT, AMOUNT),
    st.builds(c.RemoveChips, SEAT, AMOUNT, st.just(50), st.just("staff.2")),
    st.builds(c.PickUpStack, SEAT, AMOUNT, st.just("decided")),
    st.builds(c.Declare, SEAT, st.sampled_from(["raise", "call"]), st.none() | AMOUNT),
    st.builds(c.Misdeal, st.just(""), st.booleans()),
    st.builds(c.CountPot, AMOUNT),
    st.builds(c.AwardPot, SEATS, st.none() | st.integers(0, 3)),
    st.builds(c.AwardPot, SEATS, st.none(), SEATS, st.none() | SEAT),
    st.builds(c.NextHand),
    st.builds(
        c.FinishHand,
        st.integers(1, 4),
        st.just("Oak"),
        st.just("dead tablet"),
        st.none() | AMOUNT,
        SEATS,
        flop=st.booleans(),
    ),
    st.builds(c.AgreeAnyAmount),
    st.builds(c.AgreeRuns, SEAT, st.integers(1, 3)),
    st.builds(c.CallBombPot, st.just(True), st.none() | AMOUNT, st.none() | st.integers(1, 2)),
    st.builds(c.CallBombPot, st.just(False)),
    st.builds(c.AnnounceSplashPot, st.just(True), st.none() | AMOUNT),
    st.builds(c.AnnounceSplashPot, st.just(False)),
    st.builds(c.StartBounty, st.sampled_from(["seven_deuce", "stand_up"]), st.none() | st.just(20)),
    st.builds(c.EndBounty),
    st.builds(c.PayBounty, st.none() | SEAT, SEATS),
    st.builds(c.SeatPlayer, SEAT, st.just("new"), st.just("New"), st.none()),
    st.builds(c.LeaveSeat, SEAT),
    st.builds(c.ChangeSeat, SEAT, SEAT, st.sampled_from(["away", "always", "never"])),
    st.builds(c.SitOut, SEAT),
    st.builds(c.SetTableEvent, st.none() | st.builds(table_event, penalties())),
    st.builds(c.BustPlayer, SEAT),
    st.builds(c.KeepPlayer, SEAT),
    st.builds(c.SetPromotions, promotions()),
    st.builds(
        c.AnnounceFundSplash,
        st.builds(FundSplash, st.just("splash.1"), st.just("Splash"), DRAWS),
        AMOUNT,
    ),
    st.builds(c.WithdrawFundSplash, DRAWS),
    st.builds(c.ClaimPromotion, st.sampled_from(KEYS), st.sampled_from([0, 0, 1])),
    st.builds(c.PostHighHand, st.sampled_from(KEYS), SEAT),
    st.builds(c.SettleClaim, st.integers(0, 3), st.sampled_from(["verified", "refused"])),
    st.builds(c.SitIn, SEAT, st.sampled_from(["", "wait", "post", "after_button"])),
    st.builds(c.Straddle, SEAT),
    st.builds(c.Straddle, SEAT, AMOUNT),
    st.builds(c.PostShort, SEAT, st.integers(1, 12)),
    st.builds(c.SetButton, SEAT),
    st.builds(c.SetTracking, st.sampled_from(["streets", "actions"])),
    st.builds(c.ChangeRules, houses()),
    st.builds(c.RenameTable, st.sampled_from(["T1", "Main 1", " "])),
    st.builds(
        c.RenamePlayer, st.sampled_from(["new", "p1", "p2"]), st.sampled_from(["New", "Newer"])
    ),
    st.builds(c.SetSeatCount, st.integers(1, 11)),
    st.builds(
        c.LockSeat, SEAT, st.just(10), st.sampled_from(["", "new"]), st.just("New"), st.just("kept")
    ),
    st.builds(c.UnlockSeat, SEAT),
    st.builds(
        c.DrawSeats,
        st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True).map(
            lambda keys: tuple(c.Drawn(f"draw.{key}", key) for key in keys)
        ),
        st.permutations(range(1, 11)).map(tuple) | st.permutations(range(8, 11)).map(tuple),
    ),
    st.builds(c.ChangePlaque, PLAQUE, houses()),
    st.builds(c.CallFloor),
    st.builds(c.CancelFloor, st.just("solved")),
    st.builds(c.ConfirmDelivery, st.integers(0, 10), st.just("Oak")),
    st.builds(c.Deal),
)
