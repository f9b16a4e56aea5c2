"""A whole move as a line of text: in notation, in the words of buttons, or in those of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from itertools import combinations, pairwise

from assets import sentences
from bot.menu import folding
from bot.menu.folding import Nothing
from bot.menu.search import fold, is_form
from bot.menu.search import words as telling_words
from bot.pickers.player import PlayerContext
from bot.pickers.sights import distinct_offers
from bot.pickers.typed import TypedWords
from bot.speech import action_log
from bot.speech.names import variants
from engine import notation
from engine.actions import SHARED, Action, unit_of
from engine.choices import Offer
from engine.refusals import Malformed

FEW = 8
"""Of so many moves that a line may mean, what the log would say is compared."""
CLOSING = next(kind.verb for kind in SHARED if kind.closing)
MARKS = ",;:.!"
"""What may follow a word and is no part of it."""
GROUP, LONGEST = 3, 5
"""How many digits a thousand has behind it; of a line of so many words another order is tried."""
CODE = 3
"""How many words a word with a number in it counts for."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A verb, with the fields that were typed."""

    verb: str
    picked: dict[str, str]


def read(player: PlayerContext, text: str) -> Action | TypedMove:
    """What a line stands for: an action, or a verb with some of its fields.

    :raises Malformed: when no move is called that, or there are more words than fields
    """
    text = " ".join(text.split()).removeprefix("/").strip()
    action = player.typed.carried(text) or _legal_notation(player, text) or said_by(player, text)
    if action is not None:
        return action
    verb, rest = (CLOSING, []) if closes(player, text) else _verb(player, text)
    if not verb:
        raise Malformed("unknown_verb", verb=text.partition(" ")[0])
    picked, spare = _assigned(player, verb, rest)
    as_typed = TypedMove(verb, picked)
    if spare or (picked.get("unit") and not legal(player, as_typed)):
        without = _of_the_unit_in_turn(player, verb, rest)
        if without is not None and legal(player, without):
            return without
    if spare or not legal(player, as_typed):
        ordered = _in_order(player, verb, rest)
        if ordered is not None:
            return ordered
        gapped = _with_a_gap(player, verb, rest) if spare or _is_none(player, as_typed) else None
        if gapped is not None:
            return gapped
    if spare:
        raise Malformed("spare_word", verb=verb, word=spare[0])
    return as_typed


def probable(player: PlayerContext, text: str) -> Action:
    """The action that a line stands for, or, where none is legal, one whose rules say why.

    :raises Malformed: when it is no move, or could be legal, were more of it typed
    """
    move = read(player, text)
    if not isinstance(move, TypedMove):
        return move
    action = complete(player, move)
    if action is None and not isinstance(player.menu.narrow(move.verb, move.picked), Nothing):
        kind = player.typed.kind(move.verb)
        needed = _needed(kind)
        missing = next(name for name in needed if name not in move.picked)
        raise Malformed("missing_field", verb=move.verb, field=missing, fields=needed)
    return action or player.typed.action(player.game, player.seat.id, move.verb, move.picked)


def legal(player: PlayerContext, move: Action | TypedMove) -> Action | None:
    """The action that a move stands for if it is legal as it was typed; None where it is not, or not whole."""
    try:
        action = complete(player, move) if isinstance(move, TypedMove) else move
    except Malformed:
        return None
    return action if action is not None and action in player.game.choices else None


def _needed(kind: type[Action] | None) -> list[str]:
    """The fields of a verb that a line cannot do without."""
    return [field.name for field in fields(kind)[1:] if field.default is MISSING] if kind else []


def complete(player: PlayerContext, move: TypedMove) -> Action | None:
    """The action a move stands for once all fields are typed that need to be; None where some are not.

    :raises Malformed: when a word is not of its field's kind
    """
    kind = player.typed.kind(move.verb)
    needed = _needed(kind)
    implied = {
        name: word
        for name in needed
        if name not in move.picked and (word := _only_value(player, move.verb, move.picked, name))
    }
    picked = {**implied, **move.picked}
    if kind is None or not all(name in picked for name in needed):
        return None
    return kind(player.seat.id, **{name: notation.value(kind, name, word) for name, word in picked.items()})


