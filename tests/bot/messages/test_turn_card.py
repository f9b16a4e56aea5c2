"""The card of a turn by itself: when it is edited or posted anew, what it says, and how it becomes a record."""

import io
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.messages.easel import Easel
from bot.messages.tally import Tally
from bot.messages.turn_card import NOT_ALLOWED, CardPlan, TurnCard
from tests.bot.messages.channels import refusal
from tests.bot.messages.tables import ANN, BOB, running

VIEW = running(rev=3)
NEW = CardPlan(due=(ANN,), named=(ANN,), anew=True)


class Table:
    """A card, and the little that it needs: each thing it does is noted."""

    def __init__(self, *, standing: bool = False) -> None:
        self.rows: dict[str, Any] = {"card": SimpleNamespace(rev=3)} if standing else {}
        self.did: list[tuple[Any, ...]] = []
        self.texts: list[str] = []
        self.refusals: list[discord.HTTPException] = []
        self.there = True
        """Whether the card can be edited: nobody has removed it."""
        self.drawn: list[discord.File] = []
        self.missing: str | None = None
        self.moved = BOB
        self.tally = Tally()
        own: Any = self
        self.card = TurnCard(own, own, own, own, self.ring, self.tally)

    async def files(self, _view: object) -> list[discord.File]:
        """What is drawn, once."""
        drawn, self.drawn = self.drawn, []
        return drawn

    async def show(self, view: Any, put: Any) -> None:
        """Put them into the card."""
        await Easel.show(self, view, put)  # type: ignore[arg-type]

    def refuse(self, _game: int, _refused: object) -> None:
        """The channel takes no pictures."""
        self.missing = "refused"

    @property
    def whole(self) -> bool:
        """Whether no picture is still to come."""
        return self.missing != "follow"

    def shown_whole(self, rev: int) -> int:
        """The version that a card shows with all that belongs to it."""
        return Easel.shown_whole(self, rev)  # type: ignore[arg-type]

    async def ring(self, purpose: str, rev: int, by: int, due: Any, content: str, **shown: Any) -> None:
        """Post the card."""
        self._do("posted", purpose, rev, by, due, len(shown["files"]))
        self.rows[purpose] = SimpleNamespace(rev=rev if shown["whole"] else rev - 1)
        self.texts.append(content)

    async def called(self, person: int) -> None:
        """Somebody's call has waited no longer."""
        self.did.append(("called", person))

    async def edit(self, purpose: str, rev: int, content: str, attachments: Any, **shown: Any) -> bool:
        """Edit the card, if it is there."""
        if self.there:
            kept = None if attachments is None else len(attachments)
            self._do("edited", purpose, rev, shown.get("mention"), kept)
            self.texts.append(content)
        return self.there

    async def address(self, rev: int, people: Any) -> None:
        """Remember whom it names."""
        self.did.append(("names", rev, people))

    async def send_log(self, rev: int, texts: list[str]) -> None:
        """Post what is left of a record."""
        self.did.append(("log", rev, texts))

    async def remove(self, purpose: str) -> None:
        """Remove the card."""
        self.did.append(("removed", purpose))

    def _do(self, *what: Any) -> None:
        if self.refusals:
            raise self.refusals.pop(0)
        self.did.append(what)

    async def told(self, plan: CardPlan = CardPlan(named=(ANN,))) -> list[tuple[Any, ...]]:  # noqa: B008
        """Tell a turn; return what that did."""
        self.did.clear()
        await self.card.tell(VIEW, plan)
        return list(self.did)


EDITED = [("edited", "card", 3, (ANN,), None), ("names", 3, (ANN,))]


async def test_a_new_card_calls_who_is_due_and_is_edited_only_for_something_new():
    """A remark alone is enough; the same once more is nothing."""
    table = Table()
    first, again = await table.told(NEW), await table.told()
    table.card.remark(["Ann is away."])
    remarked, same = await table.told(), await table.told()
    table.card.remark([])
    back = await table.told()

    assert first == [("posted", "card", 3, BOB, (ANN,), 0), ("called", ANN)]
    assert (remarked, back) == (EDITED, EDITED)
    assert again == same == []
    assert table.texts[0] == table.texts[2]
    assert table.texts[1] == f"{table.texts[0]}\n-# Ann is away."


