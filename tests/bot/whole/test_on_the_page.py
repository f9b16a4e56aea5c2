"""What stands around a turn, on the page as a phone shows it: typed, pressed and read in Chromium."""

import re
from collections.abc import AsyncIterator

import pytest

from assets import sentences
from engine import notation
from engine.actions import LayTile
from tests.bot.browser import ARGUMENTS, CHROMIUM, needs_chromium, sit
from tests.bot.cogs.test_digest import last_mover, play
from tests.bot.hooks.receiver import receiver
from tests.bot.local.moderator import leave
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, Table

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
expect = playwright.expect

PHONE = {"width": 390, "height": 844}
PATIENCE = 20_000
"""Milliseconds in which anything must be on the page, also while others keep the machine busy."""

pytestmark = [needs_chromium, pytest.mark.slow]


class Phone:
    """A person's phone: the page at its width, and what a finger and the keyboard do there."""

    def __init__(self, page: "playwright.Page") -> None:
        self.page = page

    @property
    def own(self) -> "playwright.Locator":
        """The newest message that only this person sees."""
        return self.page.locator(".message.private").last

    @property
    def last(self) -> "playwright.Locator":
        """The newest message of all."""
        return self.page.locator(".message").last

    @property
    def board(self) -> "playwright.Locator":
        """The card of the turn, also when it has been posted anew."""
        return self.page.locator(".message", has=self.page.get_by_role("button", name="Charters")).last

    @property
    def asked(self) -> "playwright.Locator":
        """The newest message that asks for consent."""
        return self.page.locator(".message", has=self.page.get_by_role("button", name="Agree")).last

    @property
    def sheets(self) -> "playwright.Locator":
        """The newest board with map, market and charters, which numbers the move."""
        return self.page.locator(".message", has_text=re.compile(r"· Move \d")).last

    async def sit(self, person: Person) -> None:
        """Look at the page as somebody."""
        await sit(self.page, person)

    async def give(self, command: str, **options: object) -> None:
        """Type a command, its options by their names, and send it."""
        await self.page.fill("#input", f"/{command} ")
        await self.page.locator(".chip.name").wait_for()
        for option, value in options.items():
            await (await self.option(option)).fill(str(value))
        await self.page.locator("button.send").click()

    async def give_in(self, language: str, command: str, **options: object) -> None:
        """Type a command and its options as they are called in a language, and send it."""
        called = {sentences.say(f"option.{key}.name", language): value for key, value in options.items()}
        await self.give(sentences.typed(command, language).removeprefix("/"), **called)

    async def option(self, name: str) -> "playwright.Locator":
        """The box of an option of the command that is being typed, added where it may be left out."""
        chip = self.page.get_by_label(name, exact=True)
        if not await chip.count():
            await self.page.get_by_role("button", name=f"+ {name}", exact=True).click()
        return chip

    def named(self, command: str, language: str) -> "playwright.Locator":
        """A command that the newest private message names, as it is typed in a language."""
        typed = sentences.typed(command, language)
        return self.own.get_by_role("button", name=typed, exact=True).first

    async def press(self, message: "playwright.Locator", label: str) -> None:
        """Press a button of a message."""
        await message.locator("[data-id]", has_text=label).first.click()

    async def choose(
        self, message: "playwright.Locator", label: str | re.Pattern[str], which: str = ""
    ) -> None:
        """Open a list of a message and choose the first entry with these words."""
        await message.locator(f".select{which}").first.click()
        await self.page.locator(".list-item", has_text=label).first.click()

    async def speak(self, language: str) -> None:
        """Choose the language of the page, and with it that of the commands and of what the bot answers."""
        await self.page.click("#menu")
        await self.page.get_by_label("Change name and language").click()
        offered = self.page.locator(f"dialog select option[value^={language}]")
        await self.page.locator("dialog select").select_option(await offered.first.get_attribute("value"))
        await self.page.locator("dialog button[type=submit]").click()
        await self.page.keyboard.press("Escape")
        await expect(self.page.locator("html")).to_have_attribute("lang", language)

    async def letters(self) -> None:
        """Open what the bot has written to this person alone."""
        await self.page.click("#menu")
        await self.page.locator(".channel", has_text="Stationmaster").click()


