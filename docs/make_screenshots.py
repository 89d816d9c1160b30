"""Take the pictures of the review page in the README and the docs, in Chromium: python docs/make_screenshots.py

They show Tale of Many Heroes with a few decisions, and tables of games, copied to temporary folders.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.commands import run
from tests.formats.press.made import cmyk_profile
from tests.games_on_disk import REPOSITORY, GameOnDisk, block_killer_in, shipped_game_in, table_game_in, tiny_game_in
from tests.review.modules import MODULES
from tests.review.serving import Served, serving, serving_studio

FOLDER = Path(__file__).parent / "pictures"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell")

#: Colours of a picture: as many as a flat page needs.
COLOURS = 256


def take(page: Page, name: str) -> None:
    save(page.screenshot(), name)
    page.close()  # the next picture does not show its reader


def save(content: bytes, name: str) -> None:
    picture = Image.open(io.BytesIO(content))
    picture.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE
    ).save(FOLDER / name, optimize=True)


def opened(browser: Any, served: Served, address: str, theme: str, size: tuple[int, int], locale: str) -> Page:
    viewport = {"width": size[0], "height": size[1]}
    page: Page = browser.new_page(viewport=viewport, locale=locale, color_scheme=theme)
    page.add_init_script(MODULES)
    page.goto(served.address + address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    return page


#: Pictures of Tale of Many Heroes: the name, the address, the size of the window, the theme and the language.
HEROES = (
    ("review-cards.png", "#/grid", (1280, 800), "light", "en-GB"),
    ("review.png", "#/card/heroes/physician", (1280, 800), "light", "en-GB"),
    ("review-compare.png", "#/compare/heroes/diver?mode=side", (1280, 800), "light", "en-GB"),
    ("print.png", "#/sheet/heroes-a4/1", (1280, 800), "light", "en-GB"),
    ("review-dark.png", "#/card/heroes/raider", (1280, 800), "dark", "zh-CN"),
    ("review-phone.png", "#/grid", (390, 844), "light", "en-GB"),
    ("review-phone-card.png", "#/card/heroes/physician", (390, 844), "dark", "zh-CN"),
    ("make.png", "#/make/heroes", (1280, 800), "light", "en-GB"),
    ("canvas.png", "#/canvas/heroes/boatman?box=rules", (1280, 800), "light", "en-GB"),
    ("game.png", "#/game/sizes", (1280, 800), "light", "en-GB"),
)
PRESS = "targets:\n  exports:\n    print-shop: {press: {icc: press.icc, condition: CGATS TR 001}}\n"
APPROVED = ("crossbowman", "mason", "diver", "shipwright", "rider")
COMMENT = "Two sentences, two subjects. “Then another wounded character recovers 1 HP” reads better aloud."


TEXT = "#/text/templates/heroes/hero.yaml?line=20&column=30&card=heroes/physician"


def take_text(page: Page) -> None:
    """Take a picture of a template as text, with a mistake in it, and a completion."""
    page.keyboard.press("End")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("stamp: {kind: rect, box: safe, filll: red}")
    page.locator(".cm-lint-marker-error").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(", str")
    page.locator(".cm-completionInfo").wait_for()
    take(page, "text.png")


def take_assets(page: Page) -> None:
    """Take a picture of the game's pictures and icons, and of those to choose from."""
    page.keyboard.press("a")
    page.get_by_role("dialog").get_by_role("searchbox").fill("sword")
    page.locator("[data-hold=library-broadsword]").wait_for()
    page.wait_for_load_state("networkidle")
    take(page, "assets.png")


