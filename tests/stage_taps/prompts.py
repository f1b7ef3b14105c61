"""Optional prompts of deeds, each told with a value other than its default, and the taps that tell it.

A prompt is optional where a deed can be done without an answer to it. The walk does the deed with the fewest taps and
tells one such prompt on the way.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from app.games.json_codec import System
from app.play.command_responses import AskedShown, AskShown, DeedShown
from rules.kernel.explanations import Refusal
from rules.kernel.serialization import build, plain
from tests.browser.taped import YES_NO, Tap, Taped
from tests.stage_taps.moments import Moment, moments
from tests.stage_taps.tapping import FIGURES, OF_THE_RECORD, Aim, NotWalked, Told, _at, _copied, _is_drawn, _put

CHIPS: Final = ("switch", "word", "one", *FIGURES)
"""Kinds of prompts that are a chip in the row of facts, or a field of a row."""
MM_A_CM: Final = 10
TOGGLED: Final = 2
"""A chip with so many values takes the other one with a tap."""


class Prompt(NamedTuple):
    """An optional prompt of a deed: the kind of the deed, and where its answer lies in the command."""

    kind: str
    name: str


class Walked(NamedTuple):
    """A prompt that was told otherwise: its moment, the taps, its value, and what the command and its events hold."""

    prompt: Prompt
    moment: Moment
    tape: list[Tap]
    value: Any
    events: bytes
    """The events that the command brings about; empty where the rules refuse it."""
    has_trace: bool
    """Whether the events differ from those with the default."""


class Refused(Exception):
    """The rules refuse every other value of a prompt: the page says so after the last tap."""


class Otherwise(Taped):
    """A walk that tells one optional prompt with another value than it would have."""

    def __init__(self, moment: Moment, name: str = "") -> None:
        super().__init__(moment)
        self.name = name
        self.value: Any = None
        self.is_told = False
        self.prompts: dict[str, AskShown] = {}

    def _open(self, deed: DeedShown) -> None:
        super()._open(deed)
        if self.name and deed.follows:
            # A page that is opened now has the deed in hand.
            self.tape.pop()
        elif self.name and not self.by_itself and self._has_exceptions_beside(deed) and self._is_done_by_one_tap(deed):
            self.tape[-1] = Tap("exception", deed.says)

    def _is_done_by_one_tap(self, deed: DeedShown) -> bool:
        """Whether the tap that chooses the deed would do it: then another button leads to its prompts."""
        if deed.at_once:
            return False
        asked = self.asked({})
        has_more = any(
            one.kind == "several" or (one.kind == "text" and one.needed) or (one.kind == "rows" and not one.seldom)
            for one in asked.prompts
        )
        measured = any(one.kind == "cm" and one.usual is None and not one.answered for one in asked.prompts)
        has_more = has_more or (measured and any(one.kind == "text" for one in asked.prompts))
        return asked.ready and not has_more and not any(one.kind == "dice" or one.chosen for one in asked.prompts)

    def _aim(self, aim: Aim) -> None:
        before = len(self.tape)
        super()._aim(aim)
        if self.name and aim.how == "one" and self.deed is not None and self._has_exceptions():
            self.tape.insert(before, Tap("exception", self.deed.says))

    def _has_exceptions(self) -> bool:
        """Whether a deed whose target was tapped takes facts and no dice: its card has a button for them before."""
        asked = self.asked(self.told)
        facts = ("switch", "word", "rows", *FIGURES)
        return not any(one.kind == "dice" for one in asked.prompts) and any(
            one.kind in facts and one.name not in self.about and not (one.kind == "rows" and _is_drawn(one))
            for one in asked.prompts
        )

    def _tell_more(self, asked: AskedShown, aim: Aim | None) -> bool:
        aimed = aim.ask.name if aim is not None else ""
        there = dict(self._prompts(asked, aimed))
        if asked.ready or _waits_for_dice(asked):
            self.prompts |= there
        # It is told as soon as it is on the card: the next tap may do the deed.
        ask = there.get(self.name)
        if self.is_told or ask is None or (aim is not None and aim.ask.needed and not self._has_answer(aim.ask.name)):
            return False
        self.is_told = True
        if aim is not None and self.name == aim.ask.name:
            self._tap_stand(aim)
        else:
            self._tell_otherwise(asked, ask, aimed)
        return True

    def _prompts(self, asked: AskedShown, aimed: str) -> Iterator[tuple[str, AskShown]]:
        """The prompts that need no answer, or have a proposal; of rows those of the first."""
        for ask in asked.prompts:
            if ask.kind == "rows" and ask.rows:
                of_row = ((f"{ask.name}.0.{inner.name}", inner) for inner in ask.rows[0])
                yield from (one for one in of_row if not self._has_answer(one[0]) and _is_chip(one[1]))
            elif not self._has_answer(ask.name) and (
                _is_chip(ask)
                or (ask.kind == "several" and not ask.needed and ask.among)
                or (ask.kind == "rows" and ask.name == aimed and ask.next_row)
            ):
                yield ask.name, ask

    def _has_answer(self, path: str) -> bool:
        return path in self.about or _at(self.told, path, None) is not None

    def _tap_stand(self, aim: Aim) -> None:
        for one in aim.among:
            told = _copied(self.told)
            _put(told, *aim.told([one]))
            if self.asked(told).refused is None:
                self.told, self.value = told, one
                self.tape.append(Tap("stand", one))
                return
        raise NotWalked("the rules refuse every stand")

    def _tell_otherwise(self, asked: AskedShown, ask: AskShown, aimed: str) -> None:
        refused = None
        now = _at(asked.answers, self.name, ask.usual)
        for value in _others(ask, now):
            told = self._with(asked, ask, value)
            found = self.asked(told)
            misfits = found.missing is not None and found.missing.field == self.name
            if found.refused is None and not misfits:
                self.told, self.value = told, value
                self.tape += self._taps(ask, now, value, aimed)
                return
            refused = value if found.refused and refused is None else refused
        if refused is None:
            raise NotWalked("there is no other value")
        self.value = refused
        self.tape += self._taps(ask, now, refused, aimed)
        raise Refused(self.name)

    def _with(self, asked: AskedShown, ask: AskShown, value: Any) -> Told:
        """What is told with a value: a place with both halves, a fact of a target for all that turn to it."""
        told = _copied(self.told)
        rows, nth, *inner = [*self.name.split("."), ""]
        names = [self.name]
        if ask.mate:
            names.append(f"{self.name.removesuffix(ask.name)}{ask.mate}")
        elif nth.isdigit():
            name = ".".join(inner[:-1])
            targets = [_at(row, "target", None) for row in _at(told, rows, [])]
            names = [f"{rows}.{at}.{name}" for at, target in enumerate(targets) if target == targets[0]]
        for each in names:
            _put(told, each, value)
        return told

    def _taps(self, ask: AskShown, now: Any, value: Any, aimed: str) -> Iterator[Tap]:
        label, word = ask.brief or ask.says, _word(ask, value)
        rows, nth, *_ = [*self.name.split("."), ""]
        if ask.chosen:
            yield Tap("step", ask.says)
        elif ask.kind == "several" or (nth.isdigit() and rows != aimed):
            yield Tap("field", f"{label}|{word}")
        elif ask.spot:
            yield Tap("fact", label)
            yield Tap("place", _typed(ask, value))
        else:
            yield Tap("fact", label)
            values = [band.value for band in ask.bands] or ask.among or []
            if ask.kind == "switch":
                return
            if len(values) != TOGGLED:
                yield Tap("band" if value in values else "figure", word)
            elif value != next(one for one in values if one != now):
                yield Tap("fact", label)


def _waits_for_dice(asked: AskedShown) -> bool:
    return (
        asked.refused is None
        and bool(asked.missing)
        and any(
            one.kind == "dice" and asked.missing is not None and _is_of(one, asked.missing.field)
            for one in asked.prompts
        )
    )


def _is_of(dice: AskShown, field: str) -> bool:
    return field == dice.name or bool(dice.per and field.startswith(f"{dice.per}.") and field.endswith(f".{dice.name}"))


def _typed(ask: AskShown, value: Any) -> str:
    """A half of a place as it is typed, in cm."""
    return str(value / MM_A_CM if ask.spot in ("x", "y") else value)


def _is_chip(ask: AskShown) -> bool:
    """Whether a prompt is a chip of its own; the second half of a place is told with the first."""
    return (
        not (ask.spot and not ask.mate)
        and ask.kind in CHIPS
        and (ask.kind in ("switch", *FIGURES) or len(ask.among or ()) > 1)
    )


def _others(ask: AskShown, now: Any) -> Iterator[Any]:
    """Values other than the one that counts: every choice, and of a figure some near it."""
    if ask.kind == "switch":
        yield not now
    elif ask.kind == "several":
        yield from ([one] for one in ask.among or ())
    elif ask.among is not None or ask.bands:
        yield from (one for one in (ask.among or [band.value for band in ask.bands]) if one != now)
    if ask.kind in FIGURES and ask.among is None and len(ask.bands) != TOGGLED:
        begin = now if isinstance(now, int | float) else ask.minimum or 0
        steps = (1, -1) if ask.chosen else (1, 5, -1, -5, 15, 2)
        for value in (begin + step for step in steps):
            if (ask.minimum is None or value >= ask.minimum) and (ask.maximum is None or value <= ask.maximum):
                yield value


def _word(ask: AskShown, value: Any) -> str:
    """The words of a value on the page."""
    if isinstance(value, list):
        return _word(ask, value[0])
    if isinstance(value, bool):
        return YES_NO[value]
    pairs = [*zip(ask.among or (), ask.words or (), strict=False), *((band.value, band.says) for band in ask.bands)]
    return next((word for each, word in pairs if each == value), str(value))


class NotTold(NamedTuple):
    """A prompt that no moment lets be told otherwise, and why."""

    prompt: Prompt
    why: str


def told_otherwise(system: System, only: Prompt | None = None) -> Iterator[Walked | NotTold]:
    """Every optional prompt of a system, told at the first moment where that leaves a trace in the events.

    A prompt that leaves none anywhere comes last. Each moment stands until the next one is asked for. Deeds of the
    record, such as taking back, have buttons of their own and no facts on a card.
    """
    silent, why, done = dict[Prompt, Walked](), dict[Prompt, str](), set[Prompt]()
    for moment in moments(system, {only.kind} if only else frozenset()):
        if moment.kept is not None or not moment.is_in_turn or moment.deed.kind in OF_THE_RECORD:
            continue
        for name in _names(moment):
            prompt = Prompt(moment.deed.kind, name)
            if prompt in done or (only is not None and prompt != only):
                continue
            try:
                walked = _walked(moment, prompt)
            except NotWalked as wrong:
                why[prompt] = str(wrong)
                continue
            if walked.has_trace:
                done.add(prompt)
                yield walked
            elif prompt not in silent or (walked.events and not silent[prompt].events):
                silent[prompt] = walked._replace(moment=moment._replace(game=moment.again()))
    yield from (walked for prompt, walked in silent.items() if prompt not in done)
    yield from (NotTold(prompt, says) for prompt, says in why.items() if prompt not in done | silent.keys())


def _names(moment: Moment) -> list[str]:
    walk = Otherwise(moment)
    with suppress(NotWalked):
        walk.command()
    return list(walk.prompts)


def _walked(moment: Moment, prompt: Prompt) -> Walked:
    walk = Otherwise(moment, prompt.name)
    command = dict[str, Any]()
    try:
        command = dict(walk.command())
    except Refused:
        return Walked(prompt, moment, walk.tape, walk.value, b"", False)
    if not walk.is_told:
        raise NotWalked("it does not come up before the dice")
    events = _events(moment, command)
    return Walked(prompt, moment, walk.tape, walk.value, events, events != _events(moment, Taped(moment).command()))


def _events(moment: Moment, fields: Mapping[str, Any]) -> bytes:
    """What a command brings about, as the rules decide it."""
    system, kind = moment.game.system, moment.deed.kind
    state, command = moment.game.state_of(moment.actor.role), build(system.commands[kind], fields)
    events = system.decide(state, command, moment.actor, moment.past)
    if isinstance(events, Refusal):
        raise NotWalked(f"refused though it was whole: {events.because}")
    return msgspec.json.encode([plain(one) for one in events])
