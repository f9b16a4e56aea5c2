"""Which addresses are told anything: whole ones of the public web, unless the operator says otherwise."""

import asyncio
from datetime import UTC, datetime

import pytest
from yarl import URL

from bot.errors.tables import BadHook, HooksOff, PrivateHook
from bot.hooks.addresses import PrivateAddress, PublicOnly, checked, is_public
from bot.hooks.post import Postman, signature
from tests.bot.hooks.receiver import receiver

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address: str):
    """However they are written, those of IPv4 inside those of IPv6 too."""
    host = f"[{address}]" if ":" in address else address

    assert not is_public(address)
    with pytest.raises(PrivateHook):
        checked(f"https://{host}/x", "public")
    assert checked(f"https://{host}/x", "any").host


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "hooks.example.org"]
)
def test_public_addresses_are_taken(address: str):
    """And names, which are looked at when they are looked up."""
    assert is_public(address)


@pytest.mark.parametrize(
    "typed",
    ["", "hooks", "hooks.example.org/x", "ftp://example.org", "https://", "https:///x", "file:///etc/passwd", "http://x.org",
     "https://example.org:99999/", "javascript:alert(1)", "https://[::1", "https://x.org/" + "y" * 600],
)  # fmt: skip
def test_what_is_no_whole_address_is_refused(typed: str):
    """Where only the public web is allowed, by https alone."""
    with pytest.raises(BadHook):
        checked(typed, "public")


def test_an_operator_may_allow_none():
    """Whatever is typed."""
    with pytest.raises(HooksOff):
        checked("https://example.org", "off")


@pytest.mark.parametrize("name", ["localhost", "2130706433", "0x7f000001"])
async def test_names_that_lead_into_a_private_network_are_never_asked(name: str):
    """Numbers that a look-up takes for this machine among them; nothing is connected to."""
    async with receiver() as there:
        port, postman = URL(there.url).port, Postman("public")
        reply = await postman.post(URL(f"http://{name}:{port}/calls/x"), "whsec_AAAA", "id", "{}", NOW)
        await postman.close()

        assert reply.fate == "private"
        assert there.came == []
    with pytest.raises(PrivateAddress):
        await PublicOnly().resolve(name, 80)


def test_signatures_are_those_of_standard_webhooks():
    """The example that the specification's own libraries are tested with."""
    signed = signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        '{"test": 2432232314}',
    )

    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize(
    ("status", "fate"),
    [
        (200, "taken"),
        (204, "taken"),
        (302, "refused"),
        (404, "refused"),
        (410, "gone"),
        (429, "later"),
        (503, "later"),
    ],
)
async def test_what_an_answer_means(status: int, fate: str):
    """A redirection is no answer, and is not followed."""
    async with receiver() as there:
        there.status = status
        postman = Postman("any")
        reply = await postman.post(URL(there.url), "whsec_AAAA", "id", "{}", NOW)
        await postman.close()

        assert (reply.fate, reply.status) == (fate, status)
        assert len(there.came) == 1


async def test_who_does_not_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch):
    """A closed door, or one behind which nobody speaks."""
    monkeypatch.setattr("bot.hooks.post.SECONDS", 0.2)
    async with receiver() as there:
        there.pause = 5.0
        postman = Postman("any")
        slow = await postman.post(URL(there.url), "whsec_AAAA", "id", "{}", NOW)
        closed = await postman.post(URL("http://127.0.0.1:1/"), "whsec_AAAA", "id", "{}", NOW)
        await postman.close()
        await asyncio.sleep(0)

    assert slow.fate == closed.fate == "later"
