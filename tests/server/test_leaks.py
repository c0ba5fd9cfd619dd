"""Nobody is sent a card that is not theirs to know: every text over real sockets, and every view without them."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import pytest
from desks import NAMES, Desk
from live import SOAK, Figures, People, Server, drop, finished, while_it_goes_on

from shmear.bots import Bot, bot
from shmear.cards import CARDS, Card
from shmear.client import RefusedByServer, Seat
from shmear.fair import HandProof
from shmear.game import Discard, Phase, parse_action
from shmear.game.exchange import asked
from shmear.protocol.messages import ClientMessage
from shmear.record import Replay, replay
from shmear.rules import preset, preset_names
from shmear.server.events import Acted, AnyEvent
from shmear.server.showing import Around, Shown, told
from shmear.server.table import Table
from shmear.testing import another_world

MATCHES = 200 if SOAK else 20
AT_ONCE = 6
HANDS = 100 if SOAK else 5

PIPS = dict(zip("♣♦♥♠", "CDHS", strict=True))
WORDS = {one.word.casefold(): str(one) for one in CARDS}
CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][CDHS]|BJ|LJ)(?![\w-])")
SPOKEN = re.compile("|".join(WORDS))
WITH_PIP = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠])")
HEX64 = re.compile(r"\b[0-9a-f]{64}\b")


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value, the keys of objects too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


def cards_in(value: Any) -> set[str]:
    """Every card that a JSON value names, however it is written and wherever it stands."""
    text = "\n".join(strings(value))
    found = set(CARD.findall(text))
    folded = text.casefold()
    if " of " in folded or " joker" in folded:
        found |= {WORDS[word] for word in SPOKEN.findall(folded)}
    if not text.isascii():
        found |= {("T" if rank == "10" else rank) + PIPS[pip] for rank, pip in WITH_PIP.findall(text)}
    return found


def test_cards_are_found_wherever_they_stand() -> None:
    value = {"a": ["TD", {"2C": 1}], "b": "you hold the ace of spades, not J♥ or 10♣", "c": "discard 2H 3D, BJ."}
    assert cards_in(value) == {"TD", "2C", "AS", "JH", "TC", "2H", "3D", "BJ"}
    assert cards_in({"who": "9c2d4c", "code": "ASKDTC", "record": "x-AS_9", "big_joker": 1, "clause": "4"}) == set()


# --- over sockets ----------------------------------------------------------------------------------------------------


class Tapped(Seat):
    """A seat of which every text in both directions is kept, in order: ``>`` said, ``<`` heard."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.tape: list[tuple[str, str]] = []
        super().__init__(*args, **options | {"heard": lambda text: self.tape.append(("<", text))})

    async def _send(self, message: ClientMessage) -> None:
        self.tape.append((">", msgspec.json.encode(message).decode()))
        await super()._send(message)


async def play_badly(seat: Seat, player: Bot, rng: random.Random) -> None:
    """Play a seat to the end of the match; at times ask for what is not allowed, and at times lose the connection."""
    answered = -1
    async for table in seat.updates():
        if table.phase == "over":
            return
        hand, view = table.hand, seat.view
        if hand is None or view is None or not seat.asked or hand.question == answered:
            continue
        if rng.random() < 0.1:
            word = {"discard": "discard", "call": "call"}.get(hand.phase, "play")
            held = {f"{word} {one}" for one in hand.holding}
            with suppress(RefusedByServer):
                await seat.act(rng.choice(sorted({f"{word} {one}" for one in CARDS} - held)), hand.question - 1)
            if word == "play":
                with suppress(RefusedByServer):
                    await seat.act(rng.choice(sorted({f"{word} {one}" for one in CARDS} - held)), hand.question)
        if rng.random() < 0.02:
            drop(seat)
        try:
            await seat.act(player.act(view, rng), hand.question)
            answered = hand.question
        except RefusedByServer as refused:
            if refused.code == "closed":
                raise


async def wait_for(task: asyncio.Task[None]) -> None:
    await task


class Played(NamedTuple):
    """A match and all that was heard of it."""

    record: dict[str, Any]
    seats: list[Tapped]
    secrets_of_people: list[str]


