"""Hand a catalogue to translators and take it back: ``python -m assets export cs cs.po``, ``import cs cs.po``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from babel import UnknownLocaleError
from babel.messages.pofile import PoFileError

from assets import exchange


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line asks; 1 where anything was refused."""
    parser = argparse.ArgumentParser(prog="python -m assets", description=__doc__)
    parser.add_argument("what", choices=("export", "import"))
    parser.add_argument("language", help="its code, such as cs; for export a new one, too")
    parser.add_argument("file", type=Path, help="a catalogue for gettext, Weblate or Poedit")
    asked = parser.parse_args(given)
    try:
        return _export(asked) if asked.what == "export" else _import(asked)
    except (OSError, UnknownLocaleError, UnicodeDecodeError, ValueError, PoFileError) as trouble:
        print(f"{asked.file}: {trouble}", file=sys.stderr)
        return 1


def _export(asked: argparse.Namespace) -> int:
    asked.file.write_bytes(exchange.exported(asked.language))
    print(f"{asked.file}: {len(exchange.english())} messages")
    return 0


def _import(asked: argparse.Namespace) -> int:
    text, report = exchange.imported(asked.language, asked.file.read_bytes())
    (exchange.LOCALE / f"{asked.language}.po").write_text(text + "\n", "utf-8")
    for key, why in report.refused.items():
        print(f"refused: {key}: {why}", file=sys.stderr)
    print(
        f"{len(report.changed)} changed, {len(report.unfinished)} unfinished, {len(report.refused)} refused"
    )
    return 1 if report.refused else 0


if __name__ == "__main__":
    sys.exit(main())
