"""The REST part: what it does, what it refuses and in which words, and that it is as its OpenAPI says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.testing import TestClient
from live import SOAK, Figures, People, Server, finished, play_all

from shmear.record import replay
from shmear.rules import from_line, preset, preset_names, to_line
from shmear.server.app import LARGEST_BODY, make_app
from shmear.server.identity import COOKIE
from shmear.server.options import Options
from shmear.server.pages import SECURITY

SHORT = {"extends": "six-point", "title": "Short", "match": {"target": 3}}


# --- as its OpenAPI says ---------------------------------------------------------------------------------------------

RULES_ARE_CHECKED_BY_THE_REFEREE = {
    # Which rule sets are none is more than a JSON schema can say: a request may fit the schema and be refused with 400.
    "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "403", "404", "409", "429"]},
    # Litestar's answer to OPTIONS names the method of a path's first handler only; a 405 names them all.
    "allow_header_conformance": {"enabled": False},
}
SCHEMA = schemathesis.openapi.from_dict(
    make_app(Options(database="unused.db")).openapi_schema.to_schema(),
    config=schemathesis.Config.from_dict(
        {
            "operations": [
                {"include-path": path, "checks": RULES_ARE_CHECKED_BY_THE_REFEREE}
                for path in ("/api/v1/rules", "/api/v1/tables")
            ]
        }
    ),
)


@SCHEMA.parametrize()
@settings(max_examples=1000 if SOAK else 25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.fuzz
def test_every_answer_is_as_the_openapi_says(case: schemathesis.Case, sqlite_server: Server) -> None:
    case.call_and_validate(base_url=sqlite_server.url)


def checked(answer: httpx.Response, path: str) -> Any:
    """The JSON of an answer that is as the OpenAPI says of a path."""
    SCHEMA[path][answer.request.method].validate_response(answer)
    return answer.json()


# --- what it does ----------------------------------------------------------------------------------------------------


@pytest.fixture
def client(sqlite_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=sqlite_server.url, trust_env=False) as client:
        yield client


def make(client: httpx.Client, **wanted: Any) -> str:
    """The code of a new table."""
    answer = client.post("/api/v1/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    return checked(answer, "/api/v1/tables")["code"]


def find(client: httpx.Client, code: str) -> Any:
    return checked(client.get(f"/api/v1/tables/{code}"), "/api/v1/tables/{code}")


def test_the_games_are_listed_with_the_levels_of_bots(client: httpx.Client) -> None:
    offered = checked(client.get("/api/v1/games"), "/api/v1/games")
    assert {one["name"] for one in offered["games"]} == set(preset_names())
    assert "novice" in [one["name"] for one in offered["bots"]]


@pytest.mark.parametrize("name", preset_names())
def test_the_rules_of_a_game_are_told_at_each_number_of_players(client: httpx.Client, name: str) -> None:
    rules = preset(name)
    for players in rules.deal.players:
        answer = client.get(f"/api/v1/games/{name}/rules", params={"players": players})
        told = checked(answer, "/api/v1/games/{name}/rules")
        assert (told["players"], told["counts"], told["title"]) == (players, list(rules.deal.players), rules.title)


def test_a_table_is_made_of_a_game(client: httpx.Client) -> None:
    table = find(client, make(client, game="kitty", players=3, name="Ann"))
    assert (table["title"], table["players"], table["people"], table["open"]) == (preset("kitty").title, 3, 1, 2)
    assert table["phase"] == "seating"


def test_a_table_is_made_of_a_rules_file_in_toml(client: httpx.Client) -> None:
    code = make(client, toml='extends = "six-point"\ntitle = "Short"\n[match]\ntarget = 3\n')
    assert find(client, code)["title"] == "Short"
    assert "to 3" in find(client, code)["line"]


def test_a_table_is_made_of_a_line(client: httpx.Client) -> None:
    line = to_line(preset("ten-point"))
    table = find(client, make(client, line=line))
    assert from_line(table["line"])[0] == from_line(line)[0]


def test_a_table_is_made_of_rules_as_data(client: httpx.Client) -> None:
    assert find(client, make(client, rules=SHORT))["title"] == "Short"


def test_a_table_of_nothing_is_of_six_points(client: httpx.Client) -> None:
    assert find(client, make(client))["title"] == preset("six-point").title


def test_a_table_that_is_started_at_once_has_bots_in_its_other_seats(client: httpx.Client) -> None:
    assert find(client, make(client, start=True))["phase"] != "seating"


def test_who_makes_a_table_need_not_sit_down_there(client: httpx.Client) -> None:
    assert find(client, make(client, sit=False))["people"] == 0


def test_the_link_to_a_table_begins_as_the_request_did(client: httpx.Client, sqlite_server: Server) -> None:
    made = client.post("/api/v1/tables", json={}).json()
    assert made["url"] == f"{sqlite_server.url}/t/{made['code']}"


def test_a_code_may_be_typed_in_small_letters(client: httpx.Client) -> None:
    code = make(client)
    assert find(client, code.lower())["code"] == code


def test_the_lobby_lists_public_tables_only(client: httpx.Client) -> None:
    public, private = make(client, public=True), make(client)
    listed = [one["code"] for one in checked(client.get("/api/v1/tables"), "/api/v1/tables")["tables"]]
    assert public in listed
    assert private not in listed


def test_a_table_without_a_finished_match_has_none(client: httpx.Client) -> None:
    answer = client.get(f"/api/v1/tables/{make(client)}/matches")
    assert checked(answer, "/api/v1/tables/{code}/matches") == {"matches": []}


@pytest.mark.anyio
async def test_a_finished_match_is_listed_kept_as_a_file_and_shown_again(
    client: httpx.Client, sqlite_server: Server
) -> None:
    async with People(sqlite_server.url) as people:
        (ann,) = await people.table(1, rules=SHORT, players=4)
        await ann.start()
        await play_all([ann])
        id = await finished(ann)
    answer = client.get(f"/api/v1/tables/{ann.code}/matches")
    (listed,) = checked(answer, "/api/v1/tables/{code}/matches")["matches"]
    assert (listed["id"], listed["number"]) == (id, 1)
    shown = client.get(f"/api/v1/matches/{id}")
    assert "content-disposition" not in shown.headers
    record = checked(shown, "/api/v1/matches/{id}")
    kept = client.get(f"/api/v1/matches/{id}", params={"download": True})
    assert kept.headers["content-disposition"] == f'attachment; filename="shmear-{ann.code}-1.json"'
    assert kept.content == shown.content
    again = checked(client.get(f"/api/v1/matches/{id}/replay"), "/api/v1/matches/{id}/replay")
    assert again["names"] == record["players"]
    assert again["scores"] == list(replay(record).match.scores)


def test_a_link_moves_a_seat_once(client: httpx.Client, sqlite_server: Server) -> None:
    code = make(client, name="Ann")
    link = checked(client.post(f"/api/v1/tables/{code}/move"), "/api/v1/tables/{code}/move")["url"]
    address, _, token = link.partition("#")
    assert address == f"{sqlite_server.url}/move"
    with httpx.Client(base_url=sqlite_server.url, trust_env=False) as phone:
        moved = phone.post("/api/v1/move", json={"token": token})
        assert checked(moved, "/api/v1/move") == {"code": code}
        assert phone.post("/api/v1/move", json={"token": token}).status_code == 404
        assert phone.post(f"/api/v1/tables/{code}/move").status_code == 201
    gone = client.post(f"/api/v1/tables/{code}/move")
    assert gone.status_code == 403
    assert gone.json() == {"error": {"message": "you have no seat at this table"}}


# --- what it refuses -------------------------------------------------------------------------------------------------


def refused(answer: httpx.Response, status: int) -> dict[str, Any]:
    """What an answer says was wrong; its body is that of every error, and its headers those of every answer."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert SECURITY.items() <= {name.title(): value for name, value in answer.headers.items()}.items()
    (name,) = answer.json()
    assert name == "error"
    error = answer.json()["error"]
    assert isinstance(error["message"], str)
    assert error["message"]
    assert error.keys() <= {"message", "key", "allowed"}
    assert "Traceback" not in answer.text
    return error


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/no/such/page", None, 404),
        ("GET", "/no-such-file.js", None, 404),
        ("GET", "/api/v1/nothing", None, 404),
        ("DELETE", "/api/v1/tables", None, 405),
        ("GET", "/api/v1/games/whist/rules", None, 404),
        ("GET", "/api/v1/games/six-point/rules?players=9", None, 400),
        ("GET", "/api/v1/games/six-point/rules?players=two", None, 400),
        ("GET", "/api/v1/tables/NOSUCH", None, 404),
        ("GET", "/api/v1/tables/NOSUCH/matches", None, 404),
        ("POST", "/api/v1/tables/NOSUCH/move", None, 404),
        ("GET", f"/api/v1/tables/{'A' * 21}", None, 400),
        ("GET", "/api/v1/matches/none", None, 404),
        ("GET", "/api/v1/matches/none/replay", None, 404),
        ("POST", "/api/v1/move", b'{"token":"none"}', 404),
        ("POST", "/api/v1/tables", b"", 400),
        ("POST", "/api/v1/tables", b"{", 400),
        ("POST", "/api/v1/tables", b"[]", 400),
        ("POST", "/api/v1/tables", b"\xff\xfe", 400),
        ("POST", "/api/v1/tables", b'{"plaers":4}', 400),
        ("POST", "/api/v1/tables", b'{"players":99}', 400),
        ("POST", "/api/v1/tables", b'{"game":"six-point-partners","players":5}', 400),
        ("POST", "/api/v1/tables", b'{"game":"six-point","line":"to 3"}', 400),
        ("POST", "/api/v1/tables", b'{"bots":"genius"}', 400),
        ("POST", "/api/v1/tables", b'{"sides":[[0,1,2,3]]}', 400),
        ("POST", "/api/v1/tables", b'{"rules":' + b'{"a":' * 2000 + b"1" + b"}" * 2001, 400),
        ("POST", "/api/v1/tables", b'{"toml":"a = ' + b"[" * 5000 + b'"}', 400),
        ("POST", "/api/v1/rules", b"{}", 400),
        ("POST", "/api/v1/rules", b'{"line":"to nowhere"}', 400),
    ],
)
def test_every_error_has_the_same_form(
    client: httpx.Client, method: str, path: str, body: bytes | None, status: int
) -> None:
    headers = {} if body is None else {"Content-Type": "application/json"}
    refused(client.request(method, path, content=body, headers=headers), status)