def _legal_notation(player: PlayerContext, text: str) -> Action | None:
    """The legal action that a line is the notation of; None where it is none."""
    try:
        action = player.game.read(_with_small_letter(text), player.seat.id)
    except Malformed:
        return None
    return action if action in player.game.choices else None


def _with_small_letter(text: str) -> str:
    """A line as notation has it: phones begin one with a capital letter."""
    return text[:1].lower() + text[1:]


# --- in words


def said_by(player: PlayerContext, text: str) -> Action | None:
    """The only legal action that is said in these words, on a button or in the log; None where there is none.

    Of placements that look alike it is the first, as on a sheet.
    """
    said = [pair for pair in _candidates(player, text) if _is_said(player, *pair, text)]
    if said and all(offer.amounts is None for offer, _ in said):
        worded = (folding.WordedOffer(offer, folding.words(action)) for offer, action in said)
        said = [(offer, offer.action) for offer in distinct_offers(player.game.pos, worded)]
    found = {notation.write(action): action for _, action in said}
    if not found:
        near = [action for _, action in like(player, text)]
        tried = (*near[:FEW], *_few_of_each_verb(player, text))
        found = {notation.write(action): action for action in tried if _is_told(player, action, text)}
    return next(iter(found.values())) if len(found) == 1 else None


def _candidates(player: PlayerContext, text: str) -> Iterator[tuple[Offer, Action]]:
    """Every offer, its amount filled in with each number of the text in range, and with the least and the most.

    Buttons call those two by words of their own: to keep a revenue is to pay a dividend of nothing.
    """
    typed = _numbers(text)
    for offer in player.menu.offers():
        if offer.amounts is None:
            yield offer, offer.action
            continue
        ends = offer.amounts[0], offer.amounts[-1]
        for amount in dict.fromkeys((*(one for one in typed if one in offer.amounts), *ends)):
            yield offer, offer.filled(amount)


def _numbers(text: str) -> list[int]:
    """The numbers in a text, in words that stand apart or grouped in thousands."""
    said = [word for word in _plain(text).split() if word.isascii() and len(word) < 10]
    grouped = [one + other for one, other in pairwise(said) if len(other) == GROUP]
    return [int(word) for word in (*said, *grouped) if word.isdecimal()]


def _few_of_each_verb(player: PlayerContext, text: str) -> Iterator[Action]:
    """The candidates of verbs that have few."""
    found: dict[str, list[Action]] = {}
    for _, action in _candidates(player, text):
        found.setdefault(action.verb, []).append(action)
    yield from (action for actions in found.values() if len(actions) <= FEW for action in actions)


def _is_said(player: PlayerContext, offer: Offer, action: Action, text: str) -> bool:
    bare = player.view.bare
    labels = [bare.action(action, offer.facts), bare.deed(action)]
    labels += [bare.offer(offer)] if offer.amounts is None else []
    return _plain(text) in map(_plain, labels)


def _is_told(player: PlayerContext, action: Action, text: str) -> bool:
    """Tell whether the log would tell an action so, with or without who does it, and with what follows or not."""
    told = _plain(text)
    lines = action_log.log(player.view.bare, player.game.play(action).events, action)[:1]
    whole = [_plain(line) for line in (*lines, *(line.partition(";")[0] for line in lines))]
    return any(told in (line, line.partition(" ")[2]) for line in whole)


def _plain(text: str) -> str:
    """A text without case, accents and punctuation: what of it is said aloud."""
    heard = "".join(mark if mark.isalnum() or mark in "+-/" else " " for mark in fold(text))
    return " ".join(heard.split())


