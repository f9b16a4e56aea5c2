"""The sheet of a title whose companies run trains themselves, with privates, debts and a bank that may break."""

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import dist

import pytest

from assets import sentences
from engine.exhibits import Remark
from engine.notes import StockNotes
from engine.position import Position
from engine.state import OFFER, POOL, Frame, LastRun, PastRun
from render import PLAIN, Look, fonts, palette, schemes
from render.charters import charters_sheet
from render.company import company_sheet
from render.labels import label
from render.remarks import Remarks
from render.shapes import Box, Disc, Shape, Text
from render.sheet import LINE, MARGIN, ROW, SMALL, Sheet
from tests.render import scenes
from tests.render.scenes import PEOPLE, PLAYERS, changed, texts, told

LOOK = schemes.LIGHT


@pytest.fixture(scope="module")
def begun():
    """Two companies have begun, of two kinds; one owns a private."""
    pos = scenes.opening("1844")
    certificates = {**pos.state.certificates, "BLS.0": "ann", "BLS.1": "bob", "JN.0": "cy", "JN.1": POOL}
    return changed(
        pos,
        certificates=certificates,
        pars={"BLS": 100, "JN": 60},
        market={"1,5": ("BLS",), "5,4": ("JN",)},
        owners={"P1": "BLS", "P2": "ann", "T1": "ann", "B1": "cy"},
        trains={"BLS": ("2", "2H"), POOL: ("3H",)},
        order=("cy", "ann", "bob"),
        cash={**pos.state.cash, "BLS": 543},
    )


def at(found: Iterable[Shape], text: str):
    """Where a text stands, below the head."""
    return next(
        shape.at for shape in found if isinstance(shape, Text) and shape.text == text and shape.at[1] > 60
    )


def test_a_sale_is_marked_beside_what_is_left(begun: Position):
    """The dot stands next to its figure, not halfway to that of the next player."""
    frame = Frame("stock", (1,), ("ann",), notes=StockNotes(sold={"ann": ("JN",)}))
    found = charters_sheet(changed(begun, frames=(frame,)), PLAIN).shapes
    dot = next(one.centre for one in found if isinstance(one, Disc) and one.fill == LOOK.barrier)
    figures = [one.at for one in found if isinstance(one, Text) and one.at[1] == dot[1] + 9]

    assert min(abs(x - dot[0]) for x, _ in figures) < 14


def test_what_many_own_has_room_in_a_brief_sheet():
    """Minors and long names: where the sheet would be too high names are cut, and what is owned stands in a line."""
    minors = {str(number): PLAYERS[number > 6] for number in range(1, 13)}
    pos = changed(scenes.opening("18Mag", PLAYERS), owners=minors)
    names = dict.fromkeys(pos.everybody, "Mercedes Fernández")
    whole, brief = (charters_sheet(pos, Look(names=names), brief=brief) for brief in (False, True))

    assert (
        texts(whole.shapes).count("Mercedes Fernández") >= texts(brief.shapes).count("Mercedes Fernández") + 3
    )
    assert whole.y - brief.y >= ROW


def test_signs_of_players_can_be_read_at_a_table_of_seven(begun: Position):
    """Heads of the columns of players, a broad sign among them, in type that can be read on a phone."""
    pos = changed(scenes.opening("1844", PEOPLE), certificates={"BLS.0": "ann"}, market={"1,5": ("BLS",)})
    names = dict(zip(PEOPLE, ("Mercedes", "Mona", "Cy", "Wim", "Emma", "Fay", "Guy"), strict=True))
    found = charters_sheet(pos, Look(names=names)).shapes

    assert [one.text for one in found if isinstance(one, Text) and one.size < SMALL - 0.8] == []


def test_companies_are_listed_by_kind(begun: Position):
    """Each kind has its line; those that nobody has begun stand together at the end."""
    found = charters_sheet(begun, PLAIN).shapes

    heights = [at(found, text)[1] for text in ("Regional companies", "JN", "Historical companies", "BLS")]
    assert heights == sorted(heights)
    assert at(found, "Not started")[1] > heights[-1]
    assert at(found, "RhB")[1] > at(found, "Not started")[1]
    assert "Pre-SBB companies" not in texts(found)


def test_par_price_offer_and_pool_are_shown(begun: Position):
    """What a share cost first, what it costs now, and where more of them are."""
    found = texts(charters_sheet(begun, PLAIN).shapes)

    for text in ("Par", "Price", "IPO", "Pool", "100", "110", "70", "20", "543"):
        assert text in found


