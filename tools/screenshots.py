"""Pictures of every page and state of the browser client into screenshots/: phone and desktop, light and dark.

usage: python tools/screenshots.py [PART…]

Only pictures whose names contain one of the parts. A part of a size's or look's name (phone-dark, landscape) leaves out
the other sizes and looks: `phone-light ready` takes the results of hands on a light phone.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server"))

from live import Server
from pages import DESKTOP, PHONE, QUICK, Player, at_table, by_id, kept, launch, short_game
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

OUT = Path(__file__).resolve().parents[1] / "screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": DESKTOP},
}
# Pictures that show more at other sizes and looks, taken once.
MORE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "landscape": ({"viewport": {"width": 844, "height": 390}}, {"theme": "light"}),
    "laptop": ({"viewport": {"width": 1366, "height": 768}}, {"theme": "light", "look": "blue"}),
    "tablet": ({"viewport": {"width": 820, "height": 1180}}, {"theme": "light", "fourColour": True}),
    "contrast": ({"viewport": DESKTOP}, {"theme": "dark", "contrast": True, "largeIndex": True, "look": "plum"}),
    "left": (SIZES["phone"], {"theme": "light", "leftHanded": True, "fourColour": True}),
    "german": (SIZES["phone"], {"theme": "light", "lang": "de"}),
    "turkish": ({"viewport": DESKTOP}, {"theme": "light", "lang": "tr"}),
}


class Camera:
    """Takes the pictures of one size and look."""

    def __init__(
        self, context: BrowserContext, base: str, prefix: str, parts: list[str], settings: dict[str, Any]
    ) -> None:
        self.context, self.base, self.prefix, self.parts, self.settings = context, base, prefix, parts, settings
        self.page = context.new_page()

    def take(self, name: str, page: Page | None = None, *, whole: bool = False) -> None:
        file = f"{name}-{self.prefix}.png"
        if self.parts and not any(part in file for part in self.parts):
            return
        page = page or self.page
        page.wait_for_timeout(80)  # until what has just come is painted
        page.screenshot(path=OUT / file, full_page=whole)
        print(file)

    def dialog(self, name: str, *ids: str) -> None:
        for one in ids:
            by_id(self.page, one).first.click()
        self.page.locator("dialog[open]").wait_for()
        self.page.wait_for_load_state("networkidle")
        self.take(name)
        self.page.locator("dialog[open]").get_by_test_id("close").click()

    # --- the pages -----------------------------------------------------------------------------------------------

    def pages(self) -> None:
        for name, path in {
            "home": "/",
            "rules-list": "/rules",
            "rules": "/rules/ten-point",
            "house": "/house",
            "move": "/move#none",
            "missing": "/about",
        }.items():
            self.page.goto(self.base + path, wait_until="networkidle")
            self.take(name)
            if name in ("home", "house"):
                self.take(f"{name}-whole", whole=True)
        self.page.goto(self.base, wait_until="networkidle")
        self.dialog("settings", "tool-settings")
        self.dialog("home-invite", "invite-friends")
        self.page.goto(f"{self.base}/t/NOBODY")
        self.page.get_by_role("main").get_by_role("link").first.wait_for()
        self.take("no-table")

    # --- the table -----------------------------------------------------------------------------------------------

    def states(self, player: Player, prefix: str, until: str, seen: set[str] | None = None) -> None:
        """Play until something is asked, with a picture of everything that is asked on the way."""
        seen = set() if seen is None else seen
        for _ in range(600):
            asked = player.asked()
            assert asked is not None
            what = asked["what"]
            if what == "call":
                what = {"trump": "trump", "call": "partner"}.get(asked["open"][0].split("-")[0], "auction")
            if what == "discard" and asked["enough"]:
                what = "discard-done"
            if what == "play":
                lying = self.page.locator("[data-testid^=lying-]").count()
                what = f"play-{lying}" if lying in (0, 3) else "play"
            if what not in seen:
                seen.add(what)
                self.take(f"{prefix}-{what}")
            if asked["what"] == until:
                return
            player.step()
        raise AssertionError(f"never asked for {until}")

    def ten_point(self) -> None:
        at_table(self.context, self.base, page=self.page, game="ten-point", players=4, start=False, name="Josephine")
        self.page.wait_for_load_state("networkidle")
        self.take("seating")
        by_id(self.page, "start").click()
        player = self.player(101)
        player.wishes = ["bid-10"]
        self.states(player, "ten-point", "ready")
        self.dialog("ten-point-sheet", "open-sheet")
        self.dialog("proof", "open-proof")

    def called(self) -> None:
        at_table(self.context, self.base, page=self.page, game="ten-point", players=5)
        player = self.player(102)
        player.wishes = ["bid-10"]
        self.states(player, "called", "play")
        self.dialog("menu", "tool-menu")
        self.dialog("host", "tool-menu", "menu-host")
        self.dialog("table-rules", "tool-menu", "menu-rules")
        self.dialog("table-move", "tool-menu", "menu-move")
        self.dialog("table-invite", "tool-menu", "menu-invite")
        if by_id(self.page, "tool-chat").count():
            self.dialog("chat", "tool-chat")

    def six_point(self) -> None:
        at_table(self.context, self.base, page=self.page, game="six-point", players=4)
        player = self.player(103)
        seen: set[str] = set()
        self.states(player, "six-point", "ready", seen)
        player.step()
        self.states(player, "six-point", "ready", seen)
        self.dialog("six-point-sheet", "open-sheet")
        player.until("play")
        player.step()
        player.until("play", "ready")
        self.dialog("last-trick", "tool-last")
        shut = self.page.locator(".hand.play .shut")
        if shut.count():
            player.card(shut.first.get_attribute("data-testid") or "")
            self.take("refused")
        by_id(self.page, "tool-menu").click()
        by_id(self.page, "pause").click()
        by_id(self.page, "go-on").wait_for()
        self.take("paused")
        by_id(self.page, "go-on").click()

    def eight(self) -> None:
        at_table(self.context, self.base, page=self.page, game="shmear", players=8)
        player = self.player(104)
        self.states(player, "eight", "ready")

    def match_over(self) -> None:
        at_table(self.context, self.base, page=self.page, rules=short_game("partner", 4), players=4)
        player = self.player(105)
        player.until("match-over")
        self.take("match-over")
        self.dialog("match-sheet", "open-sheet")
        by_id(self.page, "replay").click()
        by_id(self.page, "replay-place").wait_for()
        for _ in range(9):
            by_id(self.page, "replay-next").click()
        self.take("replay", whole=True)

    def player(self, seed: int) -> Player:
        player = Player(self.page, seed=seed, way="touch" if self.prefix.startswith("phone") else "mouse")
        return player

    def watching(self, browser: Browser) -> None:
        at_table(self.context, self.base, page=self.page, game="six-point", players=4)
        other = browser.new_context(
            storage_state=kept(self.base, QUICK | self.settings),
            viewport=self.page.viewport_size or DESKTOP,
            locale="en-GB",
        )
        page = other.new_page()
        page.goto(self.page.url)
        by_id(page, "take-seat").wait_for()
        self.take("watching", page)
        other.close()


def main() -> None:
    parts = sys.argv[1:]
    every = [f"{size}-{theme}" for size in SIZES for theme in ("light", "dark")] + list(MORE)
    looks = [part for part in parts if any(part in one for one in every)]
    names = [part for part in parts if part not in looks]
    if not parts:
        shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(f"{folder}/tables.db") as server, sync_playwright() as drama:
        browser = launch(drama)

        def camera(prefix: str, options: dict[str, Any], settings: dict[str, Any]) -> Camera:
            context = browser.new_context(
                storage_state=kept(server.url, QUICK | settings), locale="en-GB", reduced_motion="reduce", **options
            )
            context.set_default_timeout(20_000)
            return Camera(context, server.url, prefix, names, settings)

        def wanted(prefix: str) -> bool:
            return not looks or any(look in prefix for look in looks)

        def run(one: Camera, *scenes: Callable[[], None]) -> None:
            for scene in scenes:
                scene()
            one.context.close()

        for size, options in SIZES.items():
            for theme in ("light", "dark"):
                if not wanted(f"{size}-{theme}"):
                    continue
                one = camera(f"{size}-{theme}", options, {"theme": theme})
                run(one, one.pages, one.ten_point, one.called, one.six_point, one.eight, one.match_over)
                one = camera(f"{size}-{theme}", options, {"theme": theme})
                run(one, lambda one=one: one.watching(browser))
        for name, (options, settings) in MORE.items():
            if not wanted(name):
                continue
            one = camera(name, options, settings)
            run(one, one.pages, one.ten_point, one.six_point)
        browser.close()
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}")


if __name__ == "__main__":
    main()
