import asyncio
import os
import re
from collections.abc import AsyncIterator

import pytest

from tests.bot.browser import ARGUMENTS, CHROMIUM, needs_chromium
from tests.bot.local.demo import Demo
from tests.bot.local.long_waits import HandTimers
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
expect = playwright.expect

DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}

pytestmark = needs_chromium


@pytest.fixture
async def page(discord: TriedDiscord, bot: Demo) -> AsyncIterator["playwright.Page"]:
    assert bot.is_ready()
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        opened = await browser.new_page(viewport=DESKTOP)
        opened.set_default_timeout(5000)
        troubles: list[str] = []
        opened.on("pageerror", lambda error: troubles.append(str(error)))
        opened.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        await opened.goto(discord.page_url)
        yield opened
        await browser.close()
    assert troubles == []


async def shot(page: "playwright.Page", name: str) -> None:
    """Keep a picture of the page where SCREENSHOTS says so."""
    if folder := os.environ.get("SCREENSHOTS"):
        await page.screenshot(path=f"{folder}/{name}.png")


async def type_command(page: "playwright.Page", command: str) -> None:
    await page.click("#input")
    await page.keyboard.type(f"/{command} ")
    await page.locator(".chip.name").wait_for()


@pytest.mark.slow
async def test_a_newcomer_is_told_what_to_type_and_a_button_types_it(page: "playwright.Page"):
    await expect(page.locator("#empty")).to_contain_text("Type /game new")
    await shot(page, "welcome")
    await page.click("#begin")

    await expect(page.locator(".chip.name")).to_have_text("/game new")
    await expect(page.get_by_label("title", exact=True)).to_be_focused()


@pytest.mark.slow
async def test_the_page_speaks_the_language_of_its_seat(discord: TriedDiscord, page: "playwright.Page"):
    """Buttons, hints and labels; another seat is shown in its own language."""
    await page.get_by_label("Change name and language").click()
    await page.locator("dialog select").select_option("de")
    await page.get_by_role("button", name="Save").click()

    await expect(page.locator("#channels")).to_contain_text("Kanäle")
    await expect(page.locator("#empty")).to_contain_text("Ein Kanal ist ein Tisch.")
    await expect(page.locator("#input")).to_have_attribute("placeholder", re.compile("^Nachricht an"))
    await expect(page.get_by_role("button", name="Senden")).to_be_visible()
    await shot(page, "german")
    await page.locator(".seat[data-seat]").nth(1).click()
    await expect(page.locator("#channels")).to_contain_text("Channels")
    assert discord.errors == []


@pytest.mark.slow
async def test_a_command_is_typed_with_the_keyboard_alone(discord: TriedDiscord, page: "playwright.Page"):
    await page.click("#input")
    await page.keyboard.type("/ga")
    await expect(page.locator(".hint")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("hung")
    await expect(page.locator(".hint")).to_have_text("18Mag: Hungarian Railway History")
    await shot(page, "completion")
    await page.keyboard.press("Enter")
    await page.keyboard.type("4")
    await page.keyboard.press("Enter")
    message = page.locator(".message")

    await expect(message).to_contain_text("18Mag for 4")
    await expect(message.locator(".cause")).to_contain_text("Alder used /game new")
    await expect(message.get_by_role("button", name="Join")).to_be_visible()
    await expect(message.get_by_alt_text("Picture of the map")).to_be_visible()
    await shot(page, "answer")
    assert discord.errors == []


@pytest.mark.slow
async def test_commands_come_nearest_first(page: "playwright.Page"):
    """Names that begin with what is typed, then those of which a word does, then those that hold it."""
    await page.click("#input")
    await page.keyboard.type("/n")
    hints = page.locator(".hint")
    await expect(hints.nth(0)).to_contain_text("/name")
    await expect(hints.nth(1)).to_contain_text("/game new")
    await expect(hints.nth(2)).to_be_visible()
    await page.keyboard.type("ame")
    await expect(hints).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator(".chip.name")).to_have_text("/name")


@pytest.mark.slow
async def test_a_pasted_command_leaves_its_file_to_be_chosen(page: "playwright.Page"):
    """A page cannot fill in a file; that one is named is no fault of the page, which its fixture would report."""
    await page.fill("#input", "/import file:game.json")

    await expect(page.locator(".chip.name")).to_have_text("/import")
    await expect(page.get_by_label("file", exact=True)).to_have_value("")