@pytest.mark.parametrize(("title", "kept"), [("1844", ("Merc.", "Mercado")), ("18Mag", ("Banco", "Banco"))])
def test_shares_that_were_sold_lie_where_the_title_puts_them(title: str, kept: tuple[str, str]):
    """In the pool of 1844, in the bank elsewhere: as a head of the charters, and on the charter of a company."""
    pos = scenes.opening(title)
    unit = next(one for one in pos.title.units.values() if one.shares)
    held = {f"{unit.id}.0": "ann", f"{unit.id}.1": POOL}
    sold = changed(pos, certificates={**pos.state.certificates, **held})
    head, name = kept

    assert head in texts(charters_sheet(sold, Look(lang="es")).shapes)
    assert any(f"{name} " in one for one in texts(company_sheet(sold, unit, (), Look(lang="es")).shapes))


def test_players_are_numbered_in_turn_order(begun: Position):
    """Where no priority deal is, the order of the rows is that of the turns."""
    found = charters_sheet(begun, Look(names={"cy": "Cyril"})).shapes
    rows = [at(found, name)[1] for name in ("Cyril", "ann", "bob")]

    assert rows == sorted(rows)
    assert [at(found, str(index + 1))[1] for index in range(3)] == rows


def test_players_are_numbered_by_their_places_when_the_game_is_over(begun: Position):
    """The richest is first, and who has as much shares the place."""
    cash = {**begun.state.cash, "ann": 0, "bob": 900, "cy": 900}
    over = changed(begun, over=True, frames=(), priority="bob", cash=cash, certificates={}, owners={})
    found = charters_sheet(over, PLAIN).shapes
    rows = [
        shape.text for shape in found if isinstance(shape, Text) and shape.at[0] < 100 and shape.at[1] > 40
    ]

    assert rows[rows.index("1") :][:9] == ["1", "Bo", "bob", "1", "Cy", "cy", "3", "An", "ann"]
    assert "priority deal" not in texts(found)


def test_debts_have_a_column_only_while_there_are_any(begun: Position):
    """A debt is red; without debts nothing is said of them."""
    owing = charters_sheet(changed(begun, debts={"bob": 150}), PLAIN).shapes
    debt = next(shape for shape in owing if isinstance(shape, Text) and shape.text == "150")

    assert debt.colour == LOOK.barrier
    assert "Debt" in texts(owing)
    assert "Debt" not in texts(charters_sheet(begun, PLAIN).shapes)


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
def test_heads_of_players_stand_at_one_height(title: str, lang: str):
    """Whole and beside each other, in every language, with debts and without."""
    for debts in ({}, {"bob": 1230}):
        pos = changed(scenes.opening(title), debts=debts)
        keys = ("cash", "liquid", "worth", "certificates", *(["debt"] if debts else []), "owns")
        heads = {sentences.say(f"picture.{key}", lang) for key in keys}
        sheet = charters_sheet(pos, Look(lang=lang))
        found = [
            one for one in sheet.shapes if isinstance(one, Text) and one.text in heads and one.size == SMALL
        ]
        first = min(one.at[1] for one in found)
        row = [one for one in found if one.at[1] == first]

        assert {one.text for one in row} == heads
        assert all(left.at[0] < right.at[0] for left, right in pairwise(row))


def test_what_a_debt_is_stands_below():
    """Where somebody has one, and nowhere else."""
    words = sentences.say("picture.mark.debt", "en")
    owing = changed(scenes.opening("18CZ"), debts={"bob": 40})

    assert words in texts(charters_sheet(owing, PLAIN).shapes)
    assert words not in texts(charters_sheet(scenes.opening("18CZ"), PLAIN).shapes)


def test_privates_lie_with_their_owners(begun: Position):
    """Players' privates are in their rows, those of companies in theirs; many take several lines."""
    found = charters_sheet(begun, PLAIN).shapes
    bls = at(found, "543")[1]

    assert abs(at(found, "T1")[1] - at(found, "ann")[1]) < 2
    assert bls <= at(found, "P1")[1] < bls + 60
    hoard = {private.id: "ann" for private in begun.title.data.privates}
    full = charters_sheet(changed(begun, owners=hoard), PLAIN)
    assert all(0 < shape.at[0] < full.width for shape in full.shapes if isinstance(shape, Text))
    assert len({at(full.shapes, private)[1] for private in hoard}) > 1


def test_spent_privates_are_pale(begun: Position):
    """A remark about a private greys its plate."""
    spent = told(begun, Remark("T1", "used", 1))

    def pale(pos: Position) -> int:
        return sum(isinstance(s, Box) and s.fill == LOOK.rule for s in charters_sheet(pos, PLAIN).shapes)

    assert pale(spent) == pale(begun) + 1


