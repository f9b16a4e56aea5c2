"""The picture for the decision of a table: asked for by the table alone, drawn in another process, told in words."""

import asyncio
import pickle
import subprocess
import sys
from pathlib import Path

from bot.pictures.decision import decision_request
from bot.pictures.drawing import draw
from bot.speech.table_view import view_of
from tests.bot.tabletop import Table


async def test_the_card_asks_with_the_table_alone(tabletop: Table):
    """A request that another process draws, with an alt text below the limit."""
    await tabletop.game()
    table = await tabletop.bot.service.tables.find(1)
    view = view_of(table)

    request = decision_request(view, "dark")
    (picture,) = draw(view.game.pos, pickle.loads(pickle.dumps(request)))

    assert request.kinds == ("decision",)
    assert picture.data.startswith(b"\x89PNG")
    assert 20 < len(request.drawings[0].alt_text(view.bare, view.game.pos)) <= 1000


async def test_who_draws_the_card_loads_nothing_of_the_loop(tabletop: Table, tmp_path: Path):
    """Neither database nor event loop, which would take 25 MiB of each process that draws."""
    await tabletop.game()
    view = view_of(await tabletop.bot.service.tables.find(1))
    sent = tmp_path / "sent"
    sent.write_bytes(pickle.dumps((view.game.pos, decision_request(view, "light"))))

    program = (
        "import pickle, sys; from bot.pictures.drawing import draw;"
        f"draw(*pickle.load(open({str(sent)!r}, 'rb')));"
        "sys.exit('asyncio' in sys.modules or 'sqlalchemy' in sys.modules)"
    )

    done = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", program], check=False)

    assert done.returncode == 0
