"""The First Share Round: draft items are taken without payment, one a turn, within quotas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import Draft, Sell
from engine.events import Drafted
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import Round
from engine.rules import Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, POOL
from engine.steps import Step
from engine.steps.draft import DraftStep, is_offered
from engine.steps.forbidden import Forbidden
from engine.steps.token import place
from engine.steps.turn import players_turn
from engine.titles.t18mag import roster
from engine.titles.t18mag.figures import Drafting, figures, mag_state


def kind(pos: Position, certificate: str) -> str:
    """Return the kind of a draft item: a minor, a share of a major, or a supporter."""
    return pos.kind(certificate) or pos.title.privates[certificate].kind


def taken(pos: Position, player: str) -> Mapping[str, int]:
    """Return how many draft items of each kind a player has taken."""
    owned = [kind(pos, drafted) for drafted, owner in pos.state.owners.items() if owner == player]
    held = (pos.share(certificate) for certificate in pos.certificates(player))
    of_majors = sum(percent // shares.size(pos, unit) for unit, percent in held)
    return {"minor": owned.count("minor"), "major": of_majors, "supporter": owned.count("supporter")}


def offer(pos: Position) -> tuple[str, ...]:
    """Return the draft items that nobody has taken."""
    return mag_state(pos).offer


@rule("draft_quota")
def quota_open(pos: Position, draft: Draft) -> Refusal | None:
    """A player whose quota of one kind is full takes the other kind."""
    wanted = kind(pos, draft.certificate)
    quota = roster.quotas(pos)[wanted]
    return unless(taken(pos, draft.actor)[wanted] < quota, kind=wanted, count=quota)


def told(pos: Position, certificate: str) -> Mapping[str, Any]:
    """Return the home of a minor, or the price of a share."""
    unit = pos.title.units.get(certificate)
    if unit is None:
        return {}
    return {"home": unit.home.hex} if unit.home else {"price": pos.price(certificate)}


def take(scratch: Scratch, draft: Draft) -> None:
    """Hand a draft item over; a minor starts at once, two shares become the director certificate."""
    player, certificate = draft.actor, draft.certificate
    left = list(offer(scratch.now))
    left.remove(certificate)
    scratch.change(offer=tuple(left))
    scratch.emit(Drafted(player, certificate))
    wanted = kind(scratch.now, certificate)
    if wanted == "minor":
        start_minor(scratch, player, certificate)
    elif wanted == "supporter":
        scratch.put("owners", certificate, player)
    else:
        scratch.give(shares.singles(scratch.now, POOL, certificate)[-1], player)
        shares.update_director(scratch, certificate, player)


def start_minor(scratch: Scratch, player: str, minor: str) -> None:
    """Give a minor its owner, money, train and home token."""
    home = scratch.title.units[minor].home
    assert home is not None
    scratch.put("owners", minor, player)
    scratch.pay(BANK, minor, figures(scratch.now).start_cash, "start")
    scratch.add_train(minor, figures(scratch.now).start_train)
    place(scratch, minor, home.hex, home.stop)
    scratch.put("tokens_left", minor, scratch.title.units[minor].tokens[1:])


@rule("sell_in_fsr")
def nothing_is_sold(pos: Position, sale: Sell) -> Refusal | None:
    """Nothing is sold in the First Share Round."""
    return refuse()


STEPS: dict[str, Step[Any]] = {
    "draft": DraftStep(
        Rules((players_turn, is_offered(offer), quota_open)), offer, take, told, required=True
    ),
    "sell_early": Forbidden(Sell, Rules((nothing_is_sold,))),
}


class DraftRound(Round):
    """Turns in which every player takes one draft item; the priority deal moves left after each but the last.

    In snake order the priority deal stays, and every second turn goes the other way round.
    """

    notes = Drafting

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps: a draft item is taken, nothing is sold."""
        return pos.title.named(("draft", "sell_early"))

    def no_pass(self, pos: Position) -> Refusal | None:
        """Refuse passes: a draft item must be taken."""
        return Refusal("draft_no_pass")

    def close(self, scratch: Scratch) -> bool:
        """Start the next turn with the next player, until the quotas are full."""
        pos = scratch.now
        quota = sum(roster.quotas(pos).values())
        turns = pos.notes(Drafting).turns + 1
        if turns == quota:
            return True
        scratch.remember(turns=turns)
        if not figures(pos).snake:
            scratch.state.priority = pos.after(pos.state.priority)[0]
        order = drafting(scratch.now)
        back = figures(pos).snake and turns % 2
        scratch.set_frame(queue=order[::-1] if back else order)
        return False


def drafting(pos: Position) -> tuple[str, ...]:
    """Return the players who draft, clockwise from the priority deal: all but automata."""
    order = pos.beginning_with(pos.state.priority)
    return tuple(player for player in order if player not in pos.state.automata)
