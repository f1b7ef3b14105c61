"""Evenings kept as they were sent, and what came of each step: 5,000 steps of every ready scenario.

The commands are data and are replayed through the judge; nothing chooses them anew. Of what came of a step one byte a
part is kept, and every fifty steps the hash over each part so far: the byte names step and part, the hash leaves no
doubt.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tests.frozen.kept_game import PARTS, KeptGame, Sent, Step

FOLDER: Final = Path(__file__).parent / "evenings"
BLOCK: Final = 50
LONGEST: Final = 500
FLAGS: Final = Sent._fields[2:]


class Evening(NamedTuple):
    """One kept evening: its scenario, its number there, and the commands in their order."""

    scenario: str
    number: int
    sent: Sequence[Sent]

    @property
    def name(self) -> str:
        """What it is called, and its dice fall by."""
        return f"{self.scenario}-{self.number}"


class Block(NamedTuple):
    """Some steps: a byte of each part of each, and the hash of each part up to here."""

    steps: bytes
    chains: Mapping[str, str]


class Difference(NamedTuple):
    """The first step of an evening of which something else came than did before."""

    evening: str
    step: int
    upto: int
    command: str
    parts: tuple[str, ...]
    now: str

    def __str__(self) -> str:
        where = f"step {self.step}" if self.step == self.upto else f"one of the steps {self.step} to {self.upto}"
        return (
            f"{self.evening}, {where}: {', '.join(self.parts)} differ\n  sent {self.command}\n"
            f"  now answered {self.now}\n"
            f"  `python -m tests.frozen show {self.evening} {self.step}` tells all, here and in a tree from before"
        )


def scenarios_kept() -> list[str]:
    """The scenarios of which evenings are kept."""
    return sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


def evenings_of(scenario: str) -> list[Evening]:
    """The kept evenings of a scenario."""
    found: dict[int, list[Sent]] = {}
    with gzip.open(FOLDER / f"{scenario}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            told = json.loads(line)
            sent = Sent(told["by"], told["sent"].encode(), **dict.fromkeys(told.get("knows", ()), True))
            found.setdefault(told["evening"], []).append(sent)
    return [Evening(scenario, number, sent) for number, sent in sorted(found.items())]


def keep_commands(scenario: str, evenings: Sequence[Evening]) -> None:
    """Keep the commands of evenings, in place of those that were kept of this scenario."""
    lines = [line_of(evening.number, sent) for evening in evenings for sent in evening.sent]
    FOLDER.mkdir(exist_ok=True)
    packed = gzip.compress("".join(lines).encode(), compresslevel=9, mtime=0)
    (FOLDER / f"{scenario}.jsonl.gz").write_bytes(packed)


def line_of(number: int, sent: Sent) -> str:
    """One command as a line of its file."""
    told: dict[str, Any] = {"evening": number, "by": sent.role, "sent": sent.body.decode()}
    knows = [name for name in FLAGS if getattr(sent, name)]
    return json.dumps({**told, "knows": knows} if knows else told) + "\n"


def steps(evening: Evening, most: int | None = None) -> Iterator[Step]:
    """Everything that comes of its commands, step by step."""
    game = KeptGame(evening.name)
    for sent in evening.sent[:most]:
        yield game.step(sent)


def blocks(evening: Evening, most: int | None = None) -> list[Block]:
    """What comes of an evening, or of its first steps, in hashes."""
    chains = {part: hashlib.sha256() for part in PARTS}
    found, written = list[Block](), bytearray()
    for number, step in enumerate(steps(evening, most), 1):
        for part in PARTS:
            digest = hashlib.sha256(step.parts[part]).digest()
            written.append(digest[0])
            chains[part].update(digest)
        if number % BLOCK == 0 or number == len(evening.sent):
            found.append(Block(bytes(written), {part: chain.hexdigest()[:16] for part, chain in chains.items()}))
            written.clear()
    return found


def keep_outcomes(scenario: str, outcomes: Mapping[int, Sequence[Block]]) -> None:
    """Keep what came of the evenings of a scenario."""
    told = {
        str(number): [[base64.b64encode(one.steps).decode(), " ".join(one.chains.values())] for one in found]
        for number, found in outcomes.items()
    }
    text = json.dumps({"parts": PARTS, "block": BLOCK, "evenings": told}, indent=0)
    (FOLDER / f"{scenario}.json").write_text(f"{text}\n", encoding="utf-8")


def outcomes_of(scenario: str) -> dict[int, list[Block]]:
    """What came of the evenings of a scenario when it was kept."""
    told = json.loads((FOLDER / f"{scenario}.json").read_bytes())
    assert (tuple(told["parts"]), told["block"]) == (PARTS, BLOCK), "kept by another program: write it anew there"
    return {
        int(number): [
            Block(base64.b64decode(steps), dict(zip(PARTS, chains.split(), strict=True))) for steps, chains in found
        ]
        for number, found in told["evenings"].items()
    }


def difference(evening: Evening, kept: Sequence[Block], most: int | None = None) -> Difference | None:
    """The first step that is different now; None where all is as it was."""
    now = blocks(evening, most)
    if most is None and len(now) != len(kept):
        raise AssertionError(f"{evening.name}: {len(now)} blocks of steps are played, {len(kept)} are kept")
    for number, (was, here) in enumerate(zip(kept, now, strict=False)):
        if was != here:
            return _first(evening, number * BLOCK, was, here)
    return None


def differences_of(scenario: str) -> list[Difference]:
    """The first step of each kept evening of a scenario that is different now."""
    kept = outcomes_of(scenario)
    found = (difference(one, kept[one.number]) for one in evenings_of(scenario))
    return [one for one in found if one]


def _first(evening: Evening, before: int, was: Block, now: Block) -> Difference:
    """Where in a block it begins; where no byte tells, the whole block is named."""
    width = len(PARTS)
    for place in range(0, len(was.steps), width):
        pairs = zip(PARTS, was.steps[place : place + width], now.steps[place : place + width], strict=True)
        if parts := tuple(part for part, old, new in pairs if old != new):
            step = before + place // width + 1
            return _told(evening, step, step, parts)
    parts = tuple(part for part in PARTS if was.chains[part] != now.chains[part])
    return _told(evening, before + 1, before + len(was.steps) // width, parts)


def _told(evening: Evening, step: int, upto: int, parts: tuple[str, ...]) -> Difference:
    sent = evening.sent[step - 1]
    answers = [one.answer for one in steps(evening, step)]
    words = f"{sent.role}: {sent.body.decode()[:LONGEST]}"
    return Difference(evening.name, step, upto, words, parts, answers[-1].decode()[:LONGEST])


def shown(name: str, step: int) -> Mapping[str, Any]:
    """Everything that comes of one step, to be laid beside what another tree tells."""
    scenario, _, number = name.rpartition("-")
    evening = next(one for one in evenings_of(scenario) if one.number == int(number))
    game, before = KeptGame(name), 0
    for sent in evening.sent[:step]:
        before = len(game.open.log)
        last = game.step(sent)
    parts = {part: value.decode() for part, value in last.parts.items() if part not in ("answer", "events")}
    told = {part: msgspec.json.decode(value) for part, value in parts.items()}
    asked = evening.sent[step - 1]
    sent_words = {"by": asked.role, "sent": msgspec.json.decode(asked.body)}
    return {**sent_words, "answer": last.parts["answer"].decode(), "events": game.events(before), **told}
