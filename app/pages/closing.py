"""The closed state of a game: who closed it, when, and what everybody can hold against its dice."""

from typing import Any

from app.store.log import GameRecord


def closing(record: GameRecord) -> dict[str, Any] | None:
    """What the pages of a closed game show of its end; None while it is open, when nothing of it may be told."""
    if record.closed_at is None:
        return None
    promised = zip(record.cups, record.seeds_told, strict=True)
    return {
        "at": record.closed_at,
        "by": record.closed_by or "the host",
        "dice": [{"promise": cup.commitment, "seed": seed, "from": cup.from_seq} for cup, seed in promised],
        "file": f"/api/v1/games/{record.id}/export",
        "log": f"/games/{record.id}/log",
        "report": f"/games/{record.id}/report",
    }