@pytest.fixture
async def phone(tabletop: Table) -> AsyncIterator[Phone]:
    """A phone at the server; nothing on it is wider than its screen, and no script of the page fails."""
    troubles: list[str] = []
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page(viewport=PHONE)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.add_init_script("localStorage.setItem('follow', 'no')")
        await page.goto(tabletop.server.page_url)
        yield Phone(page)
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        await browser.close()
    assert troubles == []


def heart(key: str, language: str) -> re.Pattern[str]:
    """The longest part of a message in a language that is written as it is, whatever number it is told for."""
    forms = sentences.messages(language)[key].forms
    parts = (max(re.split(r"\{\w*\}|<[^>]*>|[*`]+", form), key=len).strip() for form in forms)
    return re.compile("|".join(map(re.escape, parts)))


async def first_lay(table: Table) -> LayTile:
    """The first tile that may be laid now."""
    offers = (await table.bot.service.tables.find(1)).started().game.choices.offers
    return next(one.action for one in offers if isinstance(one.action, LayTile))


async def test_an_order_is_given_by_pressing_and_its_note_is_a_letter(tabletop: Table, phone: Phone):
    """What it would do now is told before; it acts, a letter says so, and others see a pass like any other."""
    tabletop.bot.service.orders.delay = 0.0
    await tabletop.game(title="1844")
    me, other = await tabletop.awaited(), await tabletop.other()
    await phone.sit(me)
    await phone.give("order")
    await phone.choose(phone.own, "Pass until this round is over")
    await expect(phone.own).to_contain_text("It would act now")
    await phone.press(phone.own, "Give this order")
    await expect(phone.own).to_contain_text("Given: Pass until this round is over")
    await expect(phone.sheets).to_contain_text("Move 1")
    await phone.sit(other)
    await expect(phone.page.locator("#messages")).not_to_contain_text("Pass until")
    await phone.sit(me)
    await phone.letters()
    await expect(phone.last).to_contain_text("your standing order has acted")


async def test_a_point_is_gone_back_to_and_redo_plays_again(tabletop: Table, phone: Phone):
    """Undo and Redo by a press each; further back a list, and a picture before anything happens."""
    await phone.sit(await tabletop.to("lay"))
    await tabletop.type_moves([notation.write(await first_lay(tabletop))])
    await expect(phone.sheets).to_contain_text("Move 19")
    await phone.press(phone.board, "Undo")
    await expect(phone.sheets).to_contain_text("Move 18")
    await phone.press(phone.own, "Redo")
    await expect(phone.sheets).to_contain_text("Move 19")
    await phone.press(phone.board, "Undo")
    await phone.press(phone.own, "Further back")
    await phone.choose(phone.own, "First share round")
    await expect(phone.own.locator("img").first).to_be_visible()
    await expect(phone.own).to_contain_text("would be taken back")


async def test_a_plan_is_typed_kept_and_played(tabletop: Table, phone: Phone):
    """The run it would bring stands below its map; opened again from the list, it is played by a press."""
    await phone.sit(await tabletop.to("lay"))
    lay = await first_lay(tabletop)
    await phone.give("plan", hex=lay.hex, tile=lay.tile, rotation=lay.rotation, name="north")
    await expect(phone.own).to_contain_text("north · #1, 1 step")
    await expect(phone.own).to_contain_text("run")
    await phone.give("plan")
    await phone.choose(phone.own, "north")
    await phone.press(phone.own, "Play it")
    await expect(phone.own).to_contain_text("Played: Lay tile")
    await expect(phone.sheets).to_contain_text("Move 19")


async def test_a_rule_is_found_and_a_move_asked_about(tabletop: Table, phone: Phone):
    """Both complete what is typed; a move that is refused names its clause in words, and none is played."""
    await phone.sit(await tabletop.to("lay"))
    await phone.give("rule", words="token")
    await expect(phone.own).to_contain_text("A company's station in a city.")
    await phone.page.fill("#input", "/why ")
    await phone.page.locator(".chip.name").wait_for()
    move = await phone.option("move")
    await move.press_sequentially("lay")
    await expect(phone.page.locator(".hint").first).to_contain_text(re.compile("lay", re.IGNORECASE))
    await move.fill("draft 13")
    await phone.page.locator("button.send").click()
    await expect(phone.own).to_contain_text(re.compile(r"MAG-[IVX]+\.\d"))
    await phone.give("help")
    await expect(phone.own).to_contain_text("It is your turn.")
    await expect(phone.sheets).to_contain_text("Move 18")


