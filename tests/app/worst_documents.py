"""Documents made to be as dear as they can be, each as long as wanted, and what reads them.

What is dear for a reader: names that repeat, one inside the other, long lists, many corners, many faults, long texts.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from app.documents.tables import MOST_BYTES as MOST_OF_A_TABLE
from app.documents.tables import read_document as read_table
from app.games.verification import NotAGameFile, findings, read_file
from app.randomness import Cup
from app.systems.flanders_fields.force_documents import MOST_BYTES as MOST_OF_A_FORCE
from app.systems.flanders_fields.force_documents import read_document as read_force
from app.systems.flanders_fields.scenario_documents import MOST_BYTES as MOST_OF_A_SCENARIO
from app.systems.flanders_fields.scenarios import checked
from rules.flanders_fields.fire_plan_document import MOST_BYTES as MOST_OF_A_PLAN
from rules.flanders_fields.fire_plan_document import read_plan
from rules.kernel.serialization import NotFitting
from tests.app.test_own_scenarios import LIBRARY, with_whole_forces
from tests.systems import known_systems

Make = Callable[[int], bytes]
MEBI: Final = 1024 * 1024


@dataclass(frozen=True)
class Reader:
    """What reads a sort of document, the longest it reads in bytes, and a document of the sort with nothing wrong."""

    read: Callable[[bytes], object]
    most: int
    sound: Mapping[str, Any]


def _refusing(read: Callable[[bytes], object], refusal: type[Exception]) -> Callable[[bytes], object]:
    def look(data: bytes) -> object:
        try:
            return read(data)
        except refusal as wrong:
            return wrong

    return look


def _check_game(data: bytes) -> object:
    return findings(read_file(data), known_systems())


TABLE: Final = {
    "type": "FeatureCollection",
    "format": "beaten-zone-table",
    "version": 1,
    "name": "Much",
    "width_mm": 1800,
    "depth_mm": 1800,
    "features": [],
}
FORCE: Final = with_whole_forces()["attacker"]["force"]
PLAN: Final = {"format": "beaten-zone-fire-plan", "version": 1, "name": "Much", "side": "attacker"}
GAME: Final = {
    "format": "beaten-zone-game",
    "version": 1,
    "game": {"id": "much", "system": "flanders-fields", "title": "", "created_at": "1", "closed_at": None},
    "dice": [],
    "shares": [],
    "commands": [],
    "events": [],
}
READERS: Final[Mapping[str, Reader]] = {
    "table": Reader(_refusing(read_table, NotFitting), MOST_OF_A_TABLE, TABLE),
    "force": Reader(_refusing(read_force, NotFitting), MOST_OF_A_FORCE, FORCE),
    "scenario": Reader(lambda data: checked(data, LIBRARY), MOST_OF_A_SCENARIO, with_whole_forces()),
    "fire plan": Reader(_refusing(read_plan, NotFitting), MOST_OF_A_PLAN, PLAN),
    "game": Reader(_refusing(_check_game, NotAGameFile), MEBI, GAME),
}


def cases() -> Iterator[tuple[str, str, Make]]:
    """Every sort of document with every way to make it dear: the sort, what is done, the document of so many bytes."""
    for sort, reader in READERS.items():
        for name, inside in ANYWHERE.items():
            yield sort, name, _anywhere(reader.sound, inside)
        for name, make in OF_A_SORT[sort].items():
            yield sort, name, make
    for name in ANYWHERE:
        yield "scenario", f"{name} in a force", _in_a_force(ANYWHERE[name])
    for name, make in OF_A_SORT["force"].items():
        yield "scenario", f"{name} in its force", _holding("attacker", "force", make)
    for name, make in OF_A_SORT["table"].items():
        yield "scenario", f"{name} in its table", _holding("", "table", make)


def many(one: Callable[[int], object], size: int) -> list[Any]:
    """As many of a thing as come to about that many bytes."""
    return [one(number) for number in range(size // (len(json.dumps(one(1_000))) + 1) or 1)]


def written(document: Mapping[str, Any]) -> bytes:
    """The bytes of a document, as short as they can be."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def _claiming(size: int) -> bytes:
    events = many(lambda number: _event(number, command_id="c"), size // 2)
    last = len(many(_event, size // 2))
    commands = many(lambda number: _command(number, command_id="c", first_seq=1, last_seq=last), size // 2)
    return _game(dice=[_cup(0)], events=events, commands=commands)


@cache
def _names(size: int) -> str:
    names = ",".join(f'"n{number}":1' for number in range(size // 11))
    return "{" + names + ',"n0":1}' if names else "{}"


ANYWHERE: Final[Mapping[str, Callable[[int], str]]] = {
    "one name of many stands twice": _names,
    "the last name of many stands twice": lambda size: _names(size)[:-8] + f',"n{size // 11 - 1}":1' + "}",
    "every name stands twice": lambda size: "{" + ",".join(['"n":1'] * (size // 6)) + "}",
    "many small things with a name twice": lambda size: "[" + ",".join(['{"a":1,"a":2}'] * (size // 14)) + "]",
    "one list in the other": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "one thing in the other": lambda size: '{"n":' * (size // 6) + "1" + "}" * (size // 6),
    "one thing in the other, as deep as can be read": lambda size: (
        "[" + ",".join(['{"n":' * 400 + "1" + "}" * 400] * (size // 2_900 or 1)) + "]"
    ),
    "a long list": lambda size: "[" + ",".join(["1"] * (size // 2)) + "]",
    "a long text": lambda size: json.dumps("x" * size),
    "a long text of signs": lambda size: '"' + "\\u0001" * (size // 6) + '"',
    "a text of characters cut in half": lambda size: '"' + "\\ud800" * (size // 6) + '"',
    "a long number": lambda size: "9" * size,
    "many long numbers": lambda size: "[" + ",".join(["9" * 4_000] * (size // 4_100 or 1)) + "]",
    "many fractions": lambda size: "[" + ",".join(["1e308"] * (size // 6)) + "]",
}


def _anywhere(sound: Mapping[str, Any], inside: Callable[[int], str]) -> Make:
    def make(size: int) -> bytes:
        return written(sound)[:-1] + f',"more":{inside(size)}}}'.encode()

    return make


def _in_a_force(inside: Callable[[int], str]) -> Make:
    def make(size: int) -> bytes:
        document = with_whole_forces()
        document["attacker"]["force"]["more"] = "HERE"
        return written(document).replace(b'"HERE"', inside(size).encode())

    return make


def _holding(side: str, name: str, make: Make) -> Make:
    def held(size: int) -> bytes:
        document = with_whole_forces()
        place = document[side] if side else document
        place[name] = "HERE"
        return written(document).replace(b'"HERE"', make(size))

    return held


def _table(feature: Callable[[int], object]) -> Make:
    return lambda size: written({**TABLE, "features": many(feature, size)})


def _piece(number: int, sort: str, path: list[list[int]], **facts: Any) -> dict[str, Any]:
    is_area = sort in ("area", "hill")
    geometry = {"type": "Polygon", "coordinates": [path]} if is_area else {"type": "LineString", "coordinates": path}
    return {
        "type": "Feature",
        "id": f"p{number}",
        "geometry": geometry,
        "properties": {"sort": sort, "name": f"P {number}", **facts},
    }


def _zigzag(number: int) -> list[list[int]]:
    """A path up and down between the edges, that crosses itself everywhere once it is wound back."""
    return [[one * 7 % 1800, 1800 if one % 2 else 0] for one in range(number)]


def _star(number: int) -> list[list[int]]:
    """An outline that crosses itself as often as it can."""
    ring = [[one * 619 % 1801, one * 1103 % 1801] for one in range(number)]
    return [*ring, ring[0]]


def _comb(number: int) -> list[list[int]]:
    """A sound outline with many teeth."""
    teeth = [[one * 1800 // number, 1000 if one % 2 else 100] for one in range(number)]
    return [[0, 0], *teeth, [1800, 0], [0, 0]]


def _wire(number: int, gap: Callable[[int], object], gaps: int, bends: int) -> dict[str, Any]:
    path = [[one * 9, 20 * (one % 2) + number % 1700] for one in range(bends)]
    return _piece(number, "wire", path, depth_mm=20, gaps=[gap(one) for one in range(gaps)])


def _gap(number: int) -> dict[str, Any]:
    return {"path": [[number % 1800, 0], [number % 1800, 9]], "width_mm": 10, "made_by": "planned"}


def _bent_gap(number: int) -> dict[str, Any]:
    return {**_gap(number), "path": _zigzag(19)}


def _flat(number: int) -> dict[str, Any]:
    return _piece(number, "road", [[0, number % 1800], [100, number % 1800]], width_mm=20)


def _with_one_too_long(size: int) -> bytes:
    others = many(lambda number: _piece(number + 1, "area", _comb(1_900), kind="wood"), size - 25_000)
    return written({**TABLE, "features": [_piece(0, "area", _comb(2_100), kind="wood"), *others]})


OF_TABLES: Final[Mapping[str, Make]] = {
    "many pieces": _table(_flat),
    "as many pieces as may be, all alike": _table(lambda number: {**_flat(number % 400), "id": "same"}),
    "one outline": lambda size: written({**TABLE, "features": [_piece(0, "area", _comb(size // 11), kind="wood")]}),
    "outlines that cross themselves": _table(lambda number: _piece(number, "area", _star(1_900), kind="wood")),
    "outlines with many teeth": _table(lambda number: _piece(number, "area", _comb(1_900), kind="wood")),
    "paths with many bends": _table(lambda number: _piece(number, "road", _zigzag(199), width_mm=20)),
    "paths that cross themselves": _table(lambda number: _piece(number, "road", _star(190), width_mm=20)),
    "outlines with many teeth and one with too many": _with_one_too_long,
    "as many outlines with teeth as may be": lambda size: written(
        {**TABLE, "features": [_piece(n, "area", _comb(1_900), kind="wood") for n in range(min(3, size // 25_000))]}
    ),
    "as many outlines that cross themselves as may be": lambda size: written(
        {**TABLE, "features": [_piece(n, "area", _star(1_900), kind="wood") for n in range(min(3, size // 25_000))]}
    ),
    "as many paths that cross themselves as may be": lambda size: written(
        {**TABLE, "features": [_piece(n, "road", _star(190), width_mm=20) for n in range(min(30, size // 2_500))]}
    ),
    "as much wire with gaps of many bends as may be": lambda size: written(
        {**TABLE, "features": [_wire(n, _bent_gap, 100, 199) for n in range(min(10, size // 22_000))]}
    ),
    "wire with many gaps": _table(lambda number: _wire(number, _gap, 99, 2)),
    "bent wire with many gaps": _table(lambda number: _wire(number, _gap, 99, 190)),
    "wire with all of its gaps": lambda size: written(
        {**TABLE, "features": [_wire(0, _gap, size // len(json.dumps(_gap(1_000))), 190)]}
    ),
    "gaps with many bends": _table(lambda number: _wire(number, _bent_gap, 99, 30)),
}


def _element(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"x{number}",
        "table": "british_1915",
        "part": "infantry_battalion",
        "name": f"N {number}",
        "grade": "raw",
        **more,
    }


def _force(**more: Any) -> bytes:
    return written({**FORCE, **more})


def _sound(number: int) -> dict[str, Any]:
    """The division of the force with many a battalion more in its brigade, each commanded, and tanks with each."""
    division = json.loads(json.dumps(FORCE["elements"][0]))
    brigade = next(one for one in division["inside"] if one["part"] == "infantry_brigade")
    battalion = next(one for one in brigade["inside"] if one["part"] == "infantry_battalion")
    for new in range((number - 40) // (1 + len(battalion["inside"]))):
        inside = [{**one, "id": f"y{new}.{place}"} for place, one in enumerate(battalion["inside"])]
        brigade["inside"].append({**battalion, "id": f"y{new}", "inside": inside})
    return division


def _fought(number: int) -> dict[str, Any]:
    told = {"of": f"x{number}", "game": "G", "date": "1916-07", "lost": 0, "drafts": 0, "dice": []}
    return {**told, "full": 16, "platoons": 16, "grade": "raw"}


OF_FORCES: Final[Mapping[str, Make]] = {
    "many parts": lambda size: _force(elements=many(_element, size)),
    "many parts that serve with nobody": lambda size: _force(
        elements=many(lambda number: _element(number, serves="nobody"), size)
    ),
    "many parts that serve with the last": lambda size: _force(
        elements=[*many(lambda number: _element(number, serves="last"), size), _element(0, id="last")]
    ),
    "many parts of one": lambda size: _force(elements=[_element(0, id="top", inside=many(_element, size))]),
    "as many parts as may be": lambda size: _force(
        elements=[*FORCE["elements"], *many(lambda number: _element(number, serves="1"), min(size, 45_000))]
    ),
    "as many sound parts as may be": lambda size: _force(elements=[_sound(min(580, size // 100))]),
    "parts all called alike": lambda size: _force(elements=many(lambda number: _element(0), size)),
    "parts as deep as they go": lambda size: _force(elements=many(_deep, size)),
    "many rules set aside": lambda size: _force(
        allowed=many(lambda number: {"clause": "FF-QLM-23", "of": f"y{number}", "reason": "so"}, size)
    ),
    "many house rules": lambda size: _force(house_rules=many(lambda _: {"ruling": "GAP-09", "option": "four"}, size)),
    "long records": lambda size: _force(fought=many(_fought, size)),
}


def _deep(number: int) -> dict[str, Any]:
    made = _element(number)
    for level in range(7):
        made = _element(number, id=f"x{number}.{level}", inside=[made])
    return made


def _plan(**more: Any) -> bytes:
    return written({**PLAN, **more})


def _weapon(number: int, **more: Any) -> dict[str, Any]:
    return {"id": f"w{number}", "name": f"W {number}", "kind": "field_gun", "at": [number % 900, 400], **more}


def _shot(number: int, **more: Any) -> dict[str, Any]:
    return {"id": f"b{number}", "weapon": f"w{number % 60}", "turn": 1 + number % 9, "at": [number % 900, 1000], **more}


OF_PLANS: Final[Mapping[str, Make]] = {
    "many weapons": lambda size: _plan(weapons=many(_weapon, size)),
    "many bombardments": lambda size: _plan(bombardments=many(_shot, size)),
    "bombardments of nobody's": lambda size: _plan(
        weapons=[_weapon(number) for number in range(60)],
        bombardments=many(lambda number: _shot(number, weapon="nobody", note="x" * 200), min(size, 60_000)),
        shifts=many(lambda number: _shot(number, weapon="nobody", note="x" * 200), min(size, 36_000)),
    ),
    "long ids": lambda size: _plan(bombardments=[_shot(0, id="x" * (size // 200)) for _ in range(200)]),
    "long notes": lambda size: _plan(notes="x" * size),
    "notes of signs that cannot be shown": lambda size: _plan(notes="\u0085" * (size // 2)),
    "notes of many lines": lambda size: _plan(notes="\n" * (size // 2)),
    "many let pass": lambda size: _plan(allowed=many(lambda number: {"finding": f"f{number}", "because": "so"}, size)),
    "a long list for a number": lambda size: _plan(air_missions=["x" * 20] * (size // 23)),
    "a long text for a weapon": lambda size: _plan(weapons=["x" * size]),
    "a barrage of many halts": lambda size: _plan(
        barrages=[{"id": "r", "halts": many(lambda number: {"up_mm": number % 900}, size)}]
    ),
}

HASH: Final = "0" * 64
CUP: Final = Cup("much", HASH, bytes(32))
ROLLED: Final = {"pips": 1, "source": "rolled"}


def _game(**more: Any) -> bytes:
    return written({**GAME, **more})


def _command(number: int, **more: Any) -> dict[str, Any]:
    seat = {"command_id": f"c{number}", "seat_id": "s", "role": "attacker", "actor": "{}", "body": "{}"}
    return {**seat, "first_seq": number + 1, "last_seq": number + 1, **more}


def _event(number: int, **more: Any) -> dict[str, Any]:
    what = {
        "seq": number + 1,
        "type": "note_added",
        "version": 1,
        "payload": '{"text":"x"}',
        "command_id": f"c{number}",
    }
    who = {"seat_id": "s", "role": "attacker", "audience": "all", "written_at": "1", "hash": HASH}
    return {**what, **who, **more}


def _dice(number: int) -> list[dict[str, Any]]:
    """Dice as they fall: what is wrong with the first would be the end of it."""
    return [{"pips": face, "source": "rolled"} for face in CUP.faces(1, number)]


def _packs(number: int) -> list[dict[str, Any]]:
    return [{"shuffled": CUP.shuffled(1, index)} for index in range(number)]


def _cup(number: int) -> dict[str, Any]:
    return {"from_seq": number + 1, "commitment": HASH, "seed": HASH}


def _with_events(size: int, command: Callable[[int], object], **more: Any) -> bytes:
    events = many(_event, size // 2)
    return _game(dice=[_cup(0)], events=events, commands=many(command, size // 2), **more)


OF_GAMES: Final[Mapping[str, Make]] = {
    "many events": lambda size: _with_events(size, _command),
    "many cups of dice": lambda size: _game(
        dice=many(_cup, size // 3), events=many(_event, size // 3), commands=many(_command, size // 3)
    ),
    "many shares in the dice, and dice thrown": lambda size: _game(
        dice=[_cup(0)],
        shares=many(lambda number: {"from_seq": 1, "share": "s" * 64}, min(size // 4, 36_000)),
        events=many(_event, size // 4),
        commands=many(lambda number: _command(number, body=json.dumps({"dice": [ROLLED] * 9})), size // 2),
    ),
    "many packs shuffled": lambda size: _game(
        dice=[_cup(0)],
        events=[_event(0)],
        commands=[_command(0, body=json.dumps({"packs": _packs(size // 220)}))],
    ),
    "a body of large numbers": lambda size: _game(
        dice=[_cup(0)], events=[_event(0)], commands=[_command(0, body="[" + "1e308," * (size // 6 - 60) + "1]")]
    ),
    "payloads of large numbers": lambda size: _game(
        dice=[_cup(0)], commands=[_command(0)], events=[_event(0, payload="[" + "1e308," * (size // 6 - 60) + "1]")]
    ),
    "many shares in the dice": lambda size: _game(
        dice=many(_cup, size // 4),
        shares=many(lambda number: {"from_seq": number + 1, "share": f"s{number}"}, size // 4),
        events=many(_event, size // 4),
        commands=many(_command, size // 4),
    ),
    "commands that claim all events": lambda size: _with_events(
        size, lambda number: _command(number, first_seq=1, last_seq=2**31 - 1)
    ),
    "commands with as many events as they claim": _claiming,
    "a long payload": lambda size: _game(
        dice=[_cup(0)], commands=[_command(0)], events=[_event(0, payload=json.dumps({"text": "x" * size}))]
    ),
    "a body of many dice": lambda size: _game(
        dice=[_cup(0)],
        commands=[_command(0, body=json.dumps({"dice": _dice(size // 42)}))],
        events=[_event(0)],
    ),
    "bodies nested as deep as can be read": lambda size: _game(
        dice=[_cup(0)],
        commands=many(lambda number: _command(number, body="[" * 900 + "]" * 900), size),
        events=[_event(0)],
    ),
}


OF_A_SORT: Final[Mapping[str, Mapping[str, Make]]] = {
    "table": OF_TABLES,
    "force": OF_FORCES,
    "scenario": {},
    "fire plan": OF_PLANS,
    "game": OF_GAMES,
}
