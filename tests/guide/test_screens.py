"""The guide can be made: what stands around a turn is played, and shown on a phone in Chromium."""

import asyncio
from pathlib import Path

import pytest
from PIL import Image

from tests.bot.browser import needs_chromium
from tests.guide.screens import CAPTIONS, PHONE, SHARP, screens

pytest.importorskip("playwright.async_api", reason="playwright is not installed")


@needs_chromium
@pytest.mark.long
def test_every_screen_is_shown_with_its_caption(tmp_path: Path):
    """None is missing or higher than the screen, and each is named in the part of the page."""
    lines = "\n".join(asyncio.run(screens(tmp_path, tmp_path / "phone.db")))
    files = {path.stem.removeprefix("phone-"): path for path in tmp_path.glob("*.webp")}

    assert set(files) == set(CAPTIONS)
    assert all(f"/{path.name}" in lines for path in files.values())
    for path in files.values():
        with Image.open(path) as image:
            assert image.width == PHONE["width"] * SHARP
            assert image.height < PHONE["height"] * SHARP, path.name
