"""Each kind of claim worked out once more for the tests, from the view and the rules alone, by plain lists of cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from shmear.bots.claims import Claim
from shmear.cards import RANKS, Card, Suit, card
from shmear.game import Bid, CallCard, Forfeit, Pass, Play, Shoot, View

BIG, LITTLE = Card("BJ"), Card("LJ")


class Again:
    """A view and a claim, with trump as the claim or the hand has it."""

    def __init__(self, view: View, claim: Claim) -> None:
        self.view, self.claim, self.rules, self.me = view, claim, view.setup.rules, view.seat or 0
        self.calls, self.contract = view.public.calls, view.contract
        self.deck, self.hand, self.plays = list(view.setup.deck), list(view.holding), list(view.public.plays)
        self.table, self.n = list(view.trick), view.setup.players
        self.one = claim.cards[0] if claim.cards else None
        self.suit = claim.suit
        if self.suit is None and self.contract is not None:
            self.suit = self.contract.trump
        self.hidden = [one for one in self.deck if one not in [*self.hand, *self.plays, *view.discards]]

    # The cards

    def heights(self, suit: int) -> dict[Card, int]:
        """Every trump of a suit and how high it is."""
        order: list[list[Card]] = [[LITTLE], [BIG]] if self.rules.deck.jokers.value == "low" else []
        for rank in RANKS:
            order.append([card(suit, rank)])
            if rank == "T" and self.rules.deck.jokers.value == "equal":
                order.append([LITTLE, BIG])
            if rank == "T" and self.rules.deck.jick:
                order.append([card(Suit(suit).mate, "J")])
        return {one: place for place, group in enumerate(order, 1) for one in group if one in self.deck}

    @cached_property
    def height(self) -> dict[Card, int]:
        assert self.suit is not None
        return self.heights(self.suit)

    @cached_property
    def trumps(self) -> list[Card]:
        """The trumps in hand, the highest first."""
        return sorted((one for one in self.hand if one in self.height), key=lambda one: -self.height[one])

    def over(self, one: Card, among: list[Card]) -> list[Card]:
        return [other for other in among if self.height.get(other, 0) > self.height[one]]

    @cached_property
    def ranked(self) -> list[Card]:
        """The trumps that may be High or Low, lowest first."""
        among = self.rules.scoring.high_low_among.value
        keep = {
            "ranked": lambda one: not one.is_joker,
            "natural": lambda one: one.suit == self.suit,
            "all": lambda one: True,
        }[among]
        return sorted((one for one in self.height if keep(one)), key=lambda one: self.height[one])

    def point(self, what: str) -> str | None:
        """Who gets the point for a card: "player", "taker" or nobody."""
        return next((point.to.value for point in self.rules.points.values() if point.card.value == what), None)

    @cached_property
    def prizes(self) -> dict[Card, int]:
        found: dict[Card, int] = {}
        for point in self.rules.points.values():
            what = point.card.value
            if point.to.value == "player" or what in ("highest", "lowest", "counting") or self.suit is None:
                continue
            if what == "jick":
                one = card(Suit(self.suit).mate, "J") if self.rules.deck.jick else None
            else:
                one = {"big-joker": BIG, "little-joker": LITTLE}.get(what) or card(self.suit, what)
            if one in self.deck:
                found[one] = found.get(one, 0) + point.worth
        return found

    def counting(self, cards: list[Card]) -> int:
        values = self.rules.scoring.counting
        return sum(values.get("joker" if one.rank is None else one.rank, 0) for one in cards)  # type: ignore[call-overload]

    def idle(self, cards: list[Card]) -> bool:
        worth = set(self.prizes)
        if "taker" in (self.point("lowest"), self.point("highest")):
            worth |= set(self.ranked)
        return not self.counting(cards) and not worth & set(cards)

    @cached_property
    def is_low(self) -> bool:
        if self.point("2") is not None and self.suit is not None and self.one == card(self.suit, "2"):
            return self.one in self.hand
        around = [one for one in self.ranked if one in [*self.hand, *self.hidden, *self.plays]]
        return self.point("lowest") is not None and self.one in self.hand and around[0] == self.one

    def low_for(self, who: str) -> bool:
        return self.is_low and who in (self.point("lowest"), self.point("2"))

    # The trick

    def led(self, one: Card) -> Card:
        return self.table[0] if self.table else one

    def power(self, led: Card, one: Card) -> int:
        if one in self.height:
            return 100 + self.height[one]
        return 1 + RANKS.index(one.rank or "2") if led not in self.height and one.suit == led.suit else 0

    @cached_property
    def beaten_by(self) -> int:
        return max((self.power(self.table[0], one) for one in self.table), default=0)

    def beats(self, one: Card | None) -> bool:
        return one is not None and self.power(self.led(one), one) > self.beaten_by

    @cached_property
    def after(self) -> list[int]:
        return [(self.me + step) % self.n for step in range(1, self.n - len(self.table))]

    def may_hold(self, seat: int) -> list[Card]:
        """What a seat may hold by what it has played, and by the card that was called."""
        called = self.contract.called if self.contract is not None else None
        partner = self.contract.partner if self.contract is not None else None
        cards = [one for one in self.hidden if one != called or partner is None or partner == seat]
        done = [cards_ for _, cards_, _ in self.view.tricks]
        leaders = [leader for leader, _, _ in self.view.tricks]
        if self.table:
            done.append(self.view.trick)
            leaders.append(self.view.public.leader or 0)
        for number, (leader, played) in enumerate(zip(leaders, done, strict=True)):
            place = (seat - leader) % self.n
            if place == 0 or place >= len(played) or (number == 0 and played[place] == called):
                continue
            follows = [one for one in self.deck if bool(self.power(played[0], one)) and self.follows(played[0], one)]
            if played[place] not in follows:
                cards = [one for one in cards if one not in follows]
        return cards

    def follows(self, led: Card, one: Card) -> bool:
        if one in self.height and led not in self.height:
            return self.rules.play.follow.value == "suit-or-trump"
        return True

    def unbeaten(self, one: Card | None, seats: list[int]) -> bool:
        if one is None or not self.beats(one):
            return False
        led = self.led(one)
        return all(self.power(led, other) <= self.power(led, one) for seat in seats for other in self.may_hold(seat))

    @cached_property
    def could(self) -> list[Card]:
        return [action.card for action in self.view.legal if isinstance(action, Play)]

    # Sides and the bid

    def side(self, seat: int) -> set[int]:
        kind = self.view.setup.partners.value
        if kind == "called":
            if self.contract is None or self.contract.called is None:
                return {seat}
            pair = {self.contract.bidder} | ({self.contract.partner} - {None})
            return pair if seat in pair else set(range(self.n)) - pair  # type: ignore[return-value]
        if kind == "high-low":
            return {seat}
        return next(set(side) for side in self.view.setup.sides if seat in side)

    @cached_property
    def known_sides(self) -> bool:
        kind = self.view.setup.partners.value
        called = self.contract is not None and self.contract.called is not None
        return kind != "high-low" and (kind != "called" or called)

    def score(self, seat: int) -> int:
        return max(self.view.scores[other] for other in next(s for s in self.view.setup.sides if seat in s))

    def reaches(self, seat: int, points: int) -> bool:
        return bool(self.view.scores) and self.score(seat) + points >= self.rules.match.target

    @cached_property
    def safe(self) -> dict[int, int]:
        """Points that are safe, by a seat of the side that has them."""
        found = dict.fromkeys(range(self.n), 0)
        tricks = self.view.tricks
        left = [*self.hand, *self.hidden]
        for point in self.rules.points.values():
            what, who = point.card.value, point.to.value
            if what == "counting":
                sides = {frozenset(self.side(seat)) for seat in range(self.n)}
                counts = {
                    side: sum(self.counting(list(cards)) for _, cards, winner in tricks if winner in side)
                    for side in sides
                }
                if self.rules.exchange.discards_score.value != "nobody":
                    continue
                best = max(counts, key=lambda side: counts[side])
                most_of_rest = max(count for side, count in counts.items() if side != best)
                if counts[best] > most_of_rest + self.counting([*left, *self.table]):
                    found[min(best)] += point.worth
                continue
            if what in ("highest", "lowest"):
                order = self.ranked if what == "lowest" else self.ranked[::-1]
                one = next((other for other in order if other in [*left, *self.plays]), None)
            else:
                wanted = {"big-joker": BIG, "little-joker": LITTLE}.get(what)
                if what == "jick":
                    wanted = card(Suit(self.suit or 0).mate, "J")
                one = wanted or card(self.suit or 0, what)
            if one is None or one not in self.plays:
                continue
            if who == "player":
                found[self.view.public.player_of(one, self.n)] += point.worth
            else:
                for _, cards, winner in tricks:
                    found[winner] += point.worth if one in cards else 0
        return found

    @cached_property
    def bid_safe(self) -> tuple[int, int]:
        """The points safe with the bidder's side, and with others."""
        assert self.contract is not None
        side = self.side(self.contract.bidder)
        safe = self.safe
        return sum(safe[seat] for seat in side), sum(safe[seat] for seat in safe if seat not in side)

    @cached_property
    def settled(self) -> bool:
        return self.known_sides and self.contract is not None and self.contract.trump is not None

    @cached_property
    def loot(self) -> int:
        """The prizes that the card takes for sure."""
        if self.one is None or not self.unbeaten(self.one, self.after):
            return 0
        return sum(self.prizes.get(one, 0) for one in [*self.table, self.one])

    @cached_property
    def bidding(self) -> bool:
        return self.contract is not None and self.me in self.side(self.contract.bidder)

    @cached_property
    def high_call(self) -> tuple[int, object] | None:
        made = [(place, call) for place, call in enumerate(self.calls) if not isinstance(call, Pass)]
        return ((self.view.public.dealer + 1 + made[-1][0]) % self.n, made[-1][1]) if made else None

    @cached_property
    def cheapest_bid(self) -> int:
        return min((call.points for call in self.view.legal if isinstance(call, Bid)), default=0)


