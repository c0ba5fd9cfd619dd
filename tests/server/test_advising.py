"""Hints and reasons: to whom they are given and when, what they say, and that they know nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest
from desks import Desk, house_rules
from live import People, Server

from shmear.client.seat import RefusedByServer
from shmear.game import Phase, parse_action, view
from shmear.protocol.messages import Change, Explain, Hint, Sit
from shmear.server import advising
from shmear.server.commands import Refused
from shmear.testing.leaks import another_world

SHORT = house_rules("six-point", match={"target": 4})


def to_ann(rules: dict[str, Any] | str = "six-point", players: int = 4, **settings: Any) -> Desk:
    """A table with bots at which Ann has to decide."""
    desk = Desk(rules, players, **settings).sit("ann").start()
    while 0 not in desk.table.asked():
        desk.step()
    return desk


def hint(desk: Desk) -> advising.Asked:
    return advising.question(desk.table, "ann", Hint(answers=desk.table.question))


def refused(desk: Desk, player: str, said: Hint | Explain) -> Refused:
    with pytest.raises(Refused) as why:
        advising.question(desk.table, player, said)
    return why.value


# --- who may ask, and when -------------------------------------------------------------------------------------------


def test_a_hint_is_for_whoever_plays_with_bots_alone() -> None:
    desk = to_ann()
    assert hint(desk).level == "expert"
    desk.say("bob", Sit(seat=2))
    assert not desk.table.gives_advice("ann")
    assert (
        refused(desk, "ann", Hint(answers=desk.table.question)).message == "there are no hints where other people play"
    )
    assert refused(desk, "cid", Hint(answers=desk.table.question)).code == "not_allowed"


def test_the_host_may_switch_hints_off() -> None:
    desk = to_ann()
    desk.say("ann", Change(hints=False))
    assert not desk.table.gives_advice("ann")
    assert "switched hints off" in refused(desk, "ann", Hint(answers=desk.table.question)).message
    desk.say("ann", Change(hints=True))
    assert hint(desk).seat == 0


def test_a_hint_is_about_the_question_that_is_open() -> None:
    desk = to_ann()
    before = desk.table.question
    assert refused(desk, "ann", Hint(answers=before - 1)).code == "stale"
    desk.act(0)
    assert refused(desk, "ann", Hint(answers=desk.table.question)).message == "it is not your turn"


def test_a_bot_says_why_when_the_hand_is_over_and_not_before() -> None:
    desk = to_ann(SHORT)
    while not (by_bots := [one for one in desk.table.trail if one.level is not None]):
        desk.step()
    did = by_bots[0]
    asked = Explain(hand=1, seat=did.seat, action=did.action)
    assert "when the hand is over" in refused(desk, "ann", asked).message
    desk.finish_hand()
    about = advising.question(desk.table, "ann", asked)
    assert (about.level, about.seat, about.done) == ("random", did.seat, did.action)
    own = next(one for one in desk.table.trail if one.level is None)
    assert refused(desk, "ann", Explain(hand=1, seat=0, action=own.action)).message == "that was done by a person"
    assert refused(desk, "ann", Explain(hand=1, seat=1, action="bid 99")).message == "nobody did that in this hand"
    assert "when the hand is over" in refused(desk, "ann", Explain(hand=2, seat=did.seat, action=did.action)).message


# --- what is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["six-point", "ten-point"])
def test_a_hint_is_legal_and_says_what_each_action_leads_to(game: str) -> None:
    desk = to_ann(game)
    seen: set[Phase] = set()
    while desk.table.phase == "playing":
        if 0 not in desk.table.asked():
            desk.step()
            continue
        about, facing = hint(desk), desk.table.facing(0)
        if about.view.phase not in seen:
            seen.add(about.view.phase)
            advice = advising.advise(about)
            assert advice.why
            assert advice.weighed[0].action == advice.action
            assert all(facing.verify(parse_action(one.action)) is None for one in advice.weighed)
            assert all(one.win is not None and 0 <= one.win <= 1 for one in advice.weighed)
        desk.act(0)
    assert seen >= ({Phase.DISCARD, Phase.PLAY} if game == "ten-point" else {Phase.AUCTION, Phase.PLAY})


def test_a_hint_depends_on_nothing_that_its_seat_may_not_know() -> None:
    desk = to_ann().play_until("play")
    while 0 not in desk.table.asked():
        desk.step()
    other = desk.table.clone()
    assert desk.table.hand is not None
    other.hand = another_world(desk.table.hand, 0, random.Random(5))
    assert other.hand != desk.table.hand
    asked = Hint(answers=desk.table.question)
    said = [advising.advise(advising.question(table, "ann", asked)) for table in (desk.table, other)]
    assert said[0] == said[1]


@pytest.mark.parametrize("level", ["random", "novice", "club"])
def test_a_bot_explains_what_it_did_from_what_it_knew_then(level: str) -> None:
    desk = to_ann("ten-point", level=level).finish_hand()
    done = [one for one in desk.table.trail if one.level is not None]
    for one in random.Random(3).sample(done, 4):
        about = advising.question(desk.table, "ann", Explain(hand=1, seat=one.seat, action=one.action))
        assert about.view.seat == one.seat
        assert about.view.scores == (0, 0, 0, 0)
        assert about.view.public == view(one.state, one.seat).public or one.action.startswith("discard")
        advice = advising.advise(about)
        assert (advice.action, advice.bot) == (one.action, level)
        assert advice.why


# --- over sockets ----------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_hints_come_to_the_one_who_asks_while_the_table_goes_on(sqlite_server: Server) -> None:
    async with People(sqlite_server.url) as people:
        (ann,) = await people.table(1, rules=SHORT, players=4, bots="novice")
        watching = await people.come(await people.enter(), ann.code, sit=False)
        await ann.start()
        table = await ann.until(lambda _: ann.asked)
        assert table.you.advice
        assert not watching.table.you.advice
        advice = await ann.hint()
        assert table.hand is not None
        assert advice.action in table.hand.legal
        assert advice.why
        with pytest.raises(RefusedByServer, match="you are watching"):
            await watching.hint()
        with pytest.raises(RefusedByServer, match="when the hand is over"):
            await ann.explain(1, "pass")
        while ann.table.phase == "playing":
            await ann.act((await ann.hint()).action)
            await ann.until(lambda table: ann.asked or table.phase != "playing")
        table = await ann.until(lambda table: table.hand is not None and table.hand.result is not None)
        assert table.hand is not None
        seat, call = next((seat, call) for seat, call in table.hand.calls if seat != 0)
        told = await ann.explain(seat, call)
        assert (told.seat, told.bot, told.action) == (seat, "novice", call)
        await people.come(await people.enter(), ann.code)
        with pytest.raises(RefusedByServer, match="where other people play"):
            await ann.explain(seat, call)
