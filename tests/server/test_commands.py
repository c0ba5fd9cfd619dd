"""What players may ask of a table, and what is refused, in words for them."""

import pytest
from desks import Desk

from shmear.game import Play, parse_action
from shmear.protocol.messages import (
    Act,
    Change,
    Chat,
    ClientMessage,
    MakeHost,
    MixIn,
    Mute,
    Pause,
    Ping,
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
from shmear.server.commands import Refused
from shmear.server.events import Acted, Changed, HostMade, Returned, Stood, StoodIn

NONCE = "0123456789abcdef0123456789abcdef"


def refused(desk: Desk, player: str, said: ClientMessage) -> Refused:
    """The refusal that a message meets; the table is as it was."""
    before = desk.table
    with pytest.raises(Refused) as caught:
        desk.say(player, said)
    assert desk.table is before
    return caught.value


@pytest.fixture
def desk() -> Desk:
    """A table with two persons at seats 0 and 1 that has not begun."""
    return Desk().sit("ann", "bob")


@pytest.fixture
def playing() -> Desk:
    """The same in the first hand, when all have called and a card is to be played."""
    return Desk().sit("ann", "bob").start().play_until("play")


# --- acting ----------------------------------------------------------------------------------------------------------


def test_an_answer_to_an_earlier_question_is_stale(playing: Desk) -> None:
    seat = person_to_play(playing)
    late = Act(answers=playing.table.question, action=str(playing.choose(seat)))
    playing.act(seat)
    assert refused(playing, player_of(playing, seat), late).code == "stale"


def test_an_answer_to_a_question_that_was_not_asked_yet_is_stale(playing: Desk) -> None:
    seat = person_to_play(playing)
    early = Act(answers=playing.table.question + 1, action=str(playing.choose(seat)))
    assert refused(playing, player_of(playing, seat), early).code == "stale"


def test_who_is_not_asked_may_not_act(playing: Desk) -> None:
    seat = person_to_play(playing)
    said = Act(answers=playing.table.question, action=str(playing.choose(seat)))
    refusal = refused(playing, player_of(playing, 1 - seat), said)
    assert (refusal.code, refusal.message) == ("not_now", "it is not your turn")


def test_who_watches_may_not_act(playing: Desk) -> None:
    said = Act(answers=playing.table.question, action="pass")
    refusal = refused(playing, "cid", said)
    assert (refusal.code, refusal.message) == ("not_allowed", "you are watching; take a seat first")


def test_an_illegal_action_is_refused_in_the_referees_words_and_by_its_clause(playing: Desk) -> None:
    seat = person_to_play(playing)
    state = playing.table.facing(seat)
    elsewhere = next(Play(one) for one in state.deal.undealt)
    refusal = refused(playing, player_of(playing, seat), Act(answers=playing.table.question, action=str(elsewhere)))
    assert (refusal.code, refusal.clause) == ("illegal", "6")
    assert refusal.message == f"you do not hold the {elsewhere.card.word}"
    assert refusal.message == state.refusal(elsewhere).to_you()


def test_an_action_of_another_phase_is_refused_as_illegal(playing: Desk) -> None:
    seat = person_to_play(playing)
    refusal = refused(playing, player_of(playing, seat), Act(answers=playing.table.question, action="bid 3"))
    assert (refusal.code, refusal.clause) == ("illegal", "6")
    assert refusal.message == "it is time to play a card, you may not bid 3"


@pytest.mark.parametrize(
    "text",
    ["", " ", "play", "play 1S", "play AS KS", "bid", "bid -1", "bid 99", "bid ٣", "trump X", "dance", "discard XX"],
)
def test_what_is_no_action_is_a_bad_message(playing: Desk, text: str) -> None:
    seat = person_to_play(playing)
    refusal = refused(playing, player_of(playing, seat), Act(answers=playing.table.question, action=text))
    assert refusal.code == "bad_message"
    assert refusal.message


def test_a_card_that_is_named_twice_is_not_two_discards() -> None:
    desk = Desk("ten-point").sit("ann", "bob", "cid", "dee").start().play_until("discard")
    options = desk.table.facing(0).legal_actions()
    first, *rest = map(str, options[0].cards)  # pyright: ignore[reportAttributeAccessIssue]
    twice = " ".join(["discard", first, first, *rest[1:]])
    refusal = refused(desk, "ann", Act(answers=desk.table.question, action=twice))
    assert (refusal.code, refusal.message) == ("illegal", "a card is discarded twice")


def test_nobody_acts_before_the_deal_or_while_the_table_is_paused(desk: Desk) -> None:
    assert refused(desk, "ann", Act(answers=1, action="pass")).message == "no hand is being played"
    desk.start()
    while not desk.table.asked() or desk.table.asked()[0] > 1:
        desk.step()
    seat = desk.table.asked()[0]
    desk.say("ann", Pause(on=True))
    said = Act(answers=desk.table.question, action=str(desk.choose(seat)))
    assert refused(desk, player_of(desk, seat), said).message == "the table is paused"
    desk.say("ann", Pause(on=False))
    desk.say(player_of(desk, seat), said)


def test_who_acts_while_a_bot_stands_in_is_back(playing: Desk) -> None:
    seat = person_to_play(playing)
    playing.write(StoodIn(seat=seat))
    action = str(playing.choose(seat))
    events = playing.say(player_of(playing, seat), Act(answers=playing.table.question, action=action))
    assert events == [Returned(seat=seat), Acted(seat=seat, action=action)]


# --- seats -----------------------------------------------------------------------------------------------------------


def test_a_seat_belongs_to_one_person(desk: Desk) -> None:
    assert refused(desk, "cid", Sit(seat=1)).message == "Bob has that seat"
    assert refused(desk, "bob", Sit(seat=2)).message == "you already have a seat; leave it first"
    assert refused(desk, "cid", Sit(seat=7)).message == "there is no seat 7; seats run from 0 to 3"


def test_a_person_takes_a_bots_seat_where_no_other_is_left(desk: Desk) -> None:
    for seat in (2, 3):
        desk.say("ann", SeatBot(seat=seat, level="random"))
    desk.sit("cid")
    assert desk.table.seat_of("cid") == 2
    desk.sit("dee")
    assert refused(desk, "eve", Sit()).message == "every seat is taken; you can watch"


@pytest.mark.parametrize(
    "said",
    [Swap(a=0, b=1), SeatBot(seat=2, level="random"), Remove(seat=0), MakeHost(seat=1), Start(), Pause(on=True)],
)
def test_only_the_host_runs_the_table(desk: Desk, said: ClientMessage) -> None:
    refusal = refused(desk, "bob", said)
    assert (refusal.code, refusal.message) == ("not_allowed", "only the host of the table may do that")


def test_only_the_host_changes_settings(desk: Desk) -> None:
    assert refused(desk, "bob", Change(chat=False)).code == "not_allowed"


@pytest.mark.parametrize("said", [Swap(a=0, b=2), Remove(seat=1), Start(), SeatBot(seat=2)])
def test_seats_are_arranged_before_a_match_and_not_in_it(desk: Desk, said: ClientMessage) -> None:
    desk.start()
    assert refused(desk, "ann", said).code == "not_now"


def test_a_bots_level_may_change_in_a_match(playing: Desk) -> None:
    playing.say("ann", SeatBot(seat=2, level="novice"))
    assert playing.table.chairs[2].level == "novice"
    assert "there are no bots of level 'perfect'" in refused(playing, "ann", SeatBot(seat=2, level="perfect")).message
    assert refused(playing, "ann", SeatBot(seat=1, level="random")).message == "Bob has that seat"


def test_a_host_does_not_remove_herself(desk: Desk) -> None:
    assert refused(desk, "ann", Remove(seat=0)).code == "not_allowed"


def test_the_host_is_a_person_in_a_seat(desk: Desk) -> None:
    assert refused(desk, "ann", MakeHost(seat=2)).message == "nobody sits there who could be the host"
    desk.say("ann", MakeHost(seat=1))
    assert desk.table.host == "bob"
    assert refused(desk, "ann", Start()).code == "not_allowed"


def test_a_host_who_leaves_names_an_heir(desk: Desk) -> None:
    assert desk.say("ann", Stand()) == [Stood(seat=0, level=None), HostMade(player="bob")]


@pytest.mark.parametrize("said", [Stand(), Rename(name="Sam"), Rematch(), Ready(hand=1), Undo(), ShowHands(on=True)])
def test_who_watches_takes_a_seat_first(desk: Desk, said: ClientMessage) -> None:
    assert refused(desk, "cid", said).message == "you are watching; take a seat first"


def test_nobody_sits_down_while_spectators_see_all_hands(playing: Desk) -> None:
    for player in ("ann", "bob"):
        playing.say(player, ShowHands(on=True))
    assert "spectators could see all cards of this hand" in refused(playing, "cid", Sit(seat=2)).message
    playing.say("ann", ShowHands(on=False))
    assert refused(playing, "cid", Sit(seat=2)).code == "not_now", "what was seen is not forgotten before the next hand"
    playing.finish_hand().deal()
    playing.say("cid", Sit(seat=2))


def test_nobody_sees_the_cards_of_two_seats_in_one_hand(playing: Desk) -> None:
    playing.say("bob", Stand())
    assert refused(playing, "bob", Sit(seat=2)).code == "not_now"
    playing.say("bob", Sit(seat=1))
    playing.say("bob", Stand())
    playing.finish_hand().deal()
    playing.say("bob", Sit(seat=2))
    assert refused_after_standing(playing, "bob", Sit(seat=1)).code == "not_now"


def test_a_seat_that_was_left_before_the_deal_hinders_nobody(desk: Desk) -> None:
    desk.start().finish_hand()
    assert desk.table.phase == "dealing"
    desk.say("bob", Stand())
    desk.say("bob", Sit(seat=2))
    assert desk.table.seat_of("bob") == 2


# --- hands and matches -----------------------------------------------------------------------------------------------


def test_one_mixes_in_once_and_only_into_the_hand_that_is_prepared(desk: Desk) -> None:
    assert refused(desk, "ann", MixIn(hand=1, nonce=NONCE)).code == "stale"
    desk.say("ann", Start())
    desk.happen()
    assert refused(desk, "ann", MixIn(hand=2, nonce=NONCE)).code == "stale"
    desk.say("ann", MixIn(hand=1, nonce=NONCE))
    assert refused(desk, "ann", MixIn(hand=1, nonce=NONCE[::-1])).code == "not_now"
    assert desk.table.coming is not None
    assert desk.table.coming.nonces == {0: NONCE}
    assert refused(desk, "ann", Ready(hand=2)).code == "stale"


def test_a_rematch_comes_after_a_match(playing: Desk) -> None:
    assert refused(playing, "ann", Rematch()).message == "the match is not over"


def test_there_is_nothing_to_take_back_at_first() -> None:
    desk = Desk().sit("ann").start()
    assert refused(desk, "ann", Undo()).message == "there is nothing to take back in this hand"


def test_what_is_so_already_is_written_in_no_log(desk: Desk) -> None:
    same: list[ClientMessage] = [
        Swap(a=1, b=1),
        SeatBot(seat=2),
        Remove(seat=2),
        MakeHost(seat=0),
        Pause(on=False),
        Change(chat=True),
        Rename(name=" Ann "),
        Mute(who="somebody", on=False),
        ShowHands(on=False),
    ]
    for said in same:
        assert desk.say("ann", said) == []


def test_a_message_that_is_not_for_a_table_is_refused(desk: Desk) -> None:
    assert refused(desk, "ann", Ping()).code == "bad_message"


# --- talking ---------------------------------------------------------------------------------------------------------


def test_what_is_said_is_cleaned_and_signed_with_name_and_seat(desk: Desk) -> None:
    desk.say("bob", Chat(text=" well\u202e \u200bplayed\n"))
    seq, _, spoke = desk.table.spoken[-1]
    assert (seq, spoke.name, spoke.seat, spoke.text) == (desk.table.seq, "Bob", 1, "well played")
    desk.say("cid", React(what="wow"))
    assert desk.table.spoken[-1][2].seat is None


def test_nothing_that_can_be_shown_is_not_said(desk: Desk) -> None:
    assert refused(desk, "bob", Chat(text="\u200b \u202e")).code == "bad_message"


def test_the_host_switches_chat_off(desk: Desk) -> None:
    events = desk.say("ann", Change(chat=False))
    assert isinstance(events[0], Changed)
    for said in (Chat(text="hello"), React(what="hello")):
        assert refused(desk, "bob", said).message == "the host has switched chat off at this table"


def test_a_table_remembers_the_last_60_things_said(desk: Desk) -> None:
    for number in range(70):
        desk.say("ann", Chat(text=f"number {number}"))
    assert [spoke.text for _, _, spoke in desk.table.spoken] == [f"number {number}" for number in range(10, 70)]


def test_a_person_mutes_at_most_50_others(desk: Desk) -> None:
    for number in range(50):
        desk.say("ann", Mute(who=f"person {number}"))
    assert refused(desk, "ann", Mute(who="one more")).code == "not_now"
    desk.say("ann", Mute(who="person 3", on=False))
    desk.say("ann", Mute(who="one more"))
    assert "person 3" not in desk.table.muted["ann"]


# --- helpers ---------------------------------------------------------------------------------------------------------


def person_to_play(desk: Desk) -> int:
    """The seat of a person who is to act, after whatever comes before."""
    while not desk.table.asked() or desk.table.chairs[desk.table.asked()[0]].bot_plays:
        desk.step()
    return desk.table.asked()[0]


def player_of(desk: Desk, seat: int) -> str:
    player = desk.table.chairs[seat].player
    assert player is not None
    return player


def refused_after_standing(desk: Desk, player: str, said: ClientMessage) -> Refused:
    desk.say(player, Stand())
    return refused(desk, player, said)


def test_every_action_that_the_referee_lists_is_read_back(playing: Desk) -> None:
    for one in playing.table.facing(person_to_play(playing)).legal_actions():
        assert parse_action(str(one)) == one
