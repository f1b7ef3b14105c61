"""Dice on the play screen: odds before a roll, results after it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from app.games.open_game import OpenGame
from app.pages.lookups.lookup_layout import Outcome
from app.pages.rendering import FaceBrings, bars_of, odds_bar, percent
from app.play.command_responses import MeetingEndShown, MeetingShown, MetShown, OddsLineShown, OddsShown, PairShown
from app.play.play_screen import LineShown, ResultRowShown, ResultShown, TagShown
from app.systems.flanders_fields.lookups import retreat_figure
from app.systems.flanders_fields.pages.lookup_outcomes import SHOTS, actions, morale_result
from app.systems.flanders_fields.screen_board import names_in, units_in
from rules.flanders_fields.air import AirResult
from rules.flanders_fields.close_combat import ENDS, Winner
from rules.flanders_fields.game.actions.air.missions import AirDuel, air_duel
from rules.flanders_fields.game.actions.assault.close_quarters import Duel, InDuel, duel_of
from rules.flanders_fields.game.decisions import prospects
from rules.flanders_fields.game.outcomes import ActionSpent
from rules.flanders_fields.game.outcomes import at_the_wire as wire_tried
from rules.flanders_fields.game.rule_module import Brings, OffOrders, Prospect
from rules.flanders_fields.vocabulary import FireResult, MoraleResult, Side
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal, Step
from rules.kernel.numerals import MINUS, minuses, signed
from rules.kernel.seats import Actor

# Faces of a die

ACTIONS: Final = (
    FaceBrings("none", "none", "0"),
    FaceBrings("some", "1 action", "1"),
    FaceBrings("more", "2 actions", "2"),
    FaceBrings("most", "3 actions", "3"),
)
SHOT_FACES: Final = {
    FireResult.NO_EFFECT: FaceBrings("none", "nothing"),
    FireResult.SUPPRESSED: FaceBrings("suppressed", "suppressed"),
    FireResult.KILLED: FaceBrings("killed", "killed"),
}
MORALE: Final = {
    MoraleResult.ROUT: FaceBrings("killed", "routs"),
    MoraleResult.HOLDS: FaceBrings("good", "holds"),
}
RETREATS: Final = {MoraleResult.RETREAT_40: "none", MoraleResult.RETREAT_20: "some"}
SUCCESS_FACES: Final[Mapping[str, Sequence[FaceBrings]]] = {
    "roll_reinforcement": (FaceBrings("none", "not yet"), FaceBrings("good", "arrives")),
    "test_weapon": (FaceBrings("killed", "abandons its guns"), FaceBrings("good", "stands by its guns")),
    "try_heroic_action": (FaceBrings("killed", "the platoon dies"), FaceBrings("good", "succeeds")),
    "play_card": (
        FaceBrings("none", "none back", "0"),
        FaceBrings("some", "1 platoon back", "1"),
        FaceBrings("more", "2 platoons back", "2"),
        FaceBrings("most", "3 platoons back", "3"),
    ),
    "roll_deviation": (FaceBrings("some", "off its point"), FaceBrings("good", "on its point")),
    "call_sos": (FaceBrings("none", "no answer"), FaceBrings("good", "fire arrives")),
    "call_aircraft": (FaceBrings("none", "none come"), FaceBrings("good", "they arrive")),
    "come_up": (FaceBrings("none", "stays below"), FaceBrings("good", "comes up")),
    "cross_wire": (FaceBrings("none", "caught"), FaceBrings("good", "across")),
    "risk_barrage": (FaceBrings("killed", "at risk"), FaceBrings("good", "safe")),
}


def _morale(result: MoraleResult) -> FaceBrings:
    if result not in RETREATS:
        return MORALE[result]
    far = retreat_figure(result)
    return FaceBrings(RETREATS[result], f"back {far} cm", far)


def brings(face: Brings, kind: str) -> FaceBrings:
    """What one face of a die of a command of this kind brings, in words."""
    if isinstance(face, FireResult):
        return SHOT_FACES[face]
    if isinstance(face, MoraleResult):
        return _morale(face)
    if isinstance(face, OffOrders):
        return _off_orders(face)
    if kind == "roll_barrage_turns":
        return FaceBrings("some", f"{face} turns", str(face))
    return SUCCESS_FACES[kind][face] if kind in SUCCESS_FACES else ACTIONS[face]


def _off_orders(brings: OffOrders) -> FaceBrings:
    if not brings.modifier:
        return FaceBrings("none", "nothing", "0")
    off = f"\u2212{-brings.modifier}"
    if brings.battery:
        return FaceBrings("most", f"{off} and a battery", f"{off}, battery")
    return FaceBrings("some" if brings.modifier == -1 else "more", off, off)


# Outcomes of each die


def odds(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """Every die that the command would throw; none where the rules refuse it, or nothing is known before."""
    found = prospects(game.state, command, actor)
    if isinstance(found, Refusal):
        return []
    kind = next((kind for kind, made in game.system.commands.items() if made is type(command)), "")
    wanted = {one.of for one in found} - set(names)
    known = {**names, **game.system.names(game.state, actor.role, wanted)}
    return [_shown(one, kind, known) for one in found]


def _shown(one: Prospect, kind: str, names: Mapping[str, str]) -> OddsShown:
    bar = odds_bar([brings(face, kind) for face in one.faces])
    total = sum(step.value or 0 for step in one.steps)
    return OddsShown(
        of=one.of,
        name=names.get(one.of, ""),
        by=one.by,
        throws=one.throws,
        total=total if any(step.value is not None for step in one.steps) else None,
        lines=[_line(step) for step in one.steps],
        considered=[OddsLineShown(value="", says=minuses(each.says), clause=each.clause) for each in one.considered],
        bars=bars_of(bar),
        six=[n for n, cell in enumerate(bar.cells) for _ in range(cell.faces)],
    )


def _line(step: Step) -> OddsLineShown:
    value = "" if step.value is None else signed(step.value)
    return OddsLineShown(value=value, says=minuses(step.says), clause=step.clause)


# Dice of an event

Shown = Mapping[str, Any]
Names = Mapping[str, str]
LABELS: Final = {
    "orders_rolled": "",
    "fired": "Fire",
    "came_up": "From the deep shelter",
    "stood_against_armour": "To stand against armour",
    "fired_at_closers": "Fire as they close",
    "fought": "Close combat",
    "area_fired": "Fire on an area",
    "deviated": "Deviation",
    "sos_called": "SOS call",
    "mover_fired_on": "Moving through fire",
    "morale_tested": "Morale test",
    "weapon_tested": "Morale test",
    "reinforcement_rolled": "Reinforcements",
    "heroic_action_tried": "Heroic action",
    "aircraft_called": "Aircraft",
    "air_attacked": "Air attack",
    "cloud_went": "Gas",
    "entered_gas": "Gas",
    "gas_released": "Gas",
    "wind_changed": "The wind",
    "hit_in_shelter": "In the deep shelter",
    "card_took": "Card",
    "deep_suppression_rolled": "Deep suppression",
    "battery_lost": "Deep suppression",
    "barrage_turns_rolled": "Rolling barrage",
    "barrage_risked": "Close behind the barrage",
    "barrage_fell": "Rolling barrage",
    "work_bombarded": "Hurricane bombardment",
}
IN_AIR: Final = {
    "destroyed": Outcome("killed", "destroyed"),
    "suppressed": Outcome("suppressed", "suppressed"),
    "draw": Outcome("none", "a draw"),
    "driven_off": Outcome("good", "driven off"),
    "aircraft_destroyed": Outcome("good", "shot down"),
}
FIGHTS: Final = {
    "attacker": Outcome("good", "attacker wins"),
    "draw": Outcome("none", "a draw"),
    "defender": Outcome("killed", "defender wins"),
}
SUCCESS: Final = {
    "sos_called": (Outcome("none", "no answer"), Outcome("good", "fire arrives")),
    "aircraft_called": (Outcome("none", "none come"), Outcome("good", "they arrive")),
    "reinforcement_rolled": (Outcome("none", "not yet"), Outcome("good", "arrives")),
    "weapon_tested": (Outcome("killed", "abandons its guns"), Outcome("good", "stands by its guns")),
    "came_up": (Outcome("none", "stays below"), Outcome("good", "comes up")),
    "heroic_action_tried": (Outcome("killed", "the platoon dies"), Outcome("good", "succeeds")),
    "battery_lost": (Outcome("none", "drawn again"), Outcome("killed", "destroyed")),
    "barrage_risked": (Outcome("good", "safe"), Outcome("killed", "at risk")),
}
WHERE: Final = {"fully": "wholly in it", "partly": "partly in it"}


class ShotBrought(NamedTuple):
    """A die at one stand, or two: its stand by name, what they came to, at what, and what that did."""

    name: str
    dice: Sequence[int]
    total: int | None
    at: Sequence[str]
    outcomes: Sequence[Outcome]
    lines: Sequence[Shown]


class DiceBrought(NamedTuple):
    """What all dice of an event brought: its shots, or its dice with who threw them, a sum and an outcome."""

    label: str
    lines: Sequence[Shown]
    shots: Sequence[ShotBrought] | None = None
    dice: Sequence[int] = ()
    equation: str = ""
    source: str = ""
    outcome: Outcome | None = None


def brought(told: Shown, names: Names) -> DiceBrought | None:
    """What an event brought that has a card; None where its dice decide nothing that has a word here."""
    kind, card = told["kind"], told["card"]
    if kind not in LABELS:
        return None
    shots = _shots(kind, card, names)
    if shots is not None:
        missed = not shots and kind in ("cloud_went", "entered_gas", "work_bombarded")
        return None if missed else DiceBrought(LABELS[kind], card["steps"], shots)
    equation, outcome = _read(told, card, names)
    thrown = card["dice"][:1] if kind == "deviated" and not card["outcome"] else card["dice"]
    dice = tuple(die["pips"] for die in thrown)
    return DiceBrought(LABELS[kind], card["steps"], None, dice, equation, _source(card["dice"]), outcome)


def _shots(kind: str, card: Shown, names: Names) -> list[ShotBrought] | None:
    """The shots of an event that has any; None of one whose dice decide one thing together."""
    match kind:
        case "fired":
            return [_shot(one, names, one["target"], _far(one)) for one in card["shots"]]
        case "cloud_went" | "entered_gas":
            return [_shot(one, names, one["stand"]) for one in card["hits"]]
        case "area_fired":
            return [_hit(one, names, [WHERE[one["coverage"]]]) for one in card["hits"]]
        case "work_bombarded":
            return [_hit(one, names) for one in card["hits"]]
        case "barrage_fell":
            return [_under(one, names, card["cover"]) for one in card["shots"]]
    return None


def _far(shot: Shown) -> list[str]:
    return [f"{shot['range_cm']:g} cm"] if shot["range_cm"] is not None else []


def _shot(one: Shown, names: Names, stand: str, at: Sequence[str] = ()) -> ShotBrought:
    total = one["reasons"]["total"] if len(one["dice"]) == 1 else None
    return _made(one, names.get(stand, "a stand"), one["dice"], total, one["cover"], at, one["results"])


def _hit(one: Shown, names: Names, at: Sequence[str] = ()) -> ShotBrought:
    name = names.get(one["stand"], "a stand")
    return _made(one, name, [one["die"]], one["reasons"]["total"], one["cover"], at, [one["result"]])


def _under(one: Shown, names: Names, cover: str) -> ShotBrought:
    total = one["reasons"]["total"] if one["dice"] else None
    return _made(one, names.get(one["stand"], "a stand"), one["dice"], total, cover, (), [one["result"]])


def _made(
    one: Shown,
    name: str,
    dice: Iterable[Shown],
    total: int | None,
    cover: str,
    at: Sequence[str],
    results: Iterable[str],
) -> ShotBrought:
    places = [*([str(cover).capitalize()] if cover else []), *at]
    outcomes = [SHOTS[result] for result in results]
    return ShotBrought(name, [die["pips"] for die in dice], total, places, outcomes, one["reasons"]["steps"])


def _read(told: Shown, card: Shown, names: Names) -> tuple[str, Outcome]:
    """The sum or the words beside the dice, and what they came to."""
    kind, came = told["kind"], card["outcome"]
    thrown = " and ".join(str(die["pips"]) for die in card["dice"])
    match kind:
        case "deviated":
            word = f"{card['distance_cm']:g} cm off" if came else "on its point"
            return f"{came} o'clock" if came else "no deviation", Outcome("some" if came else "good", word)
        case "air_attacked":
            return f"aircraft against {names.get(card['target'], 'a stand')}", IN_AIR[came]
        case "fired_at_closers" | "fought" | "mover_fired_on":
            who = f"{names.get(card['stand'], 'a stand')} against {names.get(card['target'], 'a stand')}"
            return who, FIGHTS[came] if kind == "fought" else _worst(came)
        case "gas_released" | "wind_changed" | "card_took":
            short = {"gas_released": "released", "wind_changed": str(came).replace("_", " ")}.get(kind)
            return LABELS[kind], Outcome("some", short or str(told["says"]).partition(": ")[2])
        case "deep_suppression_rolled":
            return thrown, _deep(came, card["lost"])
        case "barrage_turns_rolled":
            return thrown, Outcome("some", "turns", str(came))
        case "battery_lost":
            return names.get(came, "Nobody"), SUCCESS[kind][bool(came)]
        case "barrage_risked":
            return names.get(card["stand"], "a stand"), SUCCESS[kind][bool(came)]
    return _sum(card), _of_one_die(kind, came)


def _sum(card: Shown) -> str:
    die, total = card["dice"][-1], card["total"]
    added = sum(step["value"] or 0 for step in card["steps"])
    sign = f"{added:+d}" if added else "±0"
    return (f"{die['pips']} {sign} = {total}" if total is not None else str(die["pips"])).replace("-", MINUS)


def _of_one_die(kind: str, came: Any) -> Outcome:
    if kind == "orders_rolled":
        return actions(came)
    if kind == "hit_in_shelter":
        return _worst(came)
    return morale_result(came) if kind in ("morale_tested", "stood_against_armour") else SUCCESS[kind][bool(came)]


def _worst(came: Any) -> Outcome:
    return SHOTS[next((one for one in ("killed", "suppressed") if one in came), "no_effect")]


def _deep(modifier: int, lost: bool) -> Outcome:
    if not modifier:
        return Outcome("none", "nothing this turn")
    word = "and a battery lost" if lost else "on their orders"
    return Outcome("killed" if lost else "more", word, f"{MINUS}{-modifier}")


def _source(dice: Sequence[Shown]) -> str:
    entered = sum(die["source"] != "rolled" for die in dice)
    if not dice:
        return ""
    if any(die["source"] == "counted" for die in dice):
        return "dealt by lot"
    return "thrown by hand" if entered == len(dice) else "rolled here" if not entered else "some rolled here"


# The next fight or air attack as a table of 36 (FF-ASL-13, FF-AIR-08)

PAIRS: Final = 36
AIRCRAFT: Final = "Aircraft"


def meeting(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
    """Both sides of a fight or an air attack, their factors and what each pair of dice brings; None for others."""
    if (fight := duel_of(game.state, command)) is not None:
        return _fight(game, actor, fight, names)
    if (strike := air_duel(game.state, command)) is not None:
        return _air_attack(game, actor, strike, names)
    return None


def _fight(game: OpenGame, actor: Actor, found: Duel, names: Mapping[str, str]) -> MeetingShown:
    later = [(one.attacker, one.defender) for one in game.state.contacts()[1:]]
    there = {found.attacker.stand, found.defender.stand, *(stand for pair in later for stand in pair)}
    known = {**names, **game.system.names(game.state, actor.role, there)}
    sides = {Winner.ATTACKER: found.attacker.side.value, Winner.DEFENDER: found.defender.side.value}
    ends = [one for one in Winner if one in found.winners]
    ends.sort(key=(Winner.ATTACKER, Winner.DRAW, Winner.DEFENDER).index)
    return MeetingShown(
        rows=_met(found.attacker, known),
        columns=_met(found.defender, known),
        ends=[_end(ENDS[one], sides.get(one, ""), found.winners.count(one)) for one in ends],
        cells=[ends.index(one) for one in found.winners],
        comes_to="fought",
        to_come=[
            PairShown(rows=own, rows_name=known.get(own, ""), columns=foe, columns_name=known.get(foe, ""))
            for own, foe in later
        ],
    )


def _air_attack(game: OpenGame, actor: Actor, found: AirDuel, names: Mapping[str, str]) -> MeetingShown:
    """Return the table of an air attack. Aircraft have no stand, only a name."""
    known = {**names, **game.system.names(game.state, actor.role, {found.target, *found.later})}
    ends = [one for one in AirResult if one in found.results]

    def side(stand: str, name: str, of: Side, steps: Sequence[Step], die: Throw | None) -> MetShown:
        lines = [_contest_line(step) for step in steps]
        added = sum(step.value or 0 for step in steps)
        return MetShown(side=of.value, stand=stand, name=name, added=added, lines=lines, die=die.pips if die else 0)

    def wins(end: AirResult) -> str:
        aircraft = {AirResult.DESTROYED, AirResult.SUPPRESSED}
        return "" if end is AirResult.DRAW else (found.side if end in aircraft else found.side.other).value

    return MeetingShown(
        rows=side("", AIRCRAFT, found.side, found.aircraft, found.dice[0]),
        columns=side(found.target, known.get(found.target, ""), found.side.other, found.defence, found.dice[1]),
        ends=[_end(IN_AIR[one.value].says, wins(one), found.results.count(one)) for one in ends],
        cells=[ends.index(one) for one in found.results],
        comes_to="air_attacked",
        to_come=[
            PairShown(rows="", rows_name=AIRCRAFT, columns=stand, columns_name=known.get(stand, ""))
            for stand in found.later
        ],
    )


def _met(one: InDuel, names: Mapping[str, str]) -> MetShown:
    return MetShown(
        side=one.side.value,
        stand=one.stand,
        name=names.get(one.stand, ""),
        added=one.added,
        lines=[_contest_line(step) for step in one.steps],
        die=one.die.pips if one.die else 0,
    )


def _contest_line(step: Step) -> OddsLineShown:
    # Whose line it is tells the place where it stands.
    says = step.says.partition(": ")[2] or step.says
    return OddsLineShown(value=signed(step.value or 0), says=minuses(says), clause=step.clause)


def _end(word: str, side: str, pairs: int) -> MeetingEndShown:
    return MeetingEndShown(wins=side, word=word, pairs=pairs, percent=percent(Fraction(pairs, PAIRS)))


# Results

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