def _longest(a: Again) -> bool:
    others = [sum(one in a.heights(suit) for one in a.hand) for suit in range(4) if suit != a.suit]
    return set(a.claim.cards) == set(a.trumps) and a.claim.number == len(a.trumps) > max(others)


def _high(a: Again) -> bool:
    assert a.suit is not None
    top = a.ranked[-1] if a.point("highest") == "player" else card(a.suit, "A")
    return "player" in (a.point("highest"), a.point("A")) and a.one == top and top in a.hand


def _guarded(a: Again) -> bool:
    jack, *over = a.claim.cards
    held = [one for one in a.trumps if one in a.over(jack, a.hand)]
    return (
        jack.rank == "J"
        and jack.suit == a.suit
        and jack in a.hand
        and jack in a.prizes
        and set(over) == set(held) != set()
    )


def _over(a: Again) -> bool:
    return (
        a.one in a.trumps
        and a.height[a.one] == a.height[a.trumps[0]]
        and a.claim.number == len(a.over(a.trumps[0], a.hidden))
    )


def _partner_bid(a: Again) -> bool:
    assert a.high_call is not None
    seat, call = a.high_call
    number = call.points if isinstance(call, Bid) else 0
    return seat in a.side(a.me) - {a.me} and a.claim.seats == (seat,) and a.claim.number == number


