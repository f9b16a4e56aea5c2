"""Buttons and lists: their ids say everything, fit Discord's limits, and lead to every legal action."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from assets import sentences
from bot.components import button, entry, joined, narrow_rows, phone_lines, select
from bot.limits import check_request
from bot.menu.folding import Menu, Ready
from bot.pickers import board_buttons, move_ids, picker
from bot.pickers.board_buttons import controls
from bot.pickers.move_ids import Press
from bot.pickers.picker import Picker
from bot.speech.table_view import view_of
from bot.tables.settings import TableSettings
from bot.tables.table import Seat, StartedTable, Table
from engine.actions import LayTile, Route, RunTrains
from engine.choices import Offer
from engine.game import Game
from tests.bot.decisions import games
from tests.bot.positions import FEW_TELLING, NAMES, having, played, telling
from tests.bot.reading import lines_read
from tests.tools import presses

WORD = st.one_of(st.just(""), st.just("-"), st.text("abcXYZ019.,~:#- ő", min_size=1, max_size=60))


def table_of(game: Game, **changes: Any) -> Table:
    """A table with this game on it."""
    seats = tuple(Seat(seat, place, name) for place, (seat, name) in enumerate(NAMES.items(), start=1))
    made = StartedTable(
        game_id=123456,
        guild_id=1,
        channel_id=2,
        rev=98765,
        state="running",
        title="18Mag",
        options=(),
        seed=1,
        places=3,
        language="en",
        host=1,
        settings=TableSettings(),
        seats=seats,
        game=game,
    )
    return replace(made, **changes)


@given(
    st.integers(0, 10**9),
    st.integers(0, 10**6),
    st.sampled_from(["lay", "dividend", "some_long_verb"]),
    st.sampled_from(
        [move_ids.ASK, move_ids.CHOOSE, move_ids.TAKE, move_ids.OTHER, move_ids.FORM, move_ids.DO]
    ),
    st.integers(0, 99),
    st.lists(WORD, max_size=6),
)
def test_an_id_says_what_it_was_written_with(  # noqa: PLR0917 - the parts of a press
    game: int, rev: int, verb: str, purpose: str, page: int, words: list[str]
):
    """Any words survive, as themselves or as digests, in at most 100 characters."""
    custom_id = move_ids.write(Press(game, rev, verb, purpose, page, tuple(words)))
    press = move_ids.read(custom_id)

    assert len(custom_id) <= 100
    assert press is not None
    assert (press.game, press.rev, press.verb, press.purpose) == (game, rev, verb, purpose)
    assert press.page == (page if purpose in (move_ids.ASK, move_ids.CHOOSE, move_ids.TAKE) else 0)
    carried = [*press.words, *[""] * len(words)][: len(words)]
    assert all(move_ids.means(one, word) for one, word in zip(carried, words, strict=True))


@pytest.mark.parametrize(
    "foreign", ["", "t:1:undo", "g:1", "g:x:1:lay", "g:1:1:lay:?", "g:1:1:lay\n", "l:1:join"]
)
def test_foreign_ids_are_not_ours(foreign: str):
    """Nothing else is mistaken for a move."""
    assert move_ids.read(foreign) is None


def items(rows: list[picker.Row]) -> list[Any]:
    """The components of a message in order."""
    return [item for row in rows for item in row]


def reached(table: Table, actor: str, verb: str) -> set[Any]:
    """Every action that pressing and choosing leads to, starting with a verb; ids are read as after a restart."""
    found, seen, waiting = set(), set(), [move_ids.write(Press(table.game_id, table.rev, verb))]
    while waiting:
        custom_id = waiting.pop()
        press = move_ids.read(custom_id)
        if custom_id in seen or press is None or press.purpose == move_ids.CANCEL:
            continue
        seen.add(custom_id)
        assert table.game is not None
        picker = Picker(view_of(table), Menu(table.game.choices, actor), verb)
        picked = move_ids.picked(picker.menu, press)
        assert picked is not None
        page = picker.page(picked, press.page)
        assert page is not None
        assert check_request("POST", "/webhooks/1/t", {"content": page.text, "components": sent(page)}) == []
        if page.ready is not None:
            found.add(page.ready.action)
        for item in items(page.parts):
            waiting += follow(picker, picked, item)
    return found


def sent(page: picker.Page) -> list[Any]:
    """The components of a page as they are sent."""
    return page.view.to_components()


def follow(picker: Picker, picked: dict[str, str], item: Any) -> list[str]:
    """The ids a component leads to; every amount is typed where any can be."""
    if isinstance(item, ui.Select):
        step = picker.menu.narrow(picker.verb, picked)
        words = [move_ids.find(option.value, (one.word for one in step.options)) for option in item.options]
        return [picker.id(move_ids.ASK, {**picked, step.field: word}) for word in words]
    press = move_ids.read(item.custom_id)
    if press is not None and press.purpose in (move_ids.OTHER, move_ids.AMOUNT):
        step = picker.menu.narrow(picker.verb, picked)
        amounts = {amount for card in step.worded for amount in card.amounts}
        return [picker.id(move_ids.ASK, {**picked, step.field: str(amount)}) for amount in amounts]
    return [item.custom_id]


@pytest.mark.parametrize("ply", FEW_TELLING)
async def test_pressing_on_leads_to_every_legal_action_and_to_no_other(ply: int):
    """A tile that lies the same way in two rotations is shown once."""
    game = played()[ply]
    table = table_of(game)
    for player in game.state.players:
        menu = Menu(game.choices, player)
        found = {action for verb in menu.verbs for action in reached(table, player, verb)}
        legal = {action for action in game.choices if action.actor == player}
        labels = {picker_label(table, action) for action in found}

        assert found <= legal
        assert labels == {picker_label(table, action) for action in legal}


def test_a_tile_that_looks_the_same_either_way_is_not_asked_about():
    """One number lays it, whichever way round; a picked tile is confirmed at once, and Back leads to its hex."""
    game, hex_ = next(straight(telling(1)))
    picker = Picker(view_of(table_of(game)), Menu(game.choices, game.pos.awaited[0]), "lay")
    page, before = picker.page({"hex": hex_, "tile": "9"}), picker.page({"hex": hex_})
    assert page is not None
    assert before is not None
    labels = {item.label: item.custom_id for item in items(page.parts)}
    presses = [move_ids.read(item.custom_id) for item in items(before.parts)]
    picked = [move_ids.picked(picker.menu, one) for one in presses if one and one.purpose == move_ids.DO]

    assert page.ready is not None
    assert [one["tile"] for one in picked if one].count("9") == 1
    assert move_ids.picked(picker.menu, move_ids.read(labels["Back"])) == {"hex": hex_}


@dataclass(frozen=True)
class Offered:
    """A stand-in for choices."""

    offers: tuple[Offer, ...]


def lays(game: Game, hexes: Iterable[str], rotations: int = 1) -> Menu:
    """A menu of lays on so many hexes, each in so many turns."""
    unit, actor = game.pos.unit, game.pos.awaited[0]
    made = (LayTile(actor, unit, hex_, "8", turn) for hex_ in hexes for turn in range(rotations))
    return Menu(Offered(tuple(map(Offer, made))))  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "pages"), [(24, 1), (25, 2), (41, 2)])
def test_a_place_is_picked_by_its_letter_however_many_there_are(count: int, pages: int):
    """One press on the first page, two on the second; no list is opened, and every page fits under its text."""
    game = having("lay")
    hexes = sorted(game.title.hexes)[:count]
    asking = Picker(view_of(table_of(game)), lays(game, hexes, 2), "lay")
    shown = [asking.page({}, number) for number in range(pages)]
    found = [
        press.words[1]
        for page in shown
        if page is not None and page.view is not None
        for item in items(page.parts)
        if (press := move_ids.read(item.custom_id)) and len(press.words) > 1 and press.words[1]
    ]

    assert sorted(found) == hexes
    assert not any(isinstance(item, ui.Select) for page in shown if page for item in items(page.parts))


def bank_trains(game: Game) -> list[Offer]:
    """The trains of a fixed price, which nobody has to agree to, where there are others too."""
    offers = [offer for offer in game.choices.offers if offer.action.verb == "train"]
    free = [offer for offer in offers if offer.amounts is None and not offer.idle]
    return free if len(offers) > 5 else []


def test_a_train_of_the_bank_is_bought_by_one_press():
    """However many trains of others there are to ask for, which are a press further away."""
    game, free = next((game, free) for game in played() if 0 < len(free := bank_trains(game)) <= 5)
    shown = view_of(table_of(game))
    presses = [move_ids.read(item.custom_id) for item in items(board_buttons.moves(shown, shown.menu()))]
    trains = [press for press in presses if press and press.verb == "train"]
    bought = [Menu(game.choices).narrow("train", move_ids.picked(shown.menu(), one)) for one in trains[:-1]]

    assert [one.purpose for one in trains] == [move_ids.DO] * len(free) + [""]
    assert [one.action for one in bought if isinstance(one, Ready)] == [offer.action for offer in free]


def straight(games: Iterable[Game]) -> Iterator[tuple[Game, str]]:
    """Where the straight tile may lie beside other tiles, and in one direction only."""
    for game in games:
        own = Menu(game.choices, game.pos.awaited[0])
        for hex_ in sorted({card.words["hex"] for card in own.rest("lay", {"tile": "9"})}):
            lays = [card.words for card in own.rest("lay", {"hex": hex_})]
            turns = [int(lay["rotation"]) % 3 for lay in lays if lay["tile"] == "9"]
            if len(turns) == 2 and len(set(turns)) == 1 and len(lays) > 2:
                yield game, hex_


def picker_label(table: Table, action: Any) -> str:
    """What an action is called on a button."""
    assert table.game is not None
    facts = next((offer.facts for offer in table.game.choices.offers if offer.action == action), {})
    return Picker(view_of(table), Menu(table.game.choices, action.actor), action.verb).bare.action(
        action, facts
    )


def test_the_board_shows_what_may_be_done_now_and_the_tools():
    """A button for every verb, of both sides of a consent, others' last; then undo, and what one may see."""
    rows = controls(view_of(table_of(having("accept"))))
    labels = [lines_read(item.label for item in row) for row in rows]

    assert labels == [
        [
            "Refuse: keep #2's 2-train",
        ],
        ["Accept: sell #2's 2-train to #1 for 26 Ft"],
        ["Anna: Withdraw: #1 offers 26 Ft for #2's 2-train"],
        ["Undo", "Map", "Market"],
        ["Charters", "Trains", "More"],
    ]


