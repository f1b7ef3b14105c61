"""Tokens and codes: made from the operating system's chance, kept only as hashes."""

import base64
import hashlib
import re
import secrets
from typing import Final
from urllib.parse import unquote

TOKEN_BYTES: Final = 32
LINK_CODE_BYTES: Final = 16
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I, no O: they are read as 1 and 0
TYPED_LENGTH: Final = 8
RECOVERY_BYTES: Final = 10
RECOVERY_LENGTH: Final = 16
LINK_LENGTH: Final = 26
NO_CODE: Final = re.compile(r"[^A-Za-z0-9]")
LINK: Final = re.compile(r"/join(?:#|%23)(\S+)", re.IGNORECASE)
"""An invitation's link in a message; some programs write its # as %23."""
MISREAD: Final = str.maketrans("018", "OIB")
"""Digits that no long code has, with the letters for which they are typed."""


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


def new_recovery_code() -> str:
    """Return a host's recovery code: 80 bits as sixteen letters and digits, to be noted on paper."""
    return base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode()


def typed(code: str) -> str:
    """Return a code as somebody typed it, forgiven for case, spaces and dashes.

    Of a pasted link, or a message with one, only what follows the # of the link counts.

    >>> typed("Join here: http://192.168.1.20:8014/join#kxw7mq2d Bring dice! #clubnight")
    'KXW7MQ2D'
    """
    link = LINK.search(code)
    _, is_link, behind = ("", "#", link[1]) if link else code.rpartition("#")
    if is_link:
        behind = NO_CODE.split(unquote(behind).strip(), maxsplit=1)[0]
    code = NO_CODE.sub("", behind).upper()
    return code.translate(MISREAD) if len(code) in (RECOVERY_LENGTH, LINK_LENGTH) else code


def is_typed(code: str) -> bool:
    """Whether a code is as long as those that are read aloud."""
    return len(typed(code)) == TYPED_LENGTH
