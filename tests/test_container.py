"""The container is built as it is written, and the recipe beside it is followed, in namespaces of the test's own.

Where no registry can be reached the base is made here, of Debian's packages: every instruction still runs.
"""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from tests.bot.operate.played import fingerprints, play_some
from tests.bot.operate.test_doctor import TOKEN
from tests.bot.tabletop import address_of
from tests.test_documented_commands import BOOK, ROOT, blocks

pytestmark = pytest.mark.long
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Whom this machine trusts: a packages' mirror may stand behind a proxy of its own."""
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
OURS, SERVER, IMAGE = "localhost/base", "docker.io/library/postgres:17", "localhost/stationmaster"
BASE = f"""FROM scratch
ADD base.tar /
ENV PATH={SYSTEM_PATH} PIP_CERT={CERTIFICATES}
"""
POSTGRES = f"""FROM {OURS}
RUN apt-get update && apt-get install -y --no-install-recommends postgresql
COPY serve /serve
ENTRYPOINT ["/serve"]
"""
SERVE = """#!/bin/sh
# does what the official image does: a database is made where there is none, and served
set -e
bin=$(echo /usr/lib/postgresql/*/bin) data=/var/lib/postgresql/data
as() { su postgres -c "$1"; }
chown postgres $data
if [ ! -e $data/PG_VERSION ]; then
    echo "$POSTGRES_PASSWORD" >/tmp/password && chown postgres /tmp/password
    as "$bin/initdb -D $data -U $POSTGRES_USER --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --locale=C"
    echo "host all all all scram-sha-256" >>$data/pg_hba.conf
    as "$bin/pg_ctl -w -D $data -o '-c listen_addresses= -k /tmp' start"
    as "PGPASSWORD='$POSTGRES_PASSWORD' $bin/createdb -h /tmp -U $POSTGRES_USER $POSTGRES_DB"
    as "$bin/pg_ctl -w -D $data stop"
fi
exec su postgres -c "exec $bin/postgres -D $data -c listen_addresses='*'"
"""
STORE = """[storage]
driver = "{driver}"
graphroot = "{folder}/store"
runroot = "{folder}/run"
"""
RUNTIME = """[containers]
cgroups = "disabled"
cgroupns = "host"
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
"""
DISCORD = f"""
import asyncio
from bot.limits import check_request
from bot.local import server
server.HOST = "discord"
async def serve():
    async with server.LocalDiscord(8000, check=check_request) as here:
        here.backend.token = here.backend.gateway.token = "{TOKEN}"
        await asyncio.Event().wait()
asyncio.run(serve())
"""
BESIDE = f"""services:
  discord:
    image: {IMAGE}_bot
    entrypoint: {json.dumps(["python", "-c", DISCORD])}
  bot:
    environment:
      STATIONMASTER_DISCORD: http://discord:8000
      STATIONMASTER_RETRY_AFTER: 1
"""
APART = """
! mountpoint -q /sys/fs/cgroup/unified || umount /sys/fs/cgroup/unified
"""
"""No runtime of Debian's takes both kinds of control groups at once; nobody else sees it go."""
TOGETHER = f"""{APART}
set -e
ip link set lo up
trap 'compose logs bot; podman rm -af' EXIT
compose() {{ podman-compose -p stationmaster -f compose.yaml -f beside.yaml "$@"; }}
bot_answers() {{
    for _ in $(seq 120); do
        if "$PYTHON" -c "$LOOK" 2>/dev/null; then return 0; fi
        sleep 1
    done
    return 1
}}
"""


