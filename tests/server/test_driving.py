"""What is due at a table by itself, and when."""

import pytest
from desks import Desk, house_rules

from shmear.game import view
from shmear.protocol.messages import Change, MixIn, Pause, Ready, Rematch, Stand, Start
from shmear.server import driving
from shmear.server.driving import BETWEEN, MIX_IN, PACES, Due
from shmear.server.events import Acted, Committed, Dealt, Moved, Returned, StoodIn

NONCE = "0123456789abcdef0123456789abcdef"


def until_seat(desk: Desk, seat: int) -> None:
    """Play on until a seat is to act alone."""
    while desk.table.asked() != (seat,):
        desk.step()


def until_bot(desk: Desk) -> int:
    """Play on until a bot's seat is to act; the seat."""
    while not desk.table.asked() or not desk.table.chairs[desk.table.asked()[0]].bot_plays:
        desk.step()
    return desk.table.asked()[0]


# --- the next hand ---------------------------------------------------------------------------------------------------


def test_nothing_is_due_before_the_match() -> None:
    assert Desk().sit("ann").due() is None


def test_the_server_commits_to_a_secret_as_soon_as_a_match_begins() -> None:
    desk = Desk().sit("ann")
    desk.say("ann", Start())
    due = desk.due()
    assert due == Due(desk.now, "commit")
    (event,) = driving.events_for(desk.table, due)
    assert isinstance(event, Committed)
    assert event.hand == 1
    assert len(event.secret) == 64


def test_secrets_are_not_repeated() -> None:
    desk = Desk().sit("ann")
    desk.say("ann", Start())
    due = desk.due()
    assert due is not None
    assert len({driving.events_for(desk.table, due)[0].secret for _ in range(20)}) == 20  # pyright: ignore[reportAttributeAccessIssue]


def test_the_first_hand_is_dealt_when_everybody_there_has_mixed_in() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", Start())
    desk.happen()
    began = desk.now
    desk.now += 0.2
    desk.say("ann", MixIn(hand=1, nonce=NONCE))
    assert desk.due() == Due(began + MIX_IN, "deal")
    desk.say("bob", MixIn(hand=1, nonce=NONCE))
    due = desk.due()
    assert due is not None
    assert due.kind == "deal"
    assert due.at <= desk.now
    assert driving.events_for(desk.table, due) == [Dealt(hand=1)]


def test_a_deal_does_not_wait_for_who_never_mixes_in() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", Start())
    desk.happen()
    assert desk.due() == Due(desk.now + MIX_IN, "deal")


def test_a_deal_does_not_wait_for_who_is_away() -> None:
    desk = Desk().sit("ann", "bob")
    desk.say("ann", Start())
    desk.happen()
    desk.away["bob"] = desk.now
    desk.say("ann", MixIn(hand=1, nonce=NONCE))
    due = desk.due()
    assert due is not None
    assert (due.kind, due.at <= desk.now) == ("deal", True)


def test_the_next_hand_waits_until_everybody_there_is_ready_but_not_for_ever() -> None:
    desk = Desk(pace="normal").sit("ann", "bob").start().finish_hand()
    assert desk.happen().kind == "commit"
    began = desk.now
    for player in ("ann", "bob"):
        desk.say(player, MixIn(hand=2, nonce=NONCE))
    assert desk.due() == Due(began + BETWEEN, "deal")
    assert driving.waiting(desk.table, {}) == began + BETWEEN
    desk.say("ann", Ready(hand=2))
    assert desk.due() == Due(began + BETWEEN, "deal")
    desk.now += 3
    desk.say("bob", Ready(hand=2))
    due = desk.due()
    assert due is not None
    assert (due.kind, due.at <= desk.now) == ("deal", True)


def test_who_is_ready_before_mixing_in_is_waited_for_a_moment() -> None:
    desk = Desk().sit("ann").start().finish_hand()
    desk.happen()
    began = desk.now
    desk.say("ann", Ready(hand=2))
    assert desk.due() == Due(began + MIX_IN, "deal")


def test_readiness_is_asked_anew_for_each_hand() -> None:
    desk = Desk().sit("ann").start().finish_hand().deal().finish_hand()
    desk.happen()
    assert not desk.table.chairs[0].ready


@pytest.mark.parametrize("pace", list(PACES))
def test_where_only_bots_are_left_the_next_hand_comes_by_the_pace(pace: str) -> None:
    desk = Desk(house_rules(match={"target": 20}), pace=pace).sit("ann").start()
    desk.say("ann", Stand())
    desk.finish_hand()
    desk.happen()
    assert desk.due() == Due(desk.now + PACES[pace].hand, "deal")


