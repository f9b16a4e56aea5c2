"""A title: its data, its rounds, and the few functions in which it differs from other titles."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from engine.actions import PRINTED, Action
from engine.data import ClauseData
from engine.defaults import nothing
from engine.exhibits import NOTHING_FORESEEN, Flag, Foresight, Remark, ShownCard
from engine.finance import shares
from engine.insight import PLAIN, Insight
from engine.notes import TurnNotes
from engine.position import Position
from engine.powers import could_open
from engine.printed import BadTitle, Printed
from engine.readings import Reading
from engine.refusals import BadSetup
from engine.rounds import Round
from engine.scratch import Scratch
from engine.slips import bare, idle, named, slips, unanswered, unkept, unready
from engine.state import BANK, Frame
from engine.steps import Step
from engine.steps.deals import asks_others
from engine.steps.track import TrackStep, printed_label
from engine.steps.unit_routes import RouteSearch, usual_routes
from engine.variants import Variant, changed

ALWAYS = frozenset({"not_your_turn", "wrong_step", "nothing_proposed", "must_act", "game_over"})
"""The refusals that the engine itself makes in any title."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """How the data file that an option names is taken in.

    Both return what the file is known by from now on: ``by_name`` for a name, ``read`` for a text and the name of its
    file, which only the person at the computer may give.
    """

    by_name: Callable[[str], str]
    read: Callable[[str, str], str]


def _nothing_wrong(pos: Position) -> Iterator[str]:
    return iter(())


def _nothing_carried(scratch: Scratch, before: Position) -> None:
    """Carry nothing over."""


def _none(pos: Position) -> tuple[Any, ...]:
    return ()


def _with_the_bank(pos: Position) -> tuple[str, ...]:
    return tuple(pos.owned(BANK))


@dataclass(frozen=True, eq=False)
class Title(Printed):
    """Everything the engine must know of a game.

    ``steps`` are the parts of turns by name; rounds name those they consist of. ``procedures`` are the few functions
    in which printed play and a reading differ inside an effect, as a frozen dataclass of the title's own.
    ``turn_notes`` is the type of the notes of a turn. ``start`` sets up a new game; ``next_round`` follows the round
    that has just ended, or ends the game. ``verbs`` are the title's own actions. ``check`` yields a line about every
    invariant of the title that a position breaks; ``worth`` is what a player would score; ``remarks`` are what
    pictures show beyond what every title has, ``flags`` mark homes and destinations on the map; ``upkeep`` is done
    whenever somebody must decide. ``carried`` keeps what came about under other readings than those the game goes on
    by, given the position before. ``could_open`` tells whether a power could let a step be taken. ``foresight`` tells
    what is to come. ``cards`` lie before players, ``unsold`` are privates that may still be bought from the bank.
    ``files`` find the data files that options name. ``variants`` change the data for some set-ups, ``readings`` also
    steps and procedures; a game is played with the title that :meth:`of` returns for its set-up.
    """

    rounds: Mapping[str, Round]
    start: Callable[[Scratch], None]
    next_round: Callable[[Scratch, Frame], None]
    routes: RouteSearch = usual_routes
    verbs: tuple[type[Action], ...] = ()
    extra: type = object
    check: Callable[[Position], Iterator[str]] = _nothing_wrong
    worth: Callable[[Position, str], int] = shares.worth
    remarks: Callable[[Position], tuple[Remark, ...]] = _none
    flags: Callable[[Position], tuple[Flag, ...]] = _none
    turn_notes: type[TurnNotes] = TurnNotes
    steps: Mapping[str, Step[Any]] = field(default_factory=dict)
    procedures: Any = None
    upkeep: Callable[[Scratch], None] = nothing
    carried: Callable[[Scratch, Position], None] = _nothing_carried
    could_open: Callable[[Position, Step[Any]], bool] = could_open
    foresight: Foresight = NOTHING_FORESEEN
    insight: Insight = PLAIN
    cards: Callable[[Position], tuple[ShownCard, ...]] = _none
    unsold: Callable[[Position], tuple[str, ...]] = _with_the_bank
    variants: tuple[Variant, ...] = ()
    readings: tuple[Reading, ...] = ()
    files: Mapping[str, DataFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look whether every rule cites a clause.

        :raises BadTitle: when refusals of the title's rules are missing in ``clauses.toml``.
        """
        known, rules = self.texts.refusals, [rule for step in self.steps.values() for rule in step.rules]
        demands = {key for step in self.steps.values() for key in step.demands}
        demands |= {key for round_ in self.rounds.values() for key in round_.demands(self.steps)}
        if missing := sorted(({rule.name for rule in rules} | demands | ALWAYS) - set(known)):
            meant = {rule.name: f"    # {rule.meaning}" for rule in rules if rule.meaning}
            lines = (f"{key} = []{meant.get(key, '')}" for key in missing)
            raise BadTitle(
                "\n".join((f"{self.name}: clauses.toml lacks the refusals {', '.join(missing)}", *lines))
            )

    @cached_property
    def rule_names(self) -> frozenset[str]:
        """Return the names of the rules of all steps."""
        return frozenset(rule.name for step in self.steps.values() for rule in step.rules)

    @cached_property
    def moves(self) -> frozenset[type[Action]]:
        """Return the verbs of the title, in whatever round."""
        return frozenset(step.verb for step in self.steps.values())

    def named(self, names: tuple[str, ...]) -> tuple[Step[Any], ...]:
        """Return the steps of these names.

        :raises KeyError: when the title has no such step.
        """
        found = self._named.get(names)
        if found is None:
            found = self._named[names] = tuple(self.steps[name] for name in names)
        return found

    @cached_property
    def _named(self) -> dict[tuple[str, ...], tuple[Step[Any], ...]]:
        return {}

    def of(self, players: int, options: tuple[str, ...] = ()) -> Title:
        """Return this title as it is played with this number of players and these options.

        :raises BadSetup: when an option is unknown or has no such value.
        """
        if not self.variants and not self.readings:
            return self
        options = self.normalised_options(options)
        variants = tuple(variant for variant in self.variants if variant.holds(players, options))
        readings = tuple(reading for reading in self.readings if reading.option in options)
        wanted = tuple(map(id, (*variants, *readings)))
        if wanted not in self._forms:
            self._forms[wanted] = self._changed(variants, readings)
        return self._forms[wanted]

    def as_begun(self, options: tuple[str, ...], players: int, edition: int) -> tuple[str, ...]:
        """Return the options of a game begun under an edition of the rules.

        Rules that were mended since then stay for it what they were.
        """
        former = [one for last, readings in self.data.former.items() if edition <= last for one in readings]
        chosen = {option.partition("=")[0] for option in options}
        kept = (one for one in former if one.partition("=")[0] not in chosen and self.allows(players, (one,)))
        return self.normalised_options((*options, *kept))

    def gone_on(self, options: tuple[str, ...], by: str) -> tuple[str, ...]:
        """Return the options that remain where a record ends and the game goes on ``by`` some rules."""
        known = self.options
        left = {name for name, one in known.items() if one.past or (one.compat and by == PRINTED)}
        return tuple(option for option in options if option.partition("=")[0] not in left)

    def completed(self, options: tuple[str, ...], players: int) -> tuple[str, ...]:
        """Return options together with the defaults of those that apply to this number of players and are not chosen.

        :raises Refused: when a default names a data file that cannot be used.
        """
        chosen = {option.partition("=")[0] for option in options}
        added = (
            f"{option.id}={option.default}"
            for option in self.data.options
            if option.default and option.id not in chosen and self.allows(players, (option.id,))
        )
        return self.normalised_options((*options, *added))

    def allows(self, players: int, options: tuple[str, ...]) -> bool:
        """Tell whether these known options apply to this number of players."""
        meant = (self.options[option.partition("=")[0]].players for option in options)
        return all(not some or players in some for some in meant)

    def check_allowed(self, players: int, options: Iterable[str]) -> None:
        """Refuse options that do not apply to this number of players; presets leave out what does not.

        :raises BadSetup: when one of these known options is not for so many
        """
        for option in options:
            if option not in self.data.presets and not self.allows(players, (option,)):
                raise BadSetup("option_players", option=option, title=self.name, count=players)

    @cached_property
    def _forms(self) -> dict[tuple[int, ...], Title]:
        return {(): self}

    def _changed(self, variants: Sequence[Variant], readings: Sequence[Reading]) -> Title:
        figures = [reading.variant for reading in readings if reading.figures or reading.title]
        data, board = changed(self.data, self.board, (*variants, *figures))
        steps, procedures = self.steps, self.procedures
        for reading in readings:
            steps, procedures = reading.read(steps), reading.proceed(procedures)
        return replace(
            self,
            data=data,
            board=board,
            texts=self._citing(variants),
            steps=steps,
            procedures=procedures,
            variants=(),
            readings=(),
        )

    def _citing(self, variants: Sequence[Variant]) -> ClauseData:
        refusals = dict(self.texts.refusals)
        for variant in variants:
            if strange := set(variant.refusals) - set(refusals):
                raise ValueError(f"{self.name}: no refusals {', '.join(sorted(strange))}")
            refusals |= variant.refusals
        return self.texts.model_copy(update={"refusals": refusals})

    @cached_property
    def forms(self) -> tuple[Title, ...]:
        """Return the forms of this title: itself, then one for each number of players and one for each option."""
        low, high = self.data.players
        options = ((), *((variant.option,) for variant in self.variants if variant.option))
        counts = range(low, high + 1)
        found = (
            self.of(count, chosen) for chosen in options for count in counts if self.allows(count, chosen)
        )
        return tuple(dict.fromkeys((self, *found)))

    def normalised_options(self, options: tuple[str, ...]) -> tuple[str, ...]:
        """Return the options in order, presets written out.

        :raises Refused: when an option is unknown, has no such value or has two, or names a file that cannot be used.
        """
        wanted: list[str] = []
        for option in options:
            wanted += self.data.presets.get(option, (option,))
        for option in wanted:
            name, _, value = option.partition("=")
            known = self.options.get(name)
            if known is not None and known.values and not known.file and value not in known.values:
                raise BadSetup("option_value", option=name, title=self.name, values=list(known.values))
            if known is None or (not (known.file and value) and value not in (known.values or ("",))):
                raise BadSetup("unknown_option", option=option, title=self.name)
        normal = sorted({self._filed(option) for option in wanted})
        names = [option.partition("=")[0] for option in normal]
        if twice := [name for name in names if names.count(name) > 1]:
            raise BadSetup("option_twice", option=twice[0], title=self.name)
        return tuple(normal)

    def _filed(self, option: str) -> str:
        """Return an option with what the data file it names is known by from now on."""
        name, _, value = option.partition("=")
        return f"{name}={self.files[name].by_name(value)}" if self.options[name].file else option


