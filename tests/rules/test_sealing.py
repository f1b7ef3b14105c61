"""A fingerprint tells nothing, fixes everything, and lets pieces be proved one at a time."""

from dataclasses import fields, replace
from hashlib import sha256
from hmac import digest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flanders_fields.fire_plan import (
    Allowed,
    BarrageLine,
    BombardmentLine,
    GasLine,
    Halt,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_document import (
    ONE_BY_ONE,
    PARTS,
    WHOLE,
    canonical,
    is_as_sealed,
    mask,
    masked,
    pieces,
    read_plan,
    reveal,
    seal,
)
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.sealing import LEAVES, SECRET_BYTES, SealOpening, fingerprint, open_piece, proves, proves_whole

SECRET = bytes(range(SECRET_BYTES))
GAME = "game-1"
PIECES = {"one": b"the first", "two": b"the second", "three": "grün".encode()}
PLAN = WrittenPlan(
    name="Dawn",
    side=Side.ATTACKER,
    weapons=(WeaponLine(id="w", name="60-pounders", kind=UnitClass.HEAVY_ARTILLERY, at=Reference(300, 900), note="!"),),
    bombardments=(BombardmentLine(id="f", weapon="w", turn=2, at=Reference(310, 1200)),),
    barrages=(
        BarrageLine(id="b", start_mm=500, turns=6, halts=(Halt(up_mm=700), Halt(up_mm=900, turns=2)), back=(5,)),
    ),
    gas=(GasLine(id="g", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, turn=2, at=Reference(1, 2), wind_deg=90),),
    notes="hold the mill",
)


def by_hand(contents: dict[str, bytes], secret: bytes, about: str) -> str:
    """The same fingerprint from its description alone: a second, recursive reading of it."""
    leaves = sorted(range(LEAVES), key=lambda n: digest(secret, f"place {n}".encode(), "sha256"))
    at = {leaf: name for name, leaf in zip(sorted(contents), leaves, strict=False)}

    def node(first: int, last: int) -> bytes:
        if last - first == 1:
            name = at.get(first, "")
            named = len(name.encode()).to_bytes(4, "big") + name.encode()
            salt = digest(secret, f"salt {first}".encode(), "sha256")
            return sha256(b"\x00" + salt + named + contents.get(name, b"")).digest()
        middle = (first + last) // 2
        return sha256(b"\x01" + node(first, middle) + node(middle, last)).digest()

    return sha256(b"\x02" + node(0, LEAVES) + about.encode()).hexdigest()


def test_the_fingerprint_is_the_one_that_is_described() -> None:
    assert fingerprint(PIECES, SECRET, GAME) == by_hand(PIECES, SECRET, GAME)
    assert fingerprint({}, SECRET, GAME) == by_hand({}, SECRET, GAME)


@pytest.mark.parametrize("name", PIECES)
def test_every_piece_can_be_proved_alone(name: str) -> None:
    opened = open_piece(PIECES, SECRET, name)
    assert opened.content == PIECES[name].decode()
    assert proves(opened, fingerprint(PIECES, SECRET, GAME), GAME)


def test_nothing_but_what_was_sealed_can_be_proved() -> None:
    sealed, opened = fingerprint(PIECES, SECRET, GAME), open_piece(PIECES, SECRET, "one")
    beside = list(opened.path)
    beside[4] = sha256(b"x").hexdigest()
    for changed in (
        replace(opened, content="The first"),
        replace(opened, content="the first "),
        replace(opened, name="two"),
        replace(opened, name=""),
        replace(opened, salt="00" * 32),
        replace(opened, salt="zz"),
        replace(opened, leaf=opened.leaf ^ 1),
        replace(opened, leaf=opened.leaf + LEAVES),
        replace(opened, leaf=-1),
        replace(opened, path=tuple(beside)),
        replace(opened, path=opened.path[1:]),
        replace(opened, path=(*opened.path, "00" * 32)),
        replace(opened, content="\ud800"),
    ):
        assert not proves(changed, sealed, GAME), changed
    assert not proves(opened, sealed, "game-2")
    assert not proves(opened, fingerprint(PIECES | {"two": b"the Second"}, SECRET, GAME), GAME)
    assert proves(opened, sealed, GAME)


def test_a_blank_leaf_proves_nothing() -> None:
    """Whoever sealed could open one; that nothing was there is not a piece of the plan."""
    opened, content = open_piece(PIECES, SECRET, "one"), PIECES["one"]
    beside, named = opened.leaf ^ 1, b"\x00\x00\x00\x03one"
    own = sha256(b"\x00" + bytes.fromhex(opened.salt) + named + content).hexdigest()
    salt = digest(SECRET, f"salt {beside}".encode(), "sha256")
    assert opened.path[0] == sha256(b"\x00" + salt + bytes(4)).hexdigest()
    blank = SealOpening("", "", salt.hex(), beside, (own, *opened.path[1:]))
    assert not proves(blank, fingerprint(PIECES, SECRET, GAME), GAME)


def test_the_whole_is_proved_by_all_the_pieces_and_no_other() -> None:
    sealed = fingerprint(PIECES, SECRET, GAME)
    assert proves_whole(PIECES, SECRET, sealed, GAME)
    assert not proves_whole(PIECES | {"four": b""}, SECRET, sealed, GAME)
    assert not proves_whole({"one": PIECES["one"]}, SECRET, sealed, GAME)
    assert not proves_whole(PIECES, bytes(SECRET_BYTES), sealed, GAME)
    assert not proves_whole(PIECES, SECRET, sealed, "game-2")


def test_a_fingerprint_and_an_opening_tell_nothing_of_the_number_of_pieces() -> None:
    """However many there are: as many hashes on the way, and a place that only the secret decides."""
    many = {f"piece {n}": b"x" * n for n in range(1000)}
    few, full = (open_piece({"a": b"same"} | more, SECRET, "a") for more in ({}, many))
    assert len(few.path) == len(full.path) == 11
    assert {len(one) for one in (*few.path, *full.path, few.salt)} == {64}
    assert few.leaf == full.leaf
    places = {open_piece({"a": b"same"}, bytes([n]) * SECRET_BYTES, "a").leaf for n in range(12)}
    assert len(places) > 8
    assert len({fingerprint(PIECES, bytes([n]) * SECRET_BYTES, GAME) for n in range(4)}) == 4


def test_what_lies_beside_an_opened_piece_cannot_be_guessed() -> None:
    """A neighbour's hash is salted: no guess at its content gives it without the secret."""
    guesses = {sha256(b"\x00" + content).hexdigest() for content in (*PIECES.values(), b"")}
    for name in PIECES:
        assert not guesses & set(open_piece(PIECES, SECRET, name).path)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_of_another_length_is_refused(secret: bytes) -> None:
    with pytest.raises(ValueError, match="give 32"):
        fingerprint(PIECES, secret, GAME)


def test_more_pieces_than_leaves_are_refused() -> None:
    with pytest.raises(ValueError, match="2048 at most"):
        fingerprint({str(n): b"" for n in range(LEAVES + 1)}, SECRET, GAME)


@pytest.mark.parametrize("line", PARTS, ids=lambda line: line.__name__)
def test_every_field_of_a_line_is_in_one_of_its_pieces(line: type[PlanLine]) -> None:
    named = [name for names in PARTS[line].values() for name in names]
    assert len(named) == len(set(named))
    assert {"id", *named} | (ONE_BY_ONE.keys() & {one.name for one in fields(line)}) == {
        one.name for one in fields(line)
    }


def test_a_plan_is_taken_apart_into_what_becomes_known_piece_by_piece() -> None:
    told = {name: content.decode() for name, content in pieces(PLAN, SECRET).items()}
    assert told.pop(WHOLE).encode() == canonical(PLAN)
    w, f, b, g = (mask(line, SECRET) for line in "wfbg")
    assert told == {
        "notes": '{"notes":"hold the mill"}',
        f"weapon/{w}": f'{{"id":"{w}","kind":"heavy_artillery","name":"60-pounders"}}',
        f"point/{w}": f'{{"at":[300,900],"id":"{w}"}}',
        f"note/{w}": f'{{"id":"{w}","note":"!"}}',
        f"bombardment/{f}": f'{{"at":[310,1200],"id":"{f}","turn":2,"weapon":"{w}"}}',
        f"barrage/{b}": f'{{"id":"{b}","start_mm":500}}',
        f"turns/{b}": f'{{"id":"{b}","turns":6}}',
        f"halt/{b}/1": f'{{"halt":{{"up_mm":700}},"id":"{b}"}}',
        f"halt/{b}/2": f'{{"halt":{{"turns":2,"up_mm":900}},"id":"{b}"}}',
        f"back/{b}/1": f'{{"back":5,"id":"{b}"}}',
        f"gas/{g}": f'{{"at":[1,2],"delivery":"artillery","id":"{g}","kind":"denying","turn":2,"wind_deg":90}}',
    }


def test_a_mask_tells_nothing_of_the_id_and_is_another_with_every_secret() -> None:
    """SHA-256 with the secret as its key; without it no guess at gas-1 or gas-2 gives the mask."""
    assert mask("gas-1", SECRET) == digest(SECRET, b"line gas-1", "sha256").hex()[:16]
    masks = {mask(line, bytes([n]) * SECRET_BYTES) for line in ("gas-1", "gas-2") for n in range(5)}
    assert len(masks) == 10
    hidden = masked(PLAN, SECRET)
    assert hidden.bombardments[0].weapon == hidden.weapons[0].id == mask("w", SECRET)
    assert replace(hidden.gas[0], id="g") == PLAN.gas[0]


def test_each_piece_of_a_plan_is_proved_as_it_falls() -> None:
    sealed = seal(PLAN, SECRET, GAME)
    for name in pieces(PLAN, SECRET):
        assert proves(reveal(PLAN, SECRET, name), sealed, GAME)
    with pytest.raises(KeyError):
        reveal(PLAN, SECRET, "gas/another")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_plan_changed_by_a_byte_is_not_the_one_that_was_sealed(data: st.DataObject) -> None:
    told = bytearray(canonical(PLAN))
    at = data.draw(st.integers(0, len(told) - 1))
    told[at] = data.draw(st.integers(32, 126).filter(lambda byte: byte != told[at]))
    assert is_as_sealed(PLAN, SECRET, seal(PLAN, SECRET, GAME), GAME)
    try:
        other = read_plan(bytes(told))
    except ValueError:
        return
    # A blank between two names is the same plan.
    assert other == PLAN or not is_as_sealed(other, SECRET, seal(PLAN, SECRET, GAME), GAME)


def test_the_order_of_its_lines_is_sealed_too() -> None:
    twice = replace(PLAN, gas=(PLAN.gas[0], replace(PLAN.gas[0], id="h")))
    turned = replace(twice, gas=twice.gas[::-1])
    assert not is_as_sealed(turned, SECRET, seal(twice, SECRET, GAME), GAME)


def test_the_fullest_plan_has_a_leaf_for_every_piece() -> None:
    full = {one.name: one.metadata["longest"] for one in fields(WrittenPlan) if one.metadata.get("longest")}
    listed = {one.name: one.metadata["longest"] for one in fields(BarrageLine) if one.name in ONE_BY_ONE}
    halts = tuple(Halt(up_mm=n) for n in range(listed["halts"]))
    plan = WrittenPlan(
        name="Full",
        side=Side.ATTACKER,
        weapons=tuple(
            WeaponLine(
                id=f"w{n}",
                name="x",
                kind=UnitClass.FIELD_GUN,
                at=Reference(n, n),
                at_call_of="x",
                note="x",
            )
            for n in range(full["weapons"])
        ),
        shifts=tuple(ShiftLine(id=f"s{n}", note="x") for n in range(full["shifts"])),
        bombardments=tuple(BombardmentLine(id=f"f{n}", note="x") for n in range(full["bombardments"])),
        barrages=tuple(
            BarrageLine(
                id=f"b{n}", speed_mm=1, turns=5, halts=halts, back=tuple(range(1, 1 + listed["back"])), note="x"
            )
            for n in range(full["barrages"])
        ),
        gas=tuple(GasLine(id=f"g{n}", note="x") for n in range(full["gas"])),
        works=tuple(WorkLine(id=f"k{n}", note="x") for n in range(full["works"])),
        sos_points=tuple(SosLine(id=f"p{n}", note="x") for n in range(full["sos_points"])),
        air_missions=1,
        notes="x",
        allowed=(Allowed(finding="x"),),
    )
    assert len(pieces(plan, SECRET)) <= LEAVES
    note = f"note/{mask('p0', SECRET)}"
    assert proves(reveal(plan, SECRET, note), seal(plan, SECRET, GAME), GAME)