def test_notes_stand_where_they_belong(begun: Position):
    """Of a unit with a row in the row, of others below the phase, of places on the map only."""
    pos = told(
        begun,
        Remark("BLS", "destination_open", "J13"),
        Remark("RhB", "destination_open", "J13"),
        Remark("RhB", "not_floated", ""),
        Remark("cy", "owes", 120, money=True),
        Remark("Lyon", "transit_west", 90),
    )
    found = texts(charters_sheet(pos, Look(names={"cy": "Cyril"})).shapes)

    together = " ".join(found)

    assert "Destinations: BLS\u00a0J13, RhB\u00a0J13" in together
    assert "Owes: Cyril\u00a0120\u00a0SFR" in together
    assert not any("transit" in text for text in found)

    hungarian = " ".join(texts(charters_sheet(pos, Look(lang="hu")).shapes))
    assert "Célállomások: BLS\u00a0J13, RhB\u00a0J13" in hungarian, (
        "one colon, though the message has its own"
    )


def test_of_a_unit_and_a_train_of_one_name_the_train_is_meant():
    """A note about a stack does not turn up beside the minor of that number."""
    pos = told(scenes.full(), Remark("3", "phase", "green"))
    notes = Remarks.of(pos, {}, "en")

    assert notes.line("3") == ""
    assert notes.elsewhere(frozenset({"3"})) == {"Phase green": ["3"]}


def test_signs_can_be_read_on_their_colours():
    """Ink too much like its ground gives way to black or white; other ink stays."""
    assert palette.readable("#a2452b", "#583838") == "#ffffff"
    assert palette.readable("#bcba4c", "#242943") == "#bcba4c"


def test_every_player_count_fits():
    """Three players or seven: every text lies on the sheet."""
    for count in range(3, 8):
        people = (*PLAYERS, "Dóra", "Ede", "Ferdinand", "Guillermo")[:count]
        page = charters_sheet(scenes.opening("1844", people), Look(lang="es", caption="A caption"))
        assert all(0 < shape.at[0] < 800 for shape in page.shapes if isinstance(shape, Text))


def test_a_company_may_belong_to_one_player():
    """Who holds all of a company is told so in full, at a table of seven with everything else there is too."""
    pos = scenes.opening("1844", scenes.PEOPLE)
    papers = {
        f"{unit}.{index}": holder for unit, holder in (("BLS", "ann"), ("JN", "guy")) for index in range(9)
    }
    kept = {paper: holder for paper, holder in papers.items() if paper in pos.state.certificates}
    owned = changed(
        pos,
        certificates={**pos.state.certificates, **kept},
        pars={"BLS": 100, "JN": 60},
        market={"1,5": ("BLS",), "5,4": ("JN",)},
        trains={"BLS": ("8E", "8E"), "JN": ("5H", "6H")},
        cash={**pos.state.cash, "BLS": 5432},
    )
    assert (owned.percent("ann", "BLS"), owned.percent("guy", "JN")) == (100, 100)
    found = charters_sheet(owned, Look(lang="es")).shapes

    assert texts(found).count("100") >= 3
    assert "5432" in texts(found)
    assert not [text for text in texts(found) if text.endswith("…")]


@pytest.mark.parametrize("count", [2, 3])
def test_headings_are_whole_at_a_small_table(count: int):
    """Two or three players leave room to write the longest heading in full."""
    page = charters_sheet(scenes.opening("18Mag", PLAYERS[:count]), Look(lang="es"))

    assert {"Cotiz.", "Caja", "Últ. ingresos"} <= set(texts(page.shapes))


def ends(text: Text) -> tuple[float, float]:
    """The left and the right end of a text."""
    wide = fonts.width(text.text, text.bold) * text.size
    left = text.at[0] - {"l": 0, "m": wide / 2, "r": wide}[text.anchor]
    return left, left + wide


@pytest.mark.parametrize("lang", sentences.languages())
def test_heads_of_minors_are_whole(lang: str):
    """None is cut, and none reaches into the next; a long one stands higher."""
    pos = changed(scenes.opening("18Mag"), owners={"1": "ann", "2": "bob"})
    found = charters_sheet(pos, Look(lang=lang)).shapes
    heads = [one for one in found if isinstance(one, Text) and one.colour == LOOK.soft]
    rows = {one.at[1]: sorted(ends(other) for other in heads if other.at[1] == one.at[1]) for one in heads}

    assert not [one.text for one in heads if one.text.endswith("…")]
    assert all(one[1] < two[0] for row in rows.values() for one, two in pairwise(row))


def test_no_line_ends_within_an_amount_or_a_destination():
    """A sentence is broken elsewhere; so is the list of destinations."""
    sheet = Sheet(width=400)
    sheet.tell("The game ends after the set in which the bank breaks; it has\u00a08,773\u00a0SFR.")
    pos = scenes.opening("1844", scenes.PEOPLE)
    lines = texts(charters_sheet(told(pos, Remark("AB", "destination_open", "C20")), PLAIN).shapes)

    assert any("it has\u00a08,773\u00a0SFR." in line for line in texts(sheet.shapes))
    assert any("AB\u00a0C20" in line for line in lines)