@pytest.mark.parametrize("broken", ["bot.pickers.board_buttons.moves", "bot.messages.turn_card.decision_of"])
async def test_a_card_that_cannot_be_made_is_plain_and_calls(
    broken: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """An error in what it says or offers would keep everybody from being called; what can be done stands on it."""

    def fail(*_given: object, **_named: object) -> None:
        raise KeyError

    monkeypatch.setattr(broken, fail)
    table = Table()
    posted = await table.told(NEW)

    assert posted == [("posted", "card", 3, BOB, (ANN,), 0), ("called", ANN)]
    assert table.texts[0].startswith(f"<@{ANN}> A decision is awaited.")
    assert "game 7: its card is plain" in caplog.text


async def test_a_card_that_was_removed_is_posted_again():
    """And where the same is to be shown anew, it is posted as well."""
    table = Table()
    await table.told(NEW)
    table.there = False
    table.card.remark(["Ann is away."])
    gone = await table.told()
    anew = await table.told(CardPlan(named=(ANN,), anew=True))

    assert gone == anew == [("posted", "card", 3, BOB, (), 0)]


@pytest.mark.parametrize(("rev", "edits"), [(3, False), (2, True)])
async def test_a_card_of_the_program_before_is_taken_as_shown(rev: int, edits: bool):
    """If it is of this very version, and there is nothing more to say."""
    table = Table(standing=True)
    table.rows["card"].rev = rev
    assert bool(await table.told()) is edits

    remarked = Table(standing=True)
    remarked.card.remark(["Ann is away."])
    assert await remarked.told() == EDITED


async def test_a_picture_that_comes_late_is_put_on_the_card():
    """One that is refused leaves it without any, and the card says so."""
    table = Table()
    await table.told(NEW)
    table.drawn = [discord.File(io.BytesIO(b""), "card.png")]
    late = await table.told()
    table.drawn, table.refusals = [discord.File(io.BytesIO(b""), "card.png")], [refusal(403)]
    refused = await table.told()
    table.refusals = [refusal(403)]
    table.card.remark(["Ann is away."])
    with pytest.raises(discord.Forbidden):
        await table.told()

    assert [did[-1] for did in (late[0], refused[0])] == [1, 0]
    assert table.texts[-1].startswith(table.texts[0] + "\n-# ")


LINES = CardPlan(lines=("Ann drafts 1", "Bob drafts 2"), closes=True)
LONG = CardPlan(lines=("Ann drafts " + "1" * 1500, "Bob drafts " + "2" * 1500), closes=True)


async def test_a_card_becomes_the_record_of_its_turn():
    """One message with where the game stands; of several the card is the first, without it."""
    for plan, left in ((LINES, []), (LONG, [LONG.lines[1]])):
        table = Table(standing=True)
        await table.card.close(VIEW, plan)

        assert table.did == [("edited", "card", 3, None, 0), ("log", 3, left)]
        where = "" if left else "\n-# Move 0: `/show snapshot`"
        assert table.texts == [("\n".join(plan.lines) if not left else LONG.lines[0]) + where]


async def test_a_record_without_a_card_is_posted():
    """Also where somebody has removed it, or it cannot be changed: then it goes. Of nothing there is no record."""
    posted = ("log", 3, ["Ann drafts 1\nBob drafts 2"])
    none, removed, forbidden, empty = (
        Table(),
        Table(standing=True),
        Table(standing=True),
        Table(standing=True),
    )
    removed.there = False
    forbidden.refusals = [refusal(403, NOT_ALLOWED)]
    for table in (none, removed, forbidden):
        await table.card.close(VIEW, LINES)
    await empty.card.close(VIEW, CardPlan(closes=True))
    other = Table(standing=True)
    other.refusals = [refusal(403, 50001)]
    with pytest.raises(discord.Forbidden):
        await other.card.close(VIEW, LINES)

    assert none.did == removed.did == [posted]
    assert forbidden.did == [("removed", "card"), posted]
    assert forbidden.tally.refused == 1
    assert empty.did == other.did == []
