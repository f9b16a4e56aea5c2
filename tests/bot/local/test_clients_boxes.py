"""The page shows what Discord's clients show: boxes of galleries, lock screens, ids of strangers, a phone's width."""

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from PIL import Image

from tests.bot.browser import ARGUMENTS, CHROMIUM, needs_chromium, sit
from tests.bot.local.rest import Rest, rest
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
expect = playwright.expect

pytestmark = [needs_chromium, pytest.mark.slow]

V2 = 1 << 15
BOXES = """() => [...document.querySelectorAll("#messages > li:last-child .gallery img")].map((one) => {
  const box = one.getBoundingClientRect(); return [Math.round(box.width), Math.round(box.height)]; })"""


@asynccontextmanager
async def at_a_desk(server: TriedDiscord, person: Person) -> AsyncIterator["playwright.Page"]:
    """The page at the width of a desk, seen by somebody."""
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        await page.goto(server.page_url)
        await sit(page, person)
        yield page
        await browser.close()


def sheet(wide: int, high: int) -> bytes:
    """A blank picture."""
    data = io.BytesIO()
    Image.new("1", (wide, high)).save(data, "PNG")
    return data.getvalue()


async def gallery(ask: Rest, *sizes: tuple[int, int]) -> None:
    """Post a gallery of pictures of these sizes."""
    names = [f"sheet{place}.png" for place in range(len(sizes))]
    items = [{"media": {"url": f"attachment://{name}"}} for name in names]
    form = aiohttp.FormData()
    body: dict[str, Any] = {"flags": V2, "components": [{"type": 12, "items": items}]}
    body["attachments"] = [{"id": place, "filename": name} for place, name in enumerate(names)]
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for place, (name, size) in enumerate(zip(names, sizes, strict=True)):
        form.add_field(f"files[{place}]", sheet(*size), filename=name, content_type="image/png")
    status, told = await ask("POST", f"{ask.room}/messages", data=form)
    assert status == 200, told


async def test_galleries_have_the_boxes_of_the_clients_and_are_cropped():
    """One sheet is whole within 550 x 350; two are squares; of three the first has two thirds of the width."""
    async with local_discord() as server, rest(server) as ask:
        person = await Person.join(server.url, 1)
        async with at_a_desk(server, person) as page:
            seen = []
            for sizes in ([(1400, 880)], [(800, 1600)], [(900, 600)] * 2, [(900, 600)] * 3):
                await gallery(ask, *sizes)
                await expect(page.locator("#messages > li:last-child .gallery img")).to_have_count(len(sizes))
                await page.wait_for_timeout(300)
                seen.append(await page.evaluate(BOXES))
        await person.close()
    ((wide,), (tall,), (left, right), (first, *others)) = seen

    assert wide[0] <= 550
    assert abs(wide[0] / wide[1] - 1400 / 880) < 0.02
    assert tall[1] == 350
    assert abs(tall[0] - 175) <= 1
    assert left == right
    assert abs(left[0] - left[1]) <= 1
    assert abs(first[0] - 2 * others[0][0]) <= 6
    assert abs(first[1] - 350) <= 1
    assert all(abs(box[0] - 182) <= 2 and abs(box[1] - 173) <= 2 for box in others)


async def test_a_lock_screen_shows_content_and_of_components_nothing():
    """And who is named without being mentioned is a number; at a switch the page is as wide as a phone."""
    async with local_discord() as server, rest(server) as ask:
        person = await Person.join(server.url, 1)
        called = {"allowed_mentions": {"users": [person.id]}}
        words = {"content": f"<@{person.id}> it is **your** turn", **called}
        parts = {"flags": V2, "components": [{"type": 10, "content": f"<@{person.id}> vote"}], **called}
        silent = {"content": f"<@{person.id}> has moved", "allowed_mentions": {"parse": []}}
        for body in (words, parts, silent):
            await ask("POST", f"{ask.room}/messages", body)
        async with at_a_desk(server, person) as page:
            await expect(page.locator("#messages > li").last).to_contain_text(f"<@{person.id}> has moved")
            await page.click("#bell")
            pushed = await page.locator("#notices .push").all_inner_texts()
            await page.click("#width")
            phone = page.frame_locator("#phone")
            await expect(phone.locator("#messages > li").last).to_contain_text("has moved")
            wide = await page.evaluate("() => document.getElementById('phone').clientWidth")
        await person.close()

    assert pushed == [
        "Nothing on a lock screen: this message has no content",
        f"@{person.name} it is your turn",
    ]
    assert wide == 390
