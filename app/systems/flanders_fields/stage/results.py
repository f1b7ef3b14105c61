"""What dice came to, from what a seat was told of it: a headline, and a row for each die or each stand."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Outcome
from app.pages.people import People, units_in
from app.pages.rendering import minuses, signed
from app.stage.scene import LineShown, ResultRowShown, ResultShown, TagShown
from app.systems.flanders_fields.stage.newest_result import newest_result
from rules.flanders_fields.game.outcomes import ActionSpent
from rules.flanders_fields.game.outcomes import at_the_wire as wire_tried

Shown = Mapping[str, Any]
OPENING: Final = frozenset({"turn_started", "turn_ended", "step_begun", "game_created", "stage_begun"})
"""Events with which the results of what was before leave the screen."""
OF_UNIT: Final = {"fired": "fire", "area_fired": "fire on its point"}
SAID_BY_ITS_DIE: Final = frozenset({"orders_rolled"})
CROSSES, CAUGHT = Outcome("good", "crosses"), Outcome("none", "caught")
MANY: Final = {"killed": "killed", "suppressed": "suppressed"}


def begins_step(told: Shown) -> bool:
    """Whether results before this event are of another step or side."""
    return told["kind"] in OPENING


def result(view: Shown, told: Shown) -> ResultShown | None:
    """What an event with dice came to; None for one without."""
    card = told.get("card")
    if not card or not _dice_of(card):
        return None
    people = People(dict(view))
    unit_names = {unit["id"]: unit["name"] for unit in units_in(view)}
    shown = newest_result([told], people.names, people.names, "")
    if shown is None:
        shown = {"label": "", "lines": card.get("steps", ()), "dice": _dice_of(card)}
    rows = [_row_of_shot(shot, stand, result) for shot, stand, result in _shots(shown, card)]
    rows = rows or [_row_of_dice(shown, told)]
    unit = told.get("unit", "")
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=_label(shown, told, unit_names.get(unit, "")),
        headline=_headline(shown, rows, told),
        small="",
        rows=rows,
        said=_said(shown, told, rows),
        side=told["by"],
        unit=unit,
        changed=_changed(card, rows),
        command=told.get("command_id", ""),
        dice=len(_dice_of(card)),
        between=[card["stand"], card["target"]] if told["kind"] == "fought" else [],
    )


def at_the_wire(view: Shown, told: Shown, event: object) -> ResultShown | None:
    """What became of each stand that tried the wire with a die of its own; None for anything else."""
    tried = wire_tried(event) if isinstance(event, ActionSpent) else []
    if not tried:
        return None
    people, lines = People(dict(view)), _lines(told["card"]["steps"])
    units = {unit["id"]: unit["name"] for unit in units_in(view)}
    rows = [
        ResultRowShown(
            dice=[face],
            name=people.names.get(stand, stand),
            reckoning="",
            tags=[_tag(CAUGHT if caught else CROSSES)],
            lines=lines,
            stand=stand,
        )
        for stand, face, caught in tried
    ]
    caught = sum(one for _, _, one in tried)
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=f"{units.get(told['unit'], '')}, wire",
        headline=f"{len(tried) - caught} cross, {caught} caught",
        small="",
        rows=rows,
        said="",
        side=told["by"],
        unit=told["unit"],
        changed=[stand for stand, _, _ in tried],
        command=told.get("command_id", ""),
        dice=len(tried),
        between=[],
    )


def cloud_stays(told: Shown, event: Any) -> ResultShown | None:
    """A cloud that its own die leaves where it is (AMB-446); None for anything else."""
    if told["kind"] != "cloud_die_thrown" or event is None:
        return None
    name, says = str(told["says"]).partition(" stays")[0], minuses(told["says"])
    stays = TagShown(kind="none", word="stays")
    row = ResultRowShown(dice=[event.die.pips], name=name, reckoning="", tags=[stays], lines=[], stand="")
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=f"{name}, its own die",
        headline=f"{name} stays",
        small="",
        rows=[row],
        said=says,
        side=told["by"],
        unit="",
        changed=[],
        command=told.get("command_id", ""),
        dice=1,
    )


def _dice_of(card: Shown) -> list[int]:
    """Every die of a card: its own, those of its shots, those of its hits."""
    found = [die["pips"] for die in card.get("dice", ())]
    for part in (*card.get("shots", ()), *card.get("hits", ())):
        found += [die["pips"] for die in part.get("dice", ())]
        found += [part["die"]["pips"]] if "die" in part else []
    return found


def _said(shown: Shown, told: Shown, rows: Sequence[ResultRowShown]) -> str:
    """What its rows do not say: of shots why stands are otherwise than these brought, of other dice their sentence."""
    if told["kind"] in SAID_BY_ITS_DIE:
        return ""
    if shown.get("shots") is None:
        return minuses(told["says"])
    brought = {(row.stand, tag.kind) for row in rows for tag in row.tags}
    if not any(_otherwise(one, brought) for one in told["card"].get("changes", ())):
        return ""
    # A clause that was applied several times is told as it was at first.
    reasons = {one["clause"]: minuses(one["says"]) for one in reversed(shown.get("lines", ()))}
    return ". ".join(reversed(reasons.values()))


def _otherwise(changed: Shown, brought: Collection[tuple[str, str]]) -> bool:
    """Whether a stand is dead or suppressed and no shot at it says so."""
    stand = changed["stand"]
    if not changed["alive"]:
        return (stand, "killed") not in brought
    return changed["levels"] > 0 and (stand, "suppressed") not in brought


def _label(shown: Shown, told: Shown, unit: str) -> str:
    of = OF_UNIT.get(told["kind"])
    if of and unit:
        return f"{unit}, {of}"
    return f"{unit}, order" if told["kind"] == "orders_rolled" and unit else str(shown["label"])


def _shots(shown: Shown, card: Shown) -> list[tuple[Shown, str, str]]:
    """Each shot of a card as it is drawn, the stand that it hit, and the worst that it did."""
    told = [*card.get("shots", ()), *card.get("hits", ())]
    drawn = shown.get("shots") or ()
    return [(one, each.get("target", each.get("stand", "")), "") for one, each in zip(drawn, told, strict=False)]


def _row_of_shot(shot: Shown, stand: str, _result: str) -> ResultRowShown:
    dice, total = shot["dice"], shot["total"]
    at = [str(shot["cover"]).capitalize()] if shot["cover"] else []
    if shot.get("range_cm") is not None:
        at.append(f"{shot['range_cm']:g} cm")
    if shot.get("where"):
        at.append(shot["where"])
    added = total - dice[0] if total is not None and dice else None
    sum_ = f"{dice[0]} {_added(added)} = {total}" if added is not None else ""
    words = " in ".join(part for part in (sum_, ", ".join(map(str, at))) if part)
    return ResultRowShown(
        dice=list(dice),
        name=shot["name"],
        reckoning=words,
        tags=[_tag(one) for one in shot["outcomes"]],
        lines=_lines(shot["lines"]),
        stand=stand,
    )


def _added(added: int) -> str:
    return signed(added) if added == 0 else f"{'+' if added > 0 else chr(0x2212)} {abs(added)}"


def _row_of_dice(shown: Shown, told: Shown) -> ResultRowShown:
    outcome = shown.get("outcome")
    words = shown.get("equation", "")
    source = shown.get("source", "")
    return ResultRowShown(
        dice=list(shown.get("dice") or ()),
        name=str(words) or minuses(told["says"]),
        reckoning=str(source),
        tags=[_tag(outcome)] if isinstance(outcome, Outcome) else [],
        lines=_lines(shown.get("lines", ())),
        stand="",
    )


def _tag(one: Outcome) -> TagShown:
    return TagShown(kind=one.kind, word=one.says)


def _lines(steps: Sequence[Shown]) -> list[LineShown]:
    return [
        LineShown(
            value="" if one["value"] is None else signed(one["value"]), says=minuses(one["says"]), clause=one["clause"]
        )
        for one in steps
    ]


def _headline(shown: Shown, rows: Sequence[ResultRowShown], told: Shown) -> str:
    """How many of each; of one die its outcome."""
    if shown.get("shots") is not None or len(rows) > 1:
        counted = Counter(tag.kind for row in rows for tag in row.tags)
        parts = [f"{counted[kind]} {word}" for kind, word in MANY.items() if counted[kind]]
        return ", ".join(parts) or "Nothing"
    outcome = shown.get("outcome")
    if isinstance(outcome, Outcome):
        return outcome.says[:1].upper() + outcome.says[1:]
    return minuses(told["says"])


def _changed(card: Shown, rows: Sequence[ResultRowShown]) -> list[str]:
    """The stands whose state is another now, and those that were hit."""
    changed = [one["stand"] for one in card.get("changes", ()) if "stand" in one]
    hit = [row.stand for row in rows if row.stand and any(tag.kind != "none" for tag in row.tags)]
    return list(dict.fromkeys([*hit, *changed]))