async def test_what_happened_is_read_on_one_screen(tabletop: Table, phone: Phone):
    """A digest and its picture, the summary of a round, and the history under More, from a line to that position."""
    await phone.sit(await tabletop.to("lay"))
    await play(tabletop, moves=6)
    reader = await tabletop.other()
    await phone.sit(reader)
    await phone.give("digest")
    await expect(phone.own).to_contain_text("since you last looked")
    await expect(phone.own.locator(".picture img")).to_have_count(1)
    await play(tabletop, rounds=1)
    await expect(phone.page.locator("#messages")).to_contain_text("OR 1.1 is over")
    await phone.press(phone.board, "More")
    await phone.press(phone.own, "History")
    await expect(phone.own).to_contain_text("OR 1.1")
    await phone.choose(phone.own, "#1")
    await expect(phone.own).to_contain_text("after move")


async def test_everything_of_ones_own_is_set_by_lists_and_buttons(tabletop: Table, phone: Phone):
    """Quiet hours, reminders, a vacation and the language; opened again, the page is in that language."""
    await tabletop.game()
    alder = tabletop.people[0]
    await phone.sit(alder)
    await phone.give("me settings")
    await phone.choose(phone.own, "Quiet from 22:00", "[data-id='m:list:from']")
    await phone.choose(phone.own, "Quiet until 8:00", "[data-id='m:list:to']")
    await expect(phone.own).to_contain_text("from 22:00 to 8:00")
    await phone.press(phone.own, "Tell me when I am next: no")
    await expect(phone.own).to_contain_text("Tell me when I am next: yes")
    await phone.choose(phone.own, "Magyar", "[data-id='m:list:language']")
    await expect(phone.own).to_contain_text("Beállításaid")


async def test_a_game_is_practised_alone_and_a_machine_on_the_web_is_asked_for(tabletop: Table, phone: Phone):
    """A study room begun from nothing, its lines under More; an address of a private network is refused."""
    (alder,) = await tabletop.seat(1)
    await phone.sit(alder)
    await phone.give("game new", title="18Mag", seats=3, seed=3, alone="True")
    await expect(phone.board).to_contain_text("a game to practise")
    for number in (13, 5):
        await phone.give("do", move=f"draft {number}")
    await expect(phone.sheets).to_contain_text("Move 2")
    await phone.press(phone.board, "More")
    await expect(phone.own).to_contain_text("/me hook")
    await phone.press(phone.own, "Branches")
    await expect(phone.own).to_contain_text("Lines of play")
    await phone.give("me hook", address="https://localhost/calls")
    await expect(phone.own).to_contain_text("private network")


async def test_a_seat_has_the_languages_of_the_bot(tabletop: Table, phone: Phone):
    """Each as its speakers call it, as many as the bot speaks."""
    (alder,) = await tabletop.seat(1)
    await phone.sit(alder)
    await phone.page.locator("#me button").dispatch_event("click")
    listed = phone.page.locator("select option")

    await expect(listed).to_have_count(len(sentences.languages()))
    assert {*await listed.all_inner_texts()} == {"English", "Čeština", "Deutsch", "Magyar", "Español"}


async def test_the_house_plays_along_and_takes_a_seat_over(tabletop: Table, phone: Phone):
    """A lobby of one is filled and started by presses; the house answers a move, and plays for who is away."""
    tabletop.bot.service.house.delay = 0.0
    (me,) = await tabletop.seat(1)
    await phone.sit(me)
    await phone.give("game new", title="18CZ", seats=3)
    card = phone.page.locator(
        ".message", has=phone.page.get_by_role("button", name="Add a house player")
    ).last
    for number in (1, 2):
        await phone.press(card, "Add a house player")
        await expect(phone.page.locator("#messages")).to_contain_text(f"House {number}")
    await phone.page.get_by_role("button", name="Start", exact=True).click()
    await me.until(lambda: tabletop.having("b:"))
    await phone.give("game house")
    await expect(phone.page.locator("#messages")).to_contain_text("The house now plays for Alder")
    await expect(phone.sheets).to_contain_text(re.compile(r"Move \d\d"))
    await phone.give("game house")
    await expect(phone.page.locator("#messages")).to_contain_text("stopped playing")


