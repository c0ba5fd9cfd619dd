"""The table without network: who sits where, hands and matches, and that its log is all there is to it."""

import itertools
import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from desks import CODE, NAMES, Desk, discards_of, house_rules, parts, rebuilt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shmear.cards import Card
from shmear.fair import draw_dealer, draw_pairs, verify
from shmear.game import Bid, Phase
from shmear.protocol.messages import (
    Act,
    Change,
    Chat,
    ClientMessage,
    MakeHost,
    MixIn,
    Mute,
    Pause,
    React,
    Ready,
    Rematch,
    Remove,
    Rename,
    SeatBot,
    ShowHands,
    Sit,
    Stand,
    Start,
    Swap,
    Undo,
)
from shmear.record import score
from shmear.rules import preset, preset_names
from shmear.server.commands import Refused
from shmear.server.events import Acted, AnyEvent, Moved, Sat, Undone
from shmear.server.names import handle
from shmear.server.showing import Around, Shown, told
from shmear.server.table import Table

SHORT = house_rules("six-point", match={"target": 4})


# --- seats -----------------------------------------------------------------------------------------------------------


def test_a_new_table_has_open_seats_and_its_maker_as_host() -> None:
    table = Desk(players=5).table
    assert [chair.is_open for chair in table.chairs] == [True] * 5
    assert (table.phase, table.host, table.seq) == ("seating", "ann", 1)


def test_players_take_the_first_free_seats() -> None:
    table = Desk().sit("ann", "bob").table
    assert [chair.name for chair in table.chairs] == ["Ann", "Bob", "", ""]
    assert [table.seat_of(player) for player in ("ann", "bob", "cid")] == [0, 1, None]


def test_two_of_one_name_are_told_apart_by_a_number() -> None:
    desk = Desk()
    for player in ("ann", "bob", "cid"):
        desk.say(player, Sit(name="Pat"))
    assert [chair.name for chair in desk.table.chairs] == ["Pat", "Pat 2", "Pat 3", ""]


def test_open_seats_get_bots_of_the_tables_level_when_the_match_starts() -> None:
    desk = Desk(level="novice").sit("ann")
    desk.say("ann", SeatBot(seat=2, level="random"))
    desk.say("ann", Start())
    assert [chair.level for chair in desk.table.chairs] == [None, "novice", "random", "novice"]
    names = [chair.name for chair in desk.table.chairs]
    assert all(names)
    assert len(set(names)) == 4


def test_seats_are_exchanged_with_all_that_is_in_them() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", SeatBot(seat=2, level="random"))
    desk.say("ann", Swap(a=0, b=2))
    assert [chair.name for chair in desk.table.chairs][1:3] == ["Bob", "Ann"]
    assert desk.table.chairs[0].level == "random"
    assert desk.table.seat_of("ann") == 2


def test_a_player_who_is_removed_leaves_an_open_seat() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", Remove(seat=1))
    assert desk.table.chairs[1].is_open
    assert desk.table.seat_of("bob") is None


def test_a_seat_that_is_left_in_a_match_is_played_by_a_bot_and_may_be_taken_over() -> None:
    desk = Desk().sit("ann", "bob").start()
    desk.say("bob", Stand())
    assert desk.table.chairs[1].level == "random"
    assert desk.table.chairs[1].bot_plays
    desk.say("cid", Sit(seat=1))
    assert desk.table.seat_of("cid") == 1
    assert not desk.table.chairs[1].bot_plays


def test_a_seat_that_is_left_before_a_match_is_open() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("bob", Stand())
    assert desk.table.chairs[1].is_open


def test_a_host_who_leaves_hands_over_to_somebody_who_sits() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", Stand())
    assert desk.table.host == "bob"


def test_a_seat_that_moves_to_another_device_takes_the_host_along() -> None:
    desk = Desk().sit("ann", "bob")
    desk.write(Moved(seat=0, player="ann-phone"))
    assert desk.table.host == "ann-phone"
    assert desk.table.seat_of("ann-phone") == 0
    assert desk.table.seat_of("ann") is None
    assert desk.table.chairs[0].name == "Ann"


def test_an_entry_out_of_order_is_refused() -> None:
    table = Desk().table
    for wrong in (1, 3):
        with pytest.raises(ValueError, match=f"entry {wrong} cannot follow entry 1 of table {CODE}"):
            table.apply(wrong, 0.0, Sat(seat=0, player="ann", name="Ann"))
    assert table.seq == 1


