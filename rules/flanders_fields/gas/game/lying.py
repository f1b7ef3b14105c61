"""The wind, the clouds, and the gas that is to come."""

from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.game.book_chapter import LiesBy
from rules.flanders_fields.game.lying import SECRET, InForce, LyingLine, SeenBySeat, lines, point
from rules.flanders_fields.gas.clouds import GasKind
from rules.flanders_fields.gas.phase import turns_of

Shown = Mapping[str, Any]


def _gas(seen: SeenBySeat) -> InForce | None:
    gas = seen.view["gas"]
    wind = lines([f"Wind: {gas['wind']['words']}"], "FF-GAS-13") if gas["wind"] else []
    names = seen.names
    clouds = [LyingLine(_cloud(seen, one, names), "FF-GAS-25") for one in gas["clouds"]]
    return InForce("Gas", [*wind, *clouds, *lines([_gas_to_come(seen, one) for one in gas["planned"]])])


def _cloud(seen: SeenBySeat, one: Shown, names: Mapping[str, str]) -> str:
    lasts = (
        ", sunk to the ground"
        if one["sunk"]
        else f", {one['phases']} of {turns_of(GasKind(one['kind']), seen.book)} turns"
        if one["phases"]
        else ""
    )
    turned = f", turned {one['turned_deg']}°" if one["turned_deg"] else ""
    wind = f"; wind {one['wind']['words']}" if one["wind"] else ""
    inside = "; ".join(names.get(stand, "a stand") for stand in one["within"])
    within = f". In it: {inside}" if inside else ""
    whose = f"{one['name']}: {seen.side(one['owner'])}, {one['kind']}{lasts}"
    return f"{whose}. Its middle {point(one)}{turned}{wind}{within}"


def _gas_to_come(seen: SeenBySeat, one: Shown) -> str:
    whose = f"{seen.side(one['side'])}, " if seen.by_referee else ""
    how = "from projectors, the trench at" if one["delivery"] == "projector" else "from guns, at"
    missed = ", not released" if one["missed"] else ""
    wind = f"wind wanted {one['wind_deg']}° clockwise from straight ahead"
    return f"To come: {whose}turn {one['turn']}, {one['kind']}, {how} {point(one)}; {wind}{missed}. {SECRET}"


LIES: Final[LiesBy] = {6: _gas}