def like(player: PlayerContext, text: str) -> list[tuple[Offer, Action]]:
    """The legal actions that have most of a line in their own words; a code or a number says more than a word."""
    typed = dict.fromkeys(telling_words(text))
    scored = [
        (sum(_weight(word) for word in typed if _has(said, word)), offer, action)
        for offer, action in _candidates(player, text)
        if (said := _said_of(player, offer, action))
    ]
    best = max((score for score, *_ in scored), default=0)
    return [(offer, action) for score, offer, action in scored if score == best > 0]


def _weight(word: str) -> int:
    return CODE if any(map(str.isdigit, word)) else 1


def _said_of(player: PlayerContext, offer: Offer, action: Action) -> list[str]:
    bare = player.view.bare
    unit = unit_of(action)
    said = (
        bare.action(action, offer.facts),
        bare.verb(action.verb, bare.kind(unit)),
        bare.unit_in_full(unit),
        bare.player(action.actor),
    )
    return telling_words(" ".join(said))


def _has(said: Sequence[str], word: str) -> bool:
    return any(is_form(one, word) for one in said)


# --- word by word


def closes(player: PlayerContext, text: str) -> bool:
    """Tell whether a line is what a button is called that ends something, though perhaps not now."""
    every = sentences.messages(sentences.ENGLISH)
    closing = [key for key in every if key.startswith(f"offer.{CLOSING}") and not every[key].fields]
    keys = [said for key in closing for said in player.teller.wordings(key)]
    spoken = dict.fromkeys((player.view.lang, sentences.ENGLISH))
    return _plain(text) in {_plain(sentences.say(key, lang)) for key in keys for lang in spoken}


def _verb(player: PlayerContext, text: str) -> tuple[str, list[str]]:
    """The verb with which a line begins, by the longest of its names, and the other words."""
    typed = [word.rstrip(MARKS) for word in fold(text).split()]
    names = sorted(_verb_names(player), key=lambda pair: -len(pair[0]))
    for name, verb in names:
        called = name.split()
        if typed[: len(called)] == called:
            return verb, text.split()[len(called) :]
    return "", []


def _verb_names(player: PlayerContext) -> Iterator[tuple[str, str]]:
    """What verbs are called: in notation today and before, as commands, on buttons; here and in English."""
    for lang in dict.fromkeys((player.view.lang, sentences.ENGLISH)):
        for kind in dict.fromkeys((*SHARED, *player.game.title.verbs)):
            labels = (*player.teller.wordings(f"verb.{kind.verb}"), *variants(f"offer.{kind.verb}"))
            keys = (f"command.{kind.verb}.name", *labels)
            said = [sentences.say(key, lang) for key in keys if _is_plain(key)]
            yield from ((fold(name), kind.verb) for name in (kind.verb, *kind.former, *said))


def _is_plain(key: str) -> bool:
    known = sentences.messages(sentences.ENGLISH).get(key)
    return known is not None and not known.fields


def _is_none(player: PlayerContext, move: TypedMove) -> bool:
    """Tell whether no legal move has what was typed."""
    return isinstance(player.menu.narrow(move.verb, move.picked), Nothing)


def _with_a_gap(player: PlayerContext, verb: str, words: Sequence[str]) -> TypedMove | None:
    """A line read as legal moves of which it leaves one field open that has several values; None where it is none."""
    for gap in _needed(player.typed.kind(verb)) if len(words) <= LONGEST else ():
        picked, spare = _assigned(player, verb, words, gap, whole=True)
        move = TypedMove(verb, picked)
        if picked and not spare and not _is_none(player, move):
            return move
    return None


