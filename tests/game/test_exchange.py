"""Trump, kitty and widow, discards, the called card (docs/rules.md §4)."""

import pytest
from game_builders import act, cards, house, legal, legal_cards, opened, played, result_of, setup_of, short, won

from shmear.cards import BITS, Card, mask_of
from shmear.game import CallCard, Discard, DiscardOptions, HandState, IllegalAction, Phase, view
from shmear.rules.knobs import (
    CalledCard,
    Discards,
    DiscardsScore,
    FirstLead,
    KittyTo,
    Partners,
    Protect,
    TrumpMade,
)


def options(state: HandState) -> DiscardOptions:
    found = state.legal_actions()
    assert isinstance(found, DiscardOptions)
    return found


@pytest.mark.clause("4.SP.lead-is-trump")
@pytest.mark.parametrize("name", ["shmear", "six-point"])
def test_the_first_lead_makes_its_suit_trump(name: str) -> None:
    state = act(opened(setup_of(name, 4), {0: "AS KD"}), "bid 2", "pass", "pass", "pass")
    contract = state.public.contract
    assert contract is not None
    assert contract.trump is None
    assert state.setup.rules.trump.made is TrumpMade.FIRST_LEAD
    led = act(state, "play KD").public.contract
    assert led is not None
    assert led.trump == 1


@pytest.mark.clause("4.P.first-lead")
def test_the_first_lead_may_not_be_a_joker() -> None:
    state = act(opened(setup_of("six-point", 4), {0: "BJ LJ AS KS QS JS"}), "bid 2", "pass", "pass", "pass")
    assert legal_cards(state) == "JS QS KS AS"
    assert state.setup.rules.trump.first_lead is FirstLead.NO_JOKER
    with pytest.raises(IllegalAction, match="the first lead may not be a joker") as refused:
        act(state, "play BJ")
    assert refused.value.clause == "4"


def test_where_trump_is_named_a_joker_may_be_led_first() -> None:
    state = act(opened(short("ten-point", 4), {0: "BJ AS KS"}), "bid 4", "pass", "pass", "pass", "trump S")
    assert legal_cards(state) == "KS AS BJ"
    assert state.setup.rules.trump.first_lead is FirstLead.ANY


@pytest.mark.clause("4.S.jick-lead")
def test_a_jack_led_first_is_the_jack_of_trump() -> None:
    hand = played(short("jick", 3), "C", 0, 2, "0: JC 2C 3C", "0: 4H 5H 6H", "2: 7H 8H 9H")
    assert won(hand)["jack"] == [0]
    assert won(hand)["jick"] is None
    contract = hand.public.contract
    assert contract is not None
    assert contract.trump == 0


@pytest.mark.clause("4.S.kitty-exchange")
def test_the_bidder_takes_the_kitty_and_discards_any_three() -> None:
    mine = "AS KS QS JS TS 9S"
    state = act(opened(setup_of("kitty", 4), {1: mine}, undealt="2H 3H 4H"), "pass", "bid 2", "pass", "pass")
    assert (state.phase, state.to_act) == (Phase.DISCARD, 1)
    assert state.holdings[1] == mask_of(cards(mine + " 2H 3H 4H"))
    assert options(state) == DiscardOptions(3, state.holdings[1], 0)
    assert len(options(state)) == 84
    after = act(state, "discard AS 2H 3H")
    assert (after.phase, after.to_act) == (Phase.PLAY, 1)
    assert after.holdings[1] == mask_of(cards("KS QS JS TS 9S 4H"))
    rules = state.setup.rules.exchange
    assert (rules.kitty_to, rules.discards, rules.protect) == (KittyTo.BIDDER, Discards.BIDDER, Protect.NONE)


@pytest.mark.clause("4.S.kitty-exchange")
def test_three_cards_are_discarded_and_held_ones_only() -> None:
    state = act(opened(setup_of("kitty", 2), {0: "AS KS QS JS TS 9S"}, undealt="2H 3H 4H"), "bid 2", "pass")
    with pytest.raises(IllegalAction, match="has to discard 3 cards, not 2") as refused:
        act(state, "discard AS 2H")
    assert refused.value.clause == "4"
    with pytest.raises(IllegalAction, match="does not hold 5H"):
        act(state, "discard AS KS 5H")


@pytest.mark.clause("3.S.shoot-kitty")
def test_a_shooter_takes_no_kitty() -> None:
    state = act(opened(setup_of("kitty", 2), undealt="2H 3H 4H", shoot=0b11), "shoot", "pass")
    assert state.phase is Phase.PLAY
    assert not state.holdings[0] & mask_of(cards("2H 3H 4H"))
    assert view(state, 0).kitty == ()


