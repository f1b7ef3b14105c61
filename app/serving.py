"""Serving: the socket, the server that stops in time, and what it tells the person who started it."""

import io
import socket
from collections.abc import Callable
from functools import partial
from typing import Final

import uvicorn
from fastapi import FastAPI

from app.collecting import Collector
from app.live.serving import StoppingServer
from app.patience import Connections, Patience, PatientProtocol, as_many_as_there_are_files
from app.proxies import ClientAddresses, TrustedProxies
from app.seats.addresses import is_loopback, lan_address
from app.settings import Settings

# Connections that are taken each time the loop goes round, and how many more may wait for it in the system.
TAKEN_AT_ONCE: Final = 4
MAY_WAIT: Final = 2_048
ALL_ADDRESSES: Final = ("0.0.0.0", "::", "")


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

    Raises PortTaken.
    """
    listening = listen(settings)
    port = listening.getsockname()[1]
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
    server = TableServer(config, lambda: app.state.keeper.hub.end(), lambda: say(greeting(settings, port)))
    try:
        server.run([listening])
    except KeyboardInterrupt:
        # Ctrl-C has already stopped the server in good order; it is only told again.
        return True
    finally:
        listening.close()
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


def listen(settings: Settings) -> socket.socket:
    """The socket of the service. Raises PortTaken with a way out."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named, or answers would not be sent at once: each would wait 40 ms for the device to ask for more.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as failed:
        listening.close()
        raise PortTaken(
            f"{settings.host}:{settings.port} cannot be had ({failed.strerror}): "
            "is Beaten Zone running already? Another port: make run PORT=8015"
        ) from failed
    return listening


def greeting(settings: Settings, port: int) -> str:
    """The address on this machine, the one for tablets, and the latter as a QR code for their cameras."""
    here = f"http://{settings.host if is_loopback(settings.host) else 'localhost'}:{port}/"
    lines = ["", "Beaten Zone is ready.", "", f"  On this machine   {here}"]
    if there := address_for_tablets(settings, port):
        return "\n".join([*lines, f"  For the tablets   {there}", "", qr_code(there), "Ctrl-C stops it."])
    return "\n".join([*lines, "  For the tablets   none: this machine is on no network, or listens to itself only", ""])


def address_for_tablets(settings: Settings, port: int) -> str | None:
    """The address for other devices, by IP because tablets do not resolve local names; None without a network."""
    if settings.public_url:
        return f"{settings.public_url}/"
    host = lan_address() if settings.host in ALL_ADDRESSES else settings.host
    if host is None or is_loopback(host):
        return None
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def qr_code(address: str) -> str:
    """An address as a QR code drawn with characters, on terminals dark and light."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