# --- discards --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("4")
@pytest.mark.parametrize("players", [4, 6])
def test_discards_in_any_order_give_the_same_hand_as_from_seat_0_on(players: int) -> None:
    start = Desk("ten-point", players).sit(*NAMES[:players]).start()
    start.play_until("discard")
    before = start.table.hand
    assert before is not None
    chosen = discards_of(start)
    assert len(chosen) >= 3
    right = before
    for seat in sorted(chosen):
        right = right.apply(chosen[seat])
    assert right.phase is not Phase.DISCARD
    orders = list(itertools.permutations(chosen))
    for order in random.Random(1).sample(orders, 24):
        desk = Desk()
        desk.table, desk.log, desk.now = start.table, list(start.log), start.now
        for seat in order[:-1]:
            desk.act(seat, chosen[seat])
            assert desk.table.hand == before, "nobody learns anything of a discard before all are made"
            assert desk.table.question == start.table.question
            assert seat not in desk.table.asked()
        desk.act(order[-1], chosen[order[-1]])
        assert desk.table.hand == right
        assert desk.table.pending == {}
        assert desk.table.question == desk.table.seq


def test_a_discard_that_was_made_is_not_made_again() -> None:
    desk = Desk("ten-point").sit("ann", "bob", "cid", "dee").start().play_until("discard")
    chosen = discards_of(desk)
    seat = next(iter(chosen))
    desk.act(seat, chosen[seat])
    with pytest.raises(Refused, match="it is not your turn"):
        desk.act(seat, chosen[seat])


# --- taking back -----------------------------------------------------------------------------------------------------


def test_an_action_is_taken_back_with_what_bots_did_since() -> None:
    desk = Desk().sit("ann").start().play_until("play")
    while desk.table.asked() != (0,):
        desk.happen()
    before, asked = desk.table.hand, desk.table.question
    desk.act(0)
    while desk.table.asked() != (0,) and trick_of(desk):
        desk.happen()
    assert desk.table.hand != before
    assert desk.table.may_undo("ann")
    desk.say("ann", Undo())
    assert desk.table.hand == before
    assert desk.table.question == desk.table.seq > asked, "an answer to the question before counts no more"


def trick_of(desk: Desk) -> tuple[Card, ...]:
    """The cards on the table."""
    assert desk.table.hand is not None
    return desk.table.hand.public.trick(len(desk.table.chairs))


def test_nothing_is_taken_back_once_a_bot_has_led_to_the_next_trick() -> None:
    desk = Desk().sit("ann").start().play_until("play")
    for _ in range(100):
        if desk.table.asked() == (0,):
            desk.act(0)
        elif desk.table.phase == "playing" and not trick_of(desk) and desk.table.has_acted():
            assert desk.table.may_undo("ann"), "the trick lies open, and nothing was seen since"
            desk.happen()
            break
        else:
            desk.step()
    assert desk.table.has_acted()
    assert not desk.table.may_undo("ann")
    with pytest.raises(Refused, match="you have seen something new since"):
        desk.say("ann", Undo())


def bid_won(game: str) -> Desk:
    """A table at which Ann has just won the auction."""
    for seed in range(200):
        desk = Desk(game, level="novice").sit("ann")
        desk.rng = random.Random(seed)
        desk.start()
        while desk.table.asked() != (0,) and desk.table.hand is not None and desk.table.hand.phase.value == "auction":
            desk.happen()
        hand = desk.table.hand
        if hand is None or hand.phase.value != "auction":
            continue
        bids = [one for one in hand.legal_actions() if isinstance(one, Bid)]
        desk.act(0, bids[-1] if bids else None)
        while desk.table.hand is not None and desk.table.hand.phase.value == "auction":
            desk.happen()
        contract = None if desk.table.hand is None else desk.table.hand.public.contract
        if contract is not None and contract.bidder == 0:
            return desk
    raise AssertionError("Ann never won the auction")


@pytest.mark.parametrize(("game", "may"), [("six-point", True), ("ten-point", True), ("kitty", False)])
def test_a_bid_that_has_won_is_taken_back_unless_it_brought_a_kitty(game: str, may: bool) -> None:
    desk = bid_won(game)
    assert desk.table.may_undo("ann") is may


def test_trump_that_brought_the_widow_is_not_taken_back() -> None:
    desk = bid_won("ten-point")
    desk.act(0, "trump H")
    assert not desk.table.may_undo("ann")


def test_a_called_card_is_not_taken_back() -> None:
    desk = Desk("ten-point", players=5).sit("ann").start()
    for _ in range(400):
        hand = desk.table.hand
        if hand is not None and hand.phase.value == "call" and desk.table.asked() == (0,):
            desk.act(0)
            break
        desk.step()
    assert desk.table.has_acted()
    assert not desk.table.may_undo("ann")


