"""Event cards on a page: what is drawn, chosen or played, and whom or what each card may be meant for."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.on_map.proposed import Proposals
from app.systems.flanders_fields.pages.owed import DIE

Shown = dict[str, Any]

COMPANY, GUN = "rifle_company", "machine_gun"
ARTILLERY: Final = ("field_gun", "field_howitzer", "heavy_artillery", "super_heavy_artillery")
OF_CARDS: Final = ("card_drawn", "card_played", "card_took", "card_put_aside", "card_done")
NOT_TAKEN: Final = {"clubs_ace": ((), False), "clubs_jack": ((GUN, *ARTILLERY), False)}
"""What a black card does not take, and whether it takes commanders: kept out of what is chosen from."""
NEWS: Final = 3
"""How far back in the log a card is still news."""
SHELL: Final = "shell/"
"""What the map has of a stand under a shell is kept under this and its id."""
UNDER_SHELL: Final = ("cover", "overlap", "centre_inside")
NOTHING: Final[Mapping[str, Proposals]] = MappingProxyType({})


def card_table(
    view: Mapping[str, Any],
    told: Sequence[Mapping[str, Any]],
    query: QueryParams,
    of: Mapping[str, Proposals] = NOTHING,
) -> Shown | None:
    """What cards.html shows; None in a game without event cards. `of` is what the map has, by what it is about."""
    cards = view.get("cards")
    if not cards:
        return None
    return {
        "news": next((one["says"] for one in reversed(told[-NEWS:]) if one["kind"] in OF_CARDS), ""),
        "play": played(view, query),
        "takes": _takes(view, cards["awaited"], query, of) if chooses(view) else None,
    }


def chooses(view: Mapping[str, Any]) -> bool:
    """Whether this seat says what a black card on the table takes."""
    awaited = view["cards"]["awaited"]
    return bool(awaited) and view["you"] in (awaited["chooser"], "referee")


def card_drafts(view: Mapping[str, Any], query: QueryParams, of: Mapping[str, Proposals] = NOTHING) -> dict[str, Shown]:
    """The command of a card that throws dice, under the name of its form; they have not been thrown."""
    play, cards = played(view, query), view.get("cards")
    found: dict[str, Shown] = {}
    if play and play["acts_as"] == "hearts_queen" and play["on"]:
        found["rally"] = {"kind": "play_card", "card": play["card"], "on": play["on"], "die": DIE}
    if cards and chooses(view) and cards["awaited"]["acts_as"] == "spades_queen":
        under = [{**one, "die": DIE} for one in _under(query, of)]
        found["shell"] = {"kind": "say_what_it_takes", "card": cards["awaited"]["card"], "shelled": under}
    return found


def _under(query: QueryParams, of: Mapping[str, Proposals]) -> list[Shown]:
    """The stands under the shell: as told, else as the map has them, else wholly under it and in Soft cover."""
    told = dict(_told(query))
    return [
        {"stand": name, "cover": "soft", "overlap": "whole", "centre_inside": True}
        | {fact: one.value for fact, one in of.get(SHELL + name, {}).items() if fact in UNDER_SHELL}
        | told.get(name, {})
        for name in dict.fromkeys(filter(None, query.getlist("_under[]")))
    ]


def _told(query: QueryParams) -> Iterator[tuple[str, Shown]]:
    """What was told of stands under the shell; the rows are numbered anew when another stand is chosen."""
    for name, stand in query.multi_items():
        if name.startswith("shelled.") and name.endswith(".stand"):
            row = name.removesuffix("stand")
            said = {fact: query[row + fact] for fact in UNDER_SHELL if row + fact in query}
            centre = {"centre_inside": said["centre_inside"] == "true"} if "centre_inside" in said else {}
            yield stand, said | centre


def _takes(
    view: Mapping[str, Any], awaited: Mapping[str, Any], query: QueryParams, of: Mapping[str, Proposals]
) -> Shown:
    """Whom a black card on the table may take, for the seat that says so."""
    drawer = awaited["drawer"]
    batteries = list(_units(view, drawer, ARTILLERY)) if awaited["acts_as"] == "spades_ace" else []
    under = _under(query, of) if awaited["acts_as"] == "spades_queen" else None
    everybody = {one["side"]: stands_of(view, one["side"]) for one in view["sides"]} if under is not None else {}
    without, chief = NOT_TAKEN.get(awaited["acts_as"], ((), True))
    theirs = stands_of(view, drawer, without, chief)
    return {
        "theirs": theirs,
        "batteries": batteries,
        "under": under or [],
        "everybody": everybody,
        "on": query.getlist("on[]"),
    }


def played(view: Mapping[str, Any], query: QueryParams) -> Shown | None:
    """The card of a hand that the address names, and what it may be played on."""
    hands = (view.get("cards") or {"hands": []})["hands"]
    wanted = query.get("card", "")
    found = next(((hand, card) for hand in hands for card in hand["cards"] if card["card"] == wanted), None)
    if found is None:
        return None
    hand, card = found
    side = hand["side"]
    other = next(one["side"] for one in view["sides"] if one["side"] != side)
    options = list(_meant_for(view, card["acts_as"], side))
    sniper = card["acts_as"] == "hearts_king"
    asked, first = query.get("on", ""), options[0]["value"] if options else ""
    on = asked if sniper or asked in [one["value"] for one in options] else first
    return {
        **card,
        "side": side,
        "too_full": hand["too_many"] > 0,
        "options": options,
        "on": on,
        "enemies": stands_of(view, other, without=(COMPANY,)) if sniper else [],
        "said": {name: query.get(name) == "true" for name in ("fortified", "at_wire")},
        "owed": list(_owed(view, other if card["acts_as"] == "spades_10" else side)),
        "lost": list(_lost(view, on)) if card["acts_as"] == "hearts_queen" else [],
    }


def _meant_for(view: Mapping[str, Any], acts_as: str, side: str) -> Iterator[Shown]:
    """What a card may be laid on, by name, as choices of a list."""
    match acts_as:
        case "hearts_ace":
            highest = [one["id"] for one in _regiments(view, side) if one["division"]]
            commands = _holders(view, side, regiments=True, battalions=False)
            yield from (one for one in commands if not highest or one["value"] in highest)
        case "diamonds_jack":
            yield from (one for one in _holders(view, side) if one["commanded"])
        case "hearts_queen":
            yield from (one for one in _holders(view, side, regiments=False) if one["lost"] > 1)
        case "diamonds_ace" | "diamonds_queen":
            yield from _units(view, side, (COMPANY, GUN))
        case "diamonds_king":
            yield from _units(view, side, (COMPANY,))
        case "hearts_10" | "diamonds_10":
            yield from _units(view, side, ())


def _holders(view: Mapping[str, Any], side: str, regiments: bool = True, battalions: bool = True) -> Iterator[Shown]:
    for regiment in _regiments(view, side):
        if regiments:
            yield {"value": regiment["id"], "word": regiment["name"], "commanded": regiment["commander"]["alive"]}
        for one in regiment["battalions"] if battalions else ():
            if one["on_table"] and one["fate"] == "stands":
                lost, alive = one["started"] - one["left"], one["commander"]["alive"]
                yield {"value": one["id"], "word": one["name"], "commanded": alive, "lost": lost}


def _units(view: Mapping[str, Any], side: str, kinds: tuple[str, ...]) -> Iterator[Shown]:
    """The living units of a side on the table; of every kind where none is named."""
    for regiment in _regiments(view, side):
        for holder in (*regiment["battalions"], regiment):
            for unit in holder["units"] if holder.get("on_table", True) else ():
                if unit["alive"] and (not kinds or unit["kind"] in kinds):
                    yield {"value": unit["id"], "word": f"{unit['name']}, {holder['name']}"}


def _regiments(view: Mapping[str, Any], side: str) -> list[Shown]:
    return [regiment for one in view["sides"] if one["side"] == side for regiment in one["regiments"]]


def _owed(view: Mapping[str, Any], side: str) -> Iterator[Shown]:
    """The morale rolls a side owes now."""
    for due in view["due"]:
        if due["side"] == side and due["kind"] in ("morale", "support_lost"):
            yield {"value": due["of"], "word": due["name"]}
    for one in view["assault"]["standing"] if view["assault"] else ():
        if one["side"] == side:
            yield {"value": one["stand"], "word": one["name"]}


def _lost(view: Mapping[str, Any], battalion: str) -> Iterator[Shown]:
    """The rifle platoons a battalion has lost."""
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for holder in regiment["battalions"]:
                for unit in holder["units"] if holder["id"] == battalion else ():
                    for stand in unit["stands"] if unit["kind"] == COMPANY else ():
                        if not stand["alive"]:
                            yield {"value": stand["id"], "word": f"{stand['name']}, {unit['name']}"}


def stands_of(view: Mapping[str, Any], side: str, without: tuple[str, ...] = (), chief: bool = True) -> list[Shown]:
    """The stands of a side on the table, by formation and unit, as the picker takes them; some kinds left out."""
    holders = [one for regiment in _regiments(view, side) for one in (*regiment["battalions"], regiment)]
    found = [_stands(holder, without, chief) for holder in holders if holder.get("on_table", True)]
    return [holder for holder in found if holder["units"]]


def _stands(holder: Mapping[str, Any], without: tuple[str, ...], chief: bool) -> Shown:
    leads = holder["commander"]
    units = [{"name": "Command", "stands": [leads | {"no": "C.O."}]}] if chief and leads["alive"] else []
    for unit in (one for one in holder["units"] if one["kind"] not in without):
        living = [stand | {"no": str(n)} for n, stand in enumerate(unit["stands"], 1) if stand["alive"]]
        units += [{"name": unit["name"], "stands": living}] if living else []
    return {"name": holder["name"], "units": units}
