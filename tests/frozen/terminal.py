"""What the terminal answers: every look-up with its example, and the commands about games, settings and prints."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typer.testing import CliRunner

from tests.frozen.games import GOLDEN, golden_games
from tests.look_ups import asked, questions
from tests.systems import cli


def answered() -> dict[str, str]:
    """What was typed, and the exit code and words that answered it."""
    return {" ".join(words): _said(words) for words in _typed()}


def _said(words: Sequence[str]) -> str:
    places = {f"golden/{name}": str(path) for name, path in golden_games().items()}
    told = CliRunner().invoke(cli, [places.get(one, one) for one in words])
    return f"leaves with {told.exit_code}\n{told.stdout}{told.stderr}".replace(str(GOLDEN), "golden")


def _typed() -> Iterator[tuple[str, ...]]:
    yield ("lookup",)
    for told in questions():
        key = told.key.replace("_", "-")
        yield "lookup", key
        for body in asked(told.key).values():
            facts = [word for fact in _facts(body["facts"]) for word in ("--fact", fact)]
            dice = [word for die in body.get("dice", ()) for word in ("--die", str(die))]
            yield "lookup", key, "--date", body["date"], *facts, *dice
            yield "lookup", key, "--date", body["date"], *facts, *dice, "--json"
    yield from (("lookup", "moon"), ("lookup", "order-roll", "--die", "4"), ("settings",), ("print",))
    yield from (("print-form",), ("print-form", "--scenario", "mons-1914"))
    for name in golden_games():
        yield from ((command, f"golden/{name}") for command in ("verify", "rejudge", "report"))


def _facts(told: Any, before: str = "") -> Iterator[str]:
    """Facts as they are typed: `parts.0.going=road`."""
    if isinstance(told, list | tuple) and not any(isinstance(one, Mapping) for one in told):
        yield f"{before}={','.join(map(_word, told))}"
    elif isinstance(told, Mapping | list | tuple):
        named = told.items() if isinstance(told, Mapping) else enumerate(told)
        for name, value in named:
            yield from _facts(value, f"{before}.{name}" if before else str(name))
    elif told is not None:
        yield f"{before}={_word(told)}"


def _word(told: object) -> str:
    return str(told) if not isinstance(told, bool) else "yes" if told else "no"