@dataclass(frozen=True)
class Workshop:
    """Images and containers of the test's own, and a program that makes them."""

    folder: Path
    tool: str

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of ours but the programs, and where what they make lies."""
        return {
            "PATH": SYSTEM_PATH,
            "HOME": str(self.folder),
            "PYTHON": sys.executable,
            "LOOK": "import urllib.request as r; r.urlopen('http://127.0.0.1:9184/healthz', timeout=3)",
            "BUILDAH_ISOLATION": "chroot",
            "CONTAINERS_STORAGE_CONF": str(self.folder / "storage.conf"),
            "CONTAINERS_CONF": str(self.folder / "containers.conf"),
        }

    def build(self, tag: str, context: Path, *given: str) -> str:
        """Build an image from the Containerfile of a folder, and return what was said."""
        return self.made(self.tool, "build", "-t", tag, *given, str(context))

    def made(self, *command: str) -> str:
        """What a command says that must not fail."""
        done = self.run(*command)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command."""
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=1200
        )

    def apart(self, script: str, cwd: Path, *kinds: str) -> subprocess.CompletedProcess[str]:
        """Run a script in namespaces that end with it, and all that it has started."""
        spaces = ("--mount", "--pid", "--mount-proc", "--fork", "--kill-child", *kinds)
        return subprocess.run(
            ["unshare", *spaces, "/bin/bash", "-c", script],
            env=self.environment,
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )


def missing(*programs: str) -> list[str]:
    """Which of some programs are not there."""
    return [one for one in programs if shutil.which(one, path=SYSTEM_PATH) is None]


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """A place for images that goes when the tests are over."""
    tool = next((one for one in ("podman", "buildah") if not missing(one)), None)
    if tool is None:
        pytest.skip("neither podman nor buildah is here to build the container with")
    if os.getuid():
        pytest.skip("building without user namespaces needs root")
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="stationmaster-images-") as place:
        folder = Path(place)
        (folder / "containers.conf").write_text(RUNTIME)
        for driver in ("overlay", "vfs"):
            (folder / "storage.conf").write_text(STORE.format(driver=driver, folder=folder))
            made = Workshop(folder, tool)
            if made.run(tool, "info").returncode == 0:
                break
        yield made


@pytest.fixture(scope="module")
def ours(workshop: Workshop) -> str:
    """Debian with its Python at /usr/local, as the published base has it."""
    if missing("debootstrap"):
        pytest.skip("no registry can be reached, and debootstrap is not here to make a base with")
    root, context = workshop.folder / "root", workshop.folder / "base"
    suite = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    assert suite is not None
    packages = "--include=ca-certificates,python3-venv"
    workshop.made("debootstrap", "--variant=minbase", packages, suite[1], str(root))
    workshop.made("chroot", str(root), "python3", "-m", "venv", "/usr/local")
    shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
    context.mkdir()
    workshop.made("tar", "-C", str(root), "-cf", str(context / "base.tar"), ".")
    shutil.rmtree(root)
    (context / "Containerfile").write_text(BASE)
    workshop.build(OURS, context)
    return OURS