def _rival_goes_out(a: Again) -> bool:
    assert a.high_call is not None
    seat, call = a.high_call
    assert isinstance(call, Bid)
    return (
        seat not in a.side(a.me)
        and a.claim == a.claim._replace(seats=(seat,), number=call.points)
        and a.reaches(seat, call.points)
    )


def _no_overbid(a: Again) -> bool:
    top = a.rules.auction.maximum
    later = [(a.me + step) % a.n for step in range(1, a.n - len(a.calls))]
    open_ = any(a.view.public.may_shoot >> seat & 1 for seat in later) or (
        a.rules.auction.may_match.value == "dealer" and bool(later)
    )
    return a.claim.number == top and Bid(top) in a.view.legal and (a.rules.auction.maximum_ends or not open_)


def _keeps_aces(a: Again) -> bool:
    aces = [one for one in a.hand if one.rank == "A" and one not in a.height]
    return a.claim.number == len(aces) > 0 and not set(aces) & set(a.claim.cards)


def _missing(a: Again) -> bool:
    had = {*a.hand, *a.view.dealt, *a.view.kitty}
    lacked = [one for one in a.height if one not in had]
    return (
        a.one is not None
        and CallCard(a.one) in a.view.legal
        and a.height[a.one] == max(a.height[one] for one in lacked)
    )