def test_the_board_counts_choices_and_speaks_the_tables_language():
    """The only thing to do stands on the board itself, each choice of it."""
    rows = controls(view_of(table_of(having("draft"), language="es")))

    assert isinstance(rows[0][0], ui.Select)
    assert len(rows[0][0].options) == 20
    assert rows[1][0].label == "Deshacer"


def test_a_finished_table_has_a_rematch_and_tools_only():
    """Nothing can be played any more, but another game."""
    rows = controls(view_of(table_of(having("lay"), state="finished")))

    assert [[item.label for item in row] for row in rows] == [
        ["Rematch"],
        ["Undo", "Map", "Market"],
        ["Charters", "Trains", "More"],
    ]


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("noted", [False, True])
def test_what_one_may_look_at_takes_two_lines_of_a_phone(lang: str, noted: bool):
    """In each language, with the sign of a note too: a third line would push the card's text out of sight."""
    table = table_of(having("lay"), language=lang)
    if noted:
        notes = {str(user): "FNM first" for user in table.called_people}
        table = replace(table, settings=TableSettings(notes=notes))
    tools = controls(view_of(table))[-board_buttons.TOOLS :]

    assert sum(map(len, tools)) == 6
    assert [phone_lines(row) for row in tools] == [1, 1]


def test_long_words_are_carried_as_digests():
    """Routes do not fit into an id; the offer with the same digest is meant."""
    paths = [
        tuple(f"E{column}.0" for column in range(2, 20, 2)),
        tuple(f"F{column}.0" for column in range(3, 21, 2)),
    ]
    offers = tuple(Offer(RunTrains("s1", "5", (), (Route("8", path),))) for path in paths)

    class Two:
        """Choices of two long routes."""

    Two.offers = offers  # type: ignore[attr-defined]
    menu = Menu(Two())  # type: ignore[arg-type]
    step = menu.narrow("run")
    chosen = move_ids.ordered(menu, "run", {"routes": step.options[1].word})  # type: ignore[union-attr]
    press = move_ids.read(move_ids.write(Press(1, 2, "run", move_ids.PLAY, 0, chosen)))

    assert press is not None
    assert move_ids.picked(menu, press) == {"routes": step.options[1].word}  # type: ignore[union-attr]
    assert move_ids.picked(menu, replace(press, words=("", "", "#0000000000"))) is None


