import pytest

from engine.game import Game
from engine.refusals import BadSetup
from engine.state import BANK, OFFER, POOL
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import PLAYERS, opening, refused

CASH = {3: 800, 4: 620, 5: 510, 6: 440, 7: 400}


@pytest.mark.rule("CH-SET.1")
@pytest.mark.parametrize("players", [2, 8])
def test_three_to_seven_players(players: int):
    with pytest.raises(BadSetup):
        Game.start("1844", (*PLAYERS[:7], "hal")[:players])


@pytest.mark.rule("CH-SET.2", "CH-SET.3")
@pytest.mark.parametrize(("players", "cash"), CASH.items())
def test_the_money(players: int, cash: int):
    """Starting cash comes out of the bank's 12,000."""
    state = opening(players).state

    assert {state.cash[player] for player in state.players} == {cash}
    assert state.cash[BANK] == state.lowest == 12000 - players * cash


@pytest.mark.rule("CH-SET.4", "CH-SET.9", "CH-SET.10")
def test_certificates_lie_on_offer_the_directors_among_them():
    """But for three shares of the FNM; the SBB has none yet."""
    pos = opening().pos

    assert pos.percent(POOL, "FNM") == 30
    assert pos.percent(OFFER, "FNM") == 70
    companies = [unit.id for unit in pos.title.data.units if pos.percent(OFFER, unit.id)]
    assert len(companies) == 14
    assert "SBB" not in companies
    assert all(pos.state.certificates[f"{unit}.0"] == OFFER for unit in companies)
    assert not pos.state.market


@pytest.mark.rule("CH-SET.5", "CH-SET.11")
def test_privates_and_certificates():
    """Seven are to be auctioned; mountain railways and tunnels wait in the bank."""
    pos = opening().pos

    assert swiss_state(pos).lots == ("P1", "P2", "P3", "P4", "P5", "P6", "P7")
    assert pos.owned(BANK) == ["B1", "B2", "B3", "B4", "B5", "T1", "T2", "T3", "T4", "T5"]
    assert [pos.state.supply[panel] for panel in ("XM1", "XM2", "XM3")] == [2, 2, 2]


@pytest.mark.rule("CH-SET.7")
def test_the_stacks():
    depot = opening().state.depot

    assert dict(depot) == {"2": 13, "3": 9, "4": 6, "5": 4, "6": 4, "8E": None}


@pytest.mark.rule("CH-SET.6")
def test_the_seats_are_the_first_turn_order():
    game = opening(5)

    assert game.state.order == game.state.players
    assert game.pos.frame.queue == game.state.players
    assert refused(game, "bid P1 20", game.state.players[1]).key == "not_your_turn"