async def one_match(people: People, number: int) -> Played:
    """A random game at a random number of players, with a spectator, and another who takes a seat in between."""
    rng = random.Random(f"leaks {number}")
    names = preset_names()
    name = names[number % len(names)]
    players = rng.choice(preset(name).deal.players)
    persons = rng.randrange(1, min(players, 4))
    rules = {"extends": name, "title": name, "match": {"target": rng.choice((3, 8))}}
    clients = [await people.enter() for _ in range(persons + 2)]
    code = await clients[0].create(rules=rules, players=players, pace="instant", bots="novice", watch=True)
    seats = [await people.come(one, code, kind=Tapped) for one in clients[:persons]]
    watchers = [await people.come(one, code, kind=Tapped, sit=False) for one in clients[persons:]]
    await seats[0].start()
    # More than one who bids at random, and a match need not end.
    players_of = [bot("random" if number % 4 == 0 else "novice"), *[bot("novice")] * persons]
    tasks = [
        asyncio.create_task(play_badly(seat, player, random.Random(f"{number} {place}")))
        for place, (seat, player) in enumerate(zip([*seats, watchers[1]], players_of, strict=True))
    ]
    await watchers[1].until(
        lambda table: (table.hand is not None and table.hand.phase == "play") or table.phase == "over"
    )
    if watchers[1].table.phase != "over":
        await watchers[1].sit()
    await while_it_goes_on(seats, *(wait_for(task) for task in tasks))
    record = await clients[0].record(await finished(seats[0]))
    for one in (*seats, *watchers):
        await one.until(lambda table: table.match is not None and table.match.record is not None)
    tapped = [one for one in (*seats, *watchers) if isinstance(one, Tapped)]
    return Played(record, tapped, [secret for client in clients for secret in identities(client.cookies)])


def identities(cookies: dict[str, str]) -> list[str]:
    """What a player is known by to the server alone: the cookie, and the id that it carries."""
    (value,) = cookies.values()
    payload, _, _ = value.partition(".")
    player = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert len(player) > 15
    return [value, player]


