"""Serving: the socket, the server that stops in time, and what it tells the person who started it."""

import errno
import io
import socket
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import uvicorn
from fastapi import FastAPI

from app.collecting import Collector
from app.live.serving import StoppingServer
from app.patience import Connections, Patience, PatientProtocol, as_many_as_there_are_files
from app.proxies import ClientAddresses, TrustedProxies
from app.seats.addresses import (
    ALL_ADDRESSES,
    has_public_loopback,
    listening_addresses,
    listens_here_only,
    url_of,
    what_to_do,
)
from app.settings import Settings
from app.store.services import ServiceAddress, note_service

if TYPE_CHECKING:
    from app.seats.operator import FromServer

# Connections that are taken each time the loop goes round, and how many more may wait for it in the system.
TAKEN_AT_ONCE: Final = 4
MAY_WAIT: Final = 2_048
NO_SUCH_FAMILY: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)
"""How a system without IPv6 refuses it."""


class PortTaken(OSError):
    """The address to listen on cannot be had; the message says what to do."""


class TableServer(StoppingServer):
    """Says so once it takes requests."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config, end_streams)
        self._ready = ready
        self.collector = Collector()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and listen."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(MAY_WAIT)
        self.collector.begin()
        if self.started:
            self._ready()


def serve_app(app: FastAPI, settings: Settings, say: Callable[[str], None]) -> bool:
    """Serve until a signal comes; `say` is given the addresses once it serves. False if it could not start.

    The database is told the address, for commands that run beside the service. Raises PortTaken.
    """
    listening = listen(settings)
    port = listening[0].getsockname()[1]
    room = Connections(patience_of(settings))

    async def look_round() -> None:
        room.look_round()
        server.collector.look_round(server.server_state.total_requests)

    config = uvicorn.Config(
        ClientAddresses(app, proxies_of(settings)),
        http=partial(PatientProtocol, room=room),  # type: ignore[arg-type]
        callback_notify=look_round,
        timeout_notify=0,
        backlog=TAKEN_AT_ONCE,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.stop_seconds,
        proxy_headers=False,  # the server under us takes the leftmost entry where every peer is trusted
    )

    def ready() -> None:
        note_service(app.state.keeper.database.engine, ServiceAddress(settings.host, port, settings.public_url))
        say(greeting(settings, port))

    server = TableServer(config, lambda: app.state.keeper.hub.end(), ready)
    try:
        server.run(listening)
    except KeyboardInterrupt:
        # Ctrl-C has already stopped the server in good order; it is only told again.
        return True
    finally:
        for one in listening:
            one.close()
    return server.started


def patience_of(settings: Settings) -> Patience:
    """How long connections are waited for, and for how many of them, by the settings and what the system allows."""
    return Patience(
        head=settings.head_seconds,
        body=settings.body_seconds,
        most=as_many_as_there_are_files(settings.most_connections),
        most_of_one=settings.most_connections_of_one,
        proxies=proxies_of(settings),
    )


def proxies_of(settings: Settings) -> TrustedProxies:
    """Return the proxies in front of the service."""
    return TrustedProxies(settings.trusted_proxies, settings.proxy_hops)


def listen(settings: Settings) -> list[socket.socket]:
    """Return the sockets of the service: one for IPv4 and one for IPv6 if it listens on all addresses.

    Raises PortTaken with a way out.
    """
    if settings.host not in ALL_ADDRESSES:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return [_bound(family, settings.host, settings.port)]
    first = _bound(socket.AF_INET, "0.0.0.0", settings.port)
    try:
        return [first, _bound(socket.AF_INET6, "::", first.getsockname()[1])]
    except PortTaken as refused:
        if isinstance(refused.__cause__, OSError) and refused.__cause__.errno in NO_SUCH_FAMILY:
            return [first]
        first.close()
        raise


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    # The protocol is named, or answers would not be sent at once: each would wait 40 ms for the device to ask for more.
    try:
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as failed:
        raise _taken(host, port, failed) from failed
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Without it this socket would take the IPv4 port too, and show IPv4 devices under other addresses.
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind((host, port))
    except OSError as failed:
        listening.close()
        raise _taken(host, port, failed) from failed
    return listening


def _taken(host: str, port: int, failed: OSError) -> PortTaken:
    return PortTaken(
        f"{host}:{port} cannot be had ({failed.strerror}): "
        "is Beaten Zone running already? Another port: make run PORT=8015"
    )


def greeting(settings: Settings, port: int) -> str:
    """Return the addresses for this machine and for tablets, best first, with a QR code of the best."""
    here = url_of(settings.host if listens_here_only(settings) else "localhost", port)
    lines = ["", "Beaten Zone is ready.", "", f"  On this machine   {here}"]
    found = addresses_for_tablets(settings, port)
    if not found:
        return "\n".join([*lines, f"  For the tablets   none. {what_to_do(settings)}", ""])
    (best, adapter), *others = found
    lines.append(f"  For the tablets   {best}{_by(adapter)}")
    lines += [f"             or     {address}{_by(adapter)}" for address, adapter in others]
    return "\n".join([*lines, "", qr_code(best), "Ctrl-C stops it."])


def _by(adapter: str) -> str:
    return f"  ({adapter})" if adapter else ""


def addresses_for_tablets(settings: Settings, port: int) -> list[tuple[str, str]]:
    """Return the addresses for tablets with their adapters, best first: by IP, as tablets resolve no local names."""
    if settings.public_url:
        return [] if has_public_loopback(settings) else [(f"{settings.public_url}/", "")]
    return [(url_of(address.ip, port), address.adapter) for address in listening_addresses(settings)]


def invitation_told(made: "FromServer", settings: Settings) -> str:
    """Return an invitation that was made on the server, as the terminal shows it, with the address of the service.

    The settings say where it listens if it has not been started on this database.
    """
    if made.service:
        settings = settings.model_copy(update=made.service._asdict())
    found = addresses_for_tablets(settings, settings.port)
    letters = made.invitation.letters
    lines = [f"{made.title}, seat: {made.seat}. Good once, for one device, for ten minutes.", ""]
    typed = f"  Type              {letters[:4]} {letters[4:]}"
    if found:
        base = found[0][0]
        address = f"{base}join#{made.invitation.code}"
        lines += [f"  Open              {base}", typed, f"  Or open           {address}", "", qr_code(address)]
    else:
        lines += [typed, "", f"Only this machine can reach the service: type it here. {what_to_do(settings)}"]
    if made.invitation.kind == "host":
        lines.append("The present host loses its seat when this code is used.")
    return "\n".join(lines)


def qr_code(address: str) -> str:
    """An address as a QR code drawn with characters, on terminals dark and light."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