def _partner_ahead(a: Again) -> bool:
    best = max(range(len(a.table)), key=lambda place: (a.power(a.table[0], a.table[place]), -place))
    seat = ((a.view.public.leader or 0) + best) % a.n
    return a.claim.seats == (seat,) and seat != a.me and seat in a.side(a.me)


def _partner_wins(a: Again) -> bool:
    rivals = [seat for seat in a.after if seat not in a.side(a.me)]
    best = max(a.table, key=lambda one: a.power(a.table[0], one))
    stronger = any(a.power(a.table[0], one) > a.beaten_by for seat in rivals for one in a.may_hold(seat))
    return _partner_ahead(a) and a.one == best and not stronger


def _kept(a: Again) -> bool:
    assert a.one is not None
    prize = a.one in a.prizes or a.low_for("taker")
    return a.one in a.hand and prize and a.claim.number == len(a.over(a.one, a.hidden)) > 0


def _hunts(a: Again) -> bool:
    assert a.one is not None
    below = {one for one in a.prizes if one in a.hidden and a.height[one] <= a.height[a.one]}
    return a.one in a.trumps and below == set(a.claim.cards[1:]) != set()


def _hunts_low(a: Again) -> bool:
    assert a.one is not None
    around = [one for one in a.ranked if one in [*a.hand, *a.hidden, *a.plays] and one != a.one]
    lowest = around[0]
    return (
        a.point("lowest") == "taker" and a.one in a.trumps and lowest in a.hidden and a.height[lowest] < a.height[a.one]
    )


def _least_worth(a: Again) -> bool:
    assert a.one is not None
    worth = [(a.prizes.get(one, 0), a.counting([one])) for one in a.could]
    mine = (a.prizes.get(a.one, 0), a.counting([a.one]))
    return a.one in a.could and len(worth) > 1 and mine == (min(w[0] for w in worth), min(w[1] for w in worth))


def _saves(a: Again) -> bool:
    one, kept = a.claim.cards
    if kept in a.height:
        return {one, kept} <= set(a.could) and a.height[kept] > a.height.get(one, 0)
    higher = (
        one not in a.height and one.suit == kept.suit and RANKS.index(kept.rank or "") > RANKS.index(one.rank or "")
    )
    return {one, kept} <= set(a.could) and higher


def _void(a: Again) -> bool:
    led = a.table[0]
    return (
        led not in a.height
        and led.suit == a.claim.suit
        and not [one for one in a.hand if one.suit == led.suit and one not in a.height]
    )


def _trump_count(a: Again) -> bool:
    return a.claim.number == sum(one in a.height for one in a.hidden) > 0


def _elsewhere(a: Again) -> bool:
    """Whether unseen cards may be with nobody."""
    return len(a.hidden) > sum(count for seat, count in enumerate(a.view.counts) if seat != a.me)


def _forfeit(a: Again) -> bool:
    auction, scoring = a.rules.auction, a.rules.scoring
    costs = auction.maximum if scoring.set_costs.value == "maximum" else auction.minimum
    return Forfeit() in a.view.legal and a.claim.number == auction.forfeit <= costs


def _made(a: Again) -> bool:
    assert a.contract is not None
    return a.settled and not a.contract.shooting and a.bid_safe[0] >= a.contract.bid