_ADDED: dict[str, Title] = {}


def add(title: Title) -> None:
    """Register a title from outside ``engine/titles``.

    :raises BadTitle: when there is a slip in its files.
    """
    _ADDED[title.name] = looked_through(title)


@cache
def _folders() -> tuple[str, ...]:
    import engine.titles as home  # noqa: PLC0415 - titles import this module

    return tuple(info.name for info in pkgutil.iter_modules(home.__path__))


@cache
def _in(folder: str) -> Title | None:
    """Return the title in a folder, None if it has none."""
    title: Title | None = getattr(importlib.import_module(f"engine.titles.{folder}"), "TITLE", None)
    return title and looked_through(title)


def looked_through(title: Title) -> Title:
    """Return a title in whose files there is no slip that can be found without playing it.

    :raises BadTitle: when there is one; a line for each.
    """
    found = [*slips(title), *_in_rounds(title), *_in_readings(title)]
    low, high = title.data.players
    if not title.variants:
        found += [line for players in range(low, high + 1) for line in unready(title, players)]
    if not found:
        found = [*unkept(title, title.rule_names), *bare(title, labelled=_labels_printed(title))]
    if found:
        raise BadTitle("\n".join(f"{title.name}: {line}" for line in found))
    return title


def _labels_printed(title: Title) -> bool:
    buildings = (step.building for step in title.steps.values() if isinstance(step, TrackStep))
    return all(building.label is printed_label for building in buildings)