def take_heroes(browser: Any, language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = shipped_game_in(Path(folder), "heroes")
        with serving(game, "--as", "Ann", "--edition", language) as served:
            served.decide(
                served.proposal("heroes/physician", "comment", text=COMMENT, side="face", at_mm=[50, 66]),
                *(served.proposal(f"heroes/{name}") for name in APPROVED),
                served.proposal("heroes/boatman", "reject", text="The boat is hidden by the text."),
            ).raise_for_status()
            with served.events() as events:
                game.change("card_data/heroes/heroes.yaml", "en: Diver", "en: Pearl Diver")
                events.wait("checked")
            if language == "en":
                take_text(opened(browser, served, TEXT, "light", (1280, 800), "en-GB"))
                take_assets(opened(browser, served, "#/make/heroes", "light", (1280, 800), "en-GB"))
            for name, address, size, theme, locale in HEROES:
                if locale.startswith(language):
                    take(opened(browser, served, address, theme, size, locale), name)


def take_table(browser: Any) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(block_killer_in(Path(folder)), "--as", "Ann") as served:
        page = opened(browser, served, "#/table?play=1-1 3-0 2-1 |", "dark", (1280, 860), "en-GB")
        page.locator(".bk-palette button", has_text="T").click()
        page.locator(".bk-ghost").first.wait_for()
        for key in ("e", "e", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
        page.wait_for_timeout(500)
        take(page, "table.png")


def take_press(browser: Any) -> None:
    """Take a picture of a file for a press: its total ink, with a lower limit than it keeps."""
    with tempfile.TemporaryDirectory() as folder:
        game = shipped_game_in(Path(folder), "heroes")
        game.write("card_data/heroes/press.icc", cmyk_profile())
        game.change("card_data/heroes/game.yaml", "targets:\n", PRESS)
        with serving(game, "--as", "Ann", "--edition", "en") as served:
            page = opened(browser, served, "#/press", "light", (1280, 800), "en-GB")
            page.get_by_role("button", name="Total ink").click()
            page.get_by_label("Ink limit, %").fill("260")
            page.get_by_label("Ink limit, %").press("Enter")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(500)
            take(page, "press.png")


def take_focus(browser: Any) -> None:
    """Take a picture of the focus point of a picture, moved from the middle."""
    with tempfile.TemporaryDirectory() as folder:
        game = tiny_game_in(Path(folder))
        shutil.copy(FOLDER.parent / "art" / "landscape.png", game.root / "card_data" / game.name)
        box = "    picture: {kind: image, box: [4, 20, 34, 60], file: landscape.png, fit: cover}\n"
        game.change("templates/tiny.yaml", "back:\n", f"{box}back:\n")
        with serving(game, "--as", "Ann") as served:
            page = opened(browser, served, "#/canvas/main/one?box=picture", "light", (1280, 800), "en-GB")
            page.locator(".canvas-stage").focus()
            page.keyboard.press("Enter")
            page.locator("[data-hold=way-focus]").click()
            for key in (*["Shift+ArrowRight"] * 3, "Shift+ArrowDown"):
                page.keyboard.press(key)
            save(page.get_by_role("dialog").screenshot(), "focus.png")
            page.close()


def take_colours(browser: Any) -> None:
    """Take a picture of a template's colours: the back of the poker starter with another gold."""
    with tempfile.TemporaryDirectory() as folder:
        assert run("init", "deck", "--from", "poker", cwd=Path(folder)).returncode == 0
        with serving(GameOnDisk(Path(folder) / "deck", "deck"), "--as", "Ann") as served:
            page = opened(browser, served, "#/canvas/spades/K?side=back", "light", (1280, 800), "en-GB")
            gold = page.get_by_role("textbox", name="gold", exact=True)
            gold.fill("#c8d0e0")
            gold.press("Enter")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1500)
            take(page, "colours.png")


def take_home(browser: Any) -> None:
    """Take a picture of Home: three games, and what was done in the first."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = folder
        games = Path(folder) / "games"
        game = shipped_game_in(games, "heroes")
        for name in ("blitz", "block-killer"):
            shutil.copytree(REPOSITORY / "card_data" / name, games / "card_data" / name)
        with serving(game, "--as", "Mei Lin", "--edition", "en") as served:
            served.decide(
                served.proposal("heroes/physician", "comment", text=COMMENT, side="face", at_mm=[50, 66]),
                *(served.proposal(f"heroes/{name}") for name in APPROVED),
                served.proposal("heroes/boatman", "reject", text="The boat is hidden by the text."),
            ).raise_for_status()
        with serving(GameOnDisk(games, ""), command="studio") as served:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
            page = context.new_page()
            page.goto(f"{served.root}/")
            page.locator("[data-hold=game-heroes]").click()
            page.get_by_role("grid").wait_for()
            page.evaluate("location.hash = '#/card/heroes/magistrate'")
            page.locator(".card-sides img").first.wait_for()
            page.goto(f"{served.root}/")
            page.get_by_role("heading", name="Checks").wait_for()
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1500)
            take(page, "home.png")
            context.close()


#: Lets bots play a game, and shows it after so many turns, to the player whose turn it is then.
PLAYED = """async ([name, policy, seed, at, settings]) => {
  const { game } = cardgen[name];
  Object.assign(game.settings, settings);
  game.seats = new Map([...Array(10).keys()].map((seat) => [seat, seat ? game.definition.levels.medium : ""]));
  await game.begin({ seed });
  let state = { ...game.start, turns: [] };
  for (;;) {
    const { to_move: mover } = await game.ask({ op: "turns", state });
    if (mover === null || (mover === 0 && state.turns.length >= at)) break;
    const { turn } = await game.ask({ op: "choose", state, policy });
    ({ state } = await game.ask({ op: "apply", state, turn }));
  }
  const { log } = await game.ask({ op: "log", state });
  await game.openLog(log);
}"""

#: Whether every picture that is in sight has been loaded.
LOADED = """() => [...document.images].every((image) => {
  const { left, top, width, bottom } = image.getBoundingClientRect();
  return !width || left > innerWidth || top > innerHeight || bottom < 0 || image.complete;
})"""

#: Tables of games: the picture, the game, its edition and its name in the page, what `PLAYED` does, window and theme.
TABLES = (
    ("table-heroes.png", "heroes", "en", "heroes", ("hasty", 3, 30, {"players": 5}), (1280, 800), "light"),
    ("table-blitz.png", "blitz", "zh-Hant", "blitz", ("greedy", 5, 40, {}), (1280, 800), "dark"),
    ("table-blokus.png", "blokus", "", "blokus", ("greedy", 1, 24, {}), (1280, 800), "light"),
    ("table-thread-race.png", "thread-race", "en", "threadRace", ("racer", 1, 14, {}), (1280, 800), "dark"),
    ("table-end.png", "blitz", "en", "blitz", ("greedy", 3, 999, {}), (1280, 800), "light"),
    ("table-phone.png", "heroes", "zh", "heroes", ("hasty", 3, 30, {"players": 5}), (390, 844), "dark"),
)


def take_tables(browser: Any) -> None:
    for picture, folder, edition, name, played, size, theme in TABLES:
        arguments = ("--edition", edition) if edition else ()
        locale = "zh-CN" if edition.startswith("zh") else "en-GB"
        with tempfile.TemporaryDirectory() as root, serving(table_game_in(Path(root), folder), *arguments) as served:
            page = opened(browser, served, "#/table", theme, size, locale)
            page.evaluate(PLAYED, [name, *played])
            page.wait_for_function(LOADED)
            page.wait_for_timeout(1500)
            take(page, picture)
    with (
        tempfile.TemporaryDirectory() as root,
        serving(table_game_in(Path(root), "heroes"), "--edition", "en") as served,
    ):
        page = opened(browser, served, "#/table", "light", (1280, 800), "en-GB")
        page.get_by_role("button", name="Learn by playing").click()
        page.get_by_role("button", name="Next step").click()
        page.wait_for_timeout(1500)
        take(page, "table-lesson.png")
    with tempfile.TemporaryDirectory() as root:
        shutil.copytree(REPOSITORY / "examples" / "mail", Path(root) / "mail")
        with serving(GameOnDisk(Path(root) / "mail", "mail")) as served:
            page = opened(browser, served, "#/free", "light", (1280, 800), "en-GB")
            page.get_by_role("button", name="Deal a new table").click()
            page.locator(".free-stack img").first.wait_for()
            page.wait_for_timeout(1500)
            take(page, "table-free.png")


#: Cells that a game begins from, as a spreadsheet program copies them.
CELLS = """name.en	name.zh	copies	power	rules.en	rules.zh	colour
Lantern maker	灯笼匠	3	2	Draw a card.	摸一张牌。	#a8431f
Tea seller	茶贩	3	1	Each player draws a card.	每名玩家摸一张牌。	#2f6f4f
Night watch	守夜人	2	4	Look at the top three cards of the pile.	看牌堆顶的三张牌。	#2f4a63
Puppeteer	木偶师	1	5	Play another card from your hand.	再打出一张手牌。	#5b3a70"""
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.querySelector("textarea").dispatchEvent(paste);
}"""


def take_begin(browser: Any) -> None:
    with tempfile.TemporaryDirectory() as folder, serving_studio(Path(folder)) as served:
        page = opened(browser, served, "#/begin/paste", "light", (1280, 800), "en-GB")
        page.evaluate(PASTE, CELLS)
        page.get_by_label("Name of the game").fill("Lantern Market")
        page.locator(".begin-preview img").nth(2).wait_for()
        page.wait_for_timeout(500)
        take(page, "begin.png")


#: The cells of docs/tutorial-studio.md.
FOXES = """Card	名称	#	Cost	Rules
Fox	狐狸	3	2	Draw **two** cards.
Owl	猫头鹰	2	4	Look at the top card of a deck.
Bear	熊	1	6	Take a card from another player."""


def take_foxes(browser: Any) -> None:
    """Take the pictures of the tutorial: its game as it begins, as a spreadsheet, on the canvas and as sheets."""
    with tempfile.TemporaryDirectory() as folder, serving_studio(Path(folder)) as served:
        size = (1280, 800)
        page = opened(browser, served, "#/begin/paste", "light", size, "en-GB")
        page.evaluate(PASTE, FOXES)
        page.get_by_label("Name of the game").fill("Foxes")
        page.locator(".begin-preview img").nth(2).wait_for()
        page.wait_for_timeout(1000)
        keep = page.screenshot()
        page.get_by_role("button", name="Create the game").click()
        page.get_by_role("grid").wait_for()
        address = page.url.split("#")[0].removeprefix(served.address.removesuffix("~/"))
        save(keep, "foxes-begin.png")
        page.close()
        for name, view in (
            ("foxes-make.png", "#/make?card=owl&field=rules"),
            ("foxes-canvas.png", "#/canvas/main/fox?box=card-title-en"),
            ("foxes-print.png", "#/sheet/cards-a4/1"),
        ):
            take(opened(browser, served, f"../{address}{view}", "light", size, "en-GB"), name)


def main() -> None:
    options = ["--no-sandbox", "--headless", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        take_heroes(browser, "en")
        take_heroes(browser, "zh")
        take_table(browser)
        take_tables(browser)
        take_press(browser)
        take_focus(browser)
        take_colours(browser)
        take_home(browser)
        take_begin(browser)
        take_foxes(browser)
        browser.close()


if __name__ == "__main__":
    main()
