"""`shmear solve`: one problem a line, one answer a line."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shmear.cards import CARDS
from shmear.game import HandState, Match, Phase, Play
from shmear.record import match_record, score
from shmear.rules import preset, preset_names, read_rules
from shmear.search.solve import solve_hand
from shmear.testing import random_action, random_setup

Shmear = Callable[..., Any]

PROBLEM: dict[str, Any] = {
    "hands": [["AS", "2H"], ["5H", "4H"], ["3D", "4D"], ["3H", "6H"]],
    "leader": 0,
    "trump": None,
    "played": [],
    "follow": "suit-else-any",
    "objective": "tricks",
}
"""Without trumps. The ace of spades takes a trick if it is led; not if a heart is led first, for hearts follow it."""


def asked(shmear: Shmear, *lines: Any, args: tuple[str, ...] = ("--json",)) -> Any:
    """The command with lines on standard input: what it printed, and its exit code."""
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return shmear("solve", *args, "-", stdin=b"\n".join(texts) + b"\n")


def answers(ran: Any) -> list[dict[str, Any]]:
    assert ran.err == ""
    return [json.loads(line) for line in ran.out.splitlines()]


def record_at(
    game: str, players: int, seed: int, stop: Callable[[HandState], bool], rules: Any = None
) -> tuple[dict[str, Any], HandState]:
    """A record of random players whose last hand has come to a state, and that state."""
    rng = random.Random(seed)
    while True:
        match = start = Match.new(random_setup(rules or preset(game), players, rng), rng.randrange(players))
        state: Any = match.deal(rng)
        while not state.is_over:
            if stop(state):
                return match_record(start, [f"P{seat}" for seat in range(players)], [state]), state
            state = state.apply(random_action(state, rng))


def in_play(cards: int) -> Callable[[HandState], bool]:
    """Stops where so many cards have been played."""
    return lambda state: state.phase is Phase.PLAY and len(state.public.plays) == cards


# Problems of plain cards.


def test_every_legal_card_has_the_tricks_that_it_leads_to(shmear: Shmear) -> None:
    ran = asked(shmear, PROBLEM)
    (answer,) = answers(ran)
    assert ran.code == 0
    assert list(answer) == ["to_play", "scores", "best", "nodes"]
    assert (answer["to_play"], answer["scores"], answer["best"]) == (0, {"2H": 0, "AS": 1}, 1)
    assert answer["nodes"] > 0


def test_tricks_are_those_of_the_side_to_play_with_the_trick_on_the_table(shmear: Shmear) -> None:
    """Spades are trump. East has led a heart; West has to follow, and South, West's opponent, trumps or does not."""
    given = {
        "hands": [["2S", "3S"], ["2H"], ["AS", "KH"], ["AH", "KC"]],
        "leader": 1,
        "trump": "S",
        "played": ["QH"],
        "follow": "suit-or-trump",
        "objective": "tricks",
    }
    either, follow = answers(asked(shmear, given, {**given, "follow": "suit-else-any"}))
    # South, to play, has king of hearts and ace of spades: with the ace it takes the trick now; with the king it
    # leaves this one to West's ace, or to North's trump, and has the ace of trumps for the other.
    assert either["to_play"] == follow["to_play"] == 2
    assert either["scores"] == {"KH": 2, "AS": 2}
    assert follow["scores"] == {"KH": 2}


def test_played_may_be_left_out(shmear: Shmear) -> None:
    short = {key: value for key, value in PROBLEM.items() if key != "played"}
    one, other = answers(asked(shmear, PROBLEM, short))
    assert one == other


def wrong(**changed: Any) -> dict[str, Any]:
    return {**PROBLEM, **changed}


HANDS = PROBLEM["hands"]