def test_nothing_is_waited_for_outside_the_dealing() -> None:
    desk = Desk().sit("ann")
    assert driving.waiting(desk.table, {}) is None
    assert driving.waiting(desk.start().table, {}) is None


# --- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", list(PACES))
def test_a_bot_thinks_as_long_as_the_pace_says(pace: str) -> None:
    desk = Desk(pace=pace).sit("ann").start().play_until("play")
    waits: list[float] = []
    while desk.table.phase == "playing":
        seat = until_bot(desk)
        due = desk.due()
        assert due is not None
        assert (due.kind, due.seat) == ("bot", seat)
        waits.append(due.at - desk.table.asked_at - (PACES[pace].trick if desk.table.trick_ended else 0))
        desk.happen()
        while desk.table.phase == "playing" and desk.table.asked() == (0,):
            desk.act(0)
    assert min(waits) >= PACES[pace].least
    assert max(waits) <= PACES[pace].most


def test_a_bot_waits_until_the_cards_are_dealt_and_the_trick_is_seen() -> None:
    desk = Desk(pace="normal").sit("ann").start()
    due = desk.due()
    if due is not None and due.kind == "bot" and due.at < float("inf"):
        assert due.at - desk.table.asked_at >= PACES["normal"].deal
    desk.play_until("play")
    while not desk.table.trick_ended or desk.table.asked() == (0,):
        desk.step()
        if desk.table.phase != "playing":
            desk.play_until("play")
    due = desk.due()
    assert due is not None
    assert due.at - desk.table.asked_at >= PACES["normal"].trick + PACES["normal"].least


def test_what_a_bot_does_is_the_same_on_every_server() -> None:
    desk = Desk(level="novice").sit("ann").start()
    until_bot(desk)
    due = desk.due()
    assert due is not None
    first = driving.events_for(desk.table, due)
    assert all(driving.events_for(desk.table.clone(), due) == first for _ in range(5))
    (event,) = first
    assert isinstance(event, Acted)
    assert event.by == "bot"
    legal = desk.table.facing(event.seat).legal_actions()
    assert event.action in [str(one) for one in legal]