def _beaten(a: Again) -> bool:
    assert a.contract is not None
    return a.settled and a.rules.total_points - a.bid_safe[1] < a.contract.bid


def _needs(a: Again) -> bool:
    assert a.contract is not None
    missing = a.contract.bid - a.bid_safe[0]
    return a.settled and a.claim.seats == (a.contract.bidder,) and a.claim.number == missing > 0 and not _beaten(a)


def _makes_it(a: Again) -> bool:
    assert a.contract is not None
    safe = a.bid_safe[0]
    return a.settled and not a.contract.shooting and a.bidding and safe < a.contract.bid <= safe + a.loot


def _sets_it(a: Again) -> bool:
    assert a.contract is not None
    left = a.rules.total_points - a.bid_safe[1]
    return a.settled and not a.bidding and left - a.loot < a.contract.bid <= left


def _bidder_goes_out(a: Again) -> bool:
    assert a.contract is not None
    contract, enemy = a.contract, not a.bidding
    return (
        enemy
        and a.claim.seats == (contract.bidder,)
        and a.claim.number == contract.bid
        and a.reaches(contract.bidder, contract.bid)
    )


CHECKS: dict[str, Callable[[Again], bool]] = {
    "high": _high,
    "low": lambda a: a.low_for("player"),
    "long": lambda a: set(a.claim.cards) == set(a.trumps) and a.claim.number == len(a.trumps),
    "longest": _longest,
    "guarded": _guarded,
    "over": _over,
    "near": lambda a: _over(a) and a.claim.number in (1, 2, 3),
    "short": lambda a: a.claim.number == max(sum(one.suit == suit for one in a.hand) for suit in range(4)),
    "no_ace": lambda a: "A" not in [one.rank for one in a.hand],
    "partner_bid": _partner_bid,
    "rival_goes_out": _rival_goes_out,
    "goes_out": lambda a: a.rules.match.decide[0].value == "bidder" and a.reaches(a.me, a.claim.number),
    "to_target": lambda a: a.rules.match.decide[0].value != "bidder" and a.reaches(a.me, a.claim.number),
    "no_loss": lambda a: a.rules.scoring.floor.value == "zero" and a.score(a.me) == 0,
    "stuck": lambda a: len(a.calls) == a.n - 1 and set(a.calls) == {Pass()} and Pass() not in a.view.legal,
    "all_passed": lambda a: len(a.calls) >= a.n - 1 and set(a.calls) == {Pass()},
    "last_call": lambda a: len(a.calls) == a.n - 1 and a.claim.number == a.cheapest_bid and Pass() in a.view.legal,
    "least": lambda a: a.claim.number == a.cheapest_bid > 0,
    "no_overbid": _no_overbid,
    "price": lambda a: a.high_call is not None and a.claim.number == a.cheapest_bid > 0,
    "too_dear": lambda a: a.high_call is not None and a.high_call[1] == Bid(a.claim.number) and not a.cheapest_bid,
    "after_shot": lambda a: a.high_call == (a.claim.seats[0], Shoot()) and list(a.view.legal) == [Pass()],
    "shot_wins": lambda a: Shoot() in a.view.legal and (a.rules.shoot.success.value == "match" or a.score(a.me) >= 0),
    "forfeit": _forfeit,
    "keeps_trumps": lambda a: bool(a.trumps) and not set(a.trumps) & set(a.claim.cards),
    "keeps_aces": _keeps_aces,
    "throws": lambda a: a.idle(list(a.claim.cards)),
    "buries": lambda a: (
        a.rules.exchange.discards_score.value == "bidder"
        and a.contract is not None
        and a.contract.bidder == a.me
        and a.claim.number == a.counting(list(a.claim.cards)) > 0
    ),
    "too_many": lambda a: len(a.trumps) > a.view.setup.tricks and a.rules.exchange.protect.value == "trumps",
    "missing": _missing,
    "last_card": lambda a: len(a.hand) == 1,
    "only": lambda a: len(list(a.view.legal)) == 1,
    "only_one": lambda a: (
        a.one is not None
        and a.table[0] not in a.height
        and [one for one in a.hand if one.suit == a.table[0].suit and one not in a.height] == [a.one]
    ),
    "only_trump": lambda a: a.trumps == [a.one],
    "called": lambda a: (
        a.contract is not None
        and (a.contract.called, a.contract.partner) == (a.one, a.me)
        and a.could == [a.one]
        and len(a.plays) < a.n
    ),
    "beats": lambda a: bool(a.table) and a.beats(a.one),
    "sure": lambda a: bool(a.after) and a.unbeaten(a.one, a.after),
    "last_to_play": lambda a: len(a.table) == a.n - 1 and a.beats(a.one),
    "higher": lambda a: a.one is not None and a.one in a.trumps and a.claim.number == len(a.over(a.one, a.hidden)) > 0,
    "gone": lambda a: (
        a.one in a.trumps and not a.over(a.one, a.hidden) and a.claim.number == len(a.over(a.one, a.plays)) > 0
    ),
    "no_trump": lambda a: all(not set(a.may_hold(seat)) & set(a.height) and seat != a.me for seat in a.claim.seats),
    "trumps_out": lambda a: _trump_count(a) and not _elsewhere(a),
    "up_to": lambda a: _trump_count(a) and _elsewhere(a),
    "drawn": lambda a: not any(set(a.may_hold(seat)) & set(a.height) for seat in range(a.n) if seat != a.me),
    "partner_wins": _partner_wins,
    "partner_ahead": _partner_ahead,
    "counts": lambda a: a.one is not None and a.claim.number == a.counting([a.one]) > 0,
    "prize": lambda a: a.one in a.prizes,
    "home": lambda a: a.one in a.prizes and a.unbeaten(a.one, a.after),
    "kept": _kept,
    "hunts": _hunts,
    "hunts_low": _hunts_low,
    "cannot_take": lambda a: bool(a.table) and not any(a.beats(one) for one in a.could),
    "cheapest": lambda a: (
        a.one is not None
        and bool(a.table)
        and len(wins := [one for one in a.could if a.beats(one)]) > 1
        and a.one in wins
        and all(a.power(a.table[0], other) > a.power(a.table[0], a.one) for other in wins if other != a.one)
    ),
    "empty": lambda a: bool(a.table) and a.idle(a.table),
    "rich": lambda a: a.claim.number == a.counting(a.table) > 0,
    "on_table": lambda a: set(a.claim.cards) == set(a.prizes) & set(a.table) != set(),
    "void": _void,
    "ruffs": lambda a: _void(a) and a.one in a.trumps and a.beats(a.one),
    "top_fail": lambda a: (
        a.one is not None
        and a.one not in a.height
        and not any(
            other.suit == a.one.suit
            and other not in a.height
            and RANKS.index(other.rank or "") > RANKS.index(a.one.rank or "")
            for other in [*a.hidden, *a.hand]
            if other.rank is not None
        )
    ),
    "idle": lambda a: a.one is not None and a.idle([a.one]),
    "smallest": lambda a: (
        len(a.trumps) > 1 and a.one in a.trumps and a.height[a.one] == min(map(a.height.get, a.trumps))
    ),  # type: ignore[index, type-var]
    "least_worth": _least_worth,
    "saves": _saves,
    "best_held": lambda a: len(a.trumps) > 1 and a.one is not None and a.one in a.trumps and not a.over(a.one, a.hand),
    "made": _made,
    "beaten": _beaten,
    "needs": _needs,
    "bidder_goes_out": _bidder_goes_out,
    "makes_it": _makes_it,
    "sets_it": _sets_it,
}


def again(view: View, claim: Claim) -> bool:
    """Whether a claim holds, by this file."""
    found = Again(view, claim)
    if claim.kind in ("void", "ruffs"):  # here the suit is the one that was led
        found.suit = view.contract.trump if view.contract is not None else None
    return CHECKS[claim.kind](found)