class Known:
    """What may be known of a match: from its record, and from how far an update says that it has come."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.done: Replay = replay(record)
        self.hands = record["hands"]
        self.everything = set(map(str, self.done.setup.deck))
        self.secrets = {hand["secret"]: number for number, hand in enumerate(record["meta"]["fair"]["hands"], start=1)}

    def of(self, hand: dict[str, Any], seat: int | None) -> set[str]:
        """The cards that a seat may know of at a moment of a hand."""
        if hand["phase"] == "over":
            return self.everything
        truth = self.hands[hand["number"] - 1]
        shown = [card for trick in hand.get("tricks", []) for card in trick["cards"]]
        shown += (hand.get("trick") or {"cards": []})["cards"]
        assert shown == truth.get("plays", [])[: len(shown)], "the cards were played in this order"
        known = set(shown)
        contract = hand.get("contract")
        if contract is not None and contract["called"] is not None:
            assert contract["called"] == truth["call"]
            known.add(contract["called"])
        if seat is not None:
            known |= set(truth["deal"][seat])
            if contract is not None and contract["bidder"] == seat and hand["phase"] != "trump":
                last = self.done.hands[hand["number"] - 1].last
                mask = last.setup.kitty_size
                known |= set(truth["undealt"][:mask])
        return known

    def given_by_trump(self, hand: dict[str, Any]) -> set[str]:
        """The cards of points that follow from the rules once trump is known, such as its jack."""
        contract = hand.get("contract")
        if contract is None or contract["trump"] is None:
            return set()
        trump = self.done.setup.trumps["CDHS".index(contract["trump"])]
        cards = [trump.card_for(point.card) for point in self.done.setup.rules.points.values()]
        return {str(one) for one in cards if one is not None}


def check_tape(tape: Sequence[tuple[str, str]], known: Known, secrets_of_people: list[str]) -> int:
    """Every text of a tape names only what its receiver may know at that moment; how many were heard."""
    now: set[str] = set()
    own_words: set[str] = set()
    over = 0
    heard = 0
    for direction, text in tape:
        message = msgspec.json.decode(text)
        if direction == ">":
            own_words |= cards_in(message)
            continue
        heard += 1
        for secret in secrets_of_people:
            assert secret not in text, "nobody is sent what a player is known by to the server"
        if message["type"] == "update":
            now, over = check_update(message, known, own_words, over)
        elif message["type"] == "welcome":
            del message["game"]
            assert not cards_in(message)
        else:
            assert cards_in(message) <= now | own_words, text
        for number in (known.secrets[one] for one in HEX64.findall(text) if one in known.secrets):
            assert number <= over, f"the secret of hand {number} came before the hand was over: {text}"
    return heard


def check_update(update: dict[str, Any], known: Known, own_words: set[str], over: int) -> tuple[set[str], int]:
    table, events = update["table"], update["events"]
    hand = table.get("hand")
    seat = table["you"].get("seat")
    if hand is None:
        assert not cards_in(update)
        return set(), over
    may = known.of(hand, seat)
    over = max(over, hand["number"] - (hand["phase"] != "over"))
    dealt = [place for place, event in enumerate(events) if event["what"] == "dealt"]
    before, since = (events[: dealt[-1]], events[dealt[-1] :]) if dealt else ([], events)
    assert cards_in(before) <= known.everything, "of hands that are over all may be known"
    assert cards_in(since) <= may, f"seat {seat} is told of {cards_in(since) - may} in {since}"
    for point in hand.pop("standing", []):
        assert cards_in(point) <= may | known.given_by_trump(hand)
    if hand["phase"] == "call" and hand["asked"] == [seat]:
        callable_cards = hand.pop("legal")
        assert not cards_in(callable_cards) & may, "a call is of a card that the caller does not have"
    for word in (*hand.get("legal", []), *hand.get("refused", {})):
        assert cards_in(word) <= set(hand["holding"])
    if hand["phase"] != "over":
        assert "hands" not in hand
        assert "result" not in hand
        if seat is None:
            assert not {"holding", "dealt", "kitty", "discards", "legal", "discard", "refused"} & hand.keys()
    for key in ("events", "seq", "type", "missed"):
        del update[key]
    assert cards_in(update) <= may, f"seat {seat} is shown {cards_in(update) - may} in {update}"
    return may, over


def check_that_leaks_are_found(tape: Sequence[tuple[str, str]], known: Known, secrets_of_people: list[str]) -> None:
    """The check fails for a tape in which a hidden card, a secret or a player's cookie stands anywhere."""
    place, update = next(
        (place, msgspec.json.decode(text))
        for place, (direction, text) in enumerate(tape)
        if direction == "<" and '"phase":"play",' in text
    )
    hand = update["table"]["hand"]
    hidden = sorted(known.everything - known.of(hand, update["table"]["you"].get("seat")))
    secret = next(one for one, number in known.secrets.items() if number == hand["number"])
    for said in (f"perhaps the {hidden[0]}.", Card(hidden[-1]).word.upper(), secret, secrets_of_people[-1]):
        for where in (update, update["table"], hand):
            where["more"] = {"said": [said]}
            changed = [*tape[:place], ("<", msgspec.json.encode(update).decode())]
            with pytest.raises(AssertionError):
                check_tape(changed, known, secrets_of_people)
            del where["more"]


@pytest.mark.slow
@pytest.mark.anyio
async def test_every_text_that_is_sent_names_only_cards_that_its_receiver_may_know(sqlite_server: Server) -> None:
    figures, turn = Figures("leaks"), asyncio.Semaphore(AT_ONCE)
    texts = size = hands = 0

    async def one(number: int) -> None:
        nonlocal texts, size, hands
        async with turn, People(sqlite_server.url) as people:
            played = await one_match(people, number)
        known = Known(played.record)
        hands += len(known.hands)
        for seat in played.seats:
            texts += check_tape(seat.tape, known, played.secrets_of_people)
            size += sum(len(text) for direction, text in seat.tape if direction == "<")
        check_that_leaks_are_found(played.seats[0].tape, known, played.secrets_of_people)

    await asyncio.gather(*(one(number) for number in range(MATCHES)))
    assert texts > MATCHES * 100
    figures.say(matches=MATCHES, hands=hands, texts=texts, megabytes=round(size / 1e6, 1))


