"""A rolling barrage on the map of a game, by its plan or one to try out: band, danger strip and lines turn by turn."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.maps.asked import ToolAsked
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import TRY, covered, on_the_table, to_spot
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.barrages.rolling import SIZES, BandFacts, piece_mm
from rules.flanders_fields.game.survey.bands import Rolling
from rules.flanders_fields.game.survey.rolling import Station, near, station
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.facts import limits
from rules.kernel.measure import cm
from rules.kernel.shapes import Outline
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table


def rolling_of(on: OnMap, asked: ToolAsked) -> Rolling:
    """The barrage of a plan the seat knows, or the one that is tried out."""
    return on.plans.barrages.get(asked.text("plan")) or _tried_barrage(on, asked)


def _tried_barrage(on: OnMap, asked: ToolAsked) -> Rolling:
    facts = BandFacts(
        start_up_cm=asked.number("start", _start(on), *limits(BandFacts, "start_up_cm")),
        speed_cm=asked.number("speed", on.book.table(SIZES).number("speed").value / 10, *limits(BandFacts, "speed_cm")),
        duration=round(asked.number("turns", BandFacts(start_up_cm=0.0).duration, *limits(BandFacts, "duration"))),
        halts=asked.wholes("halts", *limits(BandFacts, "halts")),
        turn=1,
        attacker=barrage_side(on, asked) is Side.ATTACKER,
    )
    leads = asked.wholes("leads", *limits(BandFacts, "lead_cm"))
    return Rolling("A barrage to try out", barrage_side(on, asked), facts, tuple(map(float, leads)))


def barrage_side(on: OnMap, asked: ToolAsked) -> Side:
    """Whose barrage is tried out: the attacker's, but where the defender may have one (AMB-05)."""
    both = on.book.behaviour("AMB-05", {"attacker": False, "both": True})
    return Side(asked.word("side", list(Side), Side.ATTACKER)) if both else Side.ATTACKER


def _start(on: OnMap) -> float:
    return float(round(on.field.table.depth_mm / 30))


