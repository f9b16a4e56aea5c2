"""What was drawn is not drawn again, and takes no more memory than it may."""

import pytest
from PIL import Image, ImageDraw

from render import fonts, paint
from render.kept import Kept, Pressed, of_few_colours, pressed, weight
from render.shapes import Text

SIDE = 40


class _Drawer:
    """Draws squares, and counts how often."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, number: int) -> tuple[Image.Image, Image.Image]:
        self.drawn += 1
        noise = Image.effect_noise((SIDE, SIDE), number)
        return noise.convert("RGB"), noise


def test_what_has_no_room_as_it_is_comes_back_pressed_as_it_was():
    """Three squares where two have room: none is drawn twice, each is what it was."""
    drawer = _Drawer()
    one = weight(drawer(1))
    kept = Kept(drawer, 3 * one)
    first = [[image.tobytes() for image in kept(number)] for number in range(3)]
    drawer.drawn = 0

    again = [[image.tobytes() for image in kept(number)] for number in range(3)]

    assert again == first
    assert drawer.drawn == 0


def test_no_more_is_kept_than_there_is_room_for():
    """However much is drawn, what is kept stays within its bytes; what was forgotten is drawn anew."""
    drawer = _Drawer()
    limit = 3 * weight(drawer(1))
    kept = Kept(drawer, limit)

    for number in range(30):
        kept(number)
        assert kept.size <= limit
    drawer.drawn = 0
    kept(0)

    assert drawer.drawn == 1
    kept.clear()
    assert kept.size == 0


@pytest.mark.parametrize("halo", ["", "#ffffff"])
@pytest.mark.parametrize("anchor", ["m", "l", "r"])
@pytest.mark.parametrize("at", [(40.0, 20.0), (40.3, 20.71), (-0.4, 3.25)])
def test_a_text_that_is_stamped_looks_as_if_it_were_written(at: tuple[float, float], anchor: str, halo: str):
    """To the pixel, wherever within a pixel it begins and even where a part of it lies outside."""
    shape = Text(at, "Žďár 3Ö", 17.3, "#aa2200", bold=True, anchor=anchor, halo=halo)
    stamped, written = (Image.new("RGB", (90, 40), "#88aacc") for _ in range(2))
    pen = ImageDraw.Draw(written)
    pen.fontmode = "L"
    pen.text(
        (at[0], at[1] + 17.3 * fonts.CAP / 2),
        shape.text,
        shape.colour,
        fonts.font(17.3, bold=True),
        f"{anchor}s",
        stroke_width=round(17.3 / 7) if halo else 0,
        stroke_fill=halo or None,
    )

    paint.put(stamped, [shape], 1)

    assert stamped.tobytes() == written.tobytes()


def noise(colours: int, side: int = SIDE) -> Image.Image:
    """A picture of so many colours, of which no channel tells all apart."""
    found = [(step % 8 * 30, step // 8 % 8 * 30, step // 64 * 30) for step in range(colours)]
    image = Image.new("RGB", (side, side))
    image.putdata([found[at * 7 % colours] for at in range(side * side)])
    return image


@pytest.mark.parametrize("colours", [1, 8, 200, 256, 300])
def test_a_picture_of_few_colours_takes_less_room_and_none_is_lost(colours: int):
    """To the pixel, pressed or not; one of more colours than a palette holds stays as it is."""
    image = noise(colours)
    few = of_few_colours(image)

    assert few.mode == ("P" if colours <= 256 else "RGB")
    assert few.convert("RGB").tobytes() == image.tobytes()
    assert Pressed.of(few).image().convert("RGB").tobytes() == image.tobytes()


def test_each_caller_gets_a_picture_of_its_own():
    """What is drawn over a picture that is kept pressed is not there the next time."""
    drawn = []

    @pressed(2)
    def draw(step: int) -> Image.Image:
        drawn.append(step)
        return Image.new("RGB", (9, 9), (step, 0, 0))

    draw(7).paste((1, 2, 3), (0, 0, 5, 5))

    assert draw(7).getcolors() == [(81, (7, 0, 0))]
    assert drawn == [7]
