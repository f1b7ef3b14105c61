"""What dice came to, and what those of a deed may bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from app.games.game import OpenGame
from app.pages.odds_bar import FaceBrings, OddsBar, bars_of, odds_bar
from app.pages.rendering import percent
from app.stage.scene import LineShown, ResultRowShown, ResultShown, TagShown
from app.stage.shown import OddsLineShown, OddsShown
from app.systems.earth_1418.stage.board import Shown
from rules.earth_1418.firing.volleys import Volley
from rules.kernel.dice import D6
from rules.kernel.explain import Refusal, Step
from rules.kernel.numerals import minuses, signed
from rules.kernel.seats import Actor

if TYPE_CHECKING:
    from rules.earth_1418.book import EarthBook
    from rules.earth_1418.firing.attack import AttackReady
    from rules.earth_1418.game.table import EarthTable

OPENING: Final = frozenset({"step_began", "bound_ended", "game_created"})
WITH_DICE: Final = frozenset({"volley_fired", "thrown_again", "recovery_rolled", "cordon_laid"})
HIT: Final = FaceBrings("good", "hit", "hit")
AGAIN: Final = FaceBrings("some", "hit, thrown again", "again")
MISS: Final = FaceBrings("none", "miss", "–")
RECOVERS: Final = FaceBrings("good", "recovers", "recovers")
STAYS_SLOW: Final = FaceBrings("none", "stays slow", "–")
FACES: Final = range(1, 7)


def result(view: Shown, told: Shown) -> ResultShown | None:
    """What an event with dice came to; None for one without."""
    if told["kind"] not in WITH_DICE or not told.get("dice"):
        return None
    names = _names(view)
    unit, target = told.get("unit", ""), told.get("target", told.get("unit", ""))
    kind, word = _outcome(told)
    lines = [
        LineShown(
            value="" if one["value"] is None else signed(one["value"]), says=minuses(one["says"]), clause=one["clause"]
        )
        for one in told.get("steps", ())
    ]
    row = ResultRowShown(
        dice=told["dice"],
        name=names.get(target, ""),
        reckoning=minuses(f"Resilience {told['resilience']}") if "resilience" in told else "",
        tags=[TagShown(kind=kind, word=word)],
        lines=lines,
        stand=told.get("base", ""),
    )
    return ResultShown(
        number=told["number"],
        kind=told["kind"],
        label=names.get(unit, "Bombardment"),
        headline=word,
        small="",
        rows=[row],
        said=minuses(told["says"]) + _transport_lost(view, told),
        side=told["by"],
        unit=unit if unit in names else "",
        changed=_bases(view, target),
        command=told["command_id"],
        dice=len(told["dice"]),
    )


def _transport_lost(view: Shown, told: Shown) -> str:
    """What else is gone with the last command base of a motorised formation (BE-TRP-06)."""
    of = (one for one in view["formations"] if any(unit["id"] == told.get("target") for unit in one["sub_units"]))
    formation = next(of, None)
    if formation is None or formation.get("has_transport", True):
        return ""
    target = next(unit for unit in formation["sub_units"] if unit["id"] == told["target"])
    is_gone = target["unit"] == "command" and not target["living"] and told.get("hits")
    return f". The motor transport of {formation['name']} is lost with it" if is_gone else ""


def _outcome(told: Shown) -> tuple[str, str]:
    if told["kind"] == "recovery_rolled":
        return ("good", "recovers") if told["recovered"] else ("none", "does not recover")
    if told["kind"] == "cordon_laid":
        return "some", f"towards {told['towards_deg']:g}°"
    if told.get("again"):
        return "some", f"{told['again']} to throw again"
    hits = told["hits"]
    return ("killed", f"{hits} hit{'s' if hits > 1 else ''}") if hits else ("none", "no hit")


def _names(view: Shown) -> dict[str, str]:
    return {unit["id"]: unit["name"] for one in view["formations"] for unit in one["sub_units"]}


def _bases(view: Shown, target: str) -> list[str]:
    units = (unit for one in view["formations"] for unit in one["sub_units"] if unit["id"] == target)
    return [base["id"] for unit in units for base in unit["bases"]]


def begins_step(told: Shown) -> bool:
    """Whether an event ends what the results of the step before are shown for."""
    return told["kind"] in OPENING


def odds(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """A recovery die, dice thrown again; of a volley the die with the bonus, then the others alike."""
    from rules.earth_1418.firing.game.deeds import ready_of
    from rules.earth_1418.game.system import SYSTEM
    from rules.earth_1418.game.table import EarthTable

    state = game.state_of(actor.role)
    table = EarthTable(state, actor)
    if of_its_own := OF_ITS_OWN.get(SYSTEM.chapters.command_kinds[type(command)]):
        return of_its_own(table, command, names)
    ready = ready_of(table, command)
    if ready is None or not ready.volley.dice:
        return []
    volley = ready.volley
    lines = [*_lines(ready.steps), *_standing(ready, table.book)]
    target = getattr(command, "target", "") or command.unit
    unit = state.units.get(target)
    name = names.get(target, unit.name if unit else "")
    at = OddsLineShown(value="", says=f"At {name}: {_wanted(volley)}", clause="BE-ARM-05")
    shown = OddsShown(
        of=target,
        name=name,
        by="",
        throws=1,
        total=None,
        lines=[at, *lines],
        bars=[],
        six=[],
    )
    apart = {"name": f"{name}, with its +{volley.bonus}"} if volley.bonus else {}
    hit = AGAIN if _again_only_hits(ready, table.book) else HIT
    first = _die(shown, volley.resilience, volley.bonus, hit).model_copy(update=apart)
    others = volley.dice - 1
    plain = _die(shown, volley.resilience, 0, hit).model_copy(update={"throws": others})
    if not volley.bonus:
        return [first.model_copy(update={"throws": volley.dice})]
    return [first, plain] if others else [first]


def _lines(steps: Sequence[Step]) -> list[OddsLineShown]:
    return [
        OddsLineShown(value="" if one.value is None else signed(one.value), says=minuses(one.says), clause=one.clause)
        for one in steps
    ]


def _recovery_odds(table: EarthTable, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """What each face of a recovery die brings (BE-INJ-05)."""
    from rules.earth_1418.firing.injuries import recovery, recovery_wants
    from rules.earth_1418.moving.game.judge import recovering

    asked = recovering(table, table.state.units[command.unit], command.cordon)
    found = [recovery(asked, (D6(face),), table.book) for face in FACES]
    brings = [STAYS_SLOW if isinstance(one, Refusal) or not one.value else RECOVERS for one in found]
    bar = odds_bar(brings)
    return [
        OddsShown(
            of=command.base,
            name=names.get(command.base, ""),
            by="",
            throws=1,
            total=None,
            lines=_lines(recovery_wants(asked, table.book)),
            bars=bars_of(bar),
            six=_six(bar),
        )
    ]


def _again_odds(table: EarthTable, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """Each die that is thrown again: whether its hit stands (BE-VEH-02, BE-ART-10)."""
    from rules.earth_1418.firing.game.volley import only_hits_again, what_stands

    shown = OddsShown(
        of=command.target, name=names.get(command.target, ""), by="", throws=1, total=None, lines=[], bars=[], six=[]
    )
    stands_on = "A hit stands on" if only_hits_again(table, command.unit, command.target) else "It hits on"
    found = []
    for stands in what_stands(table, command.unit, command.target):
        bar = odds_bar([HIT if one else MISS for one in stands])
        says = f"{stands_on} {_faces(FACES[0] + stands.index(True) if True in stands else FACES[-1] + 1)}"
        line = OddsLineShown(value="", says=says, clause="BE-ARM-05")
        found.append(shown.model_copy(update={"lines": [line], "bars": bars_of(bar), "six": _six(bar)}))
    return found


OF_ITS_OWN: Final = {"recover": _recovery_odds, "throw_again": _again_odds}
"""What no volley is, by the kind of its command."""


def _wanted(volley: Volley) -> str:
    """How many dice, and on which faces they hit (BE-ARM-05, BE-ARM-06)."""
    first = _faces(volley.resilience - volley.bonus)
    if volley.dice == 1:
        return f"1 die hits on {first}{f' with its +{volley.bonus}' if volley.bonus else ''}"
    plain = _faces(volley.resilience)
    apart = f", the first with its +{volley.bonus} on {first}" if volley.bonus and first != plain else ""
    return f"{volley.dice} dice hit on {plain}{apart}"


def _faces(least: int) -> str:
    if least <= FACES[0]:
        return "any face"
    return f"{least} or more" if least < FACES[-1] else f"a {least}" if least == FACES[-1] else "no face"


def _again_only_hits(ready: AttackReady, book: EarthBook) -> bool:
    """Return whether the hits of a volley are thrown again, and its misses are not (BE-VEH-02, BE-ART-10; G-23)."""
    from rules.earth_1418.firing.volleys import again_only_hits

    return ready.volley.thrown_again and (ready.outside or again_only_hits(book))


def _standing(ready: AttackReady, book: EarthBook) -> list[OddsLineShown]:
    """Return the chances of a volley whose dice are thrown again, by the hits that stand (BE-VEH-02, BE-ART-10)."""
    from rules.earth_1418.firing.volleys import hit_chances

    if not ready.volley.thrown_again:
        return []
    found = hit_chances(ready.volley, book, ready.outside)
    told = ", ".join(f"{hits or 'none'} {percent(chance)}" for hits, chance in found.items())
    clause = "BE-ART-10" if ready.outside else "BE-VEH-02"
    return [OddsLineShown(value="", says=f"Hits that stand after the second throw: {told}", clause=clause)]


def _die(shown: OddsShown, resilience: int, bonus: int, hit: FaceBrings = HIT) -> OddsShown:
    bar = odds_bar([hit if face + bonus >= resilience else MISS for face in FACES])
    return shown.model_copy(update={"bars": bars_of(bar), "six": _six(bar)})


def _six(bar: OddsBar) -> list[int]:
    """For each face which cell of a bar it lies in."""
    return [n for n, cell in enumerate(bar.cells) for _ in range(cell.faces)]