def _in_readings(title: Title) -> Iterator[str]:
    meant = {reading.option for reading in title.readings} | {variant.option for variant in title.variants}
    yield from idle(title, meant)


def _in_rounds(title: Title) -> Iterator[str]:
    for kind, round_ in title.rounds.items():
        yield from named(f"__init__.py: the round {kind}", round_.every_name, title.steps)
    yield from unanswered((name for name, step in title.steps.items() if asks_others(step)), title.rounds)


@cache
def _found() -> dict[str, Title]:
    found = (title for folder in _folders() if (title := _in(folder)))
    return dict(sorted((title.name, title) for title in found))


def titles() -> dict[str, Title]:
    """Return every known title by name."""
    return {**_found(), **_ADDED}


def find(name: str) -> Title:
    """Return the title of that name; case does not matter.

    :raises BadSetup: when there is none.
    """
    for title in _candidates(name):
        if title.name.lower() == name.lower():
            return title
    raise BadSetup("unknown_title", title=name, known=", ".join(titles()))


def _candidates(name: str) -> Iterator[Title]:
    """Yield the title whose folder bears its name first, so that no other need be loaded."""
    yield from _ADDED.values()
    folder = f"t{name.lower()}"
    if folder in _folders() and (title := _in(folder)):
        yield title
    yield from titles().values()