@pytest.mark.parametrize(
    ("given", "action", "seat", "words"),
    [
        (wrong(hands=[*HANDS[:3], ["3H"]]), "hands", 3, "seat 3 holds 1 card and should hold 2"),
        (wrong(hands=[*HANDS[:3], ["3H", "6H", "7H"]]), "hands", 0, "seat 0 holds 2 cards and should hold 3"),
        (wrong(played=["9S"]), "hands", 0, "seat 0 holds 2 cards and should hold 1"),
        (wrong(hands=[[], [], [], []]), "hands", None, "nobody holds a card"),
        (wrong(hands=HANDS[:3]), "hands", None, "four lists"),
        (wrong(hands="AS"), "hands", None, "four lists"),
        (wrong(hands=[*HANDS[:3], "3H 6H"]), "hands", 3, "lists of cards"),
        (wrong(hands=[*HANDS[:3], ["3H", "AS"]]), "hands", 3, "the ace of spades is there twice"),
        (wrong(hands=[["2H"], *HANDS[1:]], played=["5H"]), "played", None, "the five of hearts is there twice"),
        (wrong(hands=[*HANDS[:3], ["3H", "BJ"]]), "hands", 3, "'BJ' is no plain card"),
        (wrong(hands=[*HANDS[:3], ["3H", "1H"]]), "hands", 3, "'1H' is no plain card"),
        (wrong(hands=[*HANDS[:3], ["3H", 7]]), "hands", 3, "7 is no plain card"),
        (wrong(hands=[*HANDS[:3], ["3H", None]]), "hands", 3, "no plain card"),
        (wrong(played=["9S", "8S", "7S", "6S"]), "played", None, "at most three cards"),
        (wrong(played="9S"), "played", None, "lists of cards"),
        (wrong(played=["LJ"]), "played", None, "'LJ' is no plain card"),
        (wrong(leader=4), "leader", None, "a seat from 0 to 3, not 4"),
        (wrong(leader=-1), "leader", None, "a seat from 0 to 3"),
        (wrong(leader=True), "leader", None, "a seat from 0 to 3"),
        (wrong(leader=1.0), "leader", None, "a seat from 0 to 3"),
        (wrong(leader=None), "leader", None, "a seat from 0 to 3"),
        (wrong(trump="X"), "trump", None, "C, D, H, S or null, not 'X'"),
        (wrong(trump="hearts"), "trump", None, "C, D, H, S or null"),
        (wrong(trump=3), "trump", None, "C, D, H, S or null"),
        (wrong(follow="any"), "follow", None, "suit-else-any or suit-or-trump, not 'any'"),
        (wrong(follow=["suit-else-any"]), "follow", None, "suit-else-any or suit-or-trump"),
        (wrong(objective="points"), "objective", None, "tricks"),
        (wrong(objective=None), "objective", None, "tricks"),
        (wrong(lead=0), "lead", None, '"lead" is no key of a problem'),
        *(
            ({key: value for key, value in PROBLEM.items() if key != left_out}, left_out, None, left_out)
            for left_out in ("hands", "leader", "trump", "follow", "objective")
        ),
        ([], None, None, "a JSON object"),
        (None, None, None, "a JSON object"),
        (7, None, None, "a JSON object"),
    ],
)
def test_a_problem_that_is_wrong_is_answered_with_what_is_wrong(
    shmear: Shmear, given: Any, action: str | None, seat: int | None, words: str
) -> None:
    ran = asked(shmear, given, PROBLEM)
    first, second = answers(ran)
    assert ran.code == 2
    assert list(first) == ["error"]
    assert list(first["error"]) == ["hand", "action", "seat", "message"]
    assert (first["error"]["hand"], first["error"]["action"], first["error"]["seat"]) == (None, action, seat)
    assert words in first["error"]["message"]
    assert second["best"] == 1


