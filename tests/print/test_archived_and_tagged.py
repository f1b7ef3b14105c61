"""Every kind of print is PDF/A-2b and PDF/UA-1 as far as a reader can see it, and what looks for it is not blind."""

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
import typst
from pypdf import PdfWriter
from pypdf.generic import NameObject

from playsheets import press
from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.press import FormPart, Job, pdf_of
from rules.kernel.months import parse_month
from tests.print.archived import complaints
from tests.print.on_paper import opened
from tests.print.plans import FULL, LATE
from tests.print.some_forces import MUSTER

WANTED = SheetWanted("late", month=parse_month("1918-08"), muster=MUSTER)


@lru_cache
def of_everything() -> bytes:
    """One file with every thing there is, a barrage map and gun cards too."""
    from playsheets.flanders_fields.barrage_map import barrage_map
    from playsheets.flanders_fields.fire_plan_forms import gun_cards

    job = CATALOGUE.job(list(CATALOGUE.things), WANTED)
    maps = (FormPart(barrage_map(FULL, LATE, "")), FormPart(gun_cards(FULL, LATE, "")))
    return pdf_of(Job(job.title, (*job.parts, *maps)))


def test_everything_there_is_to_print_is_archived_and_tagged() -> None:
    assert complaints(of_everything()) == []


@pytest.mark.parametrize("thing", ["playsheet", "templates", "report"])
def test_so_is_each_by_itself(thing: str) -> None:
    large = SheetWanted("mid", large=True)
    assert complaints(pdf_of(CATALOGUE.job([thing], large, "letter"))) == []


@lru_cache
def small() -> bytes:
    return pdf_of(CATALOGUE.job(["playsheet", "strip"], SheetWanted("mid")))


def damaged(change: Callable[[Any], None]) -> list[str]:
    """What is said of a sheet and a strip after something was done to the file's catalog."""
    writer = PdfWriter(clone_from=opened(small()))
    change(writer.root_object)
    written = io.BytesIO()
    writer.write(written)
    return complaints(written.getvalue())


def without(key: str) -> Callable[[Any], None]:
    return lambda root: root.__delitem__(NameObject(key))


def figures(root: Any) -> list[Any]:
    from tests.print.archived import _elements

    return [one for one in _elements(root["/StructTreeRoot"]) if one["/S"] == "/Figure"]


def speechless(root: Any) -> None:
    figures(root)[-1].__delitem__(NameObject("/Alt"))


def misnamed(root: Any) -> None:
    figures(root)[-1][NameObject("/S")] = NameObject("/Ornament")


def deeper(root: Any) -> None:
    from tests.print.archived import _elements

    first = next(one for one in _elements(root["/StructTreeRoot"]) if one["/S"] == "/H1")
    first[NameObject("/S")] = NameObject("/H3")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("/StructTreeRoot"), "there are no tags"),
        (without("/MarkInfo"), "not marked as tagged"),
        (without("/Lang"), "language is not named"),
        (without("/ViewerPreferences"), "title is not shown"),
        (without("/Metadata"), "no metadata"),
        (without("/OutputIntents"), "what the colours mean"),
        (speechless, "a picture has no words"),
        (misnamed, "nobody knows the tag Ornament"),
        (deeper, "a heading of level 3 follows one of level 0"),
    ],
)
def test_what_is_missing_is_told(change: Callable[[Any], None], says: str) -> None:
    assert says in " / ".join(damaged(change))


def test_a_file_that_names_no_standard_and_has_no_tags_is_told_for_each_of_its_pages() -> None:
    compiler = press._compiler()
    plain = compiler.compile(
        format="pdf", pdf_tags=False, sys_inputs=press._inputs(CATALOGUE.job(["playsheet"], SheetWanted("mid")))
    )
    assert isinstance(plain, bytes)
    told = " / ".join(complaints(plain))
    assert "the metadata name other standards" in told
    assert "there are no tags" in told
    assert "page 2 does not lead to its tags" in told
    assert "page 2 draws" in told


def test_typst_itself_refuses_a_picture_without_words() -> None:
    # Its types allow folders as text only beside a source that is text.
    folders: Any = press.fonts()
    with pytest.raises(typst.TypstError, match="alt"):
        typst.compile(
            b'#set document(title: "x")\n#figure(rect())',
            format="pdf",
            pdf_standards=["ua-1"],
            font_paths=folders,
        )
