"""What a look-up's page says, for the tests of the pages."""

import re
from html import unescape

from tests.client import TestClient


def part(pages: TestClient, address: str, name: str) -> str:
    """The words of one region of a look-up's page."""
    answer = pages.get(f"/lookups/{address}")
    assert answer.status_code == 200
    found = re.search(rf'<section [^>]*id="{name}".*?\n</section>', answer.text, re.DOTALL)
    assert found, f"no part {name}"
    return plain(found[0])


def is_told(says: str, text: str) -> bool:
    """Whether a text says so: as it is written, or at the head of a card, where a capital begins it."""
    return says in text or says[:1].upper() + says[1:] in text


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
