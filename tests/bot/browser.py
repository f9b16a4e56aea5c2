"""Headless Chromium, where it is installed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.bot.person import Person

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
needs_chromium = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="chromium is not installed")


async def sit(page: Page, person: Person) -> None:
    """Look at the page as somebody, as soon as it has drawn the seat (which a narrow screen keeps in its menu)."""
    await page.locator(f"[data-seat={person.name}]").dispatch_event("click")
    await page.locator(f"[data-seat={person.name}][aria-pressed=true]").wait_for(state="attached")
