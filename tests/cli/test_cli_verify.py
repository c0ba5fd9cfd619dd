"""`shmear verify` as docs/fair.md describes it."""

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

from shmear.fair import HandProof, commitment, draw_dealer, draw_pairs, fair_deal, proof_meta
from shmear.game import Match, Setup
from shmear.record import match_record
from shmear.rules import preset
from shmear.testing import play_out

Shmear = Callable[..., Any]
SECRETS = ["11" * 32, "22" * 32]
COMMITMENTS = [commitment(secret) for secret in SECRETS]
NONCES = (((0, "abcd" * 8), (2, "0123" * 8)), ((2, "4567" * 8),))


def fair_record(game: str = "six-point") -> dict[str, Any]:
    """Two hands for four: Ann and Cid mixed in the first, Cid the second."""
    rules = preset(game)
    sides = draw_pairs(rules, 4, SECRETS[0], NONCES[0])
    start = match = Match.new(Setup(rules, 4, sides), draw_dealer(4, SECRETS[0], NONCES[0]))
    rng, played = random.Random(1), []
    for secret, nonces in zip(SECRETS, NONCES, strict=True):
        deal = fair_deal(match.setup, match.dealer, secret, nonces)
        played.append(play_out(match.begin(deal), rng))
        match = match.after(played[-1])
    proofs = [HandProof(COMMITMENTS[hand], SECRETS[hand], NONCES[hand]) for hand in (0, 1)]
    meta = {"fair": proof_meta(proofs, drawn_sides=sides is not None)}
    return match_record(start, ["Ann", "Bob", "Cid", "Dee"], played, meta=meta)


