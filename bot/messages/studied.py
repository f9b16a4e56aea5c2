"""What tells everybody that a table is a study room."""

from assets import sentences
from bot.tables.table import Table


def studied(table: Table, lang: str) -> list[str]:
    """Return that a table is a study room, and of which game; nothing for any other table."""
    study = table.settings.study
    if study is None:
        return []
    key = "study.card" if study.game else "study.card.new"
    return [sentences.say(key, lang, game=str(study.game), move=study.ply)]
