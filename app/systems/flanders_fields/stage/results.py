"""What dice came to, from what a seat was told of it: a headline, and a row for each die or each stand."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Outcome
from app.stage.scene import LineShown, ResultRowShown, ResultShown, TagShown
from app.systems.flanders_fields.stage.brought import DiceBrought, ShotBrought, brought
from app.systems.flanders_fields.stage.people import names_in, units_in
from rules.flanders_fields.game.outcomes import ActionSpent
from rules.flanders_fields.game.outcomes import at_the_wire as wire_tried
from rules.kernel.numerals import minuses, signed

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
    names = names_in(view)
    unit_names = {unit["id"]: unit["name"] for unit in units_in(view)}
    found = brought(told, names) or DiceBrought("", card.get("steps", ()), dice=_dice_of(card))
    hit = [one.get("target", one.get("stand", "")) for one in (*card.get("shots", ()), *card.get("hits", ()))]
    rows = [_row_of_shot(shot, stand) for shot, stand in zip(found.shots or (), hit, strict=False)]
    rows = rows or [_row_of_dice(found, told)]
    unit = told.get("unit", "")
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=_label(found, told, unit_names.get(unit, "")),
        headline=_headline(found, rows, told),
        small="",
        rows=rows,
        said=_said(found, told, rows),
        side=told["by"],
        unit=unit,
        changed=_changed(card, rows),
        command=told.get("command_id", ""),
        dice=len(_dice_of(card)),
        between=_between(told),
    )


def _between(told: Shown) -> list[str]:
    """Return the two stands whose dice were compared. Aircraft have no stand."""
    card = told["card"]
    match told["kind"]:
        case "fought":
            return [card["stand"], card["target"]]
        case "air_attacked":
            return ["", card["target"]]
    return []


def at_the_wire(view: Shown, told: Shown, event: object) -> ResultShown | None:
    """What became of each stand that tried the wire with a die of its own; None for anything else."""
    tried = wire_tried(event) if isinstance(event, ActionSpent) else []
    if not tried:
        return None
    names, lines = names_in(view), _lines(told["card"]["steps"])
    units = {unit["id"]: unit["name"] for unit in units_in(view)}
    rows = [
        ResultRowShown(
            dice=[face],
            name=names.get(stand, stand),
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


def _said(found: DiceBrought, told: Shown, rows: Sequence[ResultRowShown]) -> str:
    """What its rows do not say: of shots why stands are otherwise than these brought, of other dice their sentence."""
    if told["kind"] in SAID_BY_ITS_DIE:
        return ""
    if found.shots is None:
        return minuses(told["says"])
    brought = {(row.stand, tag.kind) for row in rows for tag in row.tags}
    if not any(_otherwise(one, brought) for one in told["card"].get("changes", ())):
        return ""
    # A clause that was applied several times is told as it was at first.
    reasons = {one["clause"]: minuses(one["says"]) for one in reversed(found.lines)}
    return ". ".join(reversed(reasons.values()))


def _otherwise(changed: Shown, brought: Collection[tuple[str, str]]) -> bool:
    """Whether a stand is dead or suppressed and no shot at it says so."""
    stand = changed["stand"]
    if not changed["alive"]:
        return (stand, "killed") not in brought
    return changed["levels"] > 0 and (stand, "suppressed") not in brought


def _label(found: DiceBrought, told: Shown, unit: str) -> str:
    of = OF_UNIT.get(told["kind"])
    if of and unit:
        return f"{unit}, {of}"
    return f"{unit}, order" if told["kind"] == "orders_rolled" and unit else found.label


def _row_of_shot(shot: ShotBrought, stand: str) -> ResultRowShown:
    added = shot.total - shot.dice[0] if shot.total is not None and shot.dice else None
    sum_ = f"{shot.dice[0]} {_added(added)} = {shot.total}" if added is not None else ""
    return ResultRowShown(
        dice=list(shot.dice),
        name=shot.name,
        reckoning=" in ".join(part for part in (sum_, ", ".join(shot.at)) if part),
        tags=[_tag(one) for one in shot.outcomes],
        lines=_lines(shot.lines),
        stand=stand,
    )


def _added(added: int) -> str:
    return signed(added) if added == 0 else f"{'+' if added > 0 else chr(0x2212)} {abs(added)}"


def _row_of_dice(found: DiceBrought, told: Shown) -> ResultRowShown:
    return ResultRowShown(
        dice=list(found.dice),
        name=found.equation or minuses(told["says"]),
        reckoning=found.source,
        tags=[_tag(found.outcome)] if found.outcome else [],
        lines=_lines(found.lines),
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


def _headline(found: DiceBrought, rows: Sequence[ResultRowShown], told: Shown) -> str:
    """How many of each; of one die its outcome."""
    if found.shots is not None or len(rows) > 1:
        counted = Counter(tag.kind for row in rows for tag in row.tags)
        parts = [f"{counted[kind]} {word}" for kind, word in MANY.items() if counted[kind]]
        return ", ".join(parts) or "Nothing"
    if found.outcome:
        return found.outcome.says[:1].upper() + found.outcome.says[1:]
    return minuses(told["says"])


def _changed(card: Shown, rows: Sequence[ResultRowShown]) -> list[str]:
    """The stands whose state is another now, and those that were hit."""
    changed = [one["stand"] for one in card.get("changes", ()) if "stand" in one]
    hit = [row.stand for row in rows if row.stand and any(tag.kind != "none" for tag in row.tags)]
    return list(dict.fromkeys([*hit, *changed]))