def test_a_match_says_how_often_something_was_taken_back() -> None:
    desk = Desk(SHORT).sit("ann").start()
    while desk.table.asked() != (0,):
        desk.happen()
    assert "taken_back" not in desk.table.record()["meta"]
    for _ in range(2):
        desk.act(0)
        desk.say("ann", Undo())
    assert desk.table.record()["meta"]["taken_back"] == 2
    match = Shown(desk.table, Around({}, 0, None, 90.0), desk.now).match
    assert match is not None
    assert match.taken_back == 2
    desk.finish_match().say("ann", Rematch())
    desk.happen()
    assert desk.table.taken_back == 0, "each match counts for itself"


def test_a_discard_is_taken_back_while_others_still_choose() -> None:
    desk = Desk("ten-point").sit("ann").start().play_until("discard")
    first = desk.choose(0)
    desk.act(0, first)
    assert desk.table.pending == {0: first}
    desk.say("ann", Undo())
    assert desk.table.pending == {}
    assert desk.table.asked() == (0, 1, 2, 3)


def test_nothing_is_taken_back_across_a_deal() -> None:
    desk = Desk().sit("ann").start().finish_hand()
    if desk.table.phase == "dealing":
        desk.deal()
    assert not desk.table.may_undo("ann")


def test_nothing_is_taken_back_while_another_person_plays() -> None:
    desk = Desk().sit("ann", "bob").start()
    while desk.table.asked() != (0,):
        desk.step()
    desk.act(0)
    assert not desk.table.may_undo("ann")
    with pytest.raises(Refused, match="nothing is taken back while other people play"):
        desk.say("ann", Undo())


# --- matches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", preset_names())
def test_a_finished_match_is_a_record_that_is_judged_alike_and_proved(game: str) -> None:
    rules = house_rules(game, match={"target": 5})
    desk = Desk(rules, preset(game).usual_players, level="novice").sit("ann", "bob").start().finish_match()
    table = desk.table
    record = table.record()
    judged = score(record)
    assert table.match is not None
    assert judged["scores"] == list(table.match.scores) == table.sheet[-1].scores
    assert judged["smucks"] == list(table.match.smucks)
    assert judged["winners"] == list(table.match.winners or ())
    assert [hand["deltas"] for hand in judged["hands"]] == [row.change for row in table.sheet]
    assert [hand["dealer"] for hand in judged["hands"]] == [row.dealer for row in table.sheet]
    proved = verify(record)
    assert [hand.mixed_in for hand in proved.hands] == [(0, 1)] * len(table.sheet)
    assert table.record_id == "record-1"


def test_the_record_of_a_match_in_progress_stops_where_the_hand_stands() -> None:
    desk = Desk().sit("ann").start().play_until("play")
    assert score(desk.table.record())["hands"][-1]["outcome"] == "unfinished"


def test_a_rematch_draws_dealer_and_pairs_anew() -> None:
    rules = house_rules("six-point-partners", match={"target": 2})
    desk = Desk(rules, 6).sit("ann", "bob").start()
    dealers: set[int] = set()
    pairings: set[Any] = set()
    for number in range(1, 13):
        desk.finish_match()
        table = desk.table
        assert table.opening is not None
        first = table.proofs[0]
        assert table.matches == number
        assert table.opening.dealer == draw_dealer(6, first.secret, first.nonces)
        assert table.opening.setup.sides == draw_pairs(table.rules, 6, first.secret, first.nonces)
        assert verify(table.record()).sides == table.opening.setup.sides
        dealers.add(table.opening.dealer)
        pairings.add(table.opening.setup.sides)
        for player in ("ann", "bob"):
            desk.say(player, Rematch())
        assert desk.happen().kind == "rematch"
        assert desk.table.phase == "dealing"
        assert desk.table.sheet == []
        assert desk.table.record_id is None
        assert not any(chair.rematch for chair in desk.table.chairs)
        desk.deal()
    assert len(dealers) >= 3
    assert len(pairings) >= 3


def test_a_match_begins_at_nothing_after_another() -> None:
    desk = Desk(SHORT).sit("ann").start().finish_match()
    desk.say("ann", Start())
    desk.deal()
    assert desk.table.match is not None
    assert set(desk.table.match.scores) == {0}
    assert desk.table.match.first_hand


# --- the log is the table --------------------------------------------------------------------------------------------


def test_a_table_is_what_its_log_says() -> None:
    desk = Desk(SHORT).sit("ann", "bob").start().finish_match()
    assert parts(rebuilt(desk.log)) == parts(desk.table)


