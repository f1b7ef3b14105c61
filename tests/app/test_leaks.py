"""No secret is told to anybody else; the long form, with guests in a browser, is in `make torture`."""

import dataclasses
import gzip
import json
from typing import Any

import pytest

from tests.torture.leaks import Search, leak
from tests.torture.report import Report
from tests.torture.wire import Exchange, Line, taken_apart

TOKEN = "gH0Nn3w4VZcXq-b1uT_pLk9sYd2RfE7mAo5iJhWzB6c"
CODE = "ABCDEFGH"
JOINED = Exchange(
    "POST",
    "/api/v1/join",
    [(b"Cookie", b"bz-f=0123456789abcdef0123456789abcdef0123456789")],
    json.dumps({"code": CODE}).encode(),
    201,
    [(b"Set-Cookie", f"bz-g={TOKEN}; HttpOnly".encode())],
    b"{}",
)
INVITED = Exchange("POST", "/api/v1/games/g/invitations", [], b"{}", 201, [], json.dumps({"code": CODE}).encode())


def test_no_byte_of_an_evening_holds_a_token_or_a_code() -> None:
    report = leak(1)
    assert report.lost == []
    assert report.tried["tokens"] >= 9
    assert report.tried["codes"] >= 17
    assert report.tried["answers"] >= 400


def test_a_secret_may_go_its_own_way() -> None:
    search = Search(Report())
    search.through_wire([INVITED, JOINED])
    assert search.report.lost == []
    assert (search.issued.tokens, search.issued.codes) == ({TOKEN}, {CODE})


@pytest.mark.parametrize(
    ("where", "more"),
    [
        ("address", {"target": f"/join?code={CODE.lower()}"}),
        ("headers sent", {"sent_headers": [(b"Referer", f"http://table.test/join#{CODE}".encode())]}),
        ("headers told", {"told_headers": [(b"Location", f"/games/g?token={TOKEN}".encode())]}),
        ("body sent", {"method": "POST", "sent": json.dumps({"text": CODE}).encode()}),
        ("body told", {"told": f"data: {TOKEN}".encode()}),
        ("body told", {"told": TOKEN.encode().hex().encode()}),
        ("body told", {"told": gzip.compress(TOKEN.encode()), "told_headers": [(b"Content-Encoding", b"gzip")]}),
    ],
)
def test_a_secret_told_elsewhere_is_found(where: str, more: dict[str, Any]) -> None:
    told = dataclasses.replace(Exchange("GET", "/games/g/stream", [], b"", 200, [], b""), **more)
    search = Search(Report())
    search.through_wire([INVITED, JOINED, told])
    assert search.report.lost == [f"a secret stands in the {where} of {told.method} {told.target} (200)"]


def test_a_request_that_was_left_before_its_answer_is_no_exchange() -> None:
    line = Line(sent=bytearray(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    assert list(taken_apart(line)) == []