async def test_somebody_is_voted_out_and_another_sits_down(tabletop: Table, phone: Phone):
    """Of who has left the server; the question is answered by a press, and whoever wants the seat asks the host."""
    await tabletop.game()
    alder, birch, cedar = tabletop.people
    leave(tabletop.server.world, cedar.id)
    await phone.sit(birch)
    await phone.give("game voteout", seat=cedar.name)
    await phone.sit(alder)
    await phone.press(phone.asked, "Agree")
    await expect(phone.page.locator("#messages")).to_contain_text("House 1")
    guest = (await tabletop.seat(4))[3]
    await phone.sit(guest)
    await phone.give("game replace", seat="House 1")
    await phone.sit(alder)
    await phone.press(phone.asked, "Agree")
    await expect(phone.page.locator("#messages")).to_contain_text(
        f"{guest.name} takes over from House from now on."
    )
    tabletop.server.errors.clear()  # who has left is unknown


async def test_a_clock_stands_on_the_board(tabletop: Table, phone: Phone):
    """Kind, time and what happens at zero are chosen from what is offered; the board says until when."""
    await tabletop.game()
    await phone.sit(tabletop.people[0])
    await phone.give(
        "table clock", kind="that much time for each decision", time="12h", zero="the house plays that turn"
    )
    await expect(phone.own).to_contain_text("Each decision may now take 12 hours")
    await expect(phone.board).to_contain_text("has until")


async def test_a_game_that_ends_has_its_card_and_a_rematch(tabletop: Table, phone: Phone):
    """Scores, where they came from, chart and film; another game with the same people is a press."""
    await tabletop.to("run")
    await play(tabletop, rounds=2)
    for person in tabletop.people:
        await phone.sit(person)
        await phone.give("game stop")
        await tabletop.settled()
    card = phone.page.locator(".message", has_text="18Mag is over").last
    await expect(card).to_contain_text("Largest run")
    await expect(card.locator("img").first).to_be_visible()
    await phone.sit(tabletop.people[1])
    await phone.press(phone.page.locator(".message", has_text="Rematch").last, "Rematch")
    await expect(phone.page.locator("#messages")).to_contain_text("opens another game")
    await phone.give("me history")
    await expect(phone.own).to_contain_text("18Mag")


@pytest.mark.parametrize("language", [one for one in sentences.languages() if one != sentences.ENGLISH])
async def test_a_person_reads_and_types_their_own_language(tabletop: Table, phone: Phone, language: str):
    """The page, the names of commands and what the bot answers."""
    await phone.sit(await tabletop.to("lay"))
    await phone.speak(language)
    await phone.give(sentences.typed("help", language).removeprefix("/"))
    await expect(phone.own).to_contain_text(sentences.say("help.turn", language))


@pytest.mark.parametrize("language", sentences.languages())
async def test_what_players_wish_for_is_found_by_pressing(tabletop: Table, phone: Phone, language: str):
    """*More*, a command that it names, and sending it: a finger finds queues, a hook, the league and a note."""
    await tabletop.to("lay")
    await phone.sit(tabletop.people[0])
    if language != sentences.ENGLISH:
        await phone.speak(language)
    for path, key in (("order", "wish.head"), ("me hook", "hook.none"), ("league standings", "league.off")):
        await phone.board.get_by_role("button", name="More", exact=True).click()
        await phone.named(path, language).click()
        await phone.page.locator("button.send").click()
        await expect(phone.own).to_contain_text(heart(key, language))
    await phone.board.get_by_role("button", name="More", exact=True).click()
    for path in ("league signup", "game copy", "game invite", "game proxy", "show money", "me settings"):
        await expect(phone.named(path, language)).to_be_attached()
    await phone.press(phone.own, sentences.say("tool.note", language))
    await expect(phone.own).to_contain_text(sentences.say("note.none", language))