def laid_over(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A barrage in one of its turns, with its danger strip and its line in every other turn."""
    plan, turn = rolling_of(on, asked), turn_asked(asked)
    last = plan.facts.duration + 1
    stations = [station(on.field, plan, one, on.book) for one in range(1, last + 1)]
    refused = next((one for one in stations if isinstance(one, Refusal)), None)
    if refused:
        yield Overlay("band", f"{refused.because}; {refused.instead}")
        return
    told = [one for one in stations if isinstance(one, Station)]
    now = told[min(turn, last) - 1]
    yield from lines_by_turn(on.field.table, told, now)
    yield Overlay("danger", "", on_the_table(on, *now.strip))
    yield Overlay("band", _station_words(plan, now), on_the_table(on, *now.lies))
    yield from _met(on, plan, now)
    yield Overlay("turns", f"Turn by turn: {'; '.join(map(_in_short, told))}")


def turn_asked(asked: ToolAsked) -> int:
    """The turn a barrage is looked at in."""
    return round(asked.number("turn", 1, *limits(BandFacts, "turn")))


def lines_by_turn(table: Table, told: Sequence[Station], now: Station | None) -> Iterator[Overlay]:
    """The rear edge in every turn, with the turns in which it lies there; where it is now the band itself shows it."""
    there: dict[tuple[Outline, ...], list[int]] = {}
    for one in told:
        if one.lies:
            there.setdefault(one.lies, []).append(one.turn)
    for lies, turns in there.items():
        line = tuple(to_spot(corner) for outline in lies for corner in (outline[0], outline[-1]))
        said = f"turn {', '.join(map(str, turns))}"
        on_table = [spot for spot in line if 0 <= spot.y_mm <= table.depth_mm]
        if on_table:
            shown = () if now and lies == now.lies else (line,)
            yield Overlay("turn", "", lines=shown, labels=((_beside(table, line[0]), said),))


def _beside(table: Table, spot: Spot) -> Spot:
    """Where the word to a line stands: a little in from the edge of the table."""
    inwards = table.width_mm // 12
    return Spot(inwards if spot.x_mm == 0 else table.width_mm - inwards, spot.y_mm)


def _station_words(plan: Rolling, at: Station) -> str:
    edge = f"up the table from the {plan.side}'s edge"
    lies = f"; it lies from {_reach(at)} {edge}" if at.reaches_cm else ""
    return f"{plan.name}, turn {at.turn}: {at.says}{lies}"


def _reach(at: Station) -> str:
    pieces = [f"{rear:g} to {front:g} cm" for rear, front in at.reaches_cm]
    return pieces[0] if len(pieces) == 1 else f"{', '.join(pieces)}, piece by piece from the left,"


def _in_short(at: Station) -> str:
    if not at.reaches_cm:
        return f"{at.turn}: lifted"
    return f"{at.turn}: {min(at.reaches_cm)[0]:g} to {max(front for _, front in at.reaches_cm):g} cm"


def _met(on: OnMap, plan: Rolling, now: Station) -> Iterator[Overlay]:
    """Who is under it, and who is how far behind it."""
    if not now.lies:
        return
    found = near(on.field, plan, now, on.book)
    if not found.under and not found.endangered:
        yield Overlay("spared", "Nobody on the map is under it or close behind it")
    yield from covered(on, "fully", "Under it", found.under)
    close = {name: f"{far:g} cm behind it" for name, far in found.endangered}
    strip = on.book.table(SIZES).number("strip").value
    yield from covered(on, "partly", f"In its danger strip of {cm(strip)}", close, close)


def grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map; a plan of the game is not moved about."""
    if asked.text("plan") in on.plans.barrages:
        return ()
    plan = rolling_of(on, asked)
    spot = on.field.spot(plan.side, on.field.table.width_mm / 20, plan.facts.start_up_cm)
    part = "start" if plan.side is Side.ATTACKER else "start-across"
    return (Grip(part, "Start line of the barrage", spot), *_pieces(on, plan))


def _pieces(on: OnMap, plan: Rolling) -> Iterator[Grip]:
    """By what each piece of it is drawn forward of its line or held back behind it: a bent line (FF-BAR-04)."""
    across = on.field.table.width_mm
    for n in range(-(-across // piece_mm())):
        # Whoever tells fewer leads than there are pieces has told the last of them for the rest.
        lead = (plan.leads[: n + 1] or (0.0,))[-1]
        left, right = n * piece_mm(), min(across, (n + 1) * piece_mm())
        # Out of the way of the word to the line at its left end, and of the grip of the whole in its middle.
        along = (left + (right - left) * 2 / 3) / 10
        spot = on.field.spot(plan.side, along, plan.facts.start_up_cm + lead)
        part = f"lead-{n}" if plan.side is Side.ATTACKER else f"lead-{n}-across"
        yield Grip(part, f"Piece {n + 1} of the barrage from the left of its side", spot)


def form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    plan, known = rolling_of(on, asked), asked.text("plan") in on.plans.barrages
    plans = [{"value": name, "word": one.name} for name, one in on.plans.barrages.items()]
    both = on.book.behaviour("AMB-05", {"attacker": False, "both": True})
    return {
        "plans": [{"value": TRY, "word": "One to try out"}, *plans] if plans else [],
        "plan": asked.text("plan") if known else TRY,
        "sides": [{"value": one.value, "word": one.value.capitalize()} for one in Side] if both else [],
        "side": plan.side.value,
        "facts": plan.facts,
        "bounds": {name: limits(BandFacts, name) for name in ("start_up_cm", "speed_cm", "duration")},
        "halts": asked.text("halts"),
        "leads": asked.text("leads"),
        "piece": cm(piece_mm()),
        "turn": min(turn_asked(asked), plan.facts.duration + 1),
        "last": plan.facts.duration + 1,
    }
