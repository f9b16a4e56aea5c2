"""What happened over some moves, in few lines: round summaries, and what one person has missed."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from assets import sentences
from bot.speech.names import of_kind
from bot.speech.signs import signed
from bot.speech.teller import Teller
from engine.chronicle import Chronicle, PlayerDeeds, UnitDeeds
from engine.position import Position

LINES = 5
"""Lines of a digest."""
NOTHING: Mapping[str, int] = MappingProxyType({})
LONGEST = 300
"""Characters of such a line, though much has happened."""


def unit_lines(
    teller: Teller, told: Chronicle, before: Position, after: Position, ahead: Mapping[str, int] = NOTHING
) -> Iterator[str]:
    """Yield a line for each unit that did something: what it ran for, its price, what it bought and has.

    ``ahead`` is what everybody has been paid since.
    """
    idle = []
    for unit, deeds in told.units.items():
        if unit not in teller.title.units:
            continue
        parts = [*_unit_deeds(teller, unit, deeds), *_moved(teller, unit, before, after)]
        if parts:
            parts.append(
                teller.say("summary.treasury", money=teller.money(after.cash(unit) - ahead.get(unit, 0)))
            )
            yield signed(teller.title, unit, f"**{teller.unit(unit)}** · " + " · ".join(parts))
        else:
            idle.append(teller.unit(unit))
    if idle:
        yield teller.say("summary.idle", units=", ".join(idle))


def _unit_deeds(teller: Teller, unit: str, deeds: UnitDeeds) -> Iterator[str]:
    if deeds.laid:
        yield teller.say("summary.laid", places=_places(teller, deeds.laid))
    if deeds.tokens:
        said = {"places": _places(teller, deeds.tokens)}
        yield teller.tell(of_kind(["summary.tokens"], teller.kind(unit)), said)
    for key, money in (("ran", deeds.ran), ("paid", deeds.paid), ("kept", deeds.kept)):
        if money:
            yield teller.say(f"summary.{key}", money=teller.money(money))
    if deeds.acquired:
        yield teller.say("summary.acquired", units=", ".join(map(teller.unit, deeds.acquired)))
    if deeds.trains:
        yield teller.say("summary.trains", trains=teller.trains(deeds.trains))


def _moved(teller: Teller, unit: str, before: Position, after: Position) -> Iterator[str]:
    one, two = before.price(unit), after.price(unit)
    if two and one != two:
        moved = {"before": teller.money(one), "after": teller.money(two)}
        yield teller.say("summary.price", **moved) if one else teller.say("summary.par", money=moved["after"])


def player_lines(
    teller: Teller, told: Chronicle, after: Position, ahead: Mapping[str, int] = NOTHING
) -> Iterator[str]:
    """Yield a line for each player: what they bought and sold, what they have, and what they are worth.

    ``ahead`` is what everybody has been paid since.
    """
    for player in after.state.players:
        since = ahead.get(player, 0)
        parts = [*_trades(teller, told.players.get(player, PlayerDeeds()))]
        parts = parts or [teller.say("summary.nothing")]
        parts.append(teller.say("summary.cash", money=teller.money(after.cash(player) - since)))
        parts.append(teller.say("summary.worth", money=teller.money(after.worth(player) - since)))
        yield f"**{teller.player(player)}** · " + " · ".join(parts)


def _trades(teller: Teller, deeds: PlayerDeeds) -> Iterator[str]:
    if deeds.bought:
        yield teller.say("summary.bought", shares=_shares(teller, deeds.bought))
    if deeds.sold:
        yield teller.say("summary.sold", shares=_shares(teller, deeds.sold))
    if deeds.won:
        yield teller.say("summary.won", names=teller.won(deeds.won))


def digest_lines(
    teller: Teller, told: Chronicle, player: str, before: Position, after: Position
) -> list[str]:
    """Return at most so many lines as a digest has below its head, what matters most first."""
    own = (*_own(teller, player, before, after), *_directed(teller, player, before, after))
    lines = [*own, *_changes(teller, told)]
    if ran := {unit: deeds.ran for unit, deeds in told.units.items() if deeds.ran}:
        lines.append(teller.say("digest.runs", runs=_sums(teller, ran)))
    trades = [
        f"{teller.player(who)}: {', '.join(_trades(teller, deeds))}" for who, deeds in told.players.items()
    ]
    if trades:
        lines.append(teller.say("digest.shares", trades="; ".join(trades)))
    if laid := [hex_ for deeds in told.units.values() for hex_ in deeds.laid]:
        lines.append(teller.say("digest.track", places=_places(teller, laid)))
    return [sentences.cut(line, LONGEST) for line in lines[: LINES - 1]]


def _own(teller: Teller, player: str, before: Position, after: Position) -> Iterator[str]:
    """Yield how one's own money and worth have changed."""
    if not player:
        return
    sums = [(pos.cash(player), pos.worth(player)) for pos in (before, after)]
    cash, worth = (_changed(*map(teller.money, sum_)) for sum_ in zip(*sums, strict=True))
    yield teller.say("digest.same" if sums[0] == sums[1] else "digest.own", cash=cash, worth=worth)


def _directed(teller: Teller, player: str, before: Position, after: Position) -> Iterator[str]:
    """Yield what became of the companies that one directs or has directed: another price, another director."""
    told = []
    for unit in teller.title.units:
        then, now = before.director(unit), after.director(unit)
        if not player or player not in (then, now):
            continue
        parts = [*_moved(teller, unit, before, after)]
        if then != now and now:
            parts.append(teller.say("after.directs", player=teller.player(now)))
        if parts:
            told.append(f"{teller.unit(unit)} {', '.join(parts)}")
    if told:
        yield teller.say("digest.directed", units="; ".join(told))


def _changed(before: str, after: str) -> str:
    return after if before == after else f"{before} → {after}"


def _changes(teller: Teller, told: Chronicle) -> Iterator[str]:
    """Yield trains bought, phases begun and trains rusted, in one line."""
    parts = [
        f"{teller.unit(unit)} {teller.trains(deeds.trains)}"
        for unit, deeds in told.units.items()
        if deeds.trains
    ]
    found = [teller.say("summary.trains", trains="; ".join(parts))] if parts else []
    found += [teller.phase(one) for one in told.phases]
    if told.rusted:
        gone = ", ".join(f"{teller.trains([train])} ({count})" for train, count in told.rusted.items())
        found.append(teller.say("digest.rusted", trains=gone))
    if found:
        line = " · ".join(found)
        yield line[:1].upper() + line[1:]


def _places(teller: Teller, hexes: Sequence[str]) -> str:
    return ", ".join(teller.place(one) for one in dict.fromkeys(hexes))


def _shares(teller: Teller, percents: Mapping[str, int]) -> str:
    return ", ".join(f"{teller.unit(unit)} {teller.percent(percent)}" for unit, percent in percents.items())


def _sums(teller: Teller, sums: Mapping[str, int]) -> str:
    return ", ".join(f"{teller.unit(unit)} {teller.money(money)}" for unit, money in sums.items())
