"""Which certificates a written game names: those that 18xx.games has given to whoever sells them."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.entries import parts
from engine.peer18xx.in_force import effective
from engine.peer18xx.recorded_game import Peer
from engine.peer18xx.share_book import ShareBook
from engine.peer18xx.writer import Writer
from engine.position import Position
from engine.scratch import Scratch
from engine.state import OFFER, POOL
from tests.engine.test_peer_form import games, recorded

QUICK = ("18CZ/gen_18cz_2p_211",)
SLOW = ("18CZ/gen_18cz_3p_208", "18Mag/gen_18mag_2p_807", "1844/gen_1844_7p_207")


def holding(title: str, **held: Sequence[str]) -> Position:
    """A position in which certificates lie with players; all others of the units are in the pool."""
    scratch = Scratch.upon(Game.start(title, ("ann", "bob", "cy"), seed=1).pos)
    for unit in {one.rpartition(".")[0] for some in held.values() for one in some}:
        for number in range(len(scratch.title.units[unit].shares)):
            scratch.put("certificates", f"{unit}.{number}", POOL)
    for owner, some in held.items():
        for one in some:
            scratch.put("certificates", one, owner)
    return scratch.now


def test_half_of_an_office_is_given_back_out_of_the_pool():
    """Who sells half of a director's certificate gets the certificate that has lain in the pool for longest."""
    pos = holding("18Mag", ann=("SIK.0",), bob=("SIK.1", "SIK.2"))
    book = ShareBook(pos)
    assert book.sold("SIK", 10, "ann") == ["SIK.0"]

    book.move("SIK.0", POOL)
    book.agree(holding("18Mag", bob=("SIK.0",), ann=("SIK.1",)))

    assert book.of("SIK", "bob") == ["SIK.0"]
    assert book.of("SIK", "ann") == ["SIK.3"]
    assert book.of("SIK", POOL)[-2:] == ["SIK.1", "SIK.2"]


def test_sizes_that_nobody_has_so_often_are_not_sold():
    """Two of 10% are none where there is one: what makes up the percentage goes, whatever came to the pool."""
    book = ShareBook(holding("1844", ann=("SBB.1", "SBB.2", "SBB.11"), bob=("SBB.0",)))

    assert book.sold("SBB", 10, "ann", (10,)) == ["SBB.11"]
    assert book.sold("SBB", 20, "ann", (10, 10)) == ["SBB.1", "SBB.2", "SBB.11"]


def test_half_of_an_office_is_sold_where_an_ordinary_certificate_is_too_large():
    """A director of the SBB has two certificates of 10% and sells 5%: a half of the office, not of the other."""
    book = ShareBook(holding("1844", ann=("SBB.0", "SBB.11"), bob=("SBB.1",)))

    assert book.sold("SBB", 5, "ann") == ["SBB.0"]
    assert book.sold("SBB", 15, "ann") == ["SBB.11", "SBB.0"]
    assert book.sold("SBB", 10, "ann") == ["SBB.11"]


def test_shares_sold_lie_apart_from_those_never_bought():
    """The bank of 18CZ is one, but there the half of an office is given back out of what had been sold."""
    book = ShareBook(Game.start("18CZ", ("ann", "bob", "cy"), seed=1).pos, one_bank=True)
    for held in (("SX.0",), ("SX.0", "SX.1", "SX.2")):
        book.agree(holding("18CZ", ann=held))
    for one in book.sold("SX", 20, "ann"):
        book.move(one, POOL)
    book.agree(holding("18CZ", ann=("SX.0",)))
    book.agree(holding("18CZ", ann=("SX.0",), bob=("SX.1", "SX.2", "SX.3")))
    assert (book.of("SX", "bob"), book.of("SX", OFFER)[:1]) == (["SX.1", "SX.2", "SX.3"], ["SX.4"])

    book.move("SX.0", POOL)
    book.agree(holding("18CZ", ann=("SX.4",), bob=("SX.0", "SX.3")))

    assert (book.of("SX", "ann"), book.of("SX", "bob")) == (["SX.1"], ["SX.3", "SX.0"])


def test_what_is_bought_lies_where_it_is_bought():
    """Where the bank is one, what had been sold goes first; the director's certificate goes last."""
    start = Game.start("18CZ", ("ann", "bob", "cy"), seed=1).pos
    apart, one = ShareBook(start), ShareBook(start, one_bank=True)
    for book in (apart, one):
        book.move("SX.3", POOL)

    assert [apart.bought("SX", 10, seller) for seller in (OFFER, POOL)] == ["SX.1", "SX.3"]
    assert [one.bought("SX", 10, seller) for seller in (OFFER, POOL)] == ["SX.3", "SX.3"]
    assert one.bought("SX", 20, OFFER) == "SX.0"


def test_what_somebody_got_untold_out_of_one_bank_had_been_sold_if_any_was():
    """And is taken from what was never bought after that."""
    book = ShareBook(Game.start("18CZ", ("ann", "bob", "cy"), seed=1).pos, one_bank=True)
    book.agree(holding("18CZ", ann=("SX.0", "SX.1", "SX.2", "SX.3")))
    book.move("SX.3", POOL)
    book.agree(holding("18CZ", ann=("SX.0", "SX.1", "SX.2")))
    book.agree(holding("18CZ", ann=("SX.0", "SX.1", "SX.2"), bob=("SX.4", "SX.5")))

    assert book.of("SX", "bob") == ["SX.3", "SX.4"]


