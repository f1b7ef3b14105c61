"""Game files made by somebody who knows the format: their chain holds, their contents are his own."""

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.games.export import ExportFile
from app.games.verification import read_file
from app.storage.event_log import command_hash, link

TEXTS: Final = {
    "name",
    "title",
    "text",
    "reason",
    "deed",
    "words",
    "says",
    "because",
    "player",
    "scenario_title",
    "note",
}


def renamed(exported: bytes, game_id: str, text: str) -> bytes:
    """The game under another id, `text` wherever its events hold words; the title without what no title may hold."""
    plain = json.loads(exported)
    plain["game"]["id"] = game_id
    plain["game"]["title"] = "".join(one for one in text if one.isprintable()) or "?"
    for event in plain["events"]:
        event["payload"] = json.dumps(worded(json.loads(event["payload"]), text))
    return chained(plain)


def misspelt(file: bytes, word: str) -> bytes:
    """The game with `word` where its first event has one of a few known words."""
    plain = json.loads(file)
    payload = json.loads(plain["events"][0]["payload"])
    payload["units"][0]["carriage"] = word
    plain["events"][0]["payload"] = json.dumps(payload)
    return chained(plain)


def worded(value: Any, text: str) -> Any:
    """A payload with `text` in every place that holds words."""
    if isinstance(value, list):
        return [worded(one, text) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: text if key in TEXTS and isinstance(one, str) else worded(one, text) for key, one in value.items()}


def chained(plain: Mapping[str, Any]) -> bytes:
    """The file with every hash made anew, so that its chain holds."""
    file = msgspec.convert(plain, type=ExportFile)
    previous = file.genesis
    commands = {one.command_id: command_hash(one.body, one.actor) for one in file.commands}
    for row, event in zip(file.rows(), plain["events"], strict=True):
        previous = link(previous, row, commands[row.command_id])
        event["hash"] = previous.hex()
    made = json.dumps(plain).encode()
    read_file(made)
    return made
