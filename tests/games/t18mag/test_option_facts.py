"""The data of the options beside facts that somebody else stated; ``FACTS_DIR`` says where they lie."""

from typing import Any

import pytest

from engine.data import Unit
from engine.title import Title
from engine.titles.t18mag import TITLE
from engine.titles.t18mag.figures import MagFigures
from tests.outside import read


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """What is known about the options."""
    return dict(read("18mag.json")["options"])


def own(title: Title) -> MagFigures:
    """The numbers that only this title has."""
    return MagFigures.model_validate(title.data.extra)


def numbered(table: dict[str, Any]) -> dict[int, Any]:
    return {int(players): value for players, value in table.items()}


def looks(unit: Unit) -> tuple[str, ...]:
    return unit.name, unit.colour, unit.ink


def test_the_new_minors(known: dict[str, Any]):
    """Names, homes, tokens, terrain tokens and quotas, for both ways."""
    facts, quotas = known["new_minors"], known["new_minors"]["challenging"]["minors_per_player"]
    for how in ("simple", "challenge"):
        title = TITLE.of(3, (f"new_minors={how}",))
        for minor in facts["minors"]:
            unit = title.units[minor["import_id"]]
            assert unit.home is not None
            assert looks(unit) == (minor["name"], minor["colour"], minor["text_colour"])
            assert (unit.home.hex, unit.home.stop) == (minor["home"]["hex"], minor["home"]["node"])
            assert list(unit.tokens) == minor["station_prices"]
            assert own(title).terrain_tokens.get(unit.id, 0) == minor["terrain_tokens"]
    challenge, simple = TITLE.of(3, ("new_minors=challenge",)), TITLE.of(3, ("new_minors=simple",))

    assert {count: pair[0] for count, pair in own(challenge).quota.items()} == numbered(quotas)
    assert {count: pair[0] for count, pair in own(simple).quota.items()} == numbered(
        facts["simple"]["minors_per_player"]
    )


def test_ciwl(known: dict[str, Any]):
    """Certificates, markers, looks, and the bonus by phase."""
    facts, title = known["new_major"], TITLE.of(3, ("new_major",))
    major, unit = facts["major"], title.units["CIWL"]

    assert looks(unit) == (major["name"], major["colour"], major["text_colour"])
    assert list(unit.shares) == major["shares"]
    assert list(unit.tokens) == major["station_prices"]
    assert dict(own(title).red_to_red) == facts["red_to_red_bonus"]


def test_supporters(known: dict[str, Any]):
    """Who they are, how many are taken, and the numbers of their help."""
    facts, title = known["supporters"], TITLE.of(3, ("supporters",))
    cards = {card["import_id"]: card for card in facts["cards"]}
    numbers = own(title).supporters

    assert sorted(title.privates) == sorted(cards)
    assert dict(numbers.quota) == numbered(facts["per_player"])
    assert dict(numbers.train["KK"]) == cards["KK"]["discount"]
    assert numbers.money["SMFvR"] == cards["SMFvR"]["amount"]
    assert list(numbers.upgrade["GSvS"]) == cards["GSvS"]["colours"]
    assert numbers.token["DDSG"] == cards["DDSG"]["discount_percent"]


def test_for_how_many_players_options_are(known: dict[str, Any]):
    """Those for three to six are for no others; standard dividends are for two as well."""
    names = {"new_minors": "new_minors", "new_major": "new_major", "supporters": "supporters"}

    assert {name: list(TITLE.options[ours].players) for name, ours in names.items()} == {
        name: known[name]["players"] for name in names
    }
    assert all(
        TITLE.allows(players, ("standard_divs",)) for players in known["standard_dividends"]["players"]
    )