# --- without sockets -------------------------------------------------------------------------------------------------

AROUND = Around({}, 1, None, 90.0)
ENCODER = msgspec.json.Encoder()


def exchanged(table: Table, seat: int | None, rng: random.Random) -> Table:
    """The table with whatever a seat may not know otherwise: the cards, what others will discard, the secret."""
    other = table.clone()
    assert table.hand is not None
    other.hand = another_world(table.hand, seat, rng)
    for owner in table.pending:
        if owner != seat:
            options = asked(other.hand, owner).legal_actions()
            chosen = options[rng.randrange(len(options))]
            assert isinstance(chosen, Discard)
            other.pending[owner] = chosen
    last = other.proofs[-1]
    other.proofs[-1] = HandProof(last.commitment, f"{rng.getrandbits(256):064x}", last.nonces)
    return other


def event_there(event: AnyEvent, table: Table, seat: int | None) -> AnyEvent:
    """An event as it was in the exchanged world: another's discard was of other cards."""
    if not isinstance(event, Acted) or event.seat == seat or not event.action.startswith("discard"):
        return event
    assert table.hand is not None
    discard = table.pending.get(event.seat, Discard(table.hand.discards[event.seat]))
    return Acted(seat=event.seat, action=str(discard), by=event.by)


def sent(shown: Shown, player: str, event: AnyEvent) -> bytes:
    """All that a player is sent of a table after an event."""
    table = shown.table
    seat = table.seat_of(player)
    news = [one.to(seat, frozenset()) for one in told(table, table.seq, 1.0, event)]
    return ENCODER.encode((shown.to(player, sheet=True, chat=True), news))


def hidden_world_games() -> list[tuple[str, int]]:
    usual = [(name, preset(name).usual_players) for name in preset_names()]
    return [*usual, ("ten-point", 5), ("ten-point", 6), ("six-point-partners", 6), ("kitty", 3)]


@pytest.mark.parametrize(("game", "players"), hidden_world_games())
def test_changing_only_hidden_cards_changes_nothing_that_a_seat_is_sent(game: str, players: int) -> None:
    rng = random.Random(f"{game} {players}")
    desk = Desk(game, players).sit(*NAMES[:players]).start()
    desk.rng = rng
    shown: Shown | None = None
    checked: set[Phase] = set()
    while len(desk.table.hands) < HANDS and desk.table.phase != "over":
        if desk.table.phase == "dealing":
            desk.deal()
            shown = None
        seat_to_act = desk.table.asked()
        desk.act(rng.choice(seat_to_act))
        table = desk.table
        if table.phase != "playing" or table.hand is None:
            continue
        event: AnyEvent = msgspec.json.decode(desk.log[-1][2], type=AnyEvent)
        shown = Shown(table, AROUND, 1.0, shown)
        checked.add(table.hand.phase)
        for player in (*NAMES[:players], "nobody"):
            seat = table.seat_of(player)
            here = sent(shown, player, event)
            assert here == sent(Shown(table, AROUND, 1.0), player, event), "what was made before is the same"
            other = exchanged(table, seat, rng)
            there = sent(Shown(other, AROUND, 1.0), player, event_there(event, other, seat))
            assert here == there, f"seat {seat} in {table.hand.phase.value}"
    assert Phase.PLAY in checked


def test_the_exchange_of_hidden_cards_is_seen_by_those_who_hold_them() -> None:
    desk = Desk("ten-point").sit(*NAMES[:4]).start().play_until("discard")
    desk.act(1)
    table = desk.table
    event = msgspec.json.decode(desk.log[-1][2], type=AnyEvent)
    other = exchanged(table, 0, random.Random(1))
    assert other.pending[1] != table.pending[1]
    for player in NAMES[1:4]:
        assert sent(Shown(table, AROUND, 1.0), player, event) != sent(Shown(other, AROUND, 1.0), player, event)
    assert b"discard" in ENCODER.encode([one.to(1, frozenset()) for one in told(table, table.seq, 1.0, event)])
    assert parse_action(event.action) == table.pending[1]
