"""Which letters the fonts of the prints have: one that they lack is an empty box, and does not stop the press."""

import re
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

MISSING: Final = "\u25a1"
_CONTROL: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u00[01][0-9a-f]|([bf])|([rt]))")
"""Letters that are no letters, as JSON writes them; a line break is none of them, and a backslash of a name is two."""
_OF_NO_WIDTH: Final = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
_UNICODE: Final = frozenset({(0, 3), (0, 4), (3, 1), (3, 10)})
"""The platforms and encodings under which a font lists its letters by Unicode."""
_SEGMENTS: Final = 4
_GROUPS: Final = 12


def legible(written: str, folders: tuple[str, ...]) -> str:
    """The JSON with a box for each letter that no font of the folders has; line breaks stay, tabs are spaces."""
    text = _CONTROL.sub(lambda found: found[1] + (" " if found[3] else MISSING), written).translate(_OF_NO_WIDTH)
    if text.isascii() and text.isprintable():
        return text
    have = letters(folders)
    lacking = {ord(one): MISSING for one in set(text) if one != "\n" and ord(one) not in have}
    return text.translate(lacking) if lacking else text


@lru_cache(maxsize=4)
def letters(folders: tuple[str, ...]) -> frozenset[int]:
    """Every letter that some font of the folders has."""
    every = (font for folder in folders for font in sorted(Path(folder).glob("*.[to]tf")))
    return frozenset(one for font in every for one in _of_font(font.read_bytes()) if one > 31)


def _of_font(font: bytes) -> Iterator[int]:
    count = struct.unpack_from(">H", font, 4)[0]
    records = (struct.unpack_from(">4sIII", font, 12 + 16 * number) for number in range(count))
    cmap = next(begins for tag, _, begins, _ in records if tag == b"cmap")
    for number in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        platform, encoding, begins = struct.unpack_from(">HHI", font, cmap + 4 + 8 * number)
        if (platform, encoding) in _UNICODE:
            yield from _listed(font, cmap + begins)


def _listed(font: bytes, at: int) -> Iterable[int]:
    kind = struct.unpack_from(">H", font, at)[0]
    if kind == _SEGMENTS:
        return _in_segments(font, at)
    return _in_groups(font, at) if kind == _GROUPS else ()


def _in_segments(font: bytes, at: int) -> Iterator[int]:
    """Format 4: runs of letters; a gap inside one is an index of zero, which no font here has."""
    twice = struct.unpack_from(">H", font, at + 6)[0]
    ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
    starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
    for first, last in zip(starts, ends, strict=True):
        yield from range(first, min(last, 0xFFFE) + 1)


def _in_groups(font: bytes, at: int) -> Iterator[int]:
    for number in range(struct.unpack_from(">I", font, at + 12)[0]):
        first, last = struct.unpack_from(">II", font, at + 16 + 12 * number)
        yield from range(first, last + 1)