def test_wrong_rules_are_refused_by_key_and_with_what_is_allowed(client: httpx.Client) -> None:
    toml = 'extends = "six-point"\n[match]\ntarget = "many"\n'
    for path in ("/api/v1/tables", "/api/v1/rules"):
        error = refused(client.post(path, json={"toml": toml}), 400)
        assert error["key"] == "match.target"
        assert error["allowed"]
        assert "many" in error["message"]


def test_a_wrong_field_is_named(client: httpx.Client) -> None:
    assert refused(client.post("/api/v1/tables", json={"clock": -1}), 400)["key"] == "clock"


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: httpx.Client) -> None:
    body = json.dumps({"toml": "#" * LARGEST_BODY}).encode()
    refused(client.post("/api/v1/tables", content=body, headers={"Content-Type": "application/json"}), 413)

    def in_pieces() -> Iterator[bytes]:
        yield from (body[at : at + 10_000] for at in range(0, len(body), 10_000))

    refused(client.post("/api/v1/tables", content=in_pieces(), headers={"Content-Type": "application/json"}), 413)


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Any]:
    """Servers in this process, with options of a test's own."""
    opened: list[TestClient[Any]] = []

    def open_one(**options: Any) -> TestClient[Any]:
        app = make_app(Options(database=str(tmp_path / "tables.db"), **options))
        opened.append(TestClient(app, base_url="http://cards.test"))
        return opened[-1].__enter__()

    yield open_one
    for one in opened:
        one.__exit__(None, None, None)


