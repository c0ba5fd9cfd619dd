"""Whole matches under review: records from elsewhere, any number of jobs, the page and the pictures."""

from __future__ import annotations

import html.parser
import importlib.util
import json
import lzma
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from review_records import at_random, one_hand

from shmear.game import Over
from shmear.record import RecordError, replay
from shmear.review import MatchReview, ReviewError, review_match
from shmear.review.hand import steps
from shmear.review.page import page
from shmear.review.plots import write_plots
from shmear.review.writing import json_text, only
from shmear.rules import preset_names

ORACLE = Path(__file__).parents[1] / "oracle" / "records"


@pytest.fixture(scope="module")
def review() -> MatchReview:
    record = at_random("six-point", 4, 1)
    record["players"] = ["Ann", "<b>Ben</b> & $x$", "_Cleo", "Dan"]
    return review_match(record, worlds=8)


def judged_elsewhere(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first record of an oracle's file with a hand that was played, cut to that one hand; and its result."""
    with lzma.open(ORACLE / f"{name}.jsonl.xz") as lines:
        for line in lines:
            entry = json.loads(line)
            record = entry["record"]
            if len(record.get("players", ())) > 4:
                continue
            try:
                hands = replay(record).hands
            except RecordError:
                continue
            if hands and isinstance(hands[0].last, Over) and hands[0].last.public.plays:
                return {**record, "hands": record["hands"][:1]}, entry["result"]["hands"][0]
    raise AssertionError(f"no record of {name} has a hand that was played")


@pytest.mark.parametrize("name", preset_names())
def test_a_hand_judged_by_another_program_can_be_reviewed(name: str) -> None:
    record, result = judged_elsewhere(name)
    (hand,) = review_match(record, worlds=2).hands
    assert (hand.bidder, hand.made, list(hand.deltas)) == (result["bidder"], result["made"], result["deltas"])
    assert [list(trick.cards) for trick in hand.tricks] == [trick["cards"] for trick in result["tricks"]]
    assert [trick.winner for trick in hand.tricks] == [trick["winner"] for trick in result["tricks"]]
    # A decision for every choice, and none where there was none.
    choices = [
        place for place, (state, _) in enumerate(steps(replay(record).hands[0])) if len(state.legal_actions()) > 1
    ]
    assert [one.number for one in hand.decisions] == choices
    for one in hand.decisions:
        assert {one.best, one.chosen} <= {option.action for option in one.options}
        assert one.options[0].action == one.best
        assert one.loss >= one.sure_loss >= 0
        assert all(0 <= option.win <= 1 for option in one.options)


def test_the_same_seed_reviews_the_same_for_any_number_of_jobs() -> None:
    record = at_random("six-point", 4, 1)
    alone = review_match(record, worlds=4, seed=3)
    heard: list[tuple[int, int]] = []
    shared = review_match(record, worlds=4, seed=3, jobs=2, told=lambda done, of: heard.append((done, of)))
    assert json_text(shared) == json_text(alone)
    assert heard[-1][0] == heard[-1][1]
    assert json_text(review_match(record, worlds=4, seed=4)).replace('"seed":4', '"seed":3') != json_text(alone)


def test_the_json_reads_back(review: MatchReview) -> None:
    text = json_text(review)
    assert msgspec.json.decode(text, type=MatchReview) == review
    assert json.loads(text)["format"] == "shmear-review"


def test_a_hand_under_way_is_left_out_and_noted() -> None:
    record = at_random("six-point", 4, 1)
    record["hands"][1]["plays"] = record["hands"][1]["plays"][:5]
    found = review_match(record, worlds=2)
    assert len(found.hands) == 1
    assert found.notes == ("hand 2 is not finished and was left out; the match is still open",)
    assert found.winners is None


def test_a_match_that_nobody_has_won_is_noted(review: MatchReview) -> None:
    assert review.notes == ("nobody has won yet: the match is still open",)


def test_a_match_won_has_a_winner_with_all_the_chance() -> None:
    record = one_hand(
        "six-point",
        ["AH KH QH JH TH 9H", "AS KS QS TS 8S 9S", "AC QC JC TC KC 9C", "QD JD TD 9D 8D KD"],
        [6, "pass", "pass", "pass"],
        "AH",
        dealer=3,
        scores=[18, 0, 0, 0],
    )
    found = review_match(record, worlds=2)
    (hand,) = found.hands
    assert hand.made is False  # the jokers are asleep
    assert set(hand.asleep) == {"BJ", "LJ"}
    assert found.winners is None
    record["hands"][0]["auction"] = [4, "pass", "pass", "pass"]
    found = review_match(record, worlds=2)
    assert found.winners == (0,)
    assert found.notes == ()
    assert found.hands[0].after == (1, 0, 0, 0)


def test_hands_forfeited_and_thrown_in_are_reviewed_too() -> None:
    record = at_random("shmear", 4, 1, hands=1)
    (hand,) = record["hands"]
    hand["auction"] = ["pass", "pass", "pass", "pass", "forfeit"]
    del hand["plays"]
    found = review_match(record, worlds=2)
    assert found.hands[0].outcome == "forfeit"
    assert [one.kind for one in found.hands[0].decisions] == ["call"] * 5
    last = {option.action: option for option in found.hands[0].decisions[-1].options}
    assert set(last) == {"bid 2", "forfeit", "shoot"}
    assert last["forfeit"].made is None  # no hand is played
    assert last["bid 2"].made is not None
    assert "forfeited the hand" in page(found)

    record = at_random("ten-point", 4, 1, hands=1)
    (hand,) = record["hands"]
    hand["auction"] = ["pass", "pass", "pass"]
    for key in ("trump", "discards", "plays"):
        hand.pop(key, None)
    found = review_match(record, worlds=2)
    assert found.hands[0].outcome == "redeal"
    assert [one.change for one in found.hands[0].accounts] == [0, 0, 0, 0]
    assert "the cards were thrown in" in page(found)


def test_a_record_without_a_finished_hand_is_refused() -> None:
    record = at_random("six-point", 4, 1, hands=1)
    del record["hands"][0]["plays"]
    with pytest.raises(ReviewError, match="no hand of the record is finished"):
        review_match(record)
    with pytest.raises(ReviewError, match="no hand of the record is finished"):
        review_match({**record, "hands": []})


class Reader(html.parser.HTMLParser):
    """Reads a page: what is open, tables and their captions, what it would fetch, and its words."""

    EMPTY = ("meta", "br", "circle", "rect", "line", "polyline", "polygon", "path")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_one_file_well_formed(review: MatchReview) -> None:
    text = page(review)
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.fetched == []
    assert "script" not in reader.tags
    assert "http" not in text.replace("http-equiv", "")
    assert reader.tags.count("table") == reader.tags.count("caption") > 10
    assert reader.tags.count("h1") == 1
    assert reader.tags.count("h3") == len(review.hands)
    assert "prefers-color-scheme: dark" in text


def test_a_name_cannot_write_into_the_page(review: MatchReview) -> None:
    text = page(review)
    assert "<b>" not in text
    assert "&lt;b&gt;Ben&lt;/b&gt; &amp; $x$" in text


def test_the_page_tells_every_decision_in_words(review: MatchReview) -> None:
    reader = Reader()
    reader.feed(page(review))
    words = "".join(reader.words)
    for hand in review.hands:
        assert f"All {len(hand.decisions)} decisions" in words
    for word in ("best", "good", "blunder"):
        assert word in words
    alone = page(review, 2)
    assert "Only the decisions of _Cleo are listed." in alone
    assert len(alone) < len(page(review))
    assert {one.seat for hand in only(review, 2).hands for one in hand.decisions} == {2}


def test_the_page_reads_by_its_contrast() -> None:
    """WCAG 2: 4.5 to 1 at least for every colour of words, by light and by dark."""
    from shmear.review.page_style import STYLE

    light, dark = (
        part.split("}", maxsplit=1)[0] for part in STYLE.split("{ color-scheme: light dark;")[1].split(":root {")[:2]
    )
    for part in (light, dark):
        colours = dict(one.split(":") for one in part.replace("\n", " ").split(";") if one.strip())
        colours = {name.strip(): value.strip() for name, value in colours.items()}
        for name in ("ink", "soft", "red", "best", "inaccuracy", "mistake", "blunder"):
            for ground in ("ground", "stripe"):
                assert contrast(colours[f"--{name}"], colours[f"--{ground}"]) >= 4.5
        for side in range(8):  # lines need 3 to 1
            assert contrast(colours[f"--s{side}"], colours["--ground"]) >= 3


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted(map(luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed (pip install 'shmear[bench]')"
)
def test_the_pictures_hold_their_words_as_text(review: MatchReview, tmp_path: Path) -> None:
    files = write_plots(review, tmp_path)
    assert [file.name for file in files] == ["chances.svg", "points.svg", "losses.svg"]
    words = ["".join(ElementTree.fromstring(file.read_text(encoding="utf-8")).itertext()) for file in files]
    assert all(name in words[0] for name in ("Ann", "<b>Ben</b> & $x$", "_Cleo", "Dan"))
    assert "points won against points bid" in words[1].lower()
    assert "cards played" in words[2]
    first = [file.read_text(encoding="utf-8") for file in files]
    assert [file.read_text(encoding="utf-8") for file in write_plots(review, tmp_path)] == first
    (chances, *_) = write_plots(review, tmp_path, ".png")
    assert chances.read_bytes().startswith(b"\x89PNG")