@pytest.fixture
def record() -> dict[str, Any]:
    return fair_record()


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Writes records to a file: its path."""

    def to_file(*records: Any, name: str = "match.json") -> str:
        path = tmp_path / name
        path.write_text("\n".join(map(json.dumps, records)))
        return str(path)

    return to_file


def tampered(record: dict[str, Any]) -> dict[str, Any]:
    """The record with another nonce at its second hand."""
    changed = json.loads(json.dumps(record))
    changed["meta"]["fair"]["hands"][1]["nonces"][0][1] = "89ab" * 8
    return changed


def test_a_line_a_hand_and_a_verdict(shmear: Shmear, write: Callable[..., str], record: dict[str, Any]) -> None:
    path = write(record)
    ran = shmear("verify", path)
    dealer = "Ann Bob Cid Dee".split()[record["hands"][0]["dealer"]]
    follows = "deal follows from secret and nonces"
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        path,
        f"hand 1: commitment {COMMITMENTS[0][:12]}…; 2 nonces: Ann abcdabcd…, Cid 01230123…; {follows}",
        f"hand 2: commitment {COMMITMENTS[1][:12]}…; 1 nonce: Cid 45674567…; {follows}",
        f"{dealer} was drawn to deal first.",
        "The proof holds for all 2 hands.",
        "It is as good as your notes: were these the commitments shown before the hands, and your nonces?",
    ]


def test_drawn_pairs_are_named(shmear: Shmear, write: Callable[..., str]) -> None:
    record = fair_record("six-point-partners")
    pairs = ", ".join(" and ".join("Ann Bob Cid Dee".split()[seat] for seat in side) for side in record["sides"])
    assert f"The pairs were drawn: {pairs}.\n" in shmear("verify", write(record)).out
    record["meta"]["fair"]["drawn_sides"] = False
    ran = shmear("verify", write(record))
    assert ran.code == 0
    assert "The pairs were not drawn with these secrets" in ran.out


def test_nobody_mixed_in_is_said(shmear: Shmear, write: Callable[..., str], record: dict[str, Any]) -> None:
    setup = Setup(preset("six-point"), 4)
    dealer = draw_dealer(4, SECRETS[0], ())
    hand = Match.new(setup, dealer).begin(fair_deal(setup, dealer, SECRETS[0], ()))
    meta = {"fair": proof_meta([HandProof(COMMITMENTS[0], SECRETS[0], ())], drawn_sides=False)}
    ran = shmear("verify", write(match_record(Match.new(setup, dealer), record["players"], [hand], meta=meta)))
    assert ran.code == 0
    assert "; no nonces; deal follows from the secret alone\n" in ran.out
    assert "The proof holds for the one hand.\n" in ran.out


def test_a_proof_that_does_not_hold_is_1(shmear: Shmear, write: Callable[..., str], record: dict[str, Any]) -> None:
    path = write(tampered(record))
    ran = shmear("verify", path)
    assert (ran.code, ran.err) == (1, "")
    first, second = ran.out.splitlines()
    assert first == path
    assert second.startswith("The proof does not hold: hand 2, deal: Ann's card 1 is ")


def test_a_commitment_that_does_not_fit_is_1(shmear: Shmear, write: Callable[..., str], record: dict[str, Any]) -> None:
    record["meta"]["fair"]["hands"][0]["commitment"] = COMMITMENTS[1]
    ran = shmear("verify", write(record))
    assert ran.code == 1
    assert f"hand 1, commitment: {COMMITMENTS[1][:12]}… is not the commitment to the secret shown" in ran.out


def test_a_record_without_a_proof_is_2(shmear: Shmear, write: Callable[..., str], worked: dict[str, Any]) -> None:
    path = write(worked)
    ran = shmear("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f'shmear: {path}: the record has no proof of its deals: "fair" is missing in its "meta"\n'


def test_an_illegal_record_is_2(shmear: Shmear, write: Callable[..., str], record: dict[str, Any]) -> None:
    record["hands"][1]["auction"][0] = 7
    path = write(record)
    ran = shmear("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"shmear: {path}, hand 2, auction[0]: the highest bid is 6")


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "[" * 100_000, '{"meta": ' * 50_000])
def test_what_is_no_record_is_2(shmear: Shmear, tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    for args in ((), ("--json",)):
        ran = shmear("verify", *args, str(tmp_path / "x.json"))
        assert ran.code == 2
        assert (ran.out or ran.err).count("\n") == 1


def test_a_file_that_is_not_there_is_named_once(shmear: Shmear, tmp_path: Path) -> None:
    ran = shmear("verify", str(tmp_path / "none.json"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"shmear: {tmp_path / 'none.json'} cannot be read: No such file or directory\n"


def test_a_record_that_does_not_hold_counts_before_one_that_cannot_be_read(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any]
) -> None:
    path = write(record, tampered(record), {}, record, name="many.jsonl")
    ran = shmear("verify", path)
    assert ran.code == 1
    assert ran.out.count("The proof holds for all 2 hands.") == 2
    assert f"{path}, line 2\nThe proof does not hold: hand 2" in ran.out
    assert ran.err.startswith(f"shmear: {path}, line 3: ")


def test_standard_input(shmear: Shmear, record: dict[str, Any]) -> None:
    ran = shmear("verify", "-", stdin=json.dumps(record).encode())
    assert ran.code == 0
    assert ran.out.startswith("standard input, line 1\nhand 1: ")


def test_commitments_that_were_noted_are_looked_for(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any]
) -> None:
    path = write(record)
    one = shmear("verify", path, "--commitment", COMMITMENTS[1])
    assert one.code == 0
    assert one.out.splitlines()[2].startswith(f"hand 2: commitment {COMMITMENTS[1][:12]}… (you noted it); ")
    assert "you noted" not in one.out.splitlines()[1]
    assert "as good as your notes" in one.out
    both = shmear("verify", path, "--commitment", COMMITMENTS[1], "--commitment", f" {COMMITMENTS[0].upper()}")
    assert both.code == 0
    assert "as good as your notes" not in both.out


def test_a_commitment_that_was_noted_and_is_on_no_record_is_1(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any]
) -> None:
    other = "5a" * 32
    ran = shmear("verify", write(record), "--commitment", COMMITMENTS[0], "--commitment", other)
    assert ran.code == 1
    assert "The proof holds for all 2 hands." in ran.out
    assert ran.err == f"shmear: the commitment that you noted, {other}, is of no hand on record\n"


def test_commitments_may_be_of_several_records(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any]
) -> None:
    record["hands"].pop()
    record["meta"]["fair"]["hands"].pop()
    short, whole = write(record, name="short.json"), write(fair_record(), name="whole.json")
    assert shmear("verify", short, "--commitment", COMMITMENTS[1]).code == 1
    assert shmear("verify", short, whole, "--commitment", COMMITMENTS[1]).code == 0


def test_a_commitment_is_not_missed_while_a_record_cannot_be_read(shmear: Shmear, tmp_path: Path) -> None:
    # Nobody is accused over a file name that was mistyped.
    ran = shmear("verify", str(tmp_path / "none.json"), "--commitment", COMMITMENTS[0])
    assert ran.code == 2
    assert "noted" not in ran.err


@pytest.mark.parametrize("wrong", ["", "12", "zz" * 32, "00" * 33])
def test_a_commitment_is_64_digits(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any], wrong: str
) -> None:
    ran = shmear("verify", write(record), "--commitment", wrong)
    assert ran.code == 2
    assert "64 hexadecimal digits" in ran.err


def test_json_has_a_line_a_record(
    shmear: Shmear, write: Callable[..., str], record: dict[str, Any], worked: dict[str, Any]
) -> None:
    illegal = fair_record()
    illegal["hands"][0]["dealer"] = 9
    path = write(record, tampered(record), worked, illegal, name="many.jsonl")
    ran = shmear("verify", "--json", path, "--commitment", COMMITMENTS[1])
    good, broken, bare, wrong = map(json.loads, ran.out.splitlines())
    assert (ran.code, ran.err) == (1, "")
    assert good == {
        "holds": True,
        "sides": None,
        "hands": [
            {
                "dealer": record["hands"][hand]["dealer"],
                "commitment": COMMITMENTS[hand],
                "noted": hand == 1,
                "nonces": [list(nonce) for nonce in NONCES[hand]],
            }
            for hand in (0, 1)
        ],
    }
    assert broken["holds"] is False
    assert (broken["error"]["hand"], broken["error"]["field"]) == (1, "deal")
    assert bare["holds"] is None
    assert (bare["error"]["hand"], bare["error"]["field"]) == (None, None)
    assert wrong["holds"] is None
    assert (wrong["error"]["hand"], wrong["error"]["action"], wrong["error"]["seat"]) == (0, "dealer", None)


def test_json_has_the_pairs_that_were_drawn(shmear: Shmear, write: Callable[..., str]) -> None:
    record = fair_record("six-point-partners")
    assert json.loads(shmear("verify", "--json", write(record)).out)["sides"] == record["sides"]


def test_a_call_without_a_record_says_what_to_give(shmear: Shmear) -> None:
    ran = shmear("verify")
    assert ran.code == 2
    assert "RECORD" in ran.err


def test_names_of_any_text_come_out_on_any_terminal(write: Callable[..., str], record: dict[str, Any]) -> None:
    record["players"] = ["Nörd ♥\x1b[31m\n", "[bold]East[/bold]", "", "W"]
    done = subprocess.run(
        [sys.executable, "-m", "shmear", "verify", write(record)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    assert b"seat 2 01230123" in done.stdout