def test_without_json_it_is_a_line_for_people(shmear: Shmear, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{json.dumps(PROBLEM)}\n{json.dumps(wrong(leader=5))}\n{json.dumps(PROBLEM)}\n")
    ran = shmear("solve", str(path))
    assert ran.code == 2
    assert ran.out == "seat 0 to play, tricks: AS 1  2H 0\n" * 2
    assert ran.err == f'shmear: {path}, line 2, leader: "leader" has to be a seat from 0 to 3, not 5\n'


def test_a_file_that_is_not_there_is_named_once(shmear: Shmear, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    ran = shmear("solve", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"shmear: {path} cannot be read: No such file or directory\n"
    (answer,) = answers(shmear("solve", "--json", str(path)))
    assert answer["error"]["hand"] is None


def test_several_files_and_standard_input_are_answered_one_after_another(shmear: Shmear, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(wrong(leader=1)) + "\n")
    ran = shmear("solve", "--json", str(path), "-", str(path), stdin=json.dumps(PROBLEM).encode())
    assert [answer["to_play"] for answer in answers(ran)] == [1, 0, 1]


def random_problem(rng: random.Random, cards: int) -> dict[str, Any]:
    deck = rng.sample([str(card) for card in CARDS[:52]], 4 * cards)
    hands = [deck[cards * seat : cards * (seat + 1)] for seat in range(4)]
    leader, lying = rng.randrange(4), rng.randrange(4)
    played = [hands[(leader + place) % 4].pop() for place in range(lying)]
    trump, follow = rng.choice(["C", "D", "H", "S", None]), rng.choice(["suit-else-any", "suit-or-trump"])
    return {**PROBLEM, "hands": hands, "leader": leader, "trump": trump, "played": played, "follow": follow}


def test_jobs_give_the_same_answers_in_the_same_order(shmear: Shmear) -> None:
    rng = random.Random(1)
    lines: list[Any] = [random_problem(rng, rng.randint(1, 6)) for _ in range(30)]
    lines += [record_at("partner", 4, seed, in_play(9))[0] for seed in range(4)]
    lines = [{"record": line} if "players" in line else line for line in lines]
    lines[7], lines[20] = b"nothing", wrong(leader=9)
    rng.shuffle(lines)
    alone = asked(shmear, *lines)
    for jobs in ("2", "7"):
        assert asked(shmear, *lines, args=("--json", "--jobs", jobs)) == alone
        assert asked(shmear, *lines, args=("--jobs", jobs)) == asked(shmear, *lines, args=())
    assert len(answers(alone)) == len(lines)
    assert alone.code == 2


def renamed(problem: dict[str, Any], rng: random.Random) -> tuple[dict[str, Any], dict[str, str]]:
    """The same problem with other suits, seats moved round, and hands in another order; the new names of the cards."""
    suits = dict(zip("CDHS", rng.sample("CDHS", 4), strict=True))
    names = {str(card): str(card)[0] + suits[str(card)[1]] for card in CARDS[:52]}
    shift = rng.randrange(4)
    hands: list[list[str]] = [[] for _ in range(4)]
    for seat, hand in enumerate(problem["hands"]):
        hands[(seat + shift) % 4] = [names[card] for card in rng.sample(hand, len(hand))]
    return {
        **problem,
        "hands": hands,
        "leader": (problem["leader"] + shift) % 4,
        "trump": problem["trump"] and suits[problem["trump"]],
        "played": [names[card] for card in problem["played"]],
    }, names


def test_names_of_suits_and_seats_and_the_order_of_cards_change_nothing(shmear: Shmear) -> None:
    rng = random.Random(2)
    problems = [random_problem(rng, 5) for _ in range(30)]
    others = [renamed(problem, rng) for problem in problems]
    one, two = answers(asked(shmear, *problems)), answers(asked(shmear, *(problem for problem, _ in others)))
    for given, found, (_, names) in zip(one, two, others, strict=True):
        assert {names[card]: tricks for card, tricks in given["scores"].items()} == found["scores"]


# Records.


@pytest.mark.parametrize("name", preset_names())
def test_the_scores_are_of_the_cards_that_score_says_are_legal(shmear: Shmear, name: str) -> None:
    players = preset(name).usual_players
    for seed in range(3):
        # The whole hand open from its first lead is for the solver's own tests; here the last three tricks and less.
        most = 3 * players - seed
        record, state = record_at(
            name,
            players,
            seed,
            lambda state, most=most: state.phase is Phase.PLAY and sum(map(int.bit_count, state.holdings)) <= most,
        )
        ran = asked(shmear, {"record": record})
        (answer,) = answers(ran)
        assert ran.code == 0
        assert list(answer) == ["to_play", "objective", "scores", "best", "nodes"]
        assert answer["objective"] == "points of the side to play minus points of the best other side"
        traced = json.loads(shmear("score", "--json", "--trace", "-", stdin=json.dumps(record).encode()).out)
        last = traced["trace"][-1][-1]
        assert (last["seat"], last["phase"]) == (answer["to_play"], "play")
        assert sorted(answer["scores"]) == sorted(last["legal"])
        assert answer["best"] == max(answer["scores"].values())
        solved = solve_hand(state)
        assert answer["scores"] == {str(card): value for card, value in solved.scores.items()}


def test_before_the_first_lead_every_suit_that_can_be_made_trump_is_tried(shmear: Shmear) -> None:
    record, state = record_at("partner", 4, 3, in_play(0))
    assert state.public.contract.trump is None
    (answer,) = answers(asked(shmear, {"record": record}))
    assert sorted(answer["scores"]) == sorted(str(action.card) for action in state.legal_actions())
    assert len({card[1] for card in answer["scores"]}) > 1
    (second,) = answers(asked(shmear, {"record": record_after(record, state, answer)}))
    assert second["best"] == -answer["best"]


def record_after(record: dict[str, Any], state: HandState, answer: dict[str, Any]) -> dict[str, Any]:
    """The record with the best card played."""
    best = next(card for card, value in answer["scores"].items() if value == answer["best"])
    assert any(isinstance(action, Play) and str(action.card) == best for action in state.legal_actions())
    again = json.loads(json.dumps(record))
    again["hands"][-1]["plays"] = [*again["hands"][-1].get("plays", []), best]
    return again


@pytest.mark.clause("4")
def test_a_called_card_is_the_only_one_in_the_first_trick(shmear: Shmear) -> None:
    def partner_to_play(state: HandState) -> bool:
        contract = state.public.contract
        return (
            state.phase is Phase.PLAY
            and contract is not None
            and state.to_act == contract.partner
            and 0 < len(state.public.plays) < 5
        )

    short = {
        "extends": "ten-point",
        "deal": {"players": [5], "cards": 4},
        "exchange": {"kitty": 0, "keep": 4, "discards": "none"},
        "sides": {"called_card": "first-trick"},
    }
    record, state = record_at("", 5, 1, partner_to_play, read_rules(short))
    (answer,) = answers(asked(shmear, {"record": record}))
    assert list(answer["scores"]) == [str(state.public.contract.called)]


def test_a_record_that_has_nothing_to_solve_says_why(shmear: Shmear, worked: dict[str, Any]) -> None:
    auction, _ = record_at("partner", 4, 1, lambda state: state.phase is Phase.AUCTION)
    trump, _ = record_at("ten-point", 4, 1, lambda state: state.phase is Phase.TRUMP)
    discard, _ = record_at("ten-point", 4, 1, lambda state: state.phase is Phase.DISCARD)
    nothing = {**worked, "hands": []}
    ran = asked(shmear, *({"record": record} for record in (worked, auction, trump, discard, nothing)))
    errors = [answer["error"] for answer in answers(ran)]
    assert ran.code == 2
    assert [error["action"] for error in errors] == [None, "auction", "trump", "discard", None]
    assert [error["hand"] for error in errors] == [0, 0, 0, 0, None]
    assert "no hand of the record is under way" in errors[0]["message"]
    assert all("has not come to the play" in error["message"] for error in errors[1:4])


def test_an_illegal_record_is_refused_as_score_refuses_it(shmear: Shmear, worked: dict[str, Any]) -> None:
    worked["hands"][0]["plays"][1] = "AC"
    for record in (worked, {**worked, "format": "chess"}, {}, [], None, "record", {**worked, "hands": 7}):
        solved = asked(shmear, {"record": record})
        scored = shmear("score", "--json", "-", stdin=json.dumps(record).encode())
        assert (solved.code, scored.code) == (2, 2)
        assert answers(solved) == answers(scored)


def test_a_key_beside_the_record_is_refused(shmear: Shmear, worked: dict[str, Any]) -> None:
    (answer,) = answers(asked(shmear, {"record": worked, "objective": "tricks"}))
    assert answer["error"]["action"] == "objective"


def test_a_record_as_words(shmear: Shmear) -> None:
    record, state = record_at("partner", 4, 5, in_play(22))
    ran = asked(shmear, {"record": record}, args=())
    assert ran.code == 0
    assert ran.out.startswith(f"seat {state.to_act} to play, points ahead: ")
    assert all(str(action.card) in ran.out for action in state.legal_actions())


def test_points_worth_much_are_solved_too(shmear: Shmear) -> None:
    """Eight points of twenty: the most that a rule set can have; with two sides and with more."""
    names = ("high", "low", "jack", "jick", "big_joker", "little_joker", "three", "game")
    cards = ("highest", "lowest", "J", "A", "3", "2", "3", "counting")
    points = {name: {"card": card, "to": "taker", "worth": 20} for name, card in zip(names, cards, strict=True)}
    for partners in ("across", "none"):
        rules = read_rules(
            {
                "extends": "pitch",
                "deal": {"players": [4]},
                "sides": {"partners": partners},
                "points": points,
                "auction": {"minimum": 1, "maximum": 30},
            }
        )
        record, _ = record_at("", 4, 2, in_play(13), rules)
        ran = asked(shmear, {"record": record})
        assert ran.code == 0, ran.out
        assert abs(answers(ran)[0]["best"]) <= 160


# Whatever the text.


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_garbage_is_answered_line_by_line(shmear: Shmear, worked: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    good = [json.dumps(PROBLEM).encode(), json.dumps({"record": worked}).encode()]
    good += [json.dumps({"record": record_at("partner", 4, seed, in_play(18))[0]}).encode()]
    lines: list[bytes] = []
    for _ in range(150):
        text = bytearray(rng.choice(good))
        for _ in range(rng.choice([1, 1, 2, 5])):
            place = rng.randrange(len(text))
            what = rng.randrange(4)
            if what == 0:
                text[place] = rng.randrange(256)
            elif what == 1:
                del text[place : place + rng.randrange(1, 9)]
            elif what == 2:
                text[place:place] = text[rng.randrange(len(text)) :][: rng.randrange(1, 9)]
            else:
                text[place : place + 1] = rng.choice(
                    [b"null", b"-1", b"1e400", b"[]", b"{}", b'"\\ud800"', b"7777777777"]
                )
            text = text.replace(b"\n", b" ") or bytearray(b"x")
        if text.strip():
            lines.append(bytes(text))
    ran = shmear("solve", "--json", "-", stdin=b"\n".join([good[0], *lines]) + b"\n")
    assert ran.err == ""
    assert len(ran.out.splitlines()) == len(lines) + 1
    for line in ran.out.splitlines():
        answer = json.loads(line)
        assert set(answer) == {"error"} or {"to_play", "scores", "best", "nodes"} <= set(answer)
        if "error" in answer:
            assert list(answer["error"]) == ["hand", "action", "seat", "message"]


@pytest.mark.parametrize(
    "given",
    [
        wrong(leader="x" * 100_000),
        wrong(trump="x" * 100_000),
        wrong(follow=[0] * 100_000),
        wrong(objective={"x" * 100_000: 0}),
        wrong(hands=[["x" * 100_000], [], [], []]),
        wrong(leader=10**4000),
        json.dumps(PROBLEM).replace('"leader": 0', f'"leader": {"7" * 10_000}').encode(),
        {**PROBLEM, "x" * 100_000: 1},
        {"record": {}, "x" * 100_000: 1},
    ],
    ids=["leader", "trump", "follow", "objective", "card", "number", "huge", "key", "beside"],
)
def test_an_answer_is_short_whatever_was_asked(shmear: Shmear, given: Any) -> None:
    ran = asked(shmear, given)
    assert ran.code == 2
    assert len(ran.out) < 500
    assert len(asked(shmear, given, args=()).err) < 400


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b'{"record": ' * 100_000, b'{"hands": ' + b"[" * 100_000, b"\xff\xfe"]
)
def test_what_is_no_problem_is_answered(shmear: Shmear, text: bytes) -> None:
    ran = asked(shmear, text, PROBLEM)
    first, second = answers(ran)
    assert first["error"]["action"] is None
    assert second["best"] == 1


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text((json.dumps(PROBLEM) + "\n") * 2000)
    done = subprocess.run(
        f"{sys.executable} -m shmear solve --json {path} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        env=os.environ,
        check=False,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["best"] == 1


def test_the_hand_ends_as_was_promised_when_everybody_plays_the_best_card(shmear: Shmear) -> None:
    record, state = record_at("six-point-partners", 4, 8, in_play(12))
    (answer,) = answers(asked(shmear, {"record": record}))
    promised, hero = answer["best"], answer["to_play"]
    for _ in range(12):
        record = record_after(record, state, answer)
        played = record["hands"][-1]["plays"][-1]
        state = state.apply(next(action for action in state.legal_actions() if str(action.card) == played))
        if not state.is_over:
            (answer,) = answers(asked(shmear, {"record": record}))
    result = state.result()
    ours = result.sides.index(result.side_of(hero))
    assert result.side_points[ours] - result.side_points[1 - ours] == promised
    assert score(record)["hands"][0]["outcome"] == "played"
