"""The REST part: games and rules, making and finding tables, links that move a seat, finished matches.

The cookie is set by whatever is asked first. Every error is ``{"error": {"message": …}}``, with ``key``, ``value`` and
``allowed`` where rules are wrong.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from typing import Annotated, Any, Literal, TypeAlias

from litestar import Controller, Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException, TooManyRequestsException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from shmear.bots import bot_names
from shmear.game.setup import match_sides
from shmear.protocol.messages import Pace
from shmear.rules import RulesError, RuleSet
from shmear.rules.facts import Facts
from shmear.rules.knobs import Partners
from shmear.server.commands import starting
from shmear.server.events import Created, Event, Sat, Settings
from shmear.server.games import GamesOffered, RulesForm, RulesPage, form, games, page, preset_page, rules_given
from shmear.server.hub import LINK_FOR, Hub
from shmear.server.names import clean_name, handle
from shmear.server.replaying import ReplayShown, replay_shown
from shmear.server.reviewing import ReviewShown
from shmear.server.store import Summary
from shmear.server.table import Table


class ErrorShown(Struct, kw_only=True, omit_defaults=True):
    """What was wrong."""

    message: str
    key: str | None = None
    allowed: str | None = None


class Failure(Struct):
    """The body of every answer that is an error."""

    error: ErrorShown


def _failures(*codes: int) -> dict[int, ResponseSpec]:
    words = {
        400: "What was sent is wrong",
        403: "Not allowed, or asked by another site's page",
        404: "Not found",
        409: "Not now",
        413: "Too long",
        429: "Too many",
        503: "Nothing can be stored or read just now",
    }
    return {code: ResponseSpec(Failure, description=words[code], generate_examples=False) for code in codes}


class ReviewAnswer(Struct, kw_only=True, omit_defaults=True):
    """A review, or how far it is: `ready` of `hands` are done. `review` is as ``shmear review --json`` prints it."""

    state: Literal["waiting", "working", "done"]
    ready: int
    hands: int
    review: dict[str, Any] | None = None


_REVIEW = ResponseSpec(ReviewAnswer, description="The review, or how far it is", generate_examples=False)
_RECORD = ResponseSpec(dict[str, Any], description="The record", generate_examples=False)


class Me(Struct):
    """Who the browser is: a handle, the same that others see."""

    who: str


class RulesSent(Struct, kw_only=True, forbid_unknown_fields=True):
    """Rules to be looked at, in one of the four ways."""

    game: Annotated[str, Meta(max_length=100)] | None = None
    toml: str | None = None
    line: str | None = None
    rules: dict[str, Any] | None = None
    players: Annotated[int, Meta(ge=2, le=8)] | None = None


SideWanted = Annotated[list[Annotated[int, Meta(ge=0, le=7)]], Meta(max_length=8)]


class TableWanted(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table to be made. The rules come in one of four ways, as a preset's name by default ``six-point``.

    `sit` puts the maker into the first seat; `start` fills the table with bots and begins at once.
    """

    game: Annotated[str, Meta(max_length=100)] | None = None
    toml: str | None = None
    line: str | None = None
    rules: dict[str, Any] | None = None
    players: Annotated[int, Meta(ge=2, le=8)] | None = None
    bots: Annotated[str, Meta(max_length=30)] = "novice"
    pace: Pace = "normal"
    public: bool = False
    clock: Annotated[int, Meta(ge=0, le=3600)] = 0
    watch: bool = True
    watch_delay: Annotated[int, Meta(ge=0, le=600)] = 0
    chat: bool = True
    hints: bool = True
    sides: (
        Annotated[list[Annotated[list[Annotated[int, Meta(ge=0, le=7)]], Meta(max_length=8)]], Meta(max_length=8)]
        | None
    ) = None
    name: Annotated[str, Meta(max_length=200)] | None = None
    sit: bool = True
    start: bool = False


class TableMade(Struct):
    """Where the new table is."""

    code: str
    url: str


class TableListed(Struct, kw_only=True):
    """A table in the lobby: `people` are in seats, `open` seats have nobody or a bot."""

    code: str
    title: str
    line: str
    players: int
    people: int
    open: int
    phase: str
    changed: float


class Lobby(Struct):
    """The open public tables, the latest first."""

    tables: list[TableListed]


class MoveLink(Struct):
    """A link that can be used once, before `expires`. What is secret stands after ``#``, which no server is sent."""

    url: str
    expires: float


class MoveAsked(Struct, forbid_unknown_fields=True):
    """The secret of a link that moves a seat to this device."""

    token: Annotated[str, Meta(max_length=200)]


class Moved(Struct):
    """The table whose seat has been moved."""

    code: str