def test_a_house_may_give_the_shooter_the_kitty() -> None:
    rules = house("kitty", shoot={"takes_kitty": True})
    state = act(opened(setup_of(rules, 2), undealt="2H 3H 4H", shoot=0b11), "shoot", "pass")
    assert state.phase is Phase.DISCARD
    assert view(state, 0).kitty == cards("2H 3H 4H")


KITTY_HAND = ("0: AH 2H 3C", "0: KH 4C 5C", "0: QH 6C 7C")


def kitty_played(score: DiscardsScore) -> HandState:
    """Seat 0 takes up the jack of hearts, a ten and a two, and discards them."""
    setup = short("kitty", 3, exchange={"kitty": 3, "discards_score": score})
    state = act(
        opened(setup, {0: "AH KH QH", 1: "2H 4C 6C", 2: "3C 5C 7C"}, undealt="JH TD 2D"), "bid 3", "pass", "pass"
    )
    return act(state, "discard JH TD 2D", *(f"play {trick[3:]}" for trick in KITTY_HAND))


@pytest.mark.clause("4.S.kitty-discards")
def test_kitty_discards_count_for_nobody() -> None:
    hand = kitty_played(DiscardsScore.NOBODY)
    assert won(hand) == {"high": [0], "low": [1], "jack": None, "game": [0]}
    assert hand.setup.rules.exchange.discards_score is DiscardsScore.NOBODY


def test_a_house_may_count_discards_for_the_bidder() -> None:
    hand = kitty_played(DiscardsScore.BIDDER)
    assert won(hand) == {"high": [0], "low": [1], "jack": [0], "game": [0]}
    # A+K+Q (9) in tricks, J+10 (11) discarded.
    assert hand.public.taken[0].bit_count() == 9
    assert result_of(hand).game_count == (20, 0, 0)


@pytest.mark.clause("4.T.names-trump")
def test_the_bidder_names_trump() -> None:
    state = act(opened(setup_of("ten-point", 4)), "pass", "bid 5", "pass", "pass")
    assert (state.phase, state.to_act) == (Phase.TRUMP, 1)
    assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
    assert state.setup.rules.trump.made is TrumpMade.NAMED
    contract = act(state, "trump H").public.contract
    assert contract is not None
    assert contract.trump == 2
    with pytest.raises(IllegalAction, match="has to name trump"):
        act(state, "pass")


@pytest.mark.clause("4.T.widow")
@pytest.mark.parametrize(("players", "widow"), [(4, 14), (6, 6)])
def test_the_bidder_takes_the_whole_widow_after_naming_trump(players: int, widow: int) -> None:
    state = act(opened(setup_of("ten-point", players)), "bid 5", *["pass"] * (players - 1))
    dealt = state.setup.cards_dealt
    assert state.holdings[0].bit_count() == dealt
    assert view(state, 0).kitty == ()
    state = act(state, "trump S")
    assert state.holdings[0].bit_count() == dealt + widow
    assert view(state, 0).kitty == state.deal.undealt


@pytest.mark.clause("4.T.widow")
def test_at_five_players_four_cards_sleep() -> None:
    state = act(opened(setup_of("ten-point", 5)), "bid 5", *["pass"] * 4, "trump S")
    assert [holding.bit_count() for holding in state.holdings] == [10] * 5
    assert len(state.deal.undealt) == 4


@pytest.mark.clause("4.T.discard")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_every_player_discards_down_to_six(players: int) -> None:
    state = act(opened(setup_of("ten-point", players)), "bid 5", *["pass"] * (players - 1), "trump H")
    order = []
    while state.phase is Phase.DISCARD:
        order.append(state.to_act)
        state = state.apply(options(state)[0])
    assert order == list(range(players))
    assert [holding.bit_count() for holding in state.holdings] == [6] * players
    assert state.setup.rules.exchange.discards is Discards.EVERYONE
    assert state.setup.tricks == 6


FEW = "AH KH JD BJ 2C 3C 4C 5C 6C 7C"
MANY = "AH KH QH JH JD BJ LJ TH 2C 3C"


