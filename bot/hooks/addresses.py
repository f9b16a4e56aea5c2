"""Which addresses may be told anything: on the public web, unless whoever runs the bot allows private ones."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Literal

from aiohttp import ThreadedResolver
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from bot.errors.tables import BadHook, HooksOff, PrivateHook

Allowed = Literal["off", "public", "any"]
"""Which addresses the operator allows: none, those of the public web by https, or any."""
LONGEST = 500
NAT64 = IPv6Network("64:ff9b::/96")
"""Where a network that speaks IPv6 alone finds the addresses of IPv4."""


class PrivateAddress(OSError):
    """A name leads into a private network."""


def checked(typed: str, allowed: Allowed) -> URL:
    """Return an address that may be told of calls, as far as its letters tell.

    :raises HooksOff: when the operator allows none
    :raises BadHook: when it is no whole address
    :raises PrivateHook: when it names a machine of a private network
    """
    if allowed == "off":
        raise HooksOff
    try:
        url = URL(typed.strip())
        port = url.port
    except ValueError:
        raise BadHook from None
    wanted = ("https", "http") if allowed == "any" else ("https",)
    if len(typed) > LONGEST or url.scheme not in wanted or not url.host or not port:
        raise BadHook
    if allowed == "public" and not is_public(url.host):
        raise PrivateHook
    return url


def is_public(host: str) -> bool:
    """Tell whether a host is on the public web; of a name only looking it up will tell.

    What has no letters is no name, and is connected to without being looked up.
    """
    try:
        return all(one.is_global and not one.is_multicast for one in _meant(ip_address(host)))
    except ValueError:
        return any(sign.isalpha() for sign in host)


def _meant(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """Yield an address and those of IPv4 that are written into it."""
    yield address
    if isinstance(address, IPv6Address):
        yield from filter(None, (address.ipv4_mapped, address.sixtofour, *(address.teredo or ())))
        if address in NAT64:
            yield IPv4Address(int(address) & 0xFFFFFFFF)


class PublicOnly(AbstractResolver):
    """Looks names up, and refuses those of private networks: what it answers is what is connected to."""

    def __init__(self) -> None:
        self._inner = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a name.

        :raises PrivateAddress: when one of them is private
        """
        found = await self._inner.resolve(host, port, family)
        if not all(is_public(one["host"]) for one in found):
            raise PrivateAddress(f"{host} leads into a private network")
        return found

    async def close(self) -> None:
        """Release what looking up holds."""
        await self._inner.close()
