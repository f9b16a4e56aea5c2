"""Every setting, typed; no other module reads them from the environment.

Settings come from variables named ``STATIONMASTER_...`` and from one file, which bot and commands find alike.
"""

import difflib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Self

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "STATIONMASTER_"
WHERE = f"{PREFIX}SETTINGS"
"""The variable that names the file of settings."""
SHARD_IDS = "shard_ids"
"""The setting that is judged beside another."""
HERE, SYSTEM = Path(".env"), Path("/etc/stationmaster.env")
"""Where the file is looked for: in the working directory, and for the whole machine."""


def cores() -> int:
    """How many processes can work at once on this machine, 16 at most."""
    return min(len(os.sched_getaffinity(0)), 16)


class BadSettings(Exception):
    """Settings that are missing or make no sense; the text is one sentence for each."""


class Settings(BaseSettings):
    """What can be set from outside. Times are in seconds where the name does not say otherwise."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

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
    hooks: Literal["off", "public", "any"] = "public"
    ready_timeout: float = Field(2.0, gt=0)
    always_sync: bool = False
    shards: int = Field(1, ge=1, le=1024)
    shard_ids: str = Field("", pattern=r"^(\d+(,\d+)*)?$")

    @property
    def own_shards(self) -> tuple[int, ...]:
        """The shards that this process takes before others."""
        return tuple(int(number) for number in self.shard_ids.split(",") if number)

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        if any(number >= self.shards for number in self.own_shards):
            raise ValueError("STATIONMASTER_SHARD_IDS counts from 0 and stays below STATIONMASTER_SHARDS")
        return self


def find_file(named: str = "", environment: Mapping[str, str] = os.environ) -> Path | None:
    """The file of settings: the one named, by an argument or the environment, else the only one there is.

    :raises BadSettings: when the one named cannot be read, or two could be meant
    """
    if told := named or environment.get(WHERE, ""):
        path = Path(told)
        if not path.is_file():
            raise BadSettings(f"There is no file of settings {path}.")
        return path
    found = [path for path in (HERE, SYSTEM) if path.exists()]
    if len(found) > 1:
        raise BadSettings(
            f"Two files hold settings, {HERE.absolute()} and {SYSTEM};"
            f" say which one with --settings FILE or {WHERE}."
        )
    return found[0] if found else None


def read_settings(file: Path | None = HERE, **given: Any) -> Settings:
    """The settings; what is given goes before the environment, and that before the file.

    :raises BadSettings: when some of them make no sense; no value is repeated, for it may be a secret
    """
    settings, faults = settings_and_faults(file, **given)
    if faults:
        raise BadSettings("\n".join(faults))
    return settings


def settings_and_faults(file: Path | None = HERE, **given: Any) -> tuple[Settings, list[str]]:
    """The settings, the default in the place of each that makes no sense, and a sentence for each of those."""
    faults: list[str] = []
    while True:
        try:
            return Settings(_env_file=file, **given), faults
        except OSError as error:
            faults.append(f"The file {file} cannot be read: {error.strerror}.")
            file = None
        except UnicodeDecodeError:
            faults.append(f"The file {file} is not text in UTF-8.")
            file = None
        except ValidationError as error:
            for one in error.errors(include_url=False, include_input=False):
                name = str(one["loc"][0]) if one["loc"] else SHARD_IDS
                faults.append(_fault(name, one["msg"], told=bool(one["loc"])))
                given[name] = Settings.model_fields[name].get_default(call_default_factory=True)


def _fault(name: str, message: str, *, told: bool) -> str:
    if not told:
        return f"{message.removeprefix('Value error, ')}."
    return f"{PREFIX}{name.upper()} is not usable: {message}."


def unknown_settings(file: Path | None, environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """A sentence for each variable that is named like a setting, but is none."""
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    for name in dict.fromkeys([*environment, *_names(file)]):
        if name.upper().startswith(PREFIX) and name.upper() not in known | {WHERE}:
            near = difflib.get_close_matches(name.upper(), known, 1)
            hint = f"; is {near[0]} meant?" if near else "."
            yield f"{name} is no setting{hint}"


def _names(file: Path | None) -> list[str]:
    try:
        return [*dotenv_values(file)] if file is not None else []
    except (OSError, UnicodeDecodeError):
        return []  # which is told elsewhere