class MatchListed(Struct, kw_only=True):
    """A finished match of a table."""

    number: int
    id: str
    ended: float


class MatchesListed(Struct):
    """The finished matches of a table."""

    matches: list[MatchListed]


TheHub: TypeAlias = NamedDependency[Hub]
Player: TypeAlias = NamedDependency[str]
Asking: TypeAlias = Request[Any, Any, State]
CodePath = Annotated[str, PathParameter(description="A table's code.", max_length=20)]
IdPath = Annotated[str, PathParameter(description="A match's id.", max_length=64)]


class GamesController(Controller):
    """Games and rules."""

    path = "/api/v1"
    tags = ("games",)

    @get("/games")
    async def games(self) -> GamesOffered:
        """The games that there are, with one line each, and the levels of bots."""
        return games()

    @get("/games/{name:str}/rules", responses=_failures(400, 404))
    async def rules(
        self,
        name: Annotated[str, PathParameter(max_length=100)],
        players: Annotated[int | None, QueryParameter(ge=2, le=8)] = None,
    ) -> RulesPage:
        """A game's rules in words, at a number of players."""
        try:
            return preset_page(name, players)
        except KeyError:
            raise NotFoundException(f"there is no game named {name[:100]!r}") from None

    @post("/rules", status_code=200, responses=_failures(400, 403, 413, 429))
    async def look_at_rules(self, data: JSONBody[RulesSent], request: Asking) -> RulesPage:
        """Rules that somebody sends, checked and put into words."""
        _slowly(request)
        rules, players = rules_given(game=data.game, toml=data.toml, line=data.line, rules=data.rules)
        return page(rules, data.players or players)

    @get("/rules/form")
    async def rules_form(self) -> RulesForm:
        """What house rules can say, for a form."""
        return form()

    @get("/me")
    async def me(self, player: Player) -> Me:
        """Who this browser is; sets its cookie."""
        return Me(handle(player))


LISTED_FOR = 2 * 3600.0
"""Seconds after its last change for which a public table is in the lobby."""


class TablesController(Controller):
    """Making and finding tables."""

    path = "/api/v1/tables"
    tags = ("tables",)

    @post("/", responses=_failures(400, 403, 413, 429, 503))
    async def make(self, data: JSONBody[TableWanted], hub: TheHub, player: Player, request: Asking) -> TableMade:
        """Make a table; its maker is the host."""
        since = time.time() - 3600
        made = await hub.store.tables_of(player, since)
        if made >= hub.options.tables_per_hour or not hub.making.take(_address(request)):
            raise TooManyRequestsException("you have made as many tables in this hour as one may")
        game = data.game
        if game is None and data.toml is None and data.line is None and data.rules is None:
            game = "six-point"
        rules, players = rules_given(game=game, toml=data.toml, line=data.line, rules=data.rules)
        settings = _settings(data, rules, data.players or players)
        events: list[Event] = []
        if data.sit:
            events.append(Sat(seat=0, player=player, name=clean_name(data.name)))
        created = Created(host=player, settings=settings)
        if data.start:
            table = Table("")
            table.apply(1, 0.0, created)
            for event in events:
                table.apply(table.seq + 1, 0.0, event)  # pyright: ignore[reportArgumentType]
            events.append(starting(table))
        code = await hub.create(player, created, *events)
        return TableMade(code, hub.link(f"/t/{code}", request.headers.get("host")))

    @get("/", responses=_failures(503))
    async def lobby(self, hub: TheHub) -> Lobby:
        """Public tables with a seat for another person."""
        since = time.time() - LISTED_FOR
        found = [one for one in await hub.store.lobby(since=since) if one.phase != "over"]
        return Lobby([_listed(one) for one in found])

    @get("/{code:str}", responses=_failures(400, 404, 429, 503))
    async def find(self, code: CodePath, hub: TheHub, request: Asking) -> TableListed:
        """One table by its code."""
        return _listed(await _found(hub, request, code))

    @get("/{code:str}/matches", responses=_failures(400, 404, 429, 503))
    async def matches(self, code: CodePath, hub: TheHub, request: Asking) -> MatchesListed:
        """The finished matches of a table."""
        found = await _found(hub, request, code)
        matches = await hub.store.matches_of(found.code)
        return MatchesListed([MatchListed(number=number, id=id, ended=ended) for number, id, ended in matches])

    @post("/{code:str}/move", responses=_failures(400, 403, 404, 429, 503))
    async def move(self, code: CodePath, hub: TheHub, player: Player, request: Asking) -> MoveLink:
        """A link that moves one's own seat to another device, once."""
        found = await _found(hub, request, code)
        room = await hub.room(found.code)
        seat = room.table.seat_of(player)
        if seat is None:
            raise PermissionDeniedException("you have no seat at this table")
        token = secrets.token_urlsafe(24)
        expires = time.time() + LINK_FOR
        await hub.store.add_link(_hashed(token), found.code, seat, player, expires)
        return MoveLink(hub.link(f"/move#{token}", request.headers.get("host")), expires)


