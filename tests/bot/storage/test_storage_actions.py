import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

from bot.errors.storage import (
    ChannelTaken,
    DuplicateInteraction,
    GameMissing,
    NoLaterAction,
    StaleRev,
    WrongState,
)
from bot.storage import GameRow, Move, NewGame, Storage, utc_now
from bot.storage.schema import actions
from tests.bot.storage.notation import in_notation
from tests.bot.untold import forget_untold

ANN, BOB, CY = 11, 12, 13


def moves(*texts: str) -> list[Move]:
    return [Move("s1", ANN, text) for text in texts]


async def test_actions_come_back_as_stored(storage: Storage, game: GameRow):
    """Who, for which seat, what, when and by which interaction."""
    rev = await storage.actions.append(game.id, 0, Move("s2", ANN, "pass: Ő → 5"), interaction_id=2**60)

    (action,) = await storage.actions.in_force(game.id)

    assert (rev, action.ply, action.rev, action.part) == (1, 1, 1, 0)
    assert (action.seat, action.user_id, action.text, action.interaction_id) == (
        "s2",
        ANN,
        "pass: Ő → 5",
        2**60,
    )
    assert action.created_at.utcoffset() is not None


async def test_several_moves_are_stored_together(storage: Storage, game: GameRow):
    """A press and the passes that follow share an interaction and raise the revision one by one."""
    rev = await storage.actions.append(game.id, 0, *moves("a", "b", "c"), interaction_id=5)

    stored = await storage.actions.in_force(game.id)

    assert rev == (await storage.games.find(game.id)).rev == 3
    assert [(row.ply, row.rev, row.part, row.text) for row in stored] == [
        (1, 1, 0, "a"),
        (2, 2, 1, "b"),
        (3, 3, 2, "c"),
    ]


async def test_a_stale_revision_changes_nothing(storage: Storage, game: GameRow):
    """The refusal says where the game stands."""
    await storage.actions.append(game.id, 0, *moves("a"))

    with pytest.raises(StaleRev) as refused:
        await storage.actions.append(game.id, 0, *moves("b"))

    assert (refused.value.values["expected"], refused.value.values["actual"]) == (0, 1)
    assert await in_notation(storage, game.id) == ("a",)


async def test_an_interaction_is_stored_once(storage: Storage, game: GameRow):
    """Not with the old revision, not with the new, not after an undo: nothing of the batch is stored."""
    await storage.actions.append(game.id, 0, *moves("a", "b"), interaction_id=77)

    for rev in (0, 2):
        with pytest.raises(DuplicateInteraction) as refused:
            await storage.actions.append(game.id, rev, *moves("a", "b"), interaction_id=77)
        assert refused.value.values["rev"] == 2
    rev = await storage.actions.retract(game.id, 2, 0, ANN)
    with pytest.raises(DuplicateInteraction):
        await storage.actions.append(game.id, rev, *moves("a"), interaction_id=77)
    assert await in_notation(storage, game.id) == ()


async def test_of_simultaneous_moves_one_wins(storage: Storage, address: str, game: GameRow):
    """Tasks of one program and of another on the same file: one row for each revision."""
    async with Storage.open(address) as other:
        for rev in range(5):
            tries = [
                door.actions.append(game.id, rev, *moves(f"{rev}.{number}"))
                for number in range(4)
                for door in (storage, other)
            ]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["StaleRev"] * 7 + ["int"]

    assert [row.ply for row in await storage.actions.in_force(game.id)] == [1, 2, 3, 4, 5]


async def test_only_a_running_game_takes_moves(storage: Storage, game: GameRow):
    """A finished one does not, and one that does not exist neither."""
    assert await storage.actions.append(game.id, 0, *moves("last"), finished=True) == 1

    assert (await storage.games.find(game.id)).state == "finished"
    with pytest.raises(WrongState):
        await storage.actions.append(game.id, 1, *moves("more"))
    with pytest.raises(GameMissing):
        await storage.actions.append(game.id + 1, 0, *moves("?"))


async def test_an_undo_retracts_and_keeps(storage: Storage, game: GameRow):
    """The live line is shorter, the log is not; revisions are never used twice."""
    await storage.actions.append(game.id, 0, *moves("a", "b", "c"))
    assert await storage.actions.retract(game.id, 3, keep_ply=1, by=BOB) == 4
    assert await storage.actions.append(game.id, 4, *moves("d")) == 5

    log = await storage.actions.everything(game.id)

    assert await in_notation(storage, game.id) == ("a", "d")
    assert [(row.rev, row.ply, row.text, row.retraction_rev) for row in log] == [
        (1, 1, "a", None),
        (2, 2, "b", 4),
        (3, 3, "c", 4),
        (5, 2, "d", None),
    ]
    assert {row.retracted_by for row in log if row.retracted_at} == {BOB}


async def test_another_line_takes_the_place_of_the_moves_in_force(storage: Storage, game: GameRow):
    """What it replaces is retracted by whoever plays it again, at a revision before those of its moves."""
    await storage.actions.append(game.id, 0, *moves("a", "b", "c"))
    await forget_untold(storage, game.id)
    rev = await storage.actions.append(game.id, 3, *moves("d", "e"), keep_ply=1, redone_by=CY)
    log = await storage.actions.everything(game.id)

    assert rev == (await storage.games.find(game.id)).rev == 6
    assert await in_notation(storage, game.id) == ("a", "d", "e")
    assert [(row.rev, row.ply, row.text, row.retraction_rev, row.retracted_by) for row in log] == [
        (1, 1, "a", None, None),
        (2, 2, "b", 4, CY),
        (3, 3, "c", 4, CY),
        (5, 2, "d", None, None),
        (6, 3, "e", None, None),
    ]
    news = [(one.kind, one.user_id, one.rev) for one in await storage.outbox.news(game.id)]
    assert news == [("played", log[-1].user_id, 6), ("redone", CY, 5)]
    with pytest.raises(NoLaterAction):
        await storage.actions.append(game.id, 6, *moves("f"), keep_ply=3)
    assert (await storage.games.find(game.id)).rev == 6


