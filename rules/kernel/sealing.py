"""Fixing something secret by a fingerprint, and proving pieces of it afterwards, one at a time.

The fingerprint is the root of a hash tree (Merkle tree) with a fixed number of leaves. Every piece has a leaf of its
own, hashed with a salt that nobody can guess, at a place that only the secret decides; every other leaf is blank and
looks no different. So a fingerprint tells nothing, not even how many pieces there are; and an opened piece proves that
it was there from the beginning and tells nothing of the others. Who has the secret and all the pieces can prove the
whole.
"""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from typing import Final

from rules.kernel.frozen_dataclasses import dataclass

LEAVES: Final = 2048
"""A power of two. The same for whatever is sealed, so that its number tells nothing."""
SECRET_BYTES: Final = 32
_LEAF, _NODE, _ROOT = b"\x00", b"\x01", b"\x02"
"""What a hash is of, so that none can be taken for another."""

_Pieces = tuple[tuple[str, bytes], ...]
"""By their names."""


@dataclass(frozen=True, slots=True)
class SealOpening:
    """One piece shown, with what proves it: its salt, its leaf (from 0), the hashes beside its way to the root.

    Salt and hashes are written in hexadecimal.
    """

    name: str
    content: str
    salt: str
    leaf: int
    path: tuple[str, ...]


def fingerprint(pieces: Mapping[str, bytes], secret: bytes, about: str) -> str:
    """What fixes the pieces, 64 hexadecimal digits; `about` says what for, such as the game, and is fixed with them.

    Raises ValueError for a secret that is not of 32 bytes and for more pieces than there are leaves.
    """
    return _rooted(_tree(_sorted(pieces), secret)[-1][0], about)


def open_piece(pieces: Mapping[str, bytes], secret: bytes, name: str) -> SealOpening:
    """One piece with its proof. Raises KeyError for a piece that is not there, ValueError as `fingerprint` does."""
    there = _sorted(pieces)
    content, leaf = pieces[name].decode(), _places(there, secret)[name]
    path, place = [], leaf
    for level in _tree(there, secret)[:-1]:
        path.append(level[place ^ 1].hex())
        place //= 2
    return SealOpening(name, content, _salt(secret, leaf).hex(), leaf, tuple(path))


def proves(opening: SealOpening, sealed: str, about: str) -> bool:
    """Whether a piece was among those that a fingerprint fixes, letter by letter."""
    if not opening.name or not 0 <= opening.leaf < LEAVES or len(opening.path) != LEAVES.bit_length() - 1:
        return False
    try:
        salt, beside = bytes.fromhex(opening.salt), [bytes.fromhex(one) for one in opening.path]
        found, place = _leaf(salt, opening.name, opening.content.encode()), opening.leaf
    except ValueError:
        return False
    for one in beside:
        found = _node(one, found) if place % 2 else _node(found, one)
        place //= 2
    return _rooted(found, about) == sealed


def proves_whole(pieces: Mapping[str, bytes], secret: bytes, sealed: str, about: str) -> bool:
    """Whether a fingerprint fixes exactly these pieces and none besides."""
    return fingerprint(pieces, secret, about) == sealed


def _sorted(pieces: Mapping[str, bytes]) -> _Pieces:
    return tuple(sorted(pieces.items()))


# A plan falls piece by piece, and each is proven by the same tree of four thousand hashes.
@lru_cache(maxsize=8)
def _tree(pieces: _Pieces, secret: bytes) -> tuple[tuple[bytes, ...], ...]:
    """Every level of the tree from the leaves to the root."""
    named = dict(pieces)
    names = {leaf: name for name, leaf in _places(pieces, secret).items()}
    told = ((names.get(leaf, ""), _salt(secret, leaf)) for leaf in range(LEAVES))
    levels = [tuple(_leaf(salt, name, named[name] if name else b"") for name, salt in told)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append(tuple(_node(below[n], below[n + 1]) for n in range(0, len(below), 2)))
    return tuple(levels)


@lru_cache(maxsize=8)
def _places(pieces: _Pieces, secret: bytes) -> Mapping[str, int]:
    """The leaf of each piece."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret of {len(secret)} bytes; give {SECRET_BYTES} that nobody can guess")
    if len(pieces) > LEAVES or any(not name for name, _ in pieces):
        raise ValueError(f"{len(pieces)} pieces; give {LEAVES} at most, each with a name")
    shuffled = sorted(range(LEAVES), key=lambda leaf: digest(secret, b"place %d" % leaf, sha256))
    return dict(zip((name for name, _ in pieces), shuffled, strict=False))


def _salt(secret: bytes, leaf: int) -> bytes:
    return digest(secret, b"salt %d" % leaf, sha256)


def _leaf(salt: bytes, name: str, content: bytes) -> bytes:
    named = name.encode()
    return sha256(_LEAF + salt + len(named).to_bytes(4, "big") + named + content).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def _rooted(top: bytes, about: str) -> str:
    return sha256(_ROOT + top + about.encode()).hexdigest()
