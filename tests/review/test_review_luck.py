"""Luck and skill add up (docs/review.md, Luck and skill)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from review_records import at_random

from shmear.game import Setup
from shmear.review import review_match
from shmear.review.luck import accounts, added
from shmear.review.model import Account, Decided
from shmear.rules import preset

DECIDED = Decided(
    number=0, seat=0, kind="call", chosen="pass", best="bid 2", verdict="best", loss=0, loss_error=0, sure_loss=0,
    points_loss=0, open_loss=None, open_figure=None, worlds=1, options=(),
)  # fmt: skip


def together(one: Account) -> float:
    return one.deal + one.own + one.partner + one.others + one.cards


def test_between_two_sides_what_one_loses_the_other_gains() -> None:
    setup = Setup(preset("partner"), 4)
    lost = [
        replace(DECIDED, seat=0, loss=0.1),
        replace(DECIDED, seat=1, loss=0.03),
        replace(DECIDED, seat=2, loss=0.02),
    ]
    found = accounts(setup, [0.6, 0.4], [0.5, 0.5], {0: 0.7, 2: 0.6, 1: 0.35, 3: 0.35}, lost)
    # Seats 0 and 2 think 0.65, seats 1 and 3 0.35: that is 1 in all already.
    assert found[0] == Account(
        0, pytest.approx(-0.1), pytest.approx(0.05), -0.1, -0.02, pytest.approx(0.03), pytest.approx(-0.06)
    )
    assert found[1] == Account(
        1, pytest.approx(0.1), pytest.approx(-0.05), -0.03, 0, pytest.approx(0.12), pytest.approx(0.06)
    )
    assert found[2].own == found[0].partner


def test_among_many_sides_a_loss_goes_to_the_others_by_their_chances() -> None:
    setup = Setup(preset("six-point"), 3)
    found = accounts(setup, [0.5, 0.3, 0.2], [1.0, 0.0, 0.0], {}, [replace(DECIDED, seat=0, loss=0.1)])
    assert [one.others for one in found] == pytest.approx([0, 0.06, 0.04])
    assert [one.deal for one in found] == [0, 0, 0]
    assert [one.cards for one in found] == pytest.approx([0.6, -0.36, -0.24])
    assert all(together(one) == pytest.approx(one.change) for one in found)


def test_what_everybody_thinks_of_the_deal_is_scaled_to_one() -> None:
    setup = Setup(preset("six-point"), 3)
    found = accounts(setup, [0.5, 0.25, 0.25], [0.5, 0.25, 0.25], {0: 0.6, 1: 0.35}, [])
    # 0.6, 0.35 and 0.25, who never called, are 1.2 in all.
    assert [one.deal for one in found] == pytest.approx([0, 0.35 / 1.2 - 0.25, 0.25 / 1.2 - 0.25])


def test_a_whole_match_adds_up() -> None:
    review = review_match(at_random("six-point", 3, 3, hands=4), worlds=4)
    for hand in review.hands:
        assert sum(hand.before) == pytest.approx(1)
        for one in hand.accounts:
            assert together(one) == pytest.approx(one.change, abs=1e-12)
            assert one.change == pytest.approx(hand.after[one.seat] - hand.before[one.seat])
            assert one.own == pytest.approx(-sum(other.loss for other in hand.decisions if other.seat == one.seat))
        for part in ("change", "deal", "cards"):
            assert sum(getattr(one, part) for one in hand.accounts) == pytest.approx(0, abs=1e-9)
        assert sum(one.own + one.others for one in hand.accounts) == pytest.approx(0, abs=1e-9)
    for player in review.players:
        account = player.account
        assert account.change == pytest.approx(
            review.hands[-1].after[player.seat] - review.hands[0].before[player.seat]
        )
        assert together(account) == pytest.approx(account.change)
        assert account.luck == pytest.approx(account.deal + account.cards)
        assert account == added(player.seat, [hand.accounts[player.seat] for hand in review.hands])
        assert (
            player.all.decisions == sum(player.verdicts.values()) == sum(one.decisions for one in player.kinds.values())
        )
        assert player.all.total == pytest.approx(-account.own)
    assert all(now.after == then.before for now, then in zip(review.hands, review.hands[1:], strict=False))
