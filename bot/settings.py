"""Every setting, typed; nothing else reads the environment, but for the engine's search for decks of cards.

Settings come from variables named ``STATIONMASTER_...`` or from a file ``.env`` in the working directory.
"""

from typing import Any

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "STATIONMASTER_"


class BadSettings(Exception):
    """A setting is missing or makes no sense; the text is one sentence."""


class Settings(BaseSettings):
    """What can be set from outside. Times are in seconds where the name does not say otherwise."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True)

    token: SecretStr = SecretStr("")
    database: SecretStr = SecretStr("sqlite+aiosqlite:///data/stationmaster.db")
    decks: str = ""
    discord: str = ""
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    picture_workers: int = Field(1, ge=1, le=16)
    route_workers: int = Field(1, ge=0, le=16)
    route_seconds: float = Field(5.0, gt=0)
    active_games: int = Field(64, ge=1)
    bump_after: int = Field(10, ge=1)
    picture_every: int = Field(1, ge=1)
    answer_after: float = Field(1.5, gt=0, lt=3)
    retry_after: float = Field(5.0, gt=0)
    requests_a_second: float = Field(45.0, gt=1)
    ready_timeout: float = Field(2.0, gt=0)
    always_sync: bool = False


def read_settings(**given: Any) -> Settings:
    """Return the settings; what is given goes before the environment.

    :raises BadSettings: when one of them makes no sense; its value is not repeated, for it may be a secret
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = f"{PREFIX}{first['loc'][0]}".upper()
        raise BadSettings(f"{name} is not usable: {first['msg']}.") from None
