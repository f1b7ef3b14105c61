"""A deed as it was walked without a browser, written down tap by tap: what a finger on its page has to do.

The walk (`tests/stage_taps`) chooses, by what the service answers; this only notes what it chose, in words of the page.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from app.play.available_commands import stage_at
from app.play.command_responses import AskedShown, AskShown, DeedShown, in_words
from tests.stage_taps.moments import Moment
from tests.stage_taps.tapping import FACE, Aim, Walk

How = Literal[
    "back",
    "answer",
    "more",
    "next",
    "unit",
    "deed",
    "stand",
    "spot",
    "press",
    "chip",
    "write",
    "die",
    "certain",
    "done",
    "exception",
    "step",
    "field",
    "fact",
    "place",
    "band",
    "figure",
]
BY_BACK: Final = ("undo", "withdraw")
YES_NO: Final = {True: "yes", False: "no"}


class Tap(NamedTuple):
    """One thing that a finger does, and at what: a name, a stand, a face, or what is written."""

    how: How
    at: str = ""


class Taped(Walk):
    """A walk that notes its taps."""

    def __init__(self, moment: Moment) -> None:
        super().__init__(moment)
        self.tape: list[Tap] = []
        self.deed: DeedShown | None = None
        self.names = stage_at(moment.game, moment.actor, moment.past).names

    def command(self) -> Mapping[str, Any]:
        """The whole command, and its taps on the tape."""
        found = super().command()
        if self.deed is not None and not self.tape:
            self.tape.append(Tap("done", self.deed.says))
        return found

    def _open(self, deed: DeedShown) -> None:
        super()._open(deed)
        self.deed = deed
        self.tape += self._way_to(deed)

    def _way_to(self, deed: DeedShown) -> Iterator[Tap]:
        named = [one for one in deed.about.values() if isinstance(one, str)]
        # What has no name of its own, the system itself says what it is.
        of = ", ".join(in_words(one, self.names) for one in named) or deed.of
        if deed.kind in BY_BACK:
            yield Tap("back")
        elif deed.kind == "answer":
            yield Tap("answer")
        elif deed.where == "more":
            alike = [one for one in self.scene.stage.available if one.kind == deed.kind and one.where == "more"]
            yield Tap("more", deed.says)
            if sum(not one.barred for one in alike) > 1:
                yield Tap("press", self.moment.deed.of or of or deed.says)
        elif deed.where == "on" or deed.follows:
            yield Tap("next")
        else:
            if unit := self.unit_of(deed):
                yield Tap("unit", unit)
            if not self.by_itself:
                yield Tap("deed", f"{deed.says}|{of}" if of else deed.says)

    def _aim(self, aim: Aim) -> None:
        super()._aim(aim)
        if aim.how != "one" and any(one.origin == "map" for one in aim.ask.proposals):
            return
        told = self._told_at(aim.target if aim.how == "one" else aim.ask.name)
        rows = [row[aim.target] for row in told or ()] if aim.how == "rows" else told
        named = [told] if aim.how == "one" else list(rows or ())
        self.tape += [Tap("stand", str(one)) for one in (named[:1] if aim.spread else named) if one]

    def _choose(self, missing: str, ask: AskShown) -> None:
        super()._choose(missing, ask)
        if self.deed is not None and self.deed.kind == "answer":
            # The one button of the slot is the answer.
            return
        self.tape.append(Tap("press", _word(ask, self._told_at(missing))))

    def _answer(self, asked: AskedShown, missing: str) -> bool:
        before = len(self.tape)
        found = super()._answer(asked, missing)
        told = self._told_at(missing)
        if len(self.tape) == before and isinstance(told, list) and told and not isinstance(told[0], dict):
            ask = next(one for one in asked.prompts if one.name == missing)
            self.tape += [Tap("press", _word(ask, one)) for one in told]
        return found

    def _write(self, missing: str, ask: AskShown) -> None:
        super()._write(missing, ask)
        told = self._told_at(missing)
        if self.is_spot(ask):
            self.tape.append(Tap("spot"))
        elif ask.bands:
            self.tape.append(Tap("press", next(one.says for one in ask.bands if one.value == told)))
        else:
            self.tape.append(Tap("write", str(told)))

    def _throw(self, asked: AskedShown, dice: Any) -> None:
        before = self.taps["dice"]
        super()._throw(asked, dice)
        odds = [one for one in asked.odds for _ in range(max(1, one.throws))]
        kept = [face for ask in dice for face in ask.kept if face]
        many = self.taps["dice"] - before
        blunt = bool(odds) and all(len(one.bars) == 1 for one in odds)
        self.tape += [Tap("certain")] if kept or blunt else [Tap("die", str(FACE))] * many

    def _put_right(self, asked: AskedShown) -> None:
        before = dict(self.told)
        super()._put_right(asked)
        name, value = next((name, value) for name, value in self.told.items() if before.get(name) != value)
        ask = next(one for one in asked.prompts if one.name == name)
        self.tape.append(Tap("chip", ask.brief or ask.says))
        if ask.kind != "switch" and len(ask.among or ()) > 2:
            self.tape.append(Tap("press", _word(ask, value)))

    def _finish(self, deed: DeedShown, asked: AskedShown, aim: Aim | None, tapped_last: bool) -> None:
        before = self.taps["done"]
        super()._finish(deed, asked, aim, tapped_last)
        if self.taps["done"] > before:
            self.tape.append(Tap("done", deed.says))

    def _told_at(self, path: str) -> Any:
        found: Any = self.told
        for step in path.split("."):
            found = found[int(step)] if isinstance(found, list) else found[step]
        return found


def _word(ask: AskShown, value: Any) -> str:
    """What a choice is called on its button."""
    if isinstance(value, bool) and not ask.among:
        return YES_NO[value]
    return next(word for each, word in zip(ask.among or (), ask.words or (), strict=True) if each == value)
