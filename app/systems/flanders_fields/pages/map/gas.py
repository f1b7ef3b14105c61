"""A cloud of gas on the map of a game, by its plan or to try out: phase by phase with its wind, and whom it catches."""

from collections.abc import Iterator
from typing import Any, Final

from app.maps.asked import ToolAsked, facing_from, place_from
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import TRY, centre_of, covered, on_the_table, own_place, place_words
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.drifting import GONE, Drift, drifts
from rules.flanders_fields.game.survey.plans import Drifting
from rules.flanders_fields.game.survey.templates import GAS, Template, may_be_turned
from rules.flanders_fields.gas.clouds import CloudFacts, GasKind
from rules.flanders_fields.gas.wind import Wind, WindFacts, seen_from
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.facts import limits


def drifting_of(on: OnMap, asked: ToolAsked) -> Drifting:
    """A cloud on the table or of a plan the seat knows, or the one that is tried out; its wind as known, or as told."""
    known = on.plans.clouds.get(asked.text("cloud"))
    if known and known.wind:
        return known
    cloud = known.cloud if known else _tried_cloud(on, asked)
    return Drifting(known.name if known else "The cloud", cloud, _told_wind(on, asked, cloud.owner))


def _tried_cloud(on: OnMap, asked: ToolAsked) -> CloudFacts:
    owner = Side(asked.word("owner", list(Side), Side.ATTACKER))
    along, up = on.field.from_edge(owner, asked.spot(on.field.table, centre_of(on.field)))
    turns = may_be_turned(_gas_of(owner), on.book)
    across_deg = (asked.facing("facing") + 90) % 180 - 90 if turns else 0
    kind = GasKind(asked.word("gas", list(GasKind), GasKind.OFFENSIVE))
    return CloudFacts(kind=kind, owner=owner, along_cm=along, up_cm=up, turned_deg=across_deg)


def _gas_of(owner: Side) -> Template:
    return next(one for one, side in GAS.items() if side is owner)


def told_wind(on: OnMap, asked: ToolAsked) -> Wind:
    """The wind as it was filled in, or blows, or is planned, or might be: as the attacker sees it."""
    blows = on.plans.wind or Wind(_planned_heading(on, asked), mean_speed(on.book))
    way = facing_from(asked.facing("wind_deg", blows.direction_deg), across=False)
    return Wind(way, asked.number("wind_cm", blows.speed_cm, *limits(WindFacts, "speed_cm")))


def _planned_heading(on: OnMap, asked: ToolAsked) -> int:
    """Where the plan has the wind blow to; straight ahead of the reader where nobody planned it."""
    planned = on.plans.clouds.get(asked.text("cloud"))
    if planned is None:
        return facing_from(0, asked.across)
    return seen_from(planned.cloud.owner, Wind(planned.heading_deg, 0.0)).direction_deg


def mean_speed(book: RuleBook) -> float:
    """The speed of a first wind on average: two dice beside the book's number (FF-GAS-13)."""
    return book.table("gas/wind").number("first").value / 10 + 7


def _told_wind(on: OnMap, asked: ToolAsked, owner: Side) -> WindFacts:
    wind = seen_from(owner, told_wind(on, asked))
    return WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)


def phase_asked(asked: ToolAsked) -> int:
    """How many gas phases ahead a cloud is looked at."""
    return round(asked.number("phase", 1, 1, limits(CloudFacts, "phases")[1]))


def laid_over(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A cloud where one of its gas phases leaves it, with its way there and whom it catches on it."""
    drifting = drifting_of(on, asked)
    wind = drifting.wind or _told_wind(on, asked, drifting.cloud.owner)
    phases = limits(CloudFacts, "phases")[1]
    found = drifts(on.field, drifting.cloud, wind, min(phases, LOOKED_AHEAD), on.book)
    if isinstance(found, Refusal):
        yield Overlay("gas", f"{found.because}; {found.instead}")
        return
    now = found[min(phase_asked(asked), len(found)) - 1]
    for one in found:
        if one is not now:
            yield Overlay("gas later", "", on_the_table(on, one.lies))
    yield Overlay("held gas later", "", on_the_table(on, found[0].began))
    yield Overlay("way", "", on_the_table(on, now.way))
    yield Overlay("gas", _drift_words(on, asked, drifting, found, now), on_the_table(on, now.lies))
    yield from covered(on, "fully", "Fully covered on its way", now.fully)
    yield from covered(on, "partly", "Partly covered on its way", now.partly)
    if not now.fully and not now.partly:
        yield Overlay("spared", "It catches nobody on the map")


LOOKED_AHEAD: Final = 12
"""Gas phases looked ahead: denying gas lies until a 6 disperses it."""


def _drift_words(on: OnMap, asked: ToolAsked, drifting: Drifting, found: tuple[Drift, ...], now: Drift) -> str:
    number = found.index(now) + 1
    when = f"{drifting.name}, gas phase {number} from now"
    if now.fate in GONE:
        return f"{when}: {now.says}"
    middle_of = on.field.spot(drifting.cloud.owner, *now.middle_cm)
    return f"{when}: {now.says}; its middle comes to {place_words(on, asked, middle_of)}"


def grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map; one of the game is not moved about."""
    if asked.text("cloud") in on.plans.clouds:
        return ()
    cloud = _tried_cloud(on, asked)
    spot = on.field.spot(cloud.owner, cloud.along_cm, cloud.up_cm)
    turned = asked.facing("facing") if may_be_turned(_gas_of(cloud.owner), on.book) else None
    return (Grip("centre", "Middle of the cloud", spot, turned),)


def form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    known = on.plans.clouds.get(asked.text("cloud"))
    clouds = [{"value": name, "word": one.name} for name, one in on.plans.clouds.items()]
    cloud, wind = drifting_of(on, asked).cloud, told_wind(on, asked)
    turns = may_be_turned(_gas_of(cloud.owner), on.book)
    own = place_from(on.field.table, on.field.spot(cloud.owner, cloud.along_cm, cloud.up_cm), asked.across)
    return {
        "clouds": [{"value": TRY, "word": "One to try out"}, *clouds] if clouds else [],
        "cloud": asked.text("cloud") if known else TRY,
        "owners": [{"value": one.value, "word": one.value.capitalize()} for one in Side],
        "owner": cloud.owner.value,
        "kinds": [{"value": one.value, "word": one.value.capitalize()} for one in GasKind],
        "gas": cloud.kind.value,
        "place": own_place(own, facing_from(asked.facing("facing"), asked.across) if turns else None),
        "wind": None if known and known.wind else (facing_from(wind.direction_deg, asked.across), wind.speed_cm),
        "phase": phase_asked(asked),
        "last": LOOKED_AHEAD,
    }