@pytest.mark.parametrize(("revenues", "shown"), [((430, 520, 510), 3), ((1120, 1120, 910), 2)])
def test_runs_for_thousands_do_not_touch(revenues: tuple[int, ...], shown: int):
    """At a table of seven the earliest is left out where three have no room."""
    pos = scenes.opening("1844", scenes.PEOPLE)
    first, *earlier = revenues
    runs = {"BLS": LastRun(first, earlier=tuple(map(PastRun, earlier)))}
    owned = {
        "pars": {"BLS": 100},
        "certificates": {"BLS.0": "ann", "BLS.1": OFFER},
        "market": {"1,5": ("BLS",)},
    }
    found = charters_sheet(changed(pos, trains={"BLS": ("8E",) * 3}, runs=runs, **owned), PLAIN).shapes
    figures = sorted(ends(one) for one in found if isinstance(one, Text) and one.text in map(str, revenues))

    assert len(figures) == shown
    assert all(one[1] + 3 < two[0] for one, two in pairwise(figures))


def test_roundels_of_two_rows_do_not_touch():
    """Those of minors are all black: without a gap they would be one blot."""
    pos = scenes.opening("18Mag")
    minors = [unit.id for unit in pos.title.data.units if unit.kind == "minor"]
    owners = {minor: PLAYERS[index % len(PLAYERS)] for index, minor in enumerate(minors)}
    found = charters_sheet(changed(pos, owners=owners), PLAIN).shapes
    discs = [one for one in found if isinstance(one, Disc) and one.fill == "#000000"]

    assert len(discs) == 2 * len(minors)
    for one, two in combinations(discs, 2):
        assert dist(one.centre, two.centre) > one.radius + two.radius + 1


@pytest.mark.parametrize("lang", sentences.languages())
def test_what_the_marks_mean_has_as_many_lines_as_it_needs(begun: Position, lang: str):
    """Each mark that occurs has its meaning once, right of it, inside the sheet and beside no other."""
    frame = Frame("stock", (1,), ("ann",), notes=StockNotes(sold={"ann": ("JN",)}))
    marked = changed(
        begun, frames=(frame,), runs={"BLS": LastRun(120, kept=True)}, debts={"bob": 150}, priority="ann"
    )
    sheet = charters_sheet(marked, Look(lang=lang))
    meanings = [label(f"mark.{key}", lang) for key in ("director", "sold", "withheld", "debt", "priority")]
    found = [one for one in sheet.shapes if isinstance(one, Text) and one.text in meanings]
    spans = [(one.at[1], one.at[0], one.at[0] + fonts.width(one.text) * one.size) for one in found]
    lines = sorted({y for y, *_ in spans})

    assert [one.text for one in found] == meanings
    assert spans == sorted(spans)
    assert len(lines) > 1
    assert all(two - one == LINE for one, two in pairwise(lines))
    assert all(end < sheet.width for *_, end in spans)
    assert all(two[1] - one[2] > 30 for one, two in pairwise(spans) if one[0] == two[0])
    assert all(min(x for y, x, _ in spans if y == line) == MARGIN + 30 for line in lines)
    assert lines[-1] + LINE / 2 <= sheet.y


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("trains", [1, 4])
def test_heads_of_companies_stand_at_one_height(lang: str, trains: int):
    """In every language, also where one company has many trains: those take a line of their own."""
    pos = scenes.opening("18CZ", PLAYERS[:4])
    started = {"pars": {"BN": 80}, "certificates": {"BN.0": "ann", "Ug.0": OFFER}, "market": {"1,5": ("BN",)}}
    shapes = charters_sheet(
        changed(pos, trains={"BN": ("4+4f",) * trains}, **started), Look(lang=lang)
    ).shapes
    heads = [label(f"head.{key}", lang) for key in ("price", "pool", "treasury", "trains")]
    written = [one for one in shapes if isinstance(one, Text) and one.text in heads]
    (below,) = {one.at[1] for one in written if one.text == label("head.trains", lang)}

    assert all(one.at[1] == below for one in written if abs(one.at[1] - below) < ROW)
    assert not any(label("head.offer", lang) == one for one in texts(shapes))


def test_a_brief_sheet_says_what_players_owe_but_not_what_the_map_shows():
    """Debts of the SBB stand nowhere else; destinations do."""
    pos = told(scenes.opening("1844"), Remark("ann", "owes", 70), Remark("AB", "destination_open", "C20"))
    whole, brief = (
        " ".join(texts(charters_sheet(pos, PLAIN, brief=brief).shapes)) for brief in (False, True)
    )

    assert f"{label('owes')}: ann" in brief
    assert "C20" in whole
    assert "C20" not in brief
