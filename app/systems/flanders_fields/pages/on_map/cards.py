"""Event cards with what the map proposes: a card that is played from a hand, or what a black one takes."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.cards import SHELL, chooses, played
from app.systems.flanders_fields.pages.on_map.guns import place_in
from app.systems.flanders_fields.pages.on_map.proposed import FormTold, OnMap, by_name
from rules.flanders_fields.vocabulary import Cover, Side

View = Mapping[str, Any]
PLACE: Final = ("_shell_along", "_shell_up")


def card(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """The card that the address is about, or the one on the table that waits for this seat."""
    if not view.get("cards"):
        return None
    in_hand = played(view, query)
    return _in_hand(in_hand, on) if in_hand else _taken(view["cards"]["awaited"], query, on) if chooses(view) else None


def _in_hand(one: Mapping[str, Any], on: OnMap) -> FormTold | None:
    """Whether a sniper's target is safe from him, whether a company is at the wire it cuts (FF-CRD-09, FF-CRD-19)."""
    from rules.flanders_fields.game.survey import cover, wire

    found = None
    if one["acts_as"] == "hearts_king":
        found = cover.is_one_of(on.field, one["on"], on.book, "fortified", Cover.FORTIFIED)
    elif one["acts_as"] == "diamonds_king" and one["side"] == Side.ATTACKER:
        found = wire.at_some(on.field, one["on"], "at_wire")
    return FormTold(f"{one['card']}>{one['on']}", by_name((found,))) if found else None


def _taken(awaited: Mapping[str, Any], query: QueryParams, on: OnMap) -> FormTold | None:
    match awaited["acts_as"]:
        case "clubs_ace":
            return _apart(query, on)
        case "clubs_jack":
            return _farthest(Side(awaited["drawer"]), on)
        case "spades_queen":
            return _shelled(Side(awaited["chooser"]), query, on)
    return None


def _apart(query: QueryParams, on: OnMap) -> FormTold | None:
    """How far apart the two are that a card takes (FF-CRD-13)."""
    from rules.flanders_fields.game.survey.shooting import distance

    both = query.getlist("on[]")
    if len(both) != 2 or not on.field.has(*both):
        return None
    return FormTold(">".join(both), by_name((distance(on.field, both[0], both[1], on.book, "apart_cm"),)))


def _farthest(drawer: Side, on: OnMap) -> FormTold | None:
    from rules.flanders_fields.game.survey.cards import farthest_right

    found = farthest_right(on.field, drawer)
    if found is None:
        return None
    return FormTold(f"right>{found.value}", {}, (("on[]", found.value),), ("on[]",), {"right": by_name((found,))})


def _shelled(chooser: Side, query: QueryParams, on: OnMap) -> FormTold | None:
    """Whom the shell catches where it is laid; without a place what protects those who were named (FF-CRD-25)."""
    from rules.flanders_fields.game.survey.cards import under_a_shell

    place = place_in(query, *PLACE)
    spot = on.field.spot(chooser, *place) if place else None
    named = tuple(query.getlist("_under[]"))
    met = {one.stand: by_name(one.facts) for one in under_a_shell(on.field, chooser, spot, named, on.book)}
    of = {SHELL + stand: told for stand, told in met.items()}
    if place is None:
        return FormTold("shell", {}, of=of)
    return FormTold(
        f"shell>{place[0]},{place[1]}", {}, tuple(("_under[]", one) for one in met), ("_under[]", "shelled"), of
    )