def test_a_bot_sees_its_own_view_only(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk().sit("ann").start()
    seat = until_bot(desk)
    due = desk.due()
    assert due is not None
    seen: list[object] = []
    level = desk.table.chairs[seat].level
    assert level is not None
    player = driving.bot(level)

    class Watched:
        name = "watched"

        def act(self, view: object, rng: object) -> object:
            seen.append(view)
            return player.act(view, rng)  # type: ignore[arg-type]

    monkeypatch.setattr(driving, "bot", lambda _: Watched())
    driving.events_for(desk.table, due)
    assert desk.table.match is not None
    assert seen == [view(desk.table.facing(seat), seat, desk.table.match.scores)]


def test_all_bots_that_owe_a_discard_are_due() -> None:
    desk = Desk("ten-point").sit("ann").start().play_until("discard")
    for _ in range(3):
        assert desk.happen().kind == "bot"
    assert desk.table.asked() == (0,)
    due = desk.due()
    assert due is not None
    assert due.at == float("inf"), "the table waits for the person"


# --- people ----------------------------------------------------------------------------------------------------------


def test_the_table_waits_for_a_person_who_is_there() -> None:
    desk = Desk().sit("ann").start()
    until_seat(desk, 0)
    due = desk.due()
    assert due is not None
    assert due.at == float("inf")


def test_a_bot_stands_in_when_the_grace_time_is_over_and_the_person_is_asked() -> None:
    desk = Desk().sit("ann", "bob").start()
    until_seat(desk, 1)
    desk.away["bob"] = desk.now
    due = desk.due()
    assert due == Due(desk.now + desk.grace, "stand_in", 1)
    assert driving.events_for(desk.table, due) == [StoodIn(seat=1)]
    desk.happen()
    assert desk.table.chairs[1].bot_plays
    due = desk.due()
    assert due is not None
    (event,) = driving.events_for(desk.table, due)
    assert isinstance(event, Acted)
    assert (event.seat, event.by) == (1, "standin")


def test_a_person_who_is_back_in_time_is_not_stood_in_for() -> None:
    desk = Desk().sit("ann", "bob").start()
    until_seat(desk, 1)
    desk.away["bob"] = desk.now
    desk.now += desk.grace - 1
    del desk.away["bob"]
    due = desk.due()
    assert due is not None
    assert due.at == float("inf")


def test_a_person_who_is_back_plays_again_at_once() -> None:
    desk = Desk().sit("ann", "bob").start()
    until_seat(desk, 1)
    desk.away["bob"] = desk.now
    desk.happen()
    desk.happen()
    del desk.away["bob"]
    due = desk.due()
    assert due is not None
    assert (due.kind, due.seat, due.at <= desk.now) == ("return", 1, True)
    assert driving.events_for(desk.table, due) == [Returned(seat=1)]
    desk.happen()
    assert not desk.table.chairs[1].standin
    assert desk.table.chairs[1].is_person


def test_a_seat_that_moves_to_another_device_is_played_by_its_person_again() -> None:
    desk = Desk().sit("ann", "bob").start()
    desk.write(StoodIn(seat=1), Moved(seat=1, player="bob-phone"))
    assert not desk.table.chairs[1].bot_plays


def test_the_clock_acts_for_who_does_not() -> None:
    desk = Desk(clock=20).sit("ann", "bob").start()
    until_seat(desk, 1)
    due = desk.due()
    assert due == Due(desk.table.asked_at + 20, "clock", 1)
    assert desk.table.deadline(1) == desk.table.asked_at + 20
    (event,) = driving.events_for(desk.table, due)
    assert isinstance(event, Acted)
    assert (event.seat, event.by) == (1, "clock")
    assert desk.table.chairs[1].is_person
    desk.happen()
    assert not desk.table.chairs[1].standin


def test_the_clock_runs_for_the_seat_that_is_asked_and_no_bot() -> None:
    desk = Desk(clock=20).sit("ann", "bob").start()
    seat = until_bot(desk)
    assert desk.table.deadline(seat) is None
    until_seat(desk, 1)
    assert desk.table.deadline(0) is None


def test_the_sooner_of_clock_and_grace_time_comes_first() -> None:
    desk = Desk(clock=20).sit("ann", "bob").start()
    until_seat(desk, 1)
    desk.away["bob"] = desk.now - desk.grace + 5
    assert desk.due() == Due(desk.now + 5, "stand_in", 1)


def test_the_clock_begins_anew_for_who_has_just_come_back() -> None:
    desk = Desk(clock=20, level="random").sit("ann", "bob").start()
    until_seat(desk, 1)
    asked = desk.table.asked_at
    desk.write(StoodIn(seat=1))
    desk.now += 15
    desk.write(Returned(seat=1))
    assert desk.table.deadline(1) == asked + 15 + 20


def test_a_clock_that_is_set_in_a_match_runs_from_the_question() -> None:
    desk = Desk().sit("ann", "bob").start()
    until_seat(desk, 1)
    assert desk.table.deadline(1) is None
    desk.say("ann", Change(clock=60))
    assert desk.table.deadline(1) == desk.table.asked_at + 60


# --- pause and the end -----------------------------------------------------------------------------------------------


def test_nothing_happens_while_the_table_is_paused_and_the_clock_begins_anew() -> None:
    desk = Desk(clock=20).sit("ann", "bob").start()
    until_seat(desk, 1)
    desk.now += 15
    desk.say("ann", Pause(on=True))
    assert desk.due() is None
    assert desk.table.deadline(1) is None
    desk.now += 500
    desk.say("ann", Pause(on=False))
    assert desk.due() == Due(desk.now + 20, "clock", 1)


def test_a_deal_waits_anew_after_a_pause() -> None:
    desk = Desk().sit("ann").start().finish_hand()
    desk.happen()
    desk.say("ann", Pause(on=True))
    assert driving.waiting(desk.table, {}) is None
    desk.now += 100
    desk.say("ann", Pause(on=False))
    assert desk.due() == Due(desk.now + BETWEEN, "deal")


def test_a_rematch_begins_when_everybody_there_wants_it() -> None:
    desk = Desk(house_rules(match={"target": 2})).sit("ann", "bob", "cid").start().finish_match()
    assert desk.due() is None
    desk.say("ann", Rematch())
    desk.away["cid"] = desk.now
    assert desk.due() is None
    desk.say("bob", Rematch())
    due = desk.due()
    assert due is not None
    assert due.kind == "rematch"
    desk.happen()
    assert (desk.table.phase, desk.table.matches) == ("dealing", 2)


def test_no_rematch_begins_while_nobody_is_there() -> None:
    desk = Desk(house_rules(match={"target": 2})).sit("ann").start().finish_match()
    desk.say("ann", Rematch())
    desk.away["ann"] = desk.now
    assert desk.due() is None