@pytest.mark.clause("4.T.keep-trumps")
def test_no_trump_is_discarded_by_who_has_six_or_fewer() -> None:
    state = act(opened(setup_of("ten-point", 5), {0: FEW}), "bid 5", *["pass"] * 4, "trump H")
    assert options(state) == DiscardOptions(4, mask_of(cards("2C 3C 4C 5C 6C 7C")), 0)
    assert len(options(state)) == 15
    assert state.setup.rules.exchange.protect is Protect.TRUMPS
    for trump in ("AH", "JD", "BJ"):
        with pytest.raises(IllegalAction, match=f"{trump} is trump") as refused:
            act(state, f"discard {trump} 2C 3C 4C")
        assert refused.value.clause == "4"


@pytest.mark.clause("4.T.six-trumps")
def test_who_has_more_than_six_trumps_keeps_six_of_them() -> None:
    state = act(opened(setup_of("ten-point", 5), {0: MANY}), "bid 5", *["pass"] * 4, "trump H")
    trumps = mask_of(cards("AH KH QH JH JD BJ LJ TH"))
    assert options(state) == DiscardOptions(4, trumps, mask_of(cards("2C 3C")))
    assert len(options(state)) == 28
    with pytest.raises(IllegalAction, match="has to discard every card that is not trump"):
        act(state, "discard TH LJ BJ 2C")
    assert act(state, "discard TH LJ 2C 3C").holdings[0] == mask_of(cards("AH KH QH JH JD BJ"))


@pytest.mark.clause("4.T.discard-reading")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_trumps_are_kept_at_every_table(players: int) -> None:
    mine = "AH KH 2C 3C 4C 5C 6C 7C 8C 9C" if players < 6 else "AH KH 2C 3C 4C 5C 6C 7C"
    state = act(opened(setup_of("ten-point", players), {1: mine}), "bid 5", *["pass"] * (players - 1), "trump H")
    state = state.apply(options(state)[0])
    assert state.to_act == 1
    assert not options(state).pool & mask_of(cards("AH KH"))


@pytest.mark.clause("4.T.dead-cards")
def test_dead_cards_score_for_nobody() -> None:
    # The jack, the Jick, the three and the jokers sleep: high, low and Game are left.
    hand = played(
        short("ten-point", 4),
        "H",
        0,
        4,
        "0: AH 2H 2C 3C",
        "0: KS 2S 3S 4S",
        "0: QS 5S 6S 7S",
    )
    assert won(hand) == {
        "high": [0, 2],
        "low": [1, 3],
        "jack": None,
        "jick": None,
        "big_joker": None,
        "little_joker": None,
        "three": None,
        "game": [0, 2],
    }


def calling(hands: dict[int, str], undealt: str = "", **sides: object) -> HandState:
    rules = house("ten-point", deal={"cards": 6, "players": [5]}, exchange={"kitty": 0}, sides=sides)
    state = opened(setup_of(rules, 5), hands, undealt=undealt)
    return act(state, "bid 4", *["pass"] * 4, "trump C")


@pytest.mark.clause("4.T.call")
def test_any_card_may_be_called_but_ones_own_and_the_three_of_trump() -> None:
    mine = "AC KC QC 9C 8C 7C"
    state = calling({0: mine})
    assert (state.phase, state.to_act) == (Phase.CALL, 0)
    called = {action.card for action in state.legal_actions() if isinstance(action, CallCard)}
    assert called == set(state.setup.deck) - set(cards(mine)) - {Card("3C")}
    assert state.setup.partners is Partners.CALLED
    with pytest.raises(IllegalAction, match="the three of clubs may not be called") as refused:
        act(state, "call 3C")
    assert refused.value.clause == "4"
    with pytest.raises(IllegalAction, match="was dealt the ace of clubs"):
        act(state, "call AC")


@pytest.mark.clause("4.T.call")
def test_a_card_that_was_dealt_and_discarded_may_not_be_called() -> None:
    state = opened(setup_of("ten-point", 5), {0: "AC KC QC JC TC 9C 2H 3H 4H 5H"})
    state = act(state, "bid 4", *["pass"] * 4, "trump C", "discard 2H 3H 4H 5H")
    while state.phase is Phase.DISCARD:
        state = state.apply(options(state)[0])
    assert not state.legal & BITS[Card("2H")]
    assert state.legal & BITS[Card("6H")]


@pytest.mark.clause("4.T.call-shown")
def test_who_holds_the_called_card_shows_it() -> None:
    state = act(calling({3: "AH 2H"}), "call AH")
    contract = state.public.contract
    assert contract is not None
    assert (contract.called, contract.partner) == (Card("AH"), 3)
    assert view(state, None).public.contract == contract


