"""Every setting, typed; nothing else reads the environment, but for the engine's search for decks of cards.

Settings come from variables named ``STATIONMASTER_...`` or from a file ``.env`` in the working directory.
"""

import os
from typing import Any, Self

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "STATIONMASTER_"


def cores() -> int:
    """Return how many processes can work at once on this machine, 16 at most."""
    return min(len(os.sched_getaffinity(0)), 16)


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
    log_form: str = Field("text", pattern="^(text|json)$")
    metrics_port: int = Field(0, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    picture_workers: int = Field(default_factory=cores, ge=1, le=16)
    route_workers: int = Field(1, ge=0, le=16)
    route_seconds: float = Field(5.0, gt=0)
    active_games: int = Field(256, ge=1)
    bump_after: int = Field(10, ge=1)
    picture_every: int = Field(1, ge=1)
    answer_after: float = Field(1.5, gt=0, lt=3)
    retry_after: float = Field(5.0, gt=0)
    requests_a_second: float = Field(45.0, gt=1)
    house_delay: float = Field(1.0, ge=0)
    order_delay: float = Field(2.0, ge=0)
    guides: bool = True
    ready_timeout: float = Field(2.0, gt=0)
    always_sync: bool = False
    shards: int = Field(1, ge=1, le=1024)
    shard_ids: str = Field("", pattern=r"^(\d+(,\d+)*)?$")

    @property
    def own_shards(self) -> tuple[int, ...]:
        """Return the shards that this process takes before others."""
        return tuple(int(number) for number in self.shard_ids.split(",") if number)

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        if any(number >= self.shards for number in self.own_shards):
            raise ValueError("STATIONMASTER_SHARD_IDS counts from 0 and stays below STATIONMASTER_SHARDS")
        return self


def read_settings(**given: Any) -> Settings:
    """Return the settings; what is given goes before the environment.

    :raises BadSettings: when one of them makes no sense; its value is not repeated, for it may be a secret
    """
    try:
        return Settings(**given)
    except UnicodeDecodeError:
        raise BadSettings("The file .env is not text in UTF-8.") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if not first["loc"]:
            raise BadSettings(f"{first['msg'].removeprefix('Value error, ')}.") from None
        name = f"{PREFIX}{first['loc'][0]}".upper()
        raise BadSettings(f"{name} is not usable: {first['msg']}.") from None