def test_one_browser_makes_so_many_tables_in_an_hour_and_no_more(inside: Any) -> None:
    client = inside(tables_per_hour=2)
    assert [client.post("/api/v1/tables", json={}).status_code for _ in range(2)] == [201, 201]
    refused(client.post("/api/v1/tables", json={}), 429)


def test_codes_cannot_be_guessed_fast(inside: Any) -> None:
    client = inside(joins_per_second=0.1)
    statuses = [client.get(f"/api/v1/tables/AAAAA{letter}").status_code for letter in "ABCDEF"]
    assert statuses == [404, 404, 404, 429, 429, 429]
    refused(client.get("/api/v1/tables/AAAAAA"), 429)


# --- headers and cookies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/me", "/api/openapi.json", "/healthz", "/", "/t/NOSUCH"])
def test_every_answer_has_the_headers_that_keep_a_page_safe(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    for name, value in SECURITY.items():
        assert headers[name] == value


def test_no_script_or_style_in_a_page_may_run(client: httpx.Client) -> None:
    policy = client.get("/").headers["content-security-policy"]
    rules = dict(part.split(" ", 1) for part in policy.split("; "))
    assert rules["default-src"] == rules["script-src"] == "'self'"
    assert rules["object-src"] == rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "*" not in policy


def cookie_of(answer: httpx.Response) -> tuple[str, set[str]]:
    """The cookie that an answer sets, and what is said of it."""
    first, *others = answer.headers["set-cookie"].split("; ")
    name, _, value = first.partition("=")
    assert name == COOKIE
    return value, {one.casefold() for one in others}


def test_the_cookie_is_for_this_site_and_not_for_scripts(inside: Any) -> None:
    client = inside()
    _, said = cookie_of(client.get("/api/v1/me"))
    assert {"httponly", "samesite=lax", "path=/"} <= said
    assert "secure" not in said
    assert not any(one.startswith("domain") for one in said)


def test_the_cookie_is_for_https_only_where_people_come_by_https(inside: Any) -> None:
    _, said = cookie_of(inside(public_url="https://cards.test").get("/api/v1/me"))
    assert {"httponly", "samesite=lax", "secure"} <= said


def test_a_browser_keeps_its_cookie_and_its_handle(client: httpx.Client) -> None:
    first = client.get("/api/v1/me")
    again = client.get("/api/v1/me")
    assert again.json() == first.json()
    assert "set-cookie" not in again.headers


def test_a_forged_cookie_makes_somebody_new(client: httpx.Client) -> None:
    first = client.get("/api/v1/me")
    value, _ = cookie_of(first)
    client.cookies.clear()
    forged = value[:-2] + ("AA" if value[-2:] != "AA" else "BB")
    answer = client.get("/api/v1/me", headers={"Cookie": f"{COOKIE}={forged}"})
    assert answer.json() != first.json()
    assert cookie_of(answer)[0] not in (value, forged)


def test_the_handle_says_nothing_of_the_cookie(client: httpx.Client) -> None:
    answer = client.get("/api/v1/me")
    assert re.fullmatch("[0-9a-f]{12}", answer.json()["who"])
    assert answer.json()["who"] not in cookie_of(answer)[0]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.test"},
        {"Origin": "http://cards.test.elsewhere.test"},
        {"Origin": "http://cards.test:81"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://cards.test"},
    ],
)
def test_what_another_sites_page_asks_is_refused(inside: Any, headers: dict[str, str]) -> None:
    client = inside()
    refused(client.post("/api/v1/tables", json={}, headers=headers), 403)
    refused(client.post("/api/v1/move", json={"token": "a"}, headers=headers), 403)
    assert client.get("/api/v1/games", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://cards.test"}, {"Origin": "http://cards.test", "Sec-Fetch-Site": "same-origin"}],
)
def test_what_our_own_page_or_a_program_asks_is_done(inside: Any, headers: dict[str, str]) -> None:
    assert inside().post("/api/v1/tables", json={}, headers=headers).status_code == 201


def test_behind_a_public_address_only_pages_of_that_address_may_ask(inside: Any) -> None:
    client = inside(public_url="https://shmear.test/")
    for origin, status in (("https://shmear.test", 201), ("http://shmear.test", 403), ("http://cards.test", 403)):
        answer = client.post("/api/v1/tables", json={}, headers={"Origin": origin})
        assert answer.status_code == status


@pytest.fixture(scope="module", autouse=True)
def figures() -> Iterator[None]:
    told = Figures("REST")
    yield
    told.say(operations=sum(1 for _ in SCHEMA.get_all_operations()), examples_each=1000 if SOAK else 25)