def test_a_copy_goes_its_own_way() -> None:
    desk = Desk(SHORT).sit("ann").start().play_until("play")
    left = desk.table
    at = len(desk.log)
    while desk.table.asked() != (0,):
        desk.happen()
    desk.act(0)
    desk.say("ann", Undo())
    desk.say("ann", Chat(text="again"))
    desk.say("ann", Mute(who="someone", on=True))
    desk.finish_match()
    assert parts(left) == parts(rebuilt(desk.log, at))


def test_taking_back_and_discarding_again_leaves_the_table_before_as_it_was() -> None:
    desk = Desk("ten-point").sit("ann").start().play_until("discard")
    desk.act(0)
    before = desk.table
    later = before.clone()
    later.apply(before.seq + 1, desk.now, Undone(seat=0))
    again = desk.choose(1)  # any four cards do for what is tested here
    later.apply(before.seq + 2, desk.now, Acted(seat=0, action=str(again)))
    assert parts(before) == parts(rebuilt(desk.log))


SAYINGS = ("hello", "well played", "\u202eolleh", "  ")


def something_said(desk: Desk, player: str, rng: random.Random) -> ClientMessage:
    """Anything that a client might say: often fitting, sometimes too late, too early or not allowed at all."""
    table = desk.table
    players = len(table.chairs)
    seat, mine = rng.randrange(players), table.seat_of(player)
    kind = rng.randrange(24)
    if kind < 8 and mine is not None and mine in table.asked():
        return Act(answers=table.question, action=str(desk.choose(mine)))
    if kind < 10 and table.asked():
        asked = rng.choice(table.asked())
        return Act(answers=table.question - rng.randrange(2), action=str(desk.choose(asked)))
    hand = table.coming.hand if table.coming is not None else 1
    others: list[ClientMessage] = [
        Sit(seat=seat if rng.random() < 0.5 else None, name=rng.choice(("Pat", "Kim", None))),
        Stand(),
        Rename(name=rng.choice(("Pat", "Sam", "\u200b", "A" * 40))),
        Swap(a=seat, b=rng.randrange(players)),
        SeatBot(seat=seat, level=rng.choice(("random", "novice", None))),
        Remove(seat=seat),
        MakeHost(seat=seat),
        Start(),
        Rematch(),
        Chat(text=rng.choice(SAYINGS)),
        React(what="thanks"),
        Mute(who=handle(rng.choice(("ann", "bob"))), on=rng.random() < 0.7),
        ShowHands(on=rng.random() < 0.7),
        Pause(on=rng.random() < 0.3),
        Undo(),
        Change(clock=rng.choice((0, 20)), watch=rng.random() < 0.8, chat=rng.random() < 0.8),
        Change(hints=rng.random() < 0.7),
        MixIn(hand=hand, nonce=f"{rng.getrandbits(128):032x}"),
        Ready(hand=hand),
    ]
    return rng.choice(others)


def check_that_it_can_be_shown(table: Table, desk: Desk) -> None:
    """Every receiver's message can be made, and what happened last can be told."""
    shown = Shown(table, Around(dict(desk.away), 1, None, desk.grace), desk.now)
    for player in ("ann", "bob", "cid", "nobody"):
        assert msgspec.json.encode(shown.to(player, sheet=True, chat=True))


@given(st.integers(0, 2**32), st.sampled_from(("six-point", "ten-point", "kitty", "crazy", "six-point-partners")))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_happens_a_table_is_what_its_log_says_and_so_was_every_table_before(seed: int, game: str) -> None:
    rng = random.Random(seed)
    desk = Desk(house_rules(game, match={"target": 3}), preset(game).usual_players, pace="fast")
    desk.rng = rng
    left: list[tuple[int, Table]] = []
    for _ in range(150):
        player = rng.choice(("ann", "ann", "bob", "cid"))
        if rng.random() < 0.1:
            here = rng.choice(("ann", "bob", "cid"))
            if here in desk.away:
                del desk.away[here]
            elif desk.table.seat_of(here) is not None:
                desk.away[here] = desk.now
        due = desk.due()
        left.append((len(desk.log), desk.table))
        if due is not None and due.at < float("inf") and rng.random() < 0.6:
            desk.happen()
        else:
            with suppress(Refused):
                desk.say(player, something_said(desk, player, rng))
        desk.now += rng.random()
        for seq, at, data in desk.log[left[-1][0] :]:
            if seq == desk.table.seq:
                told(desk.table, seq, at, msgspec.json.decode(data, type=AnyEvent))
    check_that_it_can_be_shown(desk.table, desk)
    assert parts(rebuilt(desk.log)) == parts(desk.table)
    for upto, table in rng.sample(left, 5):
        assert parts(rebuilt(desk.log, upto)) == parts(table)
