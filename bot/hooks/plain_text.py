"""What a message says, without Discord's marks: names for mentions, moments in words, no decoration."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

_PERSON, _MOMENT = re.compile(r"<@!?(-?\d+)>"), re.compile(r"<t:(\d+)(?::\w)?>")
_COMMAND, _LINK = re.compile(r"</([^:>]+):\d+>"), re.compile(r"\[([^\]]+)\]\(<?[^)\s>]+>?\)")
_ADDRESS, _EMOJI = re.compile(r"<(https?://[^>\s]+)>"), re.compile(r"<a?(:\w+:)\d+>")
_HEAD, _ESCAPED = re.compile(r"^(?:-# |#{1,3} |> )", re.MULTILINE), re.compile(r"\\([^\w\s]|_)")
_MARK = re.compile(r"\*\*|__|~~")
KEPT = 0xE000
"""Where signs that were escaped wait meanwhile, which no text of ours has of its own."""
_SIGNS = str.maketrans("<>", "\u2039\u203a")
_BREAK = re.compile(rf"(?<![/@{chr(KEPT + ord('/'))}{chr(KEPT + ord('@'))}])\u200b")
"""What breaks a text and is not needed elsewhere."""


def plain(text: str, names: Mapping[int, str]) -> str:
    """Return a text of Discord's as it reads elsewhere; moments are those of UTC.

    What people are called, or have typed, is no link and calls nobody there, as ``<!channel>`` and ``@all`` would.
    """
    return _read(text, names).translate(_SIGNS).replace("](", "]\u200b(")


def _broken(name: str) -> str:
    """Return a name that is no link and calls nobody; its signs wait, so that none is taken for a mark."""
    parted = name.replace("@", "@\u200b").replace("//", "/\u200b/")
    return "".join(
        one if one.isalnum() or one.isspace() or ord(one) > 0xFFF else _waiting(one) for one in parted
    )


def _waiting(sign: str) -> str:
    return chr(KEPT + ord(sign) % 0x1000)


def _read(text: str, names: Mapping[int, str]) -> str:
    text = _ESCAPED.sub(lambda found: _waiting(found[1]), text)
    text = _PERSON.sub(lambda found: _broken(names.get(int(found[1]), "?")), text)
    text = _MOMENT.sub(lambda found: f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M} UTC", text)
    for pattern, shown in (
        (_COMMAND, r"/\1"),
        (_LINK, r"\1"),
        (_ADDRESS, r"\1"),
        (_EMOJI, r"\1"),
        (_HEAD, ""),
    ):
        text = pattern.sub(shown, text)
    shown = _BREAK.sub("", _MARK.sub("", text)).strip()
    return "".join(chr(ord(one) - KEPT) if KEPT <= ord(one) < KEPT + 0x1000 else one for one in shown)
