"""Invitations that the operator makes on the server, left in a folder beside the SQLite file for the service to take.

The running service is the only process that may write the file: older versions of SQLite can lose a write otherwise.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

HASHES: Final = ("code_hash", "typed_hash")
Row = Mapping[str, str | bytes | None]
"""The row of an invitation."""
FIELDS: Final = frozenset({"id", "game_id", "role", "kind", "expires_at", *HASHES})


def inbox_of(url: str) -> "Inbox | None":
    """Return the inbox beside an SQLite file, None for a database that several processes may write."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        return None
    return Inbox(Path(f"{address.database}.invited"))


class Inbox:
    """A folder with one file for each invitation, which holds hashes in place of the codes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def leave(self, row: Row) -> None:
        """Leave the row of an invitation, whole or not at all. Raises OSError if it cannot be written."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        text = json.dumps({name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()})
        part = self._path(str(row["id"])).with_suffix(".part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        part.rename(self._path(str(row["id"])))

    def read(self, code_hash: bytes) -> Row | None:
        """Return the row of the invitation with a code, None if there is none."""
        return next((row for row in self._rows() if code_hash in (row[name] for name in HASHES)), None)

    def remove(self, row: Row) -> None:
        """Remove an invitation that was taken in."""
        self._path(str(row["id"])).unlink(missing_ok=True)

    def remove_expired(self, now: str) -> None:
        """Remove the invitations that expired before a time, ISO 8601, UTC."""
        for row in list(self._rows()):
            if str(row["expires_at"]) <= now:
                self.remove(row)

    def _rows(self) -> Iterator[Row]:
        for path in sorted(self.folder.glob("*.json")):
            try:
                row = json.loads(path.read_text(encoding="utf-8"))
                if isinstance(row, dict) and row.keys() == FIELDS and row["id"] == path.stem:
                    yield {**row, **{name: row[name] and bytes.fromhex(row[name]) for name in HASHES}}
            except (OSError, ValueError, TypeError):
                continue  # it was taken in just now, or is none of ours

    def _path(self, invitation_id: str) -> Path:
        return self.folder / f"{invitation_id}.json"
