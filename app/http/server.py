"""The server process: sockets, graceful stop, GC tuning and the greeting on the terminal."""

import asyncio
import errno
import gc
import io
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI

from app.http.client_addresses import ClientAddresses, TrustedProxies
from app.http.connection_limits import Connections, Patience, PatientProtocol, as_many_as_there_are_files
from app.seats.network_addresses import (
    ALL_ADDRESSES,
    has_public_loopback,
    listening_addresses,
    listens_here_only,
    url_of,
    what_to_do,
)
from app.seats.operator_invitations import FromServer
from app.settings import Settings
from app.storage.maintenance import ServiceAddress, note_service

# The garbage collector

# Looked through in half a thousandth of a second.
NEW_OBJECTS: Final = 2_000
LOOKED_THROUGH: Final = 10
NEVER: Final = 1_000_000
QUIET_S: Final = 60.0
SELDOM_S: Final = 3_600.0


class Collector:
    """Looks through what is new alone, in small parts, and puts what lives on out of sight.

    What knows of itself and is let go later than that is found once nobody has asked for anything for a minute: then
    all of it is looked through, once an hour at most, since that takes some tenths of a second.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked = 0
        self._asked_at = self._thorough_at = clock()

    def begin(self) -> None:
        """From now on; what is there already stays, and goes out of sight."""
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)
        gc.callbacks.append(self._put_out_of_sight)

    def look_round(self, asked: int) -> None:
        """From time to time: `asked` is how many requests there have been."""
        now = self._clock()
        if asked != self._asked:
            self._asked, self._asked_at = asked, now
        elif now - self._asked_at >= QUIET_S and now - self._thorough_at >= SELDOM_S:
            self._thorough_at = now
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def _put_out_of_sight(self, phase: str, told: Mapping[str, int]) -> None:
        if phase == "stop" and told["generation"] == 0 and gc.get_count()[1] >= LOOKED_THROUGH:
            gc.freeze()


# The server

GRACE_S: Final = 1
# A client that sent a request before may send another one. A new client without a request gets the full grace period.
# The service reads bytes that have already arrived, however busy the machine is (decision 0006).
LINGER_S: Final = 0.2
UNREAD_S: Final = 5.0
LOOK_EVERY_S: Final = 0.01
LAST_ANSWER: Final = (b"connection", b"close")


class StoppingServer(uvicorn.Server):
    """Ends the streams when it is told to stop; what is on its way, read or not, is answered first."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        config.timeout_graceful_shutdown = config.timeout_graceful_shutdown or GRACE_S
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop. It interrupts whatever the loop does, so nothing here may wait."""
        self._end_streams()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let in whoever has knocked, then nobody; answer each once more; stop."""
        self.server_state.default_headers.append(LAST_ANSWER)
        await self._stop_listening()
        await self._hear_out()
        await super().shutdown(sockets)

    async def _stop_listening(self) -> None:
        """Stop listening. Whoever has been let in by the system, but not yet by us, would be torn off: take him in."""
        sockets = [socket.socket(fileno=one.dup().detach()) for server in self.servers for one in server.sockets]
        for server in self.servers:
            server.close()
        knocked = [one for listening in sockets for one in accepted(listening)]
        for listening in sockets:
            listening.close()
        loop = asyncio.get_running_loop()
        for one in knocked:
            await loop.connect_accepted_socket(self._protocol, one)

    def _protocol(self) -> asyncio.Protocol:
        made: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = made(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def _hear_out(self) -> None:
        """Wait for questions that are on their way. The time counts for what is being answered meanwhile."""
        loop = asyncio.get_running_loop()
        began, grace_s = loop.time(), self.config.timeout_graceful_shutdown or GRACE_S
        while (passed_s := loop.time() - began) < self._patience_s(grace_s):
            await asyncio.sleep(LOOK_EVERY_S)
        # The library hands it on to `wait_for`, which takes parts of a second too.
        self.config.timeout_graceful_shutdown = cast(int, max(0.0, grace_s - passed_s))

    def _patience_s(self, grace_s: float) -> float:
        """How long to wait in all for those on whose lines nothing is being answered."""
        lines: list[Any] = [one for one in self.server_state.connections if not one.transport.is_closing()]
        silent = [one for one in lines if one.cycle is None or one.cycle.response_complete]
        if not silent:
            return 0
        if _have_sent(silent):
            return UNREAD_S
        has_newcomers = any(one.cycle is None for one in silent)
        return max(LINGER_S, grace_s) if has_newcomers else LINGER_S


def _have_sent(lines: Sequence[Any]) -> bool:
    """Whether something has come on one of these lines that was not read yet."""
    looking = select.poll()
    for one in lines:
        looking.register(one.transport.get_extra_info("socket").fileno(), select.POLLIN)
    return bool(looking.poll(0))


def accepted(listening: socket.socket) -> Iterator[socket.socket]:
    """Everybody who has knocked by now."""
    listening.setblocking(False)
    while True:
        try:
            yield listening.accept()[0]
        except BlockingIOError:
            return
        except OSError:
            # He has gone away again.
            continue


# Serving

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


def invitation_told(made: FromServer, settings: Settings) -> str:
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
