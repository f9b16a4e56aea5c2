"""Links to files: they expire, and every look at a message brings fresh ones."""

import copy
import hashlib
import hmac
import time
from urllib.parse import parse_qs

from bot.local.attachments import media_of
from bot.local.wire import JsonObject

LIFE = 86_400.0
KEYS = ("url", "proxy_url")


class Links:
    """Signs the addresses of files for a day, the same way all day long."""

    def __init__(self, secret: str) -> None:
        self.life = LIFE
        self._secret = secret.encode()

    def signed(self, message: JsonObject) -> JsonObject:
        """Return a message whose files can be fetched for now."""
        if not message["attachments"]:
            return message
        fresh = copy.deepcopy(message)
        for part in media_of([fresh["attachments"], fresh["embeds"], fresh["components"]]):
            if "attachment_id" in part or "filename" in part:
                part |= self.signed_file(part)
        return fresh

    def signed_file(self, file: JsonObject) -> JsonObject:
        """Return a file that can be fetched for now."""
        query = self._query()
        return file | {key: f"{file[key]}?{query}" for key in KEYS if key in file}

    def _query(self) -> str:
        ends = int((time.time() // self.life + 2) * self.life)
        return f"ex={ends:x}&is={int(ends - 2 * self.life):x}&hm={self._seal(f'{ends:x}')}&"

    def _seal(self, ends: str) -> str:
        return hmac.new(self._secret, ends.encode(), hashlib.sha256).hexdigest()

    def is_valid(self, query: str) -> bool:
        """Return whether a link with this query still opens its file."""
        given = {key: values[0] for key, values in parse_qs(query).items()}
        ends = given.get("ex", "0")
        sealed = hmac.compare_digest(given.get("hm", ""), self._seal(ends))
        return sealed and int(ends, 16) > time.time()