@pytest.mark.parametrize("language", sentences.languages())
async def test_what_else_there_is_stands_on_one_screen(tabletop: Table, phone: Phone, language: str):
    """*More* is seen whole by who has missed nothing, its buttons too; what is for one's own turn comes first."""
    await tabletop.to("lay")
    table = await tabletop.bot.service.tables.find(1)
    await phone.sit(last_mover(tabletop, table.moves))
    if language != sentences.ENGLISH:
        await phone.speak(language)
    await phone.board.get_by_role("button", name="More", exact=True).click()
    await expect(phone.named("help", language)).to_be_attached()
    seen = await phone.page.locator("#scroll").bounding_box()
    shown = await phone.own.bounding_box()
    assert shown["height"] <= seen["height"]
    text = await phone.own.inner_text()
    assert text[text.index("/") :].startswith(sentences.typed("order", language))


@pytest.mark.parametrize("language", sentences.languages())
async def test_what_is_wished_for_is_set_in_ones_own_language(tabletop: Table, phone: Phone, language: str):
    """Quiet hours, a hook that is tried, a note and an order: typed, pressed and answered so."""
    await tabletop.restart(hooks="any", order_delay=0.0)
    await tabletop.game(title="1844")
    await phone.sit(await tabletop.awaited())
    if language != sentences.ENGLISH:
        await phone.speak(language)
    await phone.give_in(language, "me timezone", zone="Europe/Prague")
    await phone.give_in(language, "me quiet", quiet_from="23:00", quiet_to="7:00")
    await expect(phone.own).to_contain_text("Europe/Prague")
    await expect(phone.own).to_contain_text(heart("me.quiet.set", language))
    async with receiver() as there:
        await phone.give_in(language, "me hook", hook=there.url)
        await expect(phone.own).to_contain_text(heart("hook.set", language))
    await expect(phone.own).to_contain_text("whsec_")
    assert sentences.say("hook.test", language) in there.came[0][1]
    await phone.give_in(language, "note", note_text="FNM")
    await expect(phone.own).to_contain_text(heart("note.head", language))
    await phone.give_in(language, "order")
    await phone.choose(phone.own, heart("wish.pass_round", language))
    await expect(phone.own).to_contain_text(heart("wish.now.act", language))


@pytest.mark.parametrize("language", sentences.languages())
async def test_what_happened_is_read_in_ones_own_language(tabletop: Table, phone: Phone, language: str):
    """The digest with its steps, and who earned what, as a picture and to copy."""
    mover = await tabletop.to("run")
    await play(tabletop, moves=1)
    await phone.sit(next(one for one in tabletop.people if one is not mover))
    if language != sentences.ENGLISH:
        await phone.speak(language)
    await phone.give_in(language, "show money")
    await expect(phone.own).to_contain_text(".csv")
    await expect(phone.own.locator("img").last).to_be_visible()
    await phone.give_in(language, "digest")
    await expect(phone.own).to_contain_text(heart("digest.head", language))
    await phone.press(phone.own, sentences.say("digest.button.steps", language))
    await expect(phone.own).to_contain_text(heart("digest.steps", language))


@pytest.mark.parametrize("language", sentences.languages())
async def test_a_study_room_a_lobby_and_a_league_are_there_in_ones_own_language(
    tabletop: Table, phone: Phone, language: str
):
    """A game to practise with its lines, an invitation, and a list of those who wait for a league table."""
    host, guest = await tabletop.seat(2)
    await phone.sit(host)
    if language != sentences.ENGLISH:
        await phone.speak(language)
    await phone.give_in(language, "league switch", switch="on")
    await guest.command(CHANNEL, "league signup", title="1844")
    await phone.give_in(language, "league signup", title="1844")
    everybody_reads = sentences.ENGLISH  # the server's language
    await expect(phone.last).to_contain_text(heart("league.waiting", everybody_reads))
    await phone.give_in(language, "game new", title="18Mag", seats=3, seed=3, alone="True")
    await expect(phone.own).to_contain_text(heart("game.practised", language))
    await phone.give_in(language, "game stop")
    await expect(phone.page.locator("#messages")).to_contain_text(heart("end.head", language))
    await phone.give_in(language, "game new", title="18CZ", seats=3)
    await phone.give_in(language, "game invite", invited=guest.name)
    await expect(phone.own).to_contain_text(heart("invite.done", language))
