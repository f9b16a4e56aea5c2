"""Placements on a hex, in a few words each: what it is, what it brings, and what the best run earns then."""

from __future__ import annotations

from collections.abc import Sequence

from bot.speech.teller import Teller
from bot.speech.values import merged
from engine.aftermath import aftermath
from engine.choices import Offer
from engine.earnings import Gain
from engine.position import Position


def what(teller: Teller, offer: Offer) -> str:
    """Return the caption of a placement's picture, which has room for the number of a private alone."""
    told = merged(offer.action, offer.facts)
    said = teller.values(told)
    if "private" in said:
        said["private"] = teller.raw(told["private"], teller.title.privates)
    return teller.tell([f"way.{offer.action.verb}"], said) or teller.action(offer.action, offer.facts)


def in_full(teller: Teller, offer: Offer) -> str:
    """Return the alt text of a placement's picture, which also says where its track leads."""
    told = what(teller, offer)
    edges = offer.facts.get("exits")
    return teller.say("way.to", way=told, exits=teller.sides(edges)) if edges else told


def prizes(teller: Teller, pos: Position, offer: Offer) -> str:
    """Return what else follows from a placement, empty where nothing does."""
    return ", ".join(teller.follows(aftermath(pos, offer.action)))


def run(teller: Teller, gain: Gain | None) -> str:
    """Return the best run's earnings after a placement, empty where nothing is known."""
    if gain is None:
        return ""
    said = {"before": str(gain.before.revenue), "after": str(gain.after.revenue)}
    key = "way.run" if gain.more else "way.run_same"
    if gain.after.train:
        return teller.say(f"{key}_with", train=teller.value("train", gain.after.train), **said)
    return teller.say(key, **said)


def best(gains: Sequence[Gain | None]) -> tuple[bool, ...]:
    """Tell for each placement whether none earns more; for none of them where all earn the same."""
    known = [gain.after.revenue for gain in gains if gain is not None]
    top = max(known, default=0)
    differ = len(set(known)) > 1
    return tuple(differ and gain is not None and gain.after.revenue == top for gain in gains)