def _assigned(
    player: PlayerContext, verb: str, words: Sequence[str], skipped: str = "", *, whole: bool = False
) -> tuple[dict[str, str], list[str]]:
    """Words put into the fields they fit in order, and the words that are too many.

    A field that leaves no choice may be left out; so may the company, where one is in turn. No word is put into the
    field that is ``skipped``; with ``whole`` none that is only a part of a value: the 1 of an edge is no 'T1'.
    """
    picked: dict[str, str] = {}
    kind, left = player.typed.kind(verb), list(words)
    names = [name for name in notation.names(kind) if name != skipped] if kind else []
    for at, name in enumerate(names):
        if not left:
            break
        word, count = _taken(player, verb, picked, name, left)
        if word is None and _is_left_out(player, verb, picked, names[at:], left):
            picked |= {name: implied} if (implied := _only_value(player, verb, picked, name)) else {}
            continue
        if whole and word is None:
            break
        picked[name] = word or player.typed.word(verb, picked, name, left[0].strip(MARKS))
        left = left[count:]
    return picked, left


def _of_the_unit_in_turn(player: PlayerContext, verb: str, words: Sequence[str]) -> TypedMove | None:
    """A line read as that of the company in turn, though its first word is the name of another."""
    unit = _only_value(player, verb, {}, "unit")
    picked, spare = _assigned(player, verb, [unit, *words]) if unit else ({}, [unit])
    return None if spare else TypedMove(verb, picked)


def _taken(
    player: PlayerContext, verb: str, picked: TypedWords, name: str, words: Sequence[str]
) -> tuple[str | None, int]:
    """The value that the most words in front name whole, and how many these are."""
    if words[0] == notation.EMPTY and name not in _needed(player.typed.kind(verb)):
        return notation.EMPTY, 1
    for count in range(min(len(words), FEW), 0, -1):
        said = " ".join(words[:count])
        for typed in dict.fromkeys((said, said.strip(MARKS))):
            word = player.typed.whole(verb, picked, name, typed)
            if word is not None:
                return word, count
    return None, 1


def _in_order(player: PlayerContext, verb: str, words: Sequence[str]) -> TypedMove | None:
    """The only legal move that these words are when its numbers stand elsewhere: whoever sells says 30% first.

    Numbers among themselves, and all else, stay in the order in which they were typed.
    """
    is_number = [bool(player.typed.figure(word.strip(MARKS))) for word in words[:LONGEST]]
    numbers = [word for word, one in zip(words, is_number, strict=False) if one]
    others = [word for word, one in zip(words, is_number, strict=False) if not one]
    if not numbers or not others or len(words) > LONGEST:
        return None
    found = {}
    for places in combinations(range(len(words)), len(numbers)):
        rest = iter(others), iter(numbers)
        picked, spare = _assigned(
            player, verb, [next(rest[at in places]) for at in range(len(words))], whole=True
        )
        move = TypedMove(verb, picked)
        action = None if spare else legal(player, move)
        if action is not None:
            found[notation.write(action)] = move
    return next(iter(found.values())) if len(found) == 1 else None


def _is_left_out(
    player: PlayerContext, verb: str, picked: TypedWords, names: Sequence[str], words: Sequence[str]
) -> bool:
    """Tell whether a field was left out because it leaves no choice: the word fits the next one, or words are few."""
    if not _only_value(player, verb, picked, names[0]):
        return False
    needed = _needed(player.typed.kind(verb))
    fits = any(player.typed.whole(verb, picked, name, words[0]) is not None for name in names[1:])
    return fits or len(words) < sum(name in needed for name in names)


def _only_value(player: PlayerContext, verb: str, picked: TypedWords, name: str) -> str:
    """The only value a field can have now; for the company also where its verb is not legal."""
    kind = player.typed.kind(verb)
    if kind is None or name not in notation.names(kind):
        return ""
    values = player.menu.values(verb, name, picked)
    if len(values) == 1:
        return values[0].word
    in_turn = player.game.pos.unit if name == "unit" and not player.menu.offers(verb) else ""
    return in_turn or ""


def unknown(player: PlayerContext, field: str, word: str) -> str:
    """Say that a word names nothing of its kind that this title has."""
    teller = player.teller
    if field == "hex":
        return teller.say("error.no_such_hex", hex=teller.raw(word))
    return teller.say("error.no_such_unit", unit=teller.raw(word))
