"""Pictures that somebody has looked at, and whether one looks as it did."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

GOLDEN = Path(__file__).parent / "golden"
FAILED = Path(__file__).parent / "failed"
MEAN, WORST = 0.1, 0.001
"""How much colours may differ on average (of 255), and the part of pixels that may differ plainly."""
PLAIN = 48


def same(name: str, now: Image.Image, *, mean: float = MEAN, worst: float = WORST) -> None:
    """Fail where a picture is not the kept one, but for what another font library may do to edges."""
    kept = GOLDEN / f"{name}.png"
    if not kept.exists():
        GOLDEN.mkdir(exist_ok=True)
        now.quantize(64).save(kept, optimize=True)
        pytest.fail(f"{kept.name} was drawn: look at it, and keep it if it is right")
    with Image.open(kept) as image:
        expected = image.convert("RGB")
    found = now.quantize(64).convert("RGB")

    assert found.size == expected.size, _keep(kept.name, expected, found)
    apart, plain = difference(expected, found)
    assert apart <= mean, _keep(kept.name, expected, found)
    assert plain <= worst, _keep(kept.name, expected, found)


def difference(one: Image.Image, two: Image.Image) -> tuple[float, float]:
    """The mean difference of two pictures, and the part of their pixels that differ plainly."""
    apart = ImageChops.difference(one, two).convert("L")
    plain = sum(apart.histogram()[PLAIN:])
    return ImageStat.Stat(apart).mean[0], plain / (apart.width * apart.height)


def _keep(name: str, expected: Image.Image, found: Image.Image) -> str:
    """Keep both pictures of a failure."""
    FAILED.mkdir(exist_ok=True)
    expected.save(FAILED / f"expected-{name}")
    found.save(FAILED / f"found-{name}")
    return f"both pictures are in {FAILED}"
