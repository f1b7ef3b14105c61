"""Each question asked with its own example, and what the rules answer: for the description of the service."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.lookups.asking import Answer, ask
from app.lookups.describing import example_of, question
from rules.kernel.questions import Questions

FACE: Final = 4


def asked(of: Questions[Any], key: str) -> dict[str, dict[str, Any]]:
    """The example of a question before any die, and where dice decide with all of them thrown. Raises BadAsk."""
    told = question(of, key)
    body: dict[str, Any] = {"date": told.example_date, "facts": example_of(told.facts)}
    if not told.a_die_decides:
        return {"asked": body}
    thrown = {**body, "dice": []}
    while more := _answer(of, key, thrown).more_dice:
        thrown = {**thrown, "dice": [*thrown["dice"], *[FACE] * more]}
    return {"before_the_dice": body, "with_the_dice": thrown}


def answered(of: Questions[Any], key: str, body: Mapping[str, Any]) -> Any:
    """What the rules answer to an example, as it is sent. Raises BadAsk."""
    return msgspec.json.decode(msgspec.json.encode(_answer(of, key, body)))


def _answer(of: Questions[Any], key: str, body: Mapping[str, Any]) -> Answer:
    return ask(of, key, body["facts"], body.get("dice"), body["date"])