def test_instead_of_a_refused_move_others_are_one_press_away():
    """A full action plays at once; an open amount is asked for."""
    game = having("lay")
    table = table_of(game)
    menu = Menu(game.choices, game.pos.awaited[0])
    shown = board_buttons.whole(view_of(table), menu, menu.offers("lay")[:3])
    purposes = [move_ids.read(str(item.custom_id)) for item in shown]

    assert [press.purpose for press in purposes if press] == [move_ids.DO] * 3


# --- how high buttons are on a phone


def labelled(*labels: str) -> list[ui.Button[object]]:
    """Buttons of these labels."""
    return [button(label, f"x:{label}") for label in labels]


def test_buttons_stand_in_rows_that_a_phone_shows_in_one_line():
    """Each in the first row with room for it: what is short does not take a line of its own."""
    made = narrow_rows(labelled("Sell shares (9)", "Buy a mountain railway (6)", "Buy a share (2)", "Pass"))

    assert [[one.label for one in row] for row in made] == [
        ["Sell shares (9)", "Buy a share (2)"],
        ["Buy a mountain railway (6)", "Pass"],
    ]
    assert [phone_lines(row) for row in made] == [1, 1]


def test_what_ends_a_turn_stands_in_the_last_line_with_room_for_it():
    """A thumb that means a bid does not pass."""
    bids = labelled("Bid 55 SFR", "Bid 60 SFR", "Bid 65 SFR", "Bid 75 SFR", "Other amount", "Pass")
    made = narrow_rows(bids, {"x:Pass"})

    assert [[one.label for one in row] for row in made] == [
        ["Bid 55 SFR", "Bid 60 SFR"],
        ["Bid 65 SFR", "Bid 75 SFR"],
        ["Other amount", "Pass"],
    ]