class MovesController(Controller):
    """Using a link that moves a seat."""

    path = "/api/v1/move"
    tags = ("tables",)

    @post("/", status_code=200, responses=_failures(400, 403, 404, 409, 413, 429, 503))
    async def use(self, data: JSONBody[MoveAsked], hub: TheHub, player: Player, request: Asking) -> Moved:
        """Move a seat to this device."""
        _slowly(request)
        found = await hub.store.use_link(_hashed(data.token), time.time())
        if found is None:
            raise NotFoundException("this link has been used, or is too old; ask for a new one on the other device")
        code, seat, owner = found
        await hub.moved(code, seat, owner, player)
        return Moved(code)


class MatchesController(Controller):
    """Finished matches."""

    path = "/api/v1/matches"
    tags = ("matches",)

    @get("/{id:str}", responses={200: _RECORD, **_failures(400, 404, 503)})
    async def record(self, id: IdPath, hub: TheHub, download: FromQuery[bool] = False) -> Response[bytes]:
        """The record of a match (docs/record.md), to be shown or kept as a file."""
        match = await hub.store.match(id)
        if match is None:
            raise NotFoundException("there is no match at this address")
        headers: dict[str, str] = {}
        if download:
            headers["Content-Disposition"] = f'attachment; filename="shmear-{match.table}-{match.number}.json"'
        return Response(match.record, media_type="application/json", headers=headers)

    @get("/{id:str}/replay", responses=_failures(400, 404, 429, 503))
    async def replay(self, id: IdPath, hub: TheHub, request: Asking) -> ReplayShown:
        """A match for the replay viewer, all cards open."""
        _slowly(request)
        match = await hub.store.match(id)
        if match is None:
            raise NotFoundException("there is no match at this address")
        return await asyncio.to_thread(replay_shown, match.record)

    @get("/{id:str}/review", responses={200: _REVIEW, **_failures(400, 404, 409, 429, 503)})
    async def review(self, id: IdPath, hub: TheHub, request: Asking) -> Response[ReviewShown]:
        """A match under review: what each decision was worth. It takes a while; until then, how far it is.

        Ask again once a second: a review that nobody asks for is given up.
        """
        _slowly(request)
        match = await hub.store.match(id)
        if match is None:
            raise NotFoundException("there is no match at this address")
        return Response(hub.reviewer.ask(id, match.record), headers={"Cache-Control": "no-store"})


def _settings(data: TableWanted, rules: RuleSet, count: int | None) -> Settings:
    players = rules.usual_players if count is None else count
    if players not in rules.deal.players:
        raise RulesError(
            f"one of {', '.join(map(str, rules.deal.players))} for {rules.title}", key="players", value=players
        )
    if data.bots not in bot_names():
        raise RulesError(f"one of {', '.join(bot_names())}", key="bots", value=data.bots)
    drawn = Facts(rules, players).partners is Partners.DRAWN
    if drawn and data.sides is not None:
        raise RulesError("left out: this game draws its pairs", key="sides", value=data.sides)
    if not drawn:
        try:
            match_sides(rules, players, data.sides)
        except ValueError as error:
            raise RulesError(str(error), key="sides") from None
    return Settings(
        rules=rules.to_dict(),
        players=players,
        level=data.bots,
        pace=data.pace,
        public=data.public,
        chat=data.chat,
        clock=data.clock,
        watch=data.watch,
        watch_delay=data.watch_delay,
        sides=data.sides,
        hints=data.hints,
    )


def _listed(one: Summary) -> TableListed:
    return TableListed(
        code=one.code,
        title=one.title,
        line=one.line,
        players=one.players,
        people=one.people,
        open=one.open,
        phase=one.phase,
        changed=one.changed,
    )


async def _found(hub: Hub, request: Asking, code: str) -> Summary:
    """The table of a code; guessing codes is slow."""
    _slowly(request)
    found = await hub.store.summary(code.upper())
    if found is None:
        raise NotFoundException("no table has this code")
    return found


def _address(request: Asking) -> str:
    return request.client.host if request.client is not None else ""


def _slowly(request: Asking) -> None:
    hub: Hub = request.app.state.hub
    if not hub.joining.take(_address(request)):
        raise TooManyRequestsException("too many requests; wait a moment")


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