async def test_an_undo_needs_the_right_revision_and_something_to_undo(storage: Storage, game: GameRow):
    """Otherwise the revision stays."""
    await storage.actions.append(game.id, 0, *moves("a"))

    with pytest.raises(StaleRev):
        await storage.actions.retract(game.id, 0, 0, ANN)
    with pytest.raises(NoLaterAction):
        await storage.actions.retract(game.id, 1, 1, ANN)
    assert (await storage.games.find(game.id)).rev == 1


async def test_an_undo_wakes_a_finished_game(storage: Storage, game: GameRow):
    """Unless its channel has a new game by now."""
    await storage.actions.append(game.id, 0, *moves("a", "last"), finished=True)
    rev = await storage.actions.retract(game.id, 2, 1, ANN)

    assert (await storage.games.find(game.id)).state == "running"

    await storage.actions.append(game.id, rev, *moves("last"), finished=True)
    await storage.games.create(NewGame(900, "18Mag", 1, 3, ANN))
    with pytest.raises(ChannelTaken):
        await storage.actions.retract(game.id, rev + 1, 1, ANN)
    assert await in_notation(storage, game.id) == ("a", "last")


@pytest.mark.parametrize(
    "change",
    [
        delete(actions),
        update(actions).values(text="forged"),
        update(actions).values(ply=9),
        insert(actions).values(
            game_id=1, ply=1, rev=9, seat="s1", user_id=1, text="?", created_at=utc_now(), part=0
        ),
    ],
    ids=["delete", "rewrite", "renumber", "double"],
)
async def test_the_database_itself_keeps_the_line(storage: Storage, game: GameRow, change: object):
    """Whatever a program error tries, a stored action stays as it is and its place is taken once."""
    await storage.actions.append(game.id, 0, *moves("a"))
    before = await storage.actions.everything(game.id)

    with pytest.raises(IntegrityError):
        async with storage.database.writing() as connection:
            await connection.execute(change)  # type: ignore[call-overload]
    assert await storage.actions.everything(game.id) == before


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.integers(-4, 3).filter(bool), max_size=12))
async def test_the_line_behaves_like_a_list(storage: Storage, steps: list[int]):
    """Appending n and taking back n, in any order; the log grows by what was appended."""
    lobby = await storage.games.create(NewGame(0, "18Mag", 1, 3, ANN))
    await storage.games.start(lobby.id, ())
    line: list[str] = []
    rev = stored = 0
    for number, step in enumerate(steps):
        texts = [f"{number}.{part}" for part in range(step)]
        if step > 0:
            rev, stored, line = (
                await storage.actions.append(lobby.id, rev, *moves(*texts)),
                stored + step,
                line + texts,
            )
        elif line:
            line = line[:step]
            rev = await storage.actions.retract(lobby.id, rev, len(line), ANN)
    live, log = await in_notation(storage, lobby.id), await storage.actions.everything(lobby.id)
    await storage.games.end(lobby.id)

    assert (list(live), len(log)) == (line, stored)


async def test_a_snapshot_is_found_by_its_engine(storage: Storage, game: GameRow):
    """The newest that fits; another engine version finds none."""
    await storage.actions.append(game.id, 0, *moves("a", "b", "c"))
    for rev in (1, 2, 3):
        assert await storage.snapshots.save(game.id, rev, rev, "1/abc", bytes([rev]))

    found = await storage.snapshots.newest(game.id, "1/abc")

    assert found is not None
    assert (found.rev, found.ply, found.blob) == (3, 3, b"\x03")
    assert await storage.snapshots.newest(game.id, "2/abc") is None
    await storage.snapshots.drop(game.id)
    assert await storage.snapshots.newest(game.id, "1/abc") is None


async def test_an_undo_overtakes_snapshots(storage: Storage, game: GameRow):
    """Those behind the point go, and one that is saved too late is not kept."""
    await storage.actions.append(game.id, 0, *moves("a", "b", "c"))
    await storage.snapshots.save(game.id, 1, 1, "e", b"1")
    await storage.snapshots.save(game.id, 3, 3, "e", b"3")
    rev = await storage.actions.retract(game.id, 3, 2, ANN)
    await storage.actions.append(game.id, rev, *moves("d"))

    assert not await storage.snapshots.save(game.id, 3, 3, "e", b"late")
    found = await storage.snapshots.newest(game.id, "e")
    assert found is not None
    assert found.blob == b"1"
    assert await storage.snapshots.save(game.id, 5, 3, "e", b"new")


async def test_what_an_undo_has_left_is_kept(storage: Storage, game: GameRow):
    """A snapshot as of the very revision of the undo is of what stands now."""
    await storage.actions.append(game.id, 0, *moves("a", "b"))
    rev = await storage.actions.retract(game.id, 2, 1, ANN)

    assert await storage.snapshots.save(game.id, rev, 1, "e", b"1")