def test_of_shares_that_are_alike_the_lowest_number_is_sold():
    """Whichever was bought first."""
    book = ShareBook(Game.start("1844", ("ann", "bob", "cy"), seed=1).pos)
    for number in (5, 3, 4):
        book.move(f"BLS.{number}", "ann")

    assert book.sold("BLS", 20, "ann") == ["BLS.3", "BLS.4"]


def test_certificates_that_several_got_untold_lie_with_them():
    """Nothing in a file says who got a certificate that no entry tells; the position does, and names each."""
    book = ShareBook(Game.start("18Mag", ("ann", "bob", "cy"), seed=1).pos)
    book.agree(holding("18Mag", ann=("SIK.2",), bob=("SIK.3", "SIK.1")))

    assert book.of("SIK", "ann") == ["SIK.2"]
    assert sorted(book.of("SIK", "bob")) == ["SIK.1", "SIK.3"]
    assert "SIK.0" in book.of("SIK", POOL)
    assert book.of("SIK", OFFER) == []


@pytest.mark.parametrize("singles", [("SBB.9", "SBB.10"), ("SBB.10", "SBB.9")])
def test_a_formed_company_takes_the_parts_in_turn(singles: tuple[str, str]):
    """The director's own double becomes the office; singles go to who had some of a part first, before others.

    Which of the singles we give to whom says nothing about it.
    """
    parts = ("NOB", "SCB", "VSB", "JS", "GB")
    before = holding("1844", ann=("GB.0", "GB.2"), bob=("SCB.0",), cy=("GB.1",))
    book = ShareBook(before, {"SBB": parts})
    for one in ("GB.1", "GB.2"):
        book.move(one, "cy" if one == "GB.1" else "ann")

    book.agree(holding("1844", ann=("SBB.0", singles[0]), bob=("SBB.11",), cy=(singles[1],)))

    assert set(book.of("SBB", "ann")) == {"SBB.0", "SBB.9"}
    assert book.of("SBB", "bob") == ["SBB.11"]
    assert book.of("SBB", "cy") == ["SBB.10"]
    assert {"SBB.12", "SBB.13", "SBB.14"} < set(book.of("SBB", POOL))


# --- what was recorded


class Followed(ShareBook):
    """A book in which certificates move as recorded; ``strange`` are those that did not lie where it says."""

    def __init__(self, writer: Writer, entries: Mapping[str, list[list[str]]]) -> None:
        self.entries, self.strange = entries, []
        formed = writer.writing.formed(writer.pos)
        super().__init__(writer.pos, formed, one_bank=writer.dialect.one_bank)

    def bought(self, unit: str, percent: int, seller: str) -> str:
        """Return the recorded certificate; shares that are drafted have no names."""
        named = self.entries["buy_shares"]
        if self.entries["bid"]:
            self.entries["bid"].pop()
            return super().bought(unit, percent, seller)
        (one,) = named.pop(0)
        self.strange += [] if one in (*self.of(unit, OFFER), *self.of(unit, POOL)) else [one]
        return one

    def sold(self, unit: str, percent: int, owner: str, sizes: Sequence[int] = ()) -> list[str]:
        """Return the recorded certificates."""
        some = self.entries["sell_shares"].pop(0)
        self.strange += [one for one in some if one not in self.of(unit, owner)]
        return some


def named(record: Peer) -> dict[str, list[list[str]]]:
    """The certificates of a record by the kind of entry."""
    dialect = dialect_of(record.setup.title)
    units = dialect.units if dialect else {}
    found: dict[str, list[list[str]]] = {"buy_shares": [], "sell_shares": [], "bid": []}
    for part in (part for _, entry in effective(record.entries) for part in parts(entry)):
        if part["type"] == "bid" and "corporation" in part:
            found["bid"].append([])
        elif part["type"] in found and part["type"] != "bid":
            split = (share.rpartition("_") for share in part["shares"])
            found[part["type"]].append([f"{units.get(unit, unit)}.{number}" for unit, _, number in split])
    return found


def every() -> list[Any]:
    """Every recorded game; all but a short one are slow or long."""
    kept = (name for one in games() if (name := one.values[0]) not in (*QUICK, *SLOW))
    return [
        *QUICK,
        *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW),
        *(pytest.param(name, marks=pytest.mark.long) for name in kept),
    ]


@pytest.mark.skipif(not os.environ.get("CONFORMANCE_DIR"), reason="CONFORMANCE_DIR names no recorded games")
@pytest.mark.parametrize("name", every())
def test_every_recorded_certificate_lies_where_the_book_says(name: str):
    """Whoever sells has it, and whoever buys takes it from the bank."""
    record = recorded(name)
    dialect = dialect_of(record.setup.title)
    assert dialect is not None
    writer = Writer(record.setup, dialect)
    book = writer.shares = Followed(writer, named(record))
    writer.write(record.actions())

    assert book.strange == []
