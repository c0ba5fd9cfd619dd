"""Which card to play: every legal card weighed by what it wins, gives away and costs for later."""

from __future__ import annotations

from shmear.bots.scene import Scene
from shmear.cards import BITS, RANKS, Card, cards_of
from shmear.game.setup import Led
from shmear.rules.knobs import Follow


def best_card(scene: Scene, cards: list[Card]) -> Card:
    """The card to play now, out of some."""
    weigh = _follow if scene.view.trick else _lead
    return max(cards, key=lambda one: (round(weigh(scene, one), 6), -scene.trump.height[one], -_rank(one), -one))


def _rank(one: Card) -> int:
    return RANKS.index(one.rank) if one.rank else 0


def _cost(scene: Scene, one: Card) -> float:
    """What a card could still do in a later trick, apart from what it is worth itself."""
    later = (scene.tricks_left - 1) / scene.setup.tricks
    if BITS[one] & scene.trump.mask:
        master = 0.8 ** scene.above(one)
        return later * (0.9 + 3.2 * master)
    rank = _rank(one)
    return later * (0.04 * rank + (1.5 if rank == 12 else 0.4 if rank == 11 else 0.0))


def _later(scene: Scene, one: Card) -> float:
    """What share of its worth a kept card is likely to bring to one's own side: 1 all, below 0 it goes to others."""
    if scene.tricks_left == 1:
        return -1.0
    if BITS[one] & scene.trump.mask:
        alone = 0.62 ** scene.above(one)
        company = (scene.mine & scene.trump.mask).bit_count() - 1
        alone += (1 - alone) * min(0.3, 0.1 * company)
        return 1.5 * alone - 0.62
    friends = len(scene.friends) - 1
    return -0.25 + (0.1 if friends else 0.0) + (0.25 if _rank(one) == 12 else 0.0)


def _stake(scene: Scene, winner: int) -> float:
    """How bad it is that a seat takes a card: worse for the bidder's side, which is to be set."""
    if scene.bidding:
        return 0.75
    enemies = scene.players - len(scene.friends)
    return 1.0 if winner == scene.bidder or enemies < 3 else 0.6


def _follow(scene: Scene, one: Card) -> float:
    view = scene.view
    leader = view.public.leader or 0
    led = scene.trump.led[view.trick[0]]
    best_seat = view.winning
    assert best_seat is not None, "a card has been led"
    best = led.strength[view.trick[(best_seat - leader) % scene.players]]
    value = sum(scene.value(card) for card in view.trick)
    seats = [(leader + place) % scene.players for place in range(len(view.trick) + 1, scene.players)]
    mine = led.strength[one]
    if mine > best:
        win = _stands(scene, led, mine, seats)
        loser = scene.bidder if scene.bidder in seats else (seats[0] if seats else scene.seat)
    elif best_seat in scene.friends:
        win = _stands(scene, led, best, seats)
        loser = scene.bidder if scene.bidder in seats else best_seat
    else:
        win, loser = 0.0, best_seat
        for seat in seats:
            if seat in scene.friends:
                win = max(win, 0.6 * scene.may_beat(seat, led, best))
    return _weighed(scene, one, win, value, loser)


def _stands(scene: Scene, led: Led, strength: int, seats: list[int]) -> float:
    """The chance that nobody who is still to play and no friend beats a card."""
    stands = 1.0
    for seat in seats:
        if seat not in scene.friends:
            stands *= 1 - scene.may_beat(seat, led, strength)
    return stands


def _weighed(scene: Scene, one: Card, win: float, value: float, loser: int) -> float:
    own = scene.value(one)
    stake = _stake(scene, loser)
    now = win * (value + own + 0.8) - (1 - win) * stake * (value + own)
    return now - _later(scene, one) * own * (stake if _later(scene, one) < 0 else 1.0) - _cost(scene, one)


def _lead(scene: Scene, one: Card) -> float:
    led = scene.trump.led[one]
    seats = [(scene.seat + place) % scene.players for place in range(1, scene.players)]
    win = _stands(scene, led, led.strength[one], seats)
    trump = bool(BITS[one] & scene.trump.mask)
    loot = 0.0
    if trump:
        height = scene.trump.height
        for other in cards_of(scene.unseen & scene.trump.mask):
            if height[other] < height[one]:
                loot += 0.4 * scene.near * scene.value(other)
    else:
        fair = 1.6 if scene.setup.rules.play.follow is Follow.SUIT_ELSE_ANY else 1.1
        loot += fair * (1 if len(scene.friends) > 1 else 0.8)
    loser = scene.bidder if scene.bidder in seats else seats[0]
    score = _weighed(scene, one, win, loot, loser)
    if not win and len(scene.friends) > 1:
        score += 0.2
    if trump:
        out = scene.trumps_out()
        if scene.bidding and out > 0.3:
            score += 1.6 * win + 0.8
        elif not scene.bidding:
            score -= 1.2 * (1 - win)
        elif not out:
            score -= 0.5
    return score
