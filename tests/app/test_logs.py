"""Log lines: one thing, one line; nothing a terminal would obey; no secrets."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from app.logs import configure_logs
from app.settings import Settings

NASTY = "Ann\n2026 [error] forged\r\x1b[31m\x9b\u2028\u202e\x00"


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    structlog.reset_defaults()
    root.handlers = handlers
    root.setLevel(level)


def logging_to(form: str, level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    configure_logs(Settings.model_validate({"log_format": form, "log_level": level}), stream)
    return stream


@pytest.mark.parametrize("form", ["json", "human"])
def test_what_users_typed_stays_on_its_line_and_commands_no_terminal(form: str) -> None:
    stream = logging_to(form)
    structlog.get_logger().info("seated", player=NASTY, more={"note": [NASTY]})
    logging.getLogger("library").warning("heard %s", NASTY)
    lines = stream.getvalue().removesuffix("\n").split("\n")
    assert len(lines) == 2
    assert all(one.isprintable() for line in lines for one in line), lines


def test_json_is_one_object_a_line_with_what_was_bound() -> None:
    stream = logging_to("json")
    with structlog.contextvars.bound_contextvars(request="r1", game="g1", seat="s1"):
        structlog.get_logger().info("judged", number=3)
    line = json.loads(stream.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "judged", "level": "info", "number": 3, "request": "r1", "game": "g1", "seat": "s1"}


@pytest.mark.parametrize("form", ["json", "human"])
@pytest.mark.parametrize("name", ["token", "seat_token", "Cookie", "code", "password", "seed", "Authorization"])
def test_secrets_are_hidden_at_any_depth(form: str, name: str) -> None:
    stream = logging_to(form)
    structlog.get_logger().info("joined", **{name: "canary"}, headers={name: "canary"}, several=[{name: "canary"}])
    assert "canary" not in stream.getvalue()
    assert stream.getvalue().count("[hidden]") == 3


def test_a_fault_keeps_the_lines_of_its_traceback_and_no_other() -> None:
    stream = logging_to("human")
    try:
        raise ValueError("\x1b[2J\x07")
    except ValueError:
        structlog.get_logger().exception("fault")
    assert "Traceback" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()
    assert "\x07" not in stream.getvalue()


def test_a_level_leaves_out_what_is_below_it() -> None:
    stream = logging_to("json", "warning")
    structlog.get_logger().info("started")
    logging.getLogger("library").info("started")
    assert stream.getvalue() == ""


def test_a_very_long_word_is_cut() -> None:
    stream = logging_to("json")
    structlog.get_logger().info("noted", note="x" * 100_000)
    assert len(stream.getvalue()) < 2500
