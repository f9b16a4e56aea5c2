"""How a game went: its moments, charts of them, and the film."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from engine.actions import Action
from engine.events import DividendPaid, Ran
from engine.game import Game
from engine.opponents import ThriftyPlayer
from render import Look, MapContent, charts, film, fonts, schemes
from render.charts import draw_chart
from render.film import FRAMES, LIMIT, FilmFrame, draw_frame, film_frames, make_film, thinned
from render.history import RoundEnd, _Earned, replayed, round_ends
from render.maps import draw_map
from render.shapes import Box, Disc, Polyline, Text
from tests.render.scenes import PEOPLE, PLAYERS, changed, opening

LOOK = schemes.LIGHT
Played = tuple[Game, list[Action]]


@pytest.fixture(scope="module")
def played():
    """The first moves of a game between virtual players."""
    game, actions, player = Game.start("18Mag", PLAYERS, seed=3), [], ThriftyPlayer(1)
    while len(actions) < 70 and not game.state.over:
        action = player.choose(game)
        actions.append(action)
        game = game.play(action)
    return game, actions


def test_a_moment_ends_each_round(played: Played):
    """Every round that ended has one moment, in order, and the present has the last."""
    game, actions = played
    found = round_ends(game.setup, actions)
    rounds = [(one.kind, one.number) for one in found]

    assert len(rounds) == len(set(rounds)) > 2
    assert found[-1].worth == {player: game.pos.worth(player) for player in PLAYERS}
    assert any(one.earned for one in found)


def test_what_units_earn_is_what_they_ran_for():
    """A unit that runs is counted by its runs; one that divides what others earned by that."""
    earned = _Earned()
    earned.add([Ran("3", 50), DividendPaid("3", 50, 25, {}), DividendPaid("SIK", 90, 0, {}), Ran("3", 20)])

    assert earned.all == {"3": 70, "SIK": 90}


def course(*worth: int) -> list[RoundEnd]:
    return [
        RoundEnd("operating", (1, at), {"ann": one, "bob": 0, "cy": 5}, {}, {})
        for at, one in enumerate(worth)
    ]


def test_lines_are_named_at_their_ends():
    """Each player has a line with his name and last value, the highest above."""
    series = charts.CHARTS["worth"](opening(), course(100, 300, 250), {"ann": "Anna"}, LOOK)
    found = charts.chart_shapes("Worth", series, ["1", "1.1", "1.2"], LOOK)
    names = {shape.text: shape.at[1] for shape in found if isinstance(shape, Text) and shape.bold}

    assert names["Anna"] == names["250"] < names["cy"] < names["bob"]
    assert len(names) == 7
    assert sum(isinstance(shape, Polyline) and shape.round for shape in found) == 2


def test_who_owes_more_than_he_has_stays_on_the_chart():
    """A worth below zero extends the scale downwards; every point lies between its ends."""
    series = charts.CHARTS["worth"](opening(), course(100, 1900, -690), {}, LOOK)
    found = charts.chart_shapes("Worth", series, ["1", "1.1", "1.2"], LOOK)
    heights = [shape.centre[1] for shape in found if isinstance(shape, Disc)]
    scale = [shape.text for shape in found if isinstance(shape, Text) and shape.anchor == "r"]

    assert scale == ["-800", "-400", "0", "400", "800", "1200", "1600", "2000"]
    assert all(charts.TOP <= y <= charts.HEIGHT - charts.BOTTOM for y in heights)


@pytest.mark.parametrize("worth", [9_900, -9_900, 99_000])
def test_the_scale_is_not_cut(worth: int):
    """Large figures stand whole on the left of the chart."""
    found = charts.chart_shapes(
        "Worth", [charts.Series("Ann", "#123456", {0: 0, 1: worth})], ["1", "2"], LOOK
    )
    figures = [shape for shape in found if isinstance(shape, Text) and shape.anchor == "r"]

    assert max(len(figure.text) for figure in figures) >= 5
    assert all(figure.at[0] - fonts.width(figure.text) * figure.size >= 3 for figure in figures)


def test_companies_of_one_colour_are_told_apart():
    """Twelve black minors have twelve colours, none of them that of a corporation; each sign is on its plate."""
    pos = opening()
    units = [unit.id for unit in pos.title.data.units]
    round_end = RoundEnd("operating", (1, 1), dict.fromkeys(PLAYERS, 0), {}, dict.fromkeys(units, 10))
    series = charts.CHARTS["earned"](pos, [round_end, round_end], {}, LOOK)
    found = charts.chart_shapes("Earned", series, ["1.1", "1.2"], LOOK)
    plates = [shape for shape in found if isinstance(shape, Box)]

    assert len(units) == len(series) == len({one.colour for one in series}) == len(plates)
    for one in series:
        [plate] = [box for box in plates if box.fill == one.colour]
        assert any(
            isinstance(text, Text)
            and text.text == one.name
            and plate.low[0] < text.at[0] < plate.high[0]
            and plate.low[1] < text.at[1] < plate.high[1]
            for text in found
        )


@pytest.mark.parametrize(
    ("stays", "others", "given"),
    [
        (("#000000", "#ff0000"), ("#101010", "#f00000", "#00ff00"), "#00ff00"),
        (("#ffffff",), ("#f0f0f0", "#000000", "#e0e0e0"), "#000000"),
        (("#808080",), ("#909090", "#101010", "#707070"), "#101010"),
    ],
)
def test_of_equal_colours_the_last_stays(stays: tuple[str, ...], others: tuple[str, ...], given: str):
    """The other takes what is least like the colours that stay, be it darker or brighter."""
    found = charts.distinct_colours([stays[0], *stays[::-1]], others)

    assert found == [given, *stays[::-1]]


def test_colours_that_give_way_differ_from_one_another():
    """As long as there are any left."""
    found = charts.distinct_colours(["#000000"] * 3, ["#ffffff", "#f0f0f0"])

    assert sorted(found[:2]) == ["#f0f0f0", "#ffffff"]


def test_names_keep_apart():
    """Names of lines that end together lie below each other, inside the picture."""
    places = charts.apart([300.0, 300.0, 301.0, 590.0, 600.0], charts.APART, charts.LOWEST)

    assert all(two - one >= charts.APART for one, two in pairwise(places))
    assert max(places) <= charts.HEIGHT - 10


def test_names_of_rounds_keep_off_those_of_lines():
    """However many lines there are: plates that reach down to the rounds stand to the right of them."""
    series = [charts.Series(str(at), "#ff0000", {0: 0, 30: 0}, of_unit=True) for at in range(20)]
    labels = ["1.1", *[""] * 29, "30.1"]
    found = charts.chart_shapes("Earned", series, labels, LOOK)
    left = min(shape.low[0] for shape in found if isinstance(shape, Box))
    rounds = [shape for shape in found if isinstance(shape, Text) and shape.text in labels]

    assert len(rounds) == 2
    assert all(shape.at[0] + fonts.width(shape.text) * shape.size / 2 < left for shape in rounds)


@pytest.mark.parametrize("most", [0, 1, 7, 99, 100, 4768, 25001])
def test_scales_end_above_the_most(most: int):
    """The upper end is no less than the most, and not more than twice of it where that matters."""
    top = charts._nice(most)

    assert top >= most
    assert top % 5 == 0
    assert top <= max(5, 2 * most)


def test_there_is_no_other_chart():
    """A kind nobody knows is an error."""
    with pytest.raises(KeyError):
        draw_chart(opening(), "cow", course(1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".webp", ".gif"])
def test_a_film_moves(played: Played, suffix: str):
    """The film is a moving picture of as many frames as there were changes, and small enough to post."""
    game, actions = played
    changes = list(film_frames(replayed(game.setup, actions)))
    data = make_film(game.setup, actions, suffix)

    assert len(data) < LIMIT
    with Image.open(BytesIO(data)) as image:
        assert image.format == suffix[1:].upper()
        assert image.n_frames == len(changes) > 5


def test_long_films_are_thinned(played: Played):
    """Of many changes several are shown at once, none is lost, and the last position stays last."""
    game, actions = played
    changes = list(film_frames(replayed(game.setup, actions)))
    found = thinned(changes, 4)

    assert len(found) == 4 < FRAMES
    assert {hex_ for one in found for hex_ in one.changed} == {
        hex_ for one in changes for hex_ in one.changed
    }
    assert found[-1].pos is changes[-1].pos


def long_game(rounds: int) -> list[RoundEnd]:
    """A stock round before every two operating rounds, a phase for every third of the game."""
    return [
        RoundEnd(
            "stock" if at % 3 == 0 else "operating",
            (at,),
            {"ann": 10 * at},
            {"SIK": 60},
            {},
            3 * at // rounds,
        )
        for at in range(rounds)
    ]


def test_phases_stand_behind_a_chart_and_stock_rounds_are_ticks():
    """A band for each phase with its name; a stock round has a short line and no number."""
    pos, rounds = opening(), long_game(9)
    bands = [shape for shape in charts.phase_bands(pos, rounds, LOOK, "en") if isinstance(shape, Box)]
    found = charts.chart_shapes("Worth", [], [charts.round_name(one) for one in rounds], LOOK)
    ticks = [
        shape for shape in found if isinstance(shape, Polyline) and shape.points[0][0] == shape.points[1][0]
    ]

    assert len(bands) == 3
    assert all(one.high[0] == two.low[0] for one, two in pairwise(bands))
    assert len(ticks) == 3


@pytest.mark.parametrize(("rounds", "dots"), [(9, 9), (40, 0)])
def test_lines_of_long_games_have_no_dots(rounds: int, dots: int):
    """Where there are many rounds the line alone is clearer."""
    series = [charts.Series("Anna", "#0b63a5", {at: at for at in range(rounds)})]
    found = charts.chart_shapes("Worth", series, [str(at) for at in range(rounds)], LOOK)

    assert sum(isinstance(shape, Disc) for shape in found) == dots


@pytest.mark.parametrize("count", [3, 10, 14])
def test_names_of_a_chart_have_one_size(count: int):
    """Ten companies and more can be read, none over another."""
    series = [charts.Series(f"AB{at}", "#0b63a5", {0: 50, 8: 60}, of_unit=True) for at in range(count)]
    found = charts.chart_shapes("Prices", series, [str(at) for at in range(9)], LOOK)
    names = [shape for shape in found if isinstance(shape, Text) and shape.text.startswith("AB")]
    heights = sorted(shape.at[1] for shape in names)

    assert {shape.size for shape in names} == {22}
    assert min(two - one for one, two in pairwise(heights)) > 22


def test_plates_of_a_crowded_chart_lie_apart():
    """However many lines end at the right: none covers the sign of the next."""
    series = [charts.Series(f"AB{at}", "#0b63a5", {0: 50, 8: 60}, of_unit=True) for at in range(23)]
    found = charts.chart_shapes("Earned", series, [str(at) for at in range(9)], LOOK)
    plates = sorted((one.low[1], one.high[1]) for one in found if isinstance(one, Box))

    assert len(plates) == 23
    assert all(one[1] < two[0] for one, two in pairwise(plates))


def test_names_of_companies_that_ended_together_keep_apart():
    """Those that are absorbed in one round stand beside their ends, none over another."""
    ended = [
        charts.Series(f"AB{at}", "#0b63a5", {0: 50, 4: value}) for at, value in enumerate((0, 1, 60, 62, 63))
    ]
    series = [*ended, charts.Series("CD", "#a50b0b", {0: 50, 8: 60})]
    found = charts.chart_shapes("Prices", series, [str(at) for at in range(9)], LOOK)
    heights = sorted(one.at[1] for one in found if isinstance(one, Text) and one.text.startswith("AB"))

    assert len(heights) == 5
    assert all(two - one >= charts.TYPE for one, two in pairwise(heights))
    assert heights[0] >= charts.TOP
    assert heights[-1] <= charts.HEIGHT - charts.BOTTOM


def test_a_frame_of_a_film_tells_worth_and_phase():
    """Below the map: a strip with a bar for each player, and what changed last, enlarged."""
    pos = changed(opening(), tiles={"D13": ("58", 4)})
    plain = draw_map(pos, MapContent(highlight=("D13",)), look=Look(names={"ann": "Anna"}, width=800))
    moved, still = (
        draw_frame(FilmFrame(pos, hexes, ""), Look(names={"ann": "Anna"})) for hexes in (("D13",), ())
    )

    assert moved.height > plain.height
    assert moved.size[0] == 800
    assert (
        moved.crop((500, plain.height, 800, moved.height)).tobytes()
        != still.crop((500, plain.height, 800, still.height)).tobytes()
    )


def test_the_strip_of_a_film_names_people_and_not_seats():
    """Who is on and who is next stands above the map by name, as it does above the board."""
    pos = Game.start("18Mag", ("s1", "s2", "s3"), seed=7).pos
    by_seat, by_name = (
        draw_frame(FilmFrame(pos, (), "18Mag"), Look(names=names))
        for names in ({}, {"s1": "Anna", "s2": "Bo", "s3": "Cy"})
    )
    head = (0, 0, by_seat.width, 80)

    assert by_seat.crop(head).tobytes() != by_name.crop(head).tobytes()


def test_a_film_may_begin_late(played: Played):
    """What was played before is not shown: it has as many frames as there were changes since, and the start."""
    game, actions = played
    later = [one for one in film_frames(replayed(game.setup, actions)) if one.pos.state.ply > 40]

    with Image.open(BytesIO(make_film(game.setup, actions, ".gif", since=40))) as film:
        assert film.n_frames == len(later) + 1


@pytest.mark.parametrize("count", [3, 7])
def test_what_everybody_is_worth_has_room_beside_the_picture(count: int):
    """A bar for each, one below the other, as long as what they are worth; all inside, with signs and figures."""
    people = PEOPLE[:count]
    pos = opening("1844", people)
    rich = changed(pos, cash={**pos.state.cash, **{one: 100 * at for at, one in enumerate(people)}})
    found = list(film._worth(rich, dict(zip(people, people, strict=True)), LOOK))
    bars = [one for one in found if isinstance(one, Box) and one.low[0] == 58]
    figures = [one for one in found if isinstance(one, Text) and one.anchor == "l"]
    long = [bar.high[0] - bar.low[0] for bar in bars]

    assert [one.text for one in figures] == [str(100 * at) for at in range(count)]
    assert long[0] == 3
    assert long[1:] == pytest.approx([long[-1] * at / (count - 1) for at in range(1, count)])
    assert all(one.high[1] < two.low[1] for one, two in pairwise(bars))
    assert all(bar.high[0] < one.at[0] for bar, one in zip(bars, figures, strict=True))
    assert bars[0].low[1] >= 54
    assert bars[-1].high[1] <= film.PANEL
    assert (
        figures[-1].at[0] + fonts.width(figures[-1].text, bold=True) * figures[-1].size
        < film.WIDTH - film.ZOOM
    )
