"""Pages as they were when somebody last looked at them: `python -m tests.print.golden` writes them anew."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.press import pdf_of
from rules.kernel.months import parse_month
from tests.print.on_paper import pictures
from tests.print.some_forces import MUSTER

FOLDER: Final = Path(__file__).parent / "golden"
DOTS: Final = 1.6  # a millimetre: enough to see a line move, and small enough to keep
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
PRINTS: Final = {
    "early": (("playsheet",), SheetWanted("early")),
    "mid": (("playsheet", "changes"), SheetWanted("mid")),
    "letter": (("playsheet", "sticks", "report", "markers"), SheetWanted("late")),
    "large": (("playsheet",), SheetWanted("late", large=True)),
    "late": (("playsheet", "changes", "strip", "trial", "templates", "aiming-points"), SheetWanted("late")),
    "game": (("playsheet", "cards", "stands"), SheetWanted("mid", month=parse_month("1916-09"), muster=MUSTER)),
}
Picture = np.ndarray[Any, Any]


def printed(name: str) -> list[Picture]:
    """The pages of one of the prints."""
    things, wanted = PRINTS[name]
    return pictures(pdf_of(CATALOGUE.job(things, wanted, "letter" if name == "letter" else "a4")), DOTS)


def kept(name: str) -> list[Picture]:
    """The pages that were looked at."""
    return [read(path.read_bytes()) for path in sorted(FOLDER.glob(f"{name}-*.png"))]


def write(picture: Picture) -> bytes:
    """A grey picture as PNG, every row as it is."""
    height, width = picture.shape
    rows = b"".join(b"\0" + row.astype(np.uint8).tobytes() for row in picture)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def read(png: bytes) -> Picture:
    """A picture that `write` has written."""
    chunks = dict(_chunks(png))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    return rows[:, 1:]


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        length = struct.unpack(">I", png[at : at + 4])[0]
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name in PRINTS:
        for number, page in enumerate(printed(name), 1):
            (FOLDER / f"{name}-{number:02}.png").write_bytes(write(page))