def test_a_pass_stands_behind_all_bids_on_the_card():
    """Four bids and another amount are pressed without it between them."""
    game = Game.start("1844", ("s1", "s2", "s3"), seed=7)
    view = presses.view_of(game, game.setup.players)
    labels = [
        str(getattr(item, "label", "")) for row in board_buttons.moves(view, view.menu()) for item in row
    ]

    assert [one.startswith("Bid") for one in labels].count(True) == 4
    assert labels[-1] == "Pass"


@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
def test_no_button_leads_to_what_stands_beside_it(title: str):
    """Where all trains that can be bought have a button each, no other one asks which of them."""
    for game in games(title):
        view = presses.view_of(game, game.setup.players)
        menu = view.menu()
        if "train" not in menu.useful:
            continue
        shown = [item for row in board_buttons.moves(view, menu) for item in row]
        read = [move_ids.read(str(item.custom_id)) for item in shown]
        trains = [one for one in read if one is not None and one.verb == "train"]
        whole = [one for one in trains if one.purpose == move_ids.DO]

        assert len(whole) < len(menu.offers("train")) or len(trains) == len(whole)


def test_a_label_that_is_wider_than_a_phone_takes_two_lines():
    """So long a button is counted as high as it is."""
    assert phone_lines(labelled("Token in G14 Szabadka, city to W, E, for 80 Ft")) == 2
    assert phone_lines(labelled("Lay track (10)", "Buy a mountain railway (6)")) == 2


def test_too_many_rows_are_joined_where_the_fewest_buttons_stand():
    """A phone breaks them where they were joined, so nothing is as high as in rows filled from the left."""
    made = joined([labelled("a", "b", "c"), labelled("d"), labelled("e"), labelled("f", "g")], 3)

    assert [[one.label for one in row] for row in made] == [["a", "b", "c"], ["d", "e"], ["f", "g"]]


def test_an_entry_of_a_list_is_cut_where_it_is_too_long():
    """So is what stands in the list until something is chosen; nothing is said where there is nothing to say."""
    long = select("id", "w" * 200, [entry("l" * 200, "one", "a" * 200, chosen=True), entry("plain", "two")])
    bare = select("id", "", [entry("plain", "two")])

    first, second = long.options
    assert (len(first.label), len(str(first.description)), len(str(long.placeholder))) == (100, 100, 150)
    assert (first.default, second.default, second.description) == (True, False, None)
    assert bare.placeholder is None
