"""A template of fire or gas held over the map of a game: where it lies, and who is fully, partly and not covered."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.maps.asked import ToolAsked, facing_from, place_from
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import (
    centre_of,
    covered,
    on_the_table,
    own_place,
    place_words,
    to_spot,
)
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.game.survey.templates import (
    GAS,
    HeldTemplate,
    Template,
    covering,
    lay_held,
    lies_like_its_target,
    may_be_turned,
    templates_of,
)
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.kernel.numerals import counted
from rules.tabletop.stands import middle

TEMPLATES: Final[Mapping[Template, str]] = {
    Template.BATTERY: "Battery",
    Template.SOS: "SOS fire",
    Template.LIGHT_MORTAR: "Light mortar",
    Template.MEDIUM_MORTAR: "Medium mortar",
    Template.HEAVY_MORTAR: "Heavy mortar",
    Template.MACHINE_GUN: "Machine gun, indirect",
    Template.ATTACKER_GAS: "Gas of the attacker",
    Template.DEFENDER_GAS: "Gas of the defender",
}


def template_in_hand(on: OnMap, asked: ToolAsked) -> HeldTemplate:
    """The template that was chosen, on the middle of a stand or at a place of its own."""
    known = templates_of(on.book)
    template = Template(asked.word("template", known, known[0]))
    turned = asked.facing("facing") if may_be_turned(template, on.book) else 0
    target = asked.text("on")
    if not on.field.has(target):
        return HeldTemplate(template, asked.spot(on.field.table, centre_of(on.field)), turned)
    stand = on.field.stands[target].stand
    if lies_like_its_target(template, on.book):
        turned = round(stand.facing_deg)
    return HeldTemplate(template, to_spot(middle(stand)), turned)


def laid_over(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A template where it is held, with who is fully, partly and not covered."""
    in_hand = template_in_hand(on, asked)
    laid = lay_held(in_hand, on.book)
    kind = "held gas" if in_hand.template in GAS else "held square"
    if isinstance(laid, Refusal):
        yield Overlay(kind, f"{laid.because}; {laid.instead}")
        return
    turned = f", turned by {facing_from(in_hand.turned_deg, asked.across)} degrees" if in_hand.turned_deg % 360 else ""
    where = f"its middle at {place_words(on, asked, in_hand.middle)}{turned}"
    size = f"{cm(laid.width_mm)} by {cm(laid.depth_mm)}"
    yield Overlay(kind, f"{TEMPLATES[in_hand.template]}, {size}, {where}", on_the_table(on, laid.outline))
    found = covering(on.field, in_hand.template, laid.outline, on.book)
    yield from covered(on, "fully", "Fully covered", found.fully)
    yield from covered(on, "partly", "Partly covered", found.partly)
    yield Overlay("spared", _spared(len(found.spared), bool(found.fully or found.partly)))


def _spared(many: int, others: bool) -> str:
    if not many:
        return "Every stand on the map is covered" if others else "No stand is on the map"
    return f"Not covered: {counted(many, 'other stand' if others else 'stand')} on the map"


def grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map."""
    in_hand = template_in_hand(on, asked)
    turned = in_hand.turned_deg if may_be_turned(in_hand.template, on.book) else None
    return (Grip("centre", f"Middle of the template: {TEMPLATES[in_hand.template]}", in_hand.middle, turned),)


def form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    in_hand = template_in_hand(on, asked)
    own = place_from(on.field.table, in_hand.middle, asked.across)
    turns = may_be_turned(in_hand.template, on.book)
    return {
        "templates": [{"value": one.value, "word": TEMPLATES[one]} for one in templates_of(on.book)],
        "template": in_hand.template.value,
        "on": asked.text("on") if on.field.has(asked.text("on")) else "",
        "place": own_place(own, facing_from(in_hand.turned_deg, asked.across) if turns else None),
    }
