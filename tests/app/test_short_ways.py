"""Of the pages that come back all at once a few begin at a time."""

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from app.http import fast_paths


async def nothing(*_: object) -> Any:
    """Neither comes nor goes."""
    return {"type": "http.request"}


def test_few_streams_begin_at_a_time_and_one_that_was_told_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    beginning: set[int] = set()
    most: list[int] = []

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        beginning.add(scope["page"])
        most.append(len(beginning))
        await asyncio.sleep(0.001)
        await send({"type": "http.response.start", "status": 200})
        beginning.discard(scope["page"])
        await send({"type": "http.response.body", "body": b"told", "more_body": True})
        await over.wait()

    async def come_back() -> None:
        entered = fast_paths.ShortWays(nothing)
        pages = [
            asyncio.create_task(
                entered({"type": "http", "method": "GET", "path": "/games/a/stream", "page": page}, nothing, nothing)
            )
            for page in range(20)
        ]
        async with asyncio.timeout(10):
            while len(most) < len(pages):
                await asyncio.sleep(0.001)
        over.set()
        await asyncio.gather(*pages)

    over = asyncio.Event()
    monkeypatch.setattr(fast_paths, "take_stream", page)
    asyncio.run(come_back())
    assert max(most) == fast_paths.BEGIN_AT_ONCE
