"""The fire form with what the map proposes: filled in anew whenever a firer or a target changes, typed over at will.

`_map` in the address names the shots the form was filled in for. As long as they are the same, what the fields hold is
what the player left or made of it; where each stand has a target of its own, that goes for each of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.fire import SWITCHES, WORDS, Aim, FireForm, pair_of
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, Proposals

OF_AN_AIM: Final = ("range_cm", "cover", "armour_in_cover", "face")
SHARED: Final = (*(name for name in SWITCHES if name != "firer_in_gas"), *WORDS, "stands_in_front")


def with_map(form: FireForm, query: QueryParams, on_map: OnMap | None) -> FireForm:
    """The form with what the map proposes for its shots; as it was where nothing of them is on the map."""
    proposed = {pair: on_map.shot(*pair) for pair in dict.fromkeys(form.pairs)} if on_map else {}
    if on_map is None or not any(proposed.values()):
        return form
    key = _key(_first_of_each(form))
    filled = _filled(form, proposed, on_map, query.get("_map", ""))
    first = proposed.get(next(iter(_first_of_each(form))), {})
    aims = tuple(_told(aim, proposed, on_map, filled) for aim in filled.aims)
    filled = replace(filled, aims=aims, behind=_behind_told(filled, on_map), **_priority(filled, proposed))
    return replace(filled, map_key=key, proposed=first, surveyed=_surveyed(filled, proposed, first))


def _priority(form: FireForm, proposed: Mapping[tuple[str, str], Proposals]) -> dict[str, Any]:
    """For which pairs another enemy comes first: as the player left it; where he was not asked, as the map has it."""
    told = {pair_of(*pair): found["passes_over"] for pair, found in proposed.items() if "passes_over" in found}
    mapped = {pair for pair, one in told.items() if one.value and pair not in form.asked}
    return {"passes": form.passes & form.asked | mapped, "first_told": told}


def _first_of_each(form: FireForm) -> list[tuple[str, str]]:
    if form.way == "together":
        target = form.aims[0].target
        return [(form.firers[0], target)] if form.firers and target else []
    return form.pairs


def _key(pairs: Iterable[tuple[str, str]]) -> str:
    return ",".join(pair_of(*pair) for pair in pairs)


def _filled(form: FireForm, proposed: Mapping[tuple[str, str], Proposals], on_map: OnMap, filled_for: str) -> FireForm:
    """The form filled in from the map: what each aim and all of them share, and the beaten zone of a gun.

    What it was filled in for before stays as the player left it.
    """
    pairs = _first_of_each(form)
    if filled_for == _key(pairs):
        return form
    before = filled_for.split(",") if form.way == "each" else ()
    aims = tuple(
        aim if _key([(aim.firer, aim.target)]) in before else _aim_filled(aim, _of_aim(form, aim, proposed))
        for aim in form.aims
    )
    if _key(pairs[:1]) in before:
        return replace(form, aims=aims)
    first = proposed.get(pairs[0], {}) if pairs else {}
    switches = {name: first[name].value if name in first else on for name, on in form.switches.items()}
    words = {name: str(first[name].value) if name in first else word for name, word in form.words.items()}
    in_front = str(first["stands_in_front"].value) if "stands_in_front" in first else form.in_front
    behind = _zone(form, pairs[0], on_map) if form.gun and pairs else form.behind
    return replace(form, aims=aims, switches=switches, words=words, in_front=in_front, behind=behind)


def _of_aim(form: FireForm, aim: Aim, proposed: Mapping[tuple[str, str], Proposals]) -> Proposals:
    firer = form.firers[0] if form.way == "together" and form.firers else aim.firer
    return proposed.get((firer, aim.target), {})


def _aim_filled(aim: Aim, told: Proposals) -> Aim:
    side = told.get("sector")
    return replace(
        aim,
        range_cm=str(told["range_cm"].value) if "range_cm" in told else aim.range_cm,
        cover=str(told["cover"].value) if "cover" in told else aim.cover,
        in_cover=bool(told["armour_in_cover"].value) if "armour_in_cover" in told else aim.in_cover,
        face=str(told["face"].value) if "face" in told else aim.face,
        sector=str(side.value) if side and side.value != "none" and aim.sector else aim.sector,
    )


def _zone(form: FireForm, pair: tuple[str, str], on_map: OnMap) -> tuple[Aim, ...]:
    """The stands in a gun's beaten zone, as filled in."""
    found = on_map.zone(*pair)
    return tuple(_in_zone(f"behind.{n}.", pair[0], name, told) for n, (name, told) in enumerate(found, 1))


def _in_zone(prefix: str, firer: str, name: str, told: Proposals) -> Aim:
    behind = str(told["behind_cm"].value)
    bare = Aim(prefix, firer, name, range_cm="", cover="open", behind_cm=behind, proposed=told)
    return _aim_filled(bare, told)


def _told(aim: Aim, proposed: Mapping[tuple[str, str], Proposals], on_map: OnMap, form: FireForm) -> Aim:
    """An aim with where its proposals come from."""
    return replace(aim, proposed=_of_aim(form, aim, proposed))


def _behind_told(form: FireForm, on_map: OnMap) -> tuple[Aim, ...]:
    pairs = _first_of_each(form)
    found = dict(on_map.zone(*pairs[0])) if form.behind and pairs else {}
    first = float(form.aims[0].range_cm) if _is_figure(form.aims[0].range_cm) else None
    return tuple(_farther(replace(aim, proposed=found.get(aim.target, {})), first) for aim in form.behind)


def _farther(aim: Aim, first_cm: float | None) -> Aim:
    """A stand behind the first target is as much farther away as it stands behind it."""
    known = first_cm is not None and _is_figure(aim.behind_cm)
    return replace(aim, range_cm=f"{(first_cm or 0) + float(aim.behind_cm):.1f}") if known else aim


def _is_figure(written: str) -> bool:
    try:
        float(written)
    except ValueError:
        return False
    return True


def _surveyed(
    form: FireForm, proposed: Mapping[tuple[str, str], Proposals], first: Proposals
) -> dict[str, dict[str, Any]]:
    """What each shot has of its own where the players leave what the form proposes for all of them."""
    facts = (*SHARED, *OF_AN_AIM) if form.way == "together" else SHARED
    shown = _plain(first, facts)
    own = {pair_of(*pair): _plain(told, facts) for pair, told in proposed.items()}
    return {"shown": shown, "own": own}


def _plain(told: Proposals, facts: Iterable[str]) -> dict[str, Any]:
    return {name: told[name].value for name in facts if name in told}
