"""550 match records that another program has judged (tests/oracle): results, traces, errors, and writing them back."""

import json
from typing import Any

import pytest
from game_builders import oracle

from shmear.record import RecordError, match_record, replay, score
from shmear.rules import preset_names


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in oracle(f"records/{name}.jsonl").splitlines()]


NAMES = preset_names()


def differing(name: str, got: Any, wanted: Any, path: str = "") -> str:
    """Where two answers part, for the message of a failure."""
    if isinstance(got, dict) and isinstance(wanted, dict) and got.keys() == wanted.keys():
        return next(
            (differing(name, got[key], wanted[key], f"{path}.{key}") for key in got if got[key] != wanted[key]), ""
        )
    if isinstance(got, list) and isinstance(wanted, list) and len(got) == len(wanted):
        pairs = enumerate(zip(got, wanted, strict=True))
        return next((differing(name, a, b, f"{path}[{place}]") for place, (a, b) in pairs if a != b), "")
    return f"{name}{path} is {got!r}, not {wanted!r}"


def place(error: dict[str, Any]) -> tuple[Any, Any, Any]:
    return error["hand"], error["action"], error["seat"]


@pytest.mark.parametrize("name", NAMES)
def test_every_record_is_judged_as_the_oracle_judges_it(name: str) -> None:
    wrong: list[str] = []
    for number, line in enumerate(lines(name), start=1):
        wanted = line["result"]
        try:
            got = score(line["record"], trace="trace" in wanted)
        except RecordError as error:
            got = error.to_dict()
        here = f"{name} line {number}: "
        if ("error" in got) != ("error" in wanted):
            wrong.append(f"{here}{got.get('error', 'legal')} instead of {wanted.get('error', 'legal')}")
        elif "error" in got:
            if place(got["error"]) != place(wanted["error"]):
                wrong.append(f"{here}{got['error']} instead of {wanted['error']}")
        elif got != wanted:
            wrong.append(differing(here, got, wanted))
    assert not wrong, "\n".join(wrong)


def in_order(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand with each seat's discards as a set: the order of cards laid away together says nothing."""
    found = {key: value for key, value in hand.items() if value is not None}
    if "discards" in found:
        found["discards"] = [sorted(cards) for cards in found["discards"]]
        if not any(found["discards"]):
            del found["discards"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_record_is_written_back_as_it_was(name: str) -> None:
    legal = 0
    for number, line in enumerate(lines(name), start=1):
        record = line["record"]
        if "error" in line["result"]:
            continue
        legal += 1
        done = replay(record)
        again = match_record(done.start, list(done.names), [hand.last for hand in done.hands], meta=done.meta)
        assert again["rules"] == record["rules"]
        assert again["players"] == record["players"]
        for one, other in zip(again["hands"], record["hands"], strict=True):
            wanted = in_order(other)
            if not preset_names_trump(name):
                wanted.pop("trump", None)
            stops = {"auction", "plays", "discards"} - wanted.keys()
            got = {key: value for key, value in in_order(one).items() if value != [] or key not in stops}
            assert got == {**wanted}, f"{name} line {number}"
        assert score(again, trace="trace" in line["result"]) == line["result"]
    assert legal >= 10


def preset_names_trump(name: str) -> bool:
    return name == "ten-point"


def test_there_are_550_records_and_some_are_illegal() -> None:
    everything = [line for name in NAMES for line in lines(name)]
    assert len(everything) == 550
    assert sum("error" in line["result"] for line in everything) == 208
    assert sum("trace" in line["result"] for line in everything) == 220
