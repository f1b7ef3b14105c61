"""The answer card of a look-up: odds before the dice, outcome and reasons after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from app.lookups.queries import Answer, marks_of_change
from app.pages.lookups.lookup_form import TickBox, ticked
from app.pages.lookups.lookup_layout import Apart, OpenQuestion, Tool
from app.pages.rendering import FaceBrings, OddsBar, OutcomeChance, bars_of, odds_bar, sentence
from rules.kernel.dice import ALL_D6
from rules.kernel.explanations import Considered, Explained, HouseMark, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.numerals import signed

MIDDLE: Final = ALL_D6[3]


@dataclass(frozen=True, slots=True)
class ModifierLine:
    """A line of a reckoning before its dice; `note`: on which faces, or of whom it is true."""

    value: int | None
    says: str
    clause: str
    house: HouseMark | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class OnTheDie:
    """What all lines come to together."""

    value: int
    signed: bool = True
    says: str = "on the die"


@dataclass(frozen=True, slots=True)
class BarsOfOne:
    """The odds of one of several: as bars, or face by face where no bar can show them."""

    name: str
    bars: Sequence[object]
    faces: str


def card(asked: OpenQuestion) -> dict[str, Any]:
    """What the card of a look-up shows, and in `house` each house rule that changes it without a line that says so.

    Raises BadAsk for facts or dice that cannot be read.
    """
    shown = _card(asked)
    marks = marks_of_change(asked.book, lambda book: _card(replace(asked, book=book)))
    said = {mark.ruling for mark in _marks(shown)}
    return shown | {"house": [mark for mark in marks if mark.ruling not in said]}


def brought(asked: OpenQuestion, ticks: Iterable[TickBox]) -> dict[str, str]:
    """What each box adds to the die when it is ticked, where one die decides: {"in_gas": "−1"}."""
    found: dict[str, str] = {}
    # Each box stands as it stands now in one of the two tried; where no sum decides now there is nothing to compare.
    if _modifiers_of(asked) is None:
        return found
    for tick in ticks:
        on, off = (_modifiers_of(replace(asked, facts=ticked(asked.facts, tick, state))) for state in (True, False))
        if on is not None and off is not None and on != off:
            found[tick.key] = signed(on - off)
    return found


def _modifiers_of(asked: OpenQuestion) -> int | None:
    """The sum on a die that is neither the best nor the worst; None where no such sum decides."""
    if _wanted(asked) != 1:
        return None
    said = asked.question.resolve(asked.read, (MIDDLE,), asked.book)
    # A die that is read for several has modifiers of each of them.
    if not isinstance(said, Explained) or asked.apart:
        return None
    return sum(step.value for step in said.steps if step.value is not None)


def _wanted(asked: OpenQuestion) -> int:
    """How many dice the facts want."""
    return asked.question.dice(asked.read, asked.book)


def _marks(shown: Mapping[str, Any]) -> Iterator[HouseMark]:
    return (line.house for line in shown.get("lines", ()) if line.house is not None)


def _card(asked: OpenQuestion) -> dict[str, Any]:
    """The card without its house rules.

    Dice beyond those the question wants are left unread: the facts may have changed since they were thrown.
    """
    wanted = _wanted(asked)
    if len(asked.dice) < wanted:
        return _before(replace(asked, dice=()), wanted)
    first = replace(asked, dice=asked.dice[:wanted])
    answer = first.ask(*first.dice)
    if answer.outcome == "more_dice":
        full = wanted + answer.more_dice
        if len(asked.dice) < full:
            return _more(first, answer)
        first = replace(asked, dice=asked.dice[:full])
        answer = first.ask(*first.dice)
    return _refused(answer) if answer.outcome == "refused" else _after(first, answer)


def _more(asked: OpenQuestion, answer: Answer) -> dict[str, Any]:
    pad = _pad(asked, answer.more_dice)
    says = sentence(answer.because)
    return {"state": "more", "says": says, "clause": answer.clauses[0], "pad": pad, "dice": asked.dice}


def _refused(answer: Answer) -> dict[str, Any]:
    return {
        "state": "refused",
        "no": {"because": sentence(answer.because), "instead": sentence(answer.instead), "clause": answer.clauses[0]},
    }


def _pad(asked: OpenQuestion, count: int) -> dict[str, Any]:
    pad: dict[str, Any] = {"name": "more" if asked.dice else "dice", "count": count, "confirm": "Read the dice"}
    owners = asked.tool.dice
    if asked.tool.apart and count > 1 and not asked.dice:
        owners = tuple(f"{asked.tool.apart.word} {number}" for number in range(1, count + 1))
    if count == len(owners):
        pad["slots"] = [{"label": owner} for owner in owners]
    return pad | {"roll": f"{asked.tool.slug}-{count}-{''.join(map(str, asked.dice))}"}


def _before(asked: OpenQuestion, count: int) -> dict[str, Any]:
    pad = _pad(asked, count)
    if count > 1:
        first = asked.ask(*(ALL_D6[-1].pips for _ in range(count)))
        if first.outcome == "refused":
            return _refused(first)
        lines = _modifiers([first]) if asked.tool.dice else []
        shown = {"state": "before", "pad": pad, "chances": _chances(asked, first), "lines": lines, "considered": ()}
        return shown | _one_by_one(asked)
    faces = asked.ask_each_face()
    if faces[-1].outcome == "refused":
        return _refused(faces[-1])
    brings = [_brings(asked.tool, answer) for answer in faces]
    bar = odds_bar(brings)
    pad |= {"odds": bar} if bar.in_order else {"face_words": [one.word for one in brings]}
    lines = _modifiers(faces)
    return {
        "state": "before",
        "pad": pad,
        "needs": _needs(bar),
        "lines": lines,
        "total": _on_the_die(lines),
        "considered": _same_on_all(faces),
    } | _one_by_one(asked)


def _one_by_one(asked: OpenQuestion) -> dict[str, Any]:
    """Of several whose odds differ: the odds of each by its own roll, and its modifiers under its name."""
    if not asked.apart or asked.tool.apart is None:
        return {}
    alone = _alone(asked.tool, asked.tool.apart)
    bars, lines = [], []
    for number, one in enumerate(asked.apart, 1):
        faces = OpenQuestion(asked.laid, alone, one, (), asked.book).ask_each_face()
        name = f"{asked.tool.apart.word} {number}"
        brings = [_brings(alone, answer) for answer in faces]
        bar = odds_bar(brings)
        bars.append(BarsOfOne(name, bars_of(bar) if bar.in_order else [], _face_by_face(brings)))
        lines += [replace(line, note=_joined(name, line.note)) for line in _modifiers(faces)]
    return {"bars": bars, "lines": lines, "total": None}


def _alone(tool: Tool, apart: Apart) -> Tool:
    return replace(tool, key=apart.key, outcome=apart.outcome, apart=None, chance_word=None, each=None)


def _face_by_face(brings: Sequence[FaceBrings]) -> str:
    """What each face brings where no bar can show it: "no action on 1; 1 action on 2, 5"."""
    found: dict[str, list[str]] = {}
    for face, one in enumerate(brings, 1):
        found.setdefault(one.word, []).append(str(face))
    return "; ".join(f"{word} on {', '.join(faces)}" for word, faces in found.items())


def _joined(*notes: str | None) -> str:
    return ", ".join(note for note in notes if note)


def _brings(tool: Tool, answer: Answer) -> FaceBrings:
    if answer.outcome != "explained":
        return FaceBrings("none", tool.further)
    made = tool.outcome(answer.value)
    return FaceBrings(made.kind, made.says, made.number or ("none" if made.kind == "none" else ""))


def _needs(bar: OddsBar) -> list[dict[str, str]]:
    """What the die must show for each better outcome, best shown last."""
    tiles = []
    face = 1
    for cell in bar.cells if bar.in_order else ():
        last = face + cell.faces - 1
        if cell.kind != "none":
            span = "only" if cell.faces == 1 else "or 6" if (face, last) == (5, 6) else f"to {last}"
            tiles.append({"kind": cell.kind, "number": str(face), "word": span, "says": cell.word})
        face = last + 1
    return tiles


def _modifiers(faces: Sequence[Answer]) -> list[ModifierLine]:
    """Every modifier and house rule of the six answers once; one that not every face brings says which do."""
    found: dict[Step, list[int]] = {}
    for face, answer in enumerate(faces, 1):
        for step in answer.steps:
            if step.value is not None or step.house is not None:
                found.setdefault(step, []).append(face)
    full = max((len(on) for on in found.values()), default=0)
    return [_line(step, on if len(on) < full else []) for step, on in found.items()]


def _line(step: Step, faces: Sequence[int]) -> ModifierLine:
    note = f"on a {' or '.join(map(str, faces))}" if faces else ""
    return ModifierLine(step.value, step.says, step.clause, step.house, note)


def _on_the_die(lines: Sequence[ModifierLine]) -> OnTheDie | None:
    modifiers = [line.value for line in lines if line.value is not None]
    return OnTheDie(sum(modifiers)) if modifiers and not any(line.note for line in lines) else None


def _same_on_all(faces: Sequence[Answer]) -> list[Considered]:
    """What was looked at and did not apply, whatever the die shows."""
    later = [set(answer.considered) for answer in faces[1:]]
    return [one for one in faces[-1].considered if all(one in seen for seen in later)]


def _chances(asked: OpenQuestion, answer: Answer) -> list[OutcomeChance]:
    found: dict[str, Fraction] = {}
    for name, one in (answer.odds or {}).items():
        word = _chance_word(asked, str(name))
        found[word] = found.get(word, Fraction()) + Fraction(one.exact)
    return [OutcomeChance(word, chance) for word, chance in found.items()]


def _chance_word(asked: OpenQuestion, name: str) -> str:
    if asked.tool.chance_word:
        return asked.tool.chance_word(asked, name)
    parts = [part for part in name.split(", ") if not part.startswith("0 ")]
    return ", ".join(parts) or "nothing"


def _after(asked: OpenQuestion, answer: Answer) -> dict[str, Any]:
    outcome = asked.tool.outcome(answer.value)
    return {
        "state": "after",
        "dice": asked.dice,
        "equation": _equation(asked.dice, answer),
        "outcome": outcome,
        "total_read": answer.total,
        "value": answer.value,
        "lines": answer.steps,
        "considered": answer.considered,
        "each": asked.tool.each(asked, answer) if asked.tool.each else [],
    }


def _equation(dice: Sequence[int], answer: Answer) -> str:
    if len(dice) != 1 or answer.total is None:
        return ""
    added = answer.total - dice[0]
    return f"{dice[0]} {signed(added)} = {answer.total}".replace("-", "\u2212")
