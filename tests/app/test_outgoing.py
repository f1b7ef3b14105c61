"""What a connection is given to send in one go leaves in one go."""

import asyncio
from collections.abc import Callable

from app.http.connection_limits import AT_ONCE, SentTogether


class WayOut(asyncio.Transport):
    """Remembers what left, and that it was closed."""

    def __init__(self) -> None:
        super().__init__({"peername": ("a tablet", 1)})
        self.left: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.left.append(bytes(data))

    def close(self) -> None:
        self.left.append(b"closed")


def written(way: SentTogether, *parts: bytes) -> None:
    """Each part by itself, as the server writes them."""
    for part in parts:
        way.write(part)


def sent(write: Callable[[SentTogether], None], rounds: int = 1) -> list[bytes]:
    """What leaves until the loop has gone round so often."""
    way_out = WayOut()

    async def writing() -> list[bytes]:
        write(SentTogether(way_out, asyncio.get_running_loop()))
        for _ in range(rounds):
            await asyncio.sleep(0)
        return list(way_out.left)

    return asyncio.run(writing())


def test_head_and_body_leave_together_once_the_loop_goes_round() -> None:
    assert sent(lambda way: written(way, b"head", b"body"), rounds=0) == []
    assert sent(lambda way: written(way, b"head", b"body")) == [b"headbody"]


def test_what_is_large_waits_for_nothing() -> None:
    large = b"a" * AT_ONCE
    assert sent(lambda way: written(way, b"head", large, b"end"), rounds=0) == [b"head" + large]
    assert sent(lambda way: written(way, b"head", large, b"end"))[1:] == [b"end"]


def test_what_is_left_leaves_before_the_connection_is_closed() -> None:
    def write_and_close(way: SentTogether) -> None:
        way.write(b"bye")
        way.close()

    assert sent(write_and_close) == [b"bye", b"closed"]


def test_whatever_else_is_asked_is_asked_of_the_connection() -> None:
    peers: list[object] = []
    sent(lambda way: peers.append(way.get_extra_info("peername")))
    assert peers == [("a tablet", 1)]