@pytest.mark.slow
@pytest.mark.parametrize("pasted", ["/game new title:18Mag players:4", "/game new 18Mag players: 4"])
async def test_a_pasted_command_is_understood(page: "playwright.Page", pasted: str):
    """As in Discord: options by their names, and what has no name in the first."""
    await page.fill("#input", pasted)

    await expect(page.locator(".chip.name")).to_have_text("/game new")
    await expect(page.get_by_label("title", exact=True)).to_have_value("18Mag")
    await expect(page.get_by_label("players", exact=True)).to_have_value("4")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message")).to_contain_text("18Mag for 4")


async def test_a_board_is_played_on_with_press_list_and_picture(
    discord: TriedDiscord, page: "playwright.Page"
):
    await type_command(page, "board")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Done").click()
    await expect(page.locator(".message")).to_contain_text("turn 2")
    await page.get_by_role("button", name="Where to lay").click()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.private")).to_contain_text("You lay at F3")
    await expect(page.locator(".message.private")).to_contain_text("Only you can see this")
    await page.get_by_role("button", name="Enlarge: The map in turn 2").click()
    await expect(page.locator(".lightbox img")).to_be_visible()
    await page.keyboard.press("+")
    await shot(page, "lightbox")
    await page.keyboard.press("Escape")

    await expect(page.locator(".lightbox")).to_have_count(0)
    await shot(page, "board")
    await page.get_by_role("button", name="Dismiss").click()
    await expect(page.locator(".message.private")).to_have_count(0)
    assert discord.errors == []


@pytest.mark.slow
async def test_a_form_is_filled_in(discord: TriedDiscord, page: "playwright.Page"):
    await type_command(page, "bid")
    await page.keyboard.press("Enter")
    await page.get_by_label("Amount", exact=True).fill("65")
    await page.get_by_label("Minor", exact=True).select_option("3")
    await shot(page, "form")
    await page.get_by_role("button", name="Submit").click()

    await expect(page.locator(".message.private")).to_contain_text("65 for 3")
    await expect(page.locator("dialog")).to_have_count(0)
    assert discord.errors == []