@pytest.mark.clause("4.T.call-played")
def test_the_called_card_is_played_in_the_first_trick_even_against_following_suit() -> None:
    state = act(calling({0: "AC KC QC JC TC 9C", 1: "2C AH"}), "call AH", "play AC")
    assert legal_cards(state) == "AH"
    assert state.setup.rules.sides.called_card is CalledCard.FIRST_TRICK
    with pytest.raises(IllegalAction, match=r"called .* first trick") as refused:
        act(state, "play 2C")
    assert refused.value.clause == "4"


def test_a_house_may_play_the_called_card_only_when_it_is_legal() -> None:
    hands = {0: "AC KC QC JC TC 9C", 1: "2C AH KH 3S 4S 5S", 2: "8C"}
    state = act(calling(hands, called_card=CalledCard.WHEN_LEGAL), "call AH", "play AC")
    assert legal_cards(state) == "2C"
    void = {0: "AC KC QC JC TC 9C", 1: "AH KH 2H 3S 4S 5S"}
    state = act(calling(void, called_card=CalledCard.WHEN_LEGAL), "call AH", "play AC")
    assert legal_cards(state) == "AH"


@pytest.mark.clause("4.T.call-alone")
def test_who_calls_a_sleeping_card_plays_alone() -> None:
    state = act(calling({0: "AC KC QC JC TC 9C"}, undealt="AH"), "call AH")
    contract = state.public.contract
    assert contract is not None
    assert (contract.called, contract.partner) == (Card("AH"), None)


@pytest.mark.clause("4.T.call-alone")
def test_who_calls_a_discarded_card_plays_alone() -> None:
    state = opened(setup_of("ten-point", 5), {0: "AC KC QC JC TC 9C 2H 3H 4H 5H", 1: "AS KS QS JS 2D 3D 4D 5D 6D 7D"})
    state = act(state, "bid 4", *["pass"] * 4, "trump C", "discard 2H 3H 4H 5H", "discard AS KS QS 2D")
    while state.phase is Phase.DISCARD:
        state = state.apply(options(state)[0])
    contract = act(state, "call AS").public.contract
    assert contract is not None
    assert contract.partner is None


@pytest.mark.clause("4.T.call-others")
def test_the_other_players_are_one_team() -> None:
    setup = short("ten-point", 5)
    tricks = "0: AC 2H 3H AS 4H", "0: KC 5H 6H 7H 2S", "0: QC 8H 9H TH 3S"
    state = played(setup, "C", 0, 4, *tricks, called="AS")
    assert result_of(state).sides == ((0, 3), (1, 2, 4))


def test_a_called_card_where_the_first_lead_makes_trump() -> None:
    rules = house("six-point", deal={"players": [5]}, sides={"partners": Partners.CALLED})
    state = opened(setup_of(rules, 5), {0: "AC KC QC JC TC 9C", 2: "AH KH QH JH TH 9H"})
    state = act(state, "bid 2", *["pass"] * 4, "call AH", "play AC")
    contract = state.public.contract
    assert contract is not None
    assert (contract.trump, contract.called, contract.partner) == (0, Card("AH"), 2)


def test_a_house_without_a_kitty_may_let_everybody_discard() -> None:
    rules = house("shmear", deal={"cards": 5}, exchange={"discards": Discards.EVERYONE, "keep": 4})
    state = act(opened(setup_of(rules, 2)), "bid 2", "pass")
    assert (state.phase, state.to_act) == (Phase.DISCARD, 0)
    state = state.apply(options(state)[0])
    assert (state.phase, state.to_act) == (Phase.DISCARD, 1)
    assert act(state, str(options(state)[-1])).phase is Phase.PLAY
    assert setup_of("shmear", 2).rules.exchange.discards is Discards.NONE


def test_discards_are_counted_without_being_listed() -> None:
    pool, must = mask_of(cards("AH KH QH JH")), mask_of(cards("2C"))
    found = DiscardOptions(3, pool, must)
    assert len(found) == 6
    assert [str(one) for one in found] == [str(found[place]) for place in range(6)]
    assert str(found[0]) == "discard 2C JH QH"
    assert str(found[-1]) == "discard 2C AH KH"
    assert Discard(["2C", "AH", "KH"]) in found
    assert Discard(["AH", "KH", "QH"]) not in found
    assert Discard(["2C", "AH", "KS"]) not in found
    with pytest.raises(IndexError):
        found[6]
    assert found[1:3] == [found[1], found[2]]
