"""Tokens and codes: made from the operating system's chance, kept only as hashes."""

import base64
import hashlib
import secrets
from typing import Final

TOKEN_BYTES: Final = 32
LINK_CODE_BYTES: Final = 16
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I, no O: they are read as 1 and 0
TYPED_LENGTH: Final = 8


def new_token() -> str:
    """A seat's token: 256 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_link_code() -> str:
    """The code in a QR link: 128 bits, in capitals and digits, which make a coarser QR code."""
    return base64.b32encode(secrets.token_bytes(LINK_CODE_BYTES)).decode().rstrip("=")


def new_typed_code() -> str:
    """Eight letters to read aloud, about 36 bits: enough only with the limit on guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(TYPED_LENGTH))


def hashed(secret: str) -> bytes:
    """What is kept of a token or a code: its SHA-256."""
    return hashlib.sha256(secret.encode()).digest()


def typed(code: str) -> str:
    """A code as somebody typed it, forgiven for case, spaces and dashes."""
    return "".join(code.split()).replace("-", "").upper()


def is_typed(code: str) -> bool:
    """Whether a code is as long as those that are read aloud."""
    return len(typed(code)) == TYPED_LENGTH