@pytest.fixture(scope="module")
def image(workshop: Workshop, request: pytest.FixtureRequest) -> str:
    """The image, from the published base where a registry answers, else from ours; which of them is said."""
    found = re.search(r"^ARG BASE=(\S+)", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    pulled = workshop.run(workshop.tool, "pull", found[1])
    given = () if pulled.returncode == 0 else ("--build-arg", f"BASE={request.getfixturevalue('ours')}")
    if given:
        said = pulled.stderr.strip().splitlines()[-1]
        capture = request.config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            sys.stdout.write(f"\n{found[1]} cannot be had here ({said[-160:]}): built from {OURS} instead\n")
    steps = (ROOT / "Containerfile").read_text("utf-8")
    told = workshop.build(IMAGE, ROOT, *given)
    for line in re.findall(r"^(?:COPY|RUN|USER|VOLUME|ENTRYPOINT).*", steps, re.MULTILINE):
        assert line in told
    return IMAGE


def ran(workshop: Workshop, script: str) -> str:
    """What a shell in the image says, as its user."""
    if workshop.tool == "buildah":
        return workshop.made("sh", "-c", f"buildah run $(buildah from {IMAGE}) -- sh -c '{script}'")
    done = workshop.apart(f"{APART} podman run --rm --entrypoint sh {IMAGE} -c '{script}'", workshop.folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_image_holds_the_bot_and_nothing_else(image: str, workshop: Workshop):
    """Its own user, who may write where games and backups lie; no tests, no settings; names of all scripts drawn."""
    doctor = f"STATIONMASTER_TOKEN={TOKEN} python -m bot doctor --offline"
    told = ran(workshop, f"id -u; pwd; touch /data/x /backups/x; ls -A / ~; {doctor}")

    assert told.splitlines()[:2] == ["1846", "/home/stationmaster"]
    assert told.splitlines()[-1] == "6 checks, 0 problems"
    assert "libfribidi0" not in told
    assert {"tests", "src", ".env"}.isdisjoint(told.split())


def test_a_container_that_is_stopped_while_it_starts_ends(image: str, workshop: Workshop):
    """It is not killed: a stop is heard from the first moment on."""
    if away := missing("podman", "unshare"):
        pytest.skip(f"needs {', '.join(away)}")
    begin = f"podman run -d --name early -e STATIONMASTER_TOKEN={TOKEN} {IMAGE}"
    told = "podman inspect -f {{.State.ExitCode}} early"
    done = workshop.apart(f"{APART} {begin} && podman stop -t 15 early && {told}", workshop.folder)

    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[-1]) in {0, 128 + signal.SIGTERM}


async def stored(folder: Path) -> Path:
    """A backup of some games."""
    file = folder / "played.db"
    async with Storage.open(address_of(file)) as storage:
        service = Service(storage)
        await play_some(service)
        await service.settled()
    return file


async def fingerprints_of(file: Path) -> dict[int, tuple[str, int]]:
    async with Storage.open(address_of(file)) as storage:
        return await fingerprints(storage)


async def test_the_recipe_for_compose_works_as_it_is_written(
    image: str, ours: str, workshop: Workshop, tmp_path: Path
):
    """Bot and database come up; a backup is made and put back; the volumes keep the games when all of it goes."""
    if away := missing("podman", "podman-compose", "unshare", "ip"):
        pytest.skip(f"needs {', '.join(away)}")
    postgres = workshop.folder / "postgres"
    postgres.mkdir()
    (postgres / "Containerfile").write_text(POSTGRES)
    (postgres / "serve").write_text(SERVE)
    (postgres / "serve").chmod(0o755)
    workshop.build(SERVER, postgres)
    workshop.made("podman", "tag", image, f"{IMAGE}_bot")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    (tmp_path / "beside.yaml").write_text(BESIDE)
    (tmp_path / ".env").write_text(f"STATIONMASTER_TOKEN={TOKEN}\nPOSTGRES_PASSWORD=p@ss:word\n")
    file = await stored(tmp_path)

    done = await asyncio.to_thread(workshop.apart, script(), tmp_path, "--net")

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "All games are in /backups/stationmaster-" in done.stdout
    assert "0 mismatches" in done.stdout
    assert await fingerprints_of(tmp_path / "after.db") == await fingerprints_of(file)


def script() -> str:
    """The recipe, with looks at what it has done; the backup that is put back is one with games."""
    recipe = next(block for block in blocks(BOOK) if block.startswith("podman compose exec"))
    told = re.sub(r"/backups/\S+\.db", "/backups/played.db", recipe.replace("podman compose", "compose"))
    health = re.search(r'test: (\["CMD", "python".*\])', (ROOT / "compose.yaml").read_text("utf-8"))
    assert health is not None
    (*_, check) = json.loads(health[1])
    return f"""{TOGETHER}
compose up -d
bot_answers
podman exec stationmaster_bot_1 python -c "{check}"
podman cp played.db stationmaster_bot_1:/backups/played.db
{told}
bot_answers
compose exec bot python -m bot verify
compose down
compose up -d
bot_answers
compose exec bot python -m bot backup /backups/after.db
podman cp stationmaster_bot_1:/backups/after.db .
compose down -v
"""
