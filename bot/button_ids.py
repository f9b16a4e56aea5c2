"""The custom_ids of buttons, each declared once: the same declaration writes an id and recognises it.

A button is known by its id alone, so it still works after a restart. The ids of moves, which say what was picked,
are in :mod:`bot.pickers.move_ids`.
"""

import re
from collections.abc import Iterator
from string import Formatter

NUMBER = r"\d{1,18}"


class ButtonId:
    """The form of a custom_id, such as ``l:{game}:{what}``; a field is a number unless its pattern is given."""

    def __init__(self, form: str, **patterns: str) -> None:
        self._form = form
        fields = [field for _, field, *_ in Formatter().parse(form) if field]
        self.patterns = dict.fromkeys(fields, NUMBER) | patterns
        self.template = "".join(self._pieces())

    def write(self, **fields: object) -> str:
        """Return the id of one button."""
        return self._form.format(**fields)

    def _pieces(self) -> Iterator[str]:
        """Yield the pieces of the regular expression that matches an id, a named group for each field."""
        for text, field, *_ in Formatter().parse(self._form):
            yield re.escape(text)
            if field:
                yield f"(?P<{field}>{self.patterns[field]})"


LOBBY = ButtonId("l:{game}:{what}", what="join|leave|start|house|unhouse|rematch|card")
LOBBY_OPTIONS = ButtonId("l:{game}:options")
LOBBY_LEVEL = ButtonId("l:{game}:level")
LOBBY_SEATS = ButtonId("l:{game}:seats")
LOBBY_RULES = ButtonId("l:{game}:rules")
STOP = ButtonId("e:{game}:{rev}:{answer}", answer="agree|refuse")
CONSENT = ButtonId("u:{game}:{request}:{answer}", answer="agree|refuse")
TABLE_CHOICE = ButtonId("k:{game}:{what}", what=r"[a-z]+")
REQUEST = ButtonId("v:{game}:{request}:{answer}", answer="agree|refuse|here")
SNOOZE = ButtonId("z:{game}:{user}:{nonce}", nonce=r"\w+")
SEAT = ButtonId(
    "r:{game}:{seat}:{user}:{answer}", seat=r"s\d{1,2}", user=r"-?\d{1,18}", answer="agree|refuse"
)
UNDO = ButtonId("b:{game}:{rev}")
UNDO_ASK = ButtonId("b:{game}:{rev}:{keep}")
REDO = ButtonId("a:{game}:{rev}")
REDO_ASK = ButtonId("a:{game}:{rev}:ask")
POINTS = ButtonId("p:{game}")
POINT_LIST = ButtonId("p:{game}:{rev}:list")
PICTURE = ButtonId("t:{game}:{kind}", kind="market|charters|map|supply")
MORE = ButtonId("t:{game}:more")
ME = ButtonId("t:{game}:me")
FUTURE_LIST = ButtonId("f:{game}")
HISTORY = ButtonId("h:{game}")
HISTORY_PAGE = ButtonId("h:{game}:{page}")
HISTORY_MOVE = ButtonId("h:{game}:{page}:at")
PLAN = ButtonId("n:{game}:{plan}:{what}", what="show|play|back|city|delete")
BRANCH = ButtonId("w:{game}:{what}", what="show|keep|plan|forget")
BRANCH_LIST = ButtonId("w:{game}")
DIGEST = ButtonId("y:{game}:{what}:{page}", what="new|steps|film")
NOTE = ButtonId("j:{game}:{what}", what="show|write|delete")
PLAN_LIST = ButtonId("n:{game}")
TEXT_PAGE = ButtonId("x:{game}:{page}")
ORDER = ButtonId("o:{game}:{what}:{until}:{price}:{name}", what="show|give", name=r"[^:]+")
ORDER_ELSE = ButtonId("o:{game}:else:{part}:{price}:{name}", name=r"[^:]+")
ORDER_LIST = ButtonId("o:{game}")
ORDER_PAGE = ButtonId("o:{game}:page:{given}:{offers}:{what}", what="(?:given|offers)_(?:back|on)")
SUBSTITUTE = ButtonId("q:{game}:{seat}:{what}", seat=r"s\d{1,2}", what="house|person")
CLOCK_ZERO = ButtonId("c:{game}:{seat}:{what}", seat=r"s\d{1,2}", what="house|more")
GUIDE_OFF = ButtonId("m:guides:off")
PREFERENCE = ButtonId("m:{what}", what="hours|back|confirm|next|last|guide")
PREFERENCE_LIST = ButtonId("m:list:{what}", what="language|from|to|interval|snooze|away|scheme|hour|zone")
PREFERENCE_PLACES = ButtonId("m:hour:{hour}:{page}")
ORDER_END = ButtonId("o:{game}:end:{order}")
