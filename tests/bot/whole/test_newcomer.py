"""What a newcomer does: start the product, open the page, lay a tile, see the picture change, take it back."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.browser import ARGUMENTS, CHROMIUM, needs_chromium
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, address_of

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
expect = playwright.expect

RECORD = Path(__file__).parents[2] / "games" / "t18mag" / "records" / "3p-thrifty.json"
DRAFT = 18
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

pytestmark = needs_chromium


@asynccontextmanager
async def product(database: Path) -> AsyncIterator[str]:
    """``python -m bot --local`` in its own process; its address is read off its output."""
    command = [sys.executable, "-m", "bot", "--local", "--port", "0", "--database", address_of(database)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line
        yield found.group()
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 20) == 0


async def until_first_lay(url: str) -> str:
    """Open a table, start it and draft as recorded; return the name of whoever operates first."""
    people = [await Person.join(url, place) for place in (1, 2, 3)]
    try:
        await people[0].command(CHANNEL, "game new", title="18Mag", seats=3, seed=1)
        card = await people[0].until(lambda: next((m for m in people[0].messages(CHANNEL) if m.labels), None))
        for person in people[1:]:
            await person.press(card, "Join")
        await people[0].until(lambda: "Start" in card.labels)
        await people[0].press(card, "Start")
        await people[0].until(lambda: any(m.pictures for m in people[0].messages(CHANNEL)), 40)
        return await draft(people, re.findall(r"^\d\. \*\*(\w+)\*\*", card.text, re.MULTILINE))
    finally:
        for person in people:
            await person.close()


async def draft(people: list[Person], order: list[str]) -> str:
    """Take certificates as recorded."""
    record = json.loads(RECORD.read_text("utf-8"))
    by_name = {person.name: person for person in people}
    seats = dict(zip(record["players"], order, strict=True))
    for player, text in record["actions"][:DRAFT]:
        await by_name[seats[player]].command(CHANNEL, "do", move=text)
    return seats[record["actions"][DRAFT][0]]


@asynccontextmanager
async def browsing(url: str) -> AsyncIterator["playwright.Page"]:
    """A page in headless Chromium."""
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(15_000)
        expect.set_options(timeout=15_000)
        await page.goto(url)
        yield page
        await browser.close()


@pytest.mark.slow
async def test_a_turn_on_the_page(database: Path):
    """The picker opens, a tile is laid, the picture of the map changes, and Undo brings the old one back."""
    async with product(database) as url:
        operator = await until_first_lay(url)
        async with browsing(url) as page:
            await page.locator(f"[data-seat={operator}]").click()
            board = page.locator(".message", has=page.get_by_role("button", name="Charters")).last
            sheets = page.locator(".message", has_text=re.compile(r"· Move \d")).last
            await expect(sheets).to_contain_text("Move 18")
            picture = board.locator("img").first
            before, drawn = await shown(page, picture)

            await board.get_by_role("button", name=re.compile("Lay track")).click()
            private = page.locator(".message.private").last
            await expect(private).to_contain_text("Which hex")
            await private.get_by_role("button", name=re.compile("^A ")).click()
            await private.get_by_role("button", name="1", exact=True).click()
            await expect(private).to_contain_text("✓")
            await expect(sheets).to_contain_text("Move 19")
            await expect(picture).not_to_have_attribute("src", before)
            after, redrawn = await shown(page, picture)
            await keep(page, "newcomer")
            assert redrawn != drawn

            await board.get_by_role("button", name="Undo").click()
            await expect(sheets).to_contain_text("Move 18")
            await expect(picture).not_to_have_attribute("src", after)
            _, back = await shown(page, picture)
            assert back == drawn


@pytest.mark.slow
async def test_a_turn_needs_no_scrolling_at_a_desk_or_on_a_phone(database: Path):
    """Whatever is asked in private is on the screen, also when the picture above it comes late."""
    async with product(database) as url:
        operator = await until_first_lay(url)
        async with browsing(url) as page:
            await page.locator(f"[data-seat={operator}]").click()
            await ask_always(page)
            for size in (DESKTOP, PHONE):
                await page.set_viewport_size(size)
                await page.reload()
                board = page.locator(".message", has=page.get_by_role("button", name="Charters")).last
                sheets = page.locator(".message", has_text=re.compile(r"· Move \d")).last
                await board.get_by_role("button", name=re.compile("Lay track")).click()
                private = page.locator(".message.private").last
                await expect(private.locator("img").last).to_have_js_property("complete", True)
                await press_in_sight(private.get_by_role("button", name=re.compile("^A ")))
                await press_in_sight(private.get_by_role("button", name="1", exact=True))
                sure = private.get_by_role("button", name=re.compile("^Lay tile"))
                await expect(sure).to_be_visible()
                await expect(private.locator("img").last).to_have_js_property("complete", True)
                await keep(page, f"turn-{size['width']}")
                await press_in_sight(sure)
                await expect(private).to_contain_text("✓")
                await expect(sheets).to_contain_text("Move 19")
                await press_in_sight(board.get_by_role("button", name="Undo"))
                await expect(private).to_contain_text("↶")
                await expect(sheets).to_contain_text("Move 18")


async def ask_always(page: "playwright.Page") -> None:
    """Type that every move is to be confirmed: the name of the command, its value, Enter."""
    await page.click("#input")
    await page.keyboard.type("/me confirm ")
    await page.keyboard.type("alw")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.private").last).to_contain_text("I ask before each of your moves.")


async def press_in_sight(button: "playwright.Locator") -> None:
    """Press a button that must be on the screen already."""
    await expect(button).to_be_in_viewport(ratio=0.9)
    await button.click()


async def shown(page: "playwright.Page", picture: "playwright.Locator") -> tuple[str, bytes]:
    """The address and the bytes of a picture that has been loaded."""
    await expect(picture).to_have_js_property("complete", True)
    source = str(await picture.get_attribute("src"))
    answer = await page.request.get(
        source if source.startswith("http") else f"{page.url.rstrip('/')}{source}"
    )
    assert answer.ok
    return source, bytes(await answer.body())


async def keep(page: "playwright.Page", name: str) -> None:
    """Keep a picture of the page where SCREENSHOTS says so."""
    if folder := os.environ.get("SCREENSHOTS"):
        await page.screenshot(path=f"{folder}/{name}.png")