@pytest.mark.slow
async def test_a_called_seat_is_shown_and_taken(page: "playwright.Page", discord: TriedDiscord):
    birch = page.locator("[data-seat=Birch]")
    await page.uncheck("#follow")
    async with await Person.join(discord.url, 3) as cedar:
        await cedar.command("general", "call", who="Birch")
        await expect(birch.locator(".badge")).to_have_text("1")
        await page.click("#bell")
        await expect(page.locator(".notice")).to_contain_text("Birch · #general")
        await shot(page, "called")
        await page.keyboard.press("Escape")
        await birch.click()
        await expect(birch).to_have_attribute("aria-pressed", "true")
        await expect(birch.locator(".badge")).to_have_count(0)
        await expect(page.locator("#me")).to_contain_text("Birch")
        await page.check("#follow")
        await cedar.command("general", "call", who="Elm")
        await expect(page.locator("[data-seat=Elm]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
async def test_a_bot_that_does_not_answer_is_told_about(
    page: "playwright.Page", discord: TriedDiscord, timers: HandTimers
):
    await type_command(page, "slow")
    await page.keyboard.type("5")
    await page.keyboard.press("Enter")
    await timers.begun.wait()
    timers.on(discord.backend.interactions.answer_within)

    await expect(page.locator(".toast")).to_contain_text("did not answer in time")


@pytest.mark.slow
async def test_a_channel_is_opened_and_people_chat_in_it(page: "playwright.Page"):
    await page.click("#new-channel")
    await page.get_by_role("textbox", name="Name").fill("Table Two")
    await page.get_by_role("button", name="Create").click()
    await expect(page.locator("#title")).to_contain_text("table-two")
    await page.click("#input")
    await page.keyboard.type("**Hello** <script>alert(1)</script>")
    await page.keyboard.press("Enter")

    await expect(page.locator(".message strong")).to_have_text("Hello")
    await expect(page.locator(".message .text")).to_have_text("Hello <script>alert(1)</script>")


@pytest.mark.slow
async def test_a_tester_sets_latency_permissions_and_removal_in_a_panel(
    discord: TriedDiscord, bot: Demo, page: "playwright.Page"
):
    await page.click("#tune")
    await page.get_by_label("Latency of every answer").fill("200")
    await page.get_by_label("Attach files").uncheck()
    await expect(page.locator(".tuning output")).to_have_text("200 ms")
    await shot(page, "panel")
    async with asyncio.TaskGroup() as both:
        both.create_task(bot.wait_for("guild_remove", timeout=20))
        both.create_task(page.get_by_role("button", name="Remove the bot").click())
    await expect(page.get_by_label("Send messages", exact=True)).not_to_be_checked()
    async with asyncio.TaskGroup() as both:
        both.create_task(bot.wait_for("guild_join", timeout=20))
        both.create_task(page.get_by_role("button", name="Invite the bot again").click())
    await expect(page.get_by_label("Send messages", exact=True)).to_be_checked()
    await expect(page.get_by_label("Attach files")).not_to_be_checked()
    await page.keyboard.press("Escape")
    await expect(page.locator("#panel")).to_be_hidden()

    assert discord.backend.latency.seconds == 0.2
    await type_command(page, "may")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.private")).to_contain_text("send_messages")
    await expect(page.locator(".message.private")).not_to_contain_text("attach_files")
    assert discord.errors == []


@pytest.mark.slow
async def test_everything_fits_on_a_phone(discord: TriedDiscord, page: "playwright.Page"):
    await page.set_viewport_size(PHONE)
    await type_command(page, "board")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Done")).to_be_visible()
    await shot(page, "phone-board")
    await page.click("#menu")
    await expect(page.locator(".channel.chosen")).to_be_in_viewport()
    await shot(page, "phone-channels")
    await page.keyboard.press("Escape")
    await page.click("#tune")
    await expect(page.get_by_label("Attach files")).to_be_in_viewport()
    await shot(page, "phone-panel")
    await page.keyboard.press("Escape")
    width = await page.evaluate("document.documentElement.scrollWidth")
    wide = await page.evaluate(
        "[...document.querySelectorAll('#main *')].filter(e => e.getBoundingClientRect().right > 391).length"
    )

    assert width == PHONE["width"]
    assert wide == 0
    assert discord.errors == []


async def written(page: "playwright.Page", text: str) -> "playwright.Locator":
    """Write a message, and return its paragraph once it is there."""
    await page.click("#input")
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    shown = page.locator(".message .para")
    await expect(shown).to_have_text(text)
    return shown


@pytest.mark.slow
async def test_a_square_is_drawn_whatever_fonts_there_are(page: "playwright.Page"):
    """The sign stays in the text, for whoever copies it; what is seen has its colour and one size."""
    text = await written(page, "🟥 SNB, ⬛ NWB")
    look = "found => found.map(one => [getComputedStyle(one).backgroundColor, one.offsetWidth, one.offsetHeight])"
    squares = await text.locator(".square").evaluate_all(look)
    await shot(page, "squares")

    assert [colour for colour, *_ in squares] == ["rgb(221, 46, 68)", "rgb(41, 47, 51)"]
    assert {tuple(size) for _, *size in squares} == {(15, 15)}


@pytest.mark.slow
async def test_the_sign_of_a_note_is_drawn_whatever_fonts_there_are(page: "playwright.Page"):
    """As the squares are: it stays in the text, and is as high as they."""
    text = await written(page, "More 📝")
    memo = text.locator(".memo")
    size = await memo.evaluate("one => [one.offsetWidth, one.offsetHeight, getComputedStyle(one).color]")
    await shot(page, "memo")

    assert size == [13, 15, "rgba(0, 0, 0, 0)"]


@pytest.mark.slow
async def test_a_numbered_list_goes_on_counting(page: "playwright.Page"):
    """Small print between the lines of a list does not make the next line the first one."""
    await page.click("#input")
    await page.keyboard.type("2. Birch")
    await page.keyboard.press("Enter")

    await expect(page.locator(".message ol")).to_have_attribute("start", "2")


@pytest.mark.slow
@pytest.mark.parametrize("first", [8, 98, 998])
async def test_numbers_of_several_digits_stay_within_their_frame(page: "playwright.Page", first: int):
    """The number of a move, at the left of a list, is not cut off where the list begins."""
    await page.click("#input")
    await page.evaluate(
        "text => { document.getElementById('input').value = text }", f"{first}. a\n{first + 1}. b"
    )
    await page.keyboard.press("Enter")
    left = await page.locator(".message ol").evaluate(
        "one => parseFloat(getComputedStyle(one).paddingLeft) - parseFloat(getComputedStyle(one).fontSize) * 0.636"
        " * (String(one.start + 1).length + 0.75)"
    )

    assert left >= 0
