"""Files of pictures: whatever reads PNG sees the very pixels."""

from io import BytesIO

import pytest
from PIL import Image

from render import png_file


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (257, 40)])
@pytest.mark.parametrize("colours", [1, 2, 17, 256])
def test_every_pixel_is_read_as_it_was_written(size: tuple[int, int], colours: int):
    """Rows of any width, palettes of any length; no warning, nothing behind the end."""
    pixels = bytes(place * 7 % colours for place in range(size[0] * size[1]))
    image = Image.frombytes("P", size, pixels)
    image.putpalette(bytes(255 - place % 256 for place in range(3 * colours)))
    data = png_file.written(image)

    with Image.open(BytesIO(data)) as read:
        read.verify()
    with Image.open(BytesIO(data)) as read:
        assert (read.format, read.mode, read.size) == ("PNG", "P", size)
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    assert data.endswith(b"IEND\xae\x42\x60\x82")
