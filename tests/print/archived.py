"""What PDF/A-2b and PDF/UA-1 ask of a file, as far as a reader in Python can see it: `complaints` are what is missing.

No validator of either standard is written in Python. Typst refuses to write what it knows to be against them (a figure
without words, a missing title); this looks at the finished file, after the wish for actual size was appended to it.
What it does not see stands in docs/printing.md.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

from tests.print.on_paper import opened

TEXT_TAGS: Final = (
    "Document",
    "Part",
    "Sect",
    "Div",
    "P",
    "Span",
    "Figure",
    "Caption",
    "NonStruct",
    "Strong",
    "Em",
    "Title",
    "Note",
)
LIST_TAGS: Final = ("L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TFoot", "TR", "TH", "TD")
STANDARD_TAGS: Final = frozenset((*TEXT_TAGS, *LIST_TAGS, "H1", "H2", "H3", "H4", "H5", "H6"))
DRAWS: Final = frozenset(
    {b"Tj", b"TJ", b"'", b'"', b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"sh", b"Do"}
)
PLACES: Final = re.compile(rb"<pdf(a|ua)id:(part|conformance)>([^<]+)<")


def complaints(pdf: bytes) -> list[str]:
    """Everything that one of the standards asks for and the file has not, in words."""
    reader = opened(pdf)
    root = reader.trailer["/Root"]
    return [
        *_metadata(root, reader),
        *_catalog(root, reader),
        *_fonts(reader),
        *_tree(root),
        *(one for number, page in enumerate(reader.pages, 1) for one in _page(page, number, reader)),
    ]


def _metadata(root: Any, reader: PdfReader) -> Iterator[str]:
    if "/Metadata" not in root:
        yield "there is no metadata"
        return
    stream = root["/Metadata"].get_object()
    data = stream.get_data()
    said = {(which, what): value for which, what, value in PLACES.findall(data)}
    if said != {(b"a", b"part"): b"2", (b"a", b"conformance"): b"B", (b"ua", b"part"): b"1"}:
        yield f"the metadata name other standards: {said}"
    if "/Filter" in stream:
        yield "the metadata are packed, and cannot be read by those who do not know the format"
    title = re.search(rb"<dc:title>.*?<rdf:li[^>]*>([^<]+)<", data, re.DOTALL)
    if not title or not (reader.metadata and reader.metadata.title):
        yield "there is no title"


def _catalog(root: Any, reader: PdfReader) -> Iterator[str]:
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "the file is not marked as tagged"
    if not str(root.get("/Lang", "")):
        yield "the language is not named"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "the title is not shown"
    profiles = [one.get_object().get("/DestOutputProfile") for one in root.get("/OutputIntents", ())]
    if not profiles or None in profiles:
        yield "what the colours mean is not in the file"
    if "/ID" not in reader.trailer:
        yield "the file has no identity"
    if reader.is_encrypted or "/Encrypt" in reader.trailer:
        yield "the file is locked"
    if "/AcroForm" in root or "/JavaScript" in root.get("/Names", {}) or "/OpenAction" in root:
        yield "the file does something by itself"


def _fonts(reader: PdfReader) -> Iterator[str]:
    seen = {font.idnum: font.get_object() for page in reader.pages for font in _fonts_of(page)}
    for font in seen.values():
        inside = font["/DescendantFonts"][0].get_object()
        if not {"/FontFile2", "/FontFile3"} & inside["/FontDescriptor"].keys():
            yield f"the font {inside['/BaseFont']} is not in the file"
        if "/ToUnicode" not in font:
            yield f"the letters of {inside['/BaseFont']} cannot be read out"


def _fonts_of(page: Any) -> Iterator[Any]:
    fonts = page["/Resources"].get("/Font", DictionaryObject()).get_object()
    yield from (fonts.raw_get(name) for name in fonts)


def _tree(root: Any) -> Iterator[str]:
    if "/StructTreeRoot" not in root:
        yield "there are no tags"
        return
    tree = root["/StructTreeRoot"].get_object()
    if "/ParentTree" not in tree:
        yield "what is on a page does not lead to its tag"
    elements = list(_elements(tree))
    roles = {str(key)[1:]: str(value)[1:] for key, value in tree.get("/RoleMap", {}).items()}
    headings = []
    for one in elements:
        tag = str(one["/S"])[1:]
        if roles.get(tag, tag) not in STANDARD_TAGS:
            yield f"nobody knows the tag {tag}"
        if tag in ("Figure", "Formula") and not str(one.get("/Alt", "")).strip():
            yield "a picture has no words"
        if re.fullmatch(r"H[1-6]", tag):
            headings.append(int(tag[1]))
    yield from _skipped(headings)
    yield from _tables(elements)


def _elements(of: Any) -> Iterator[Any]:
    """Every tag below one, as a reader comes to it."""
    kids = of.get("/K", ())
    for kid in kids if isinstance(kids, list) else (kids,):
        one = kid.get_object() if hasattr(kid, "get_object") else kid
        if hasattr(one, "get") and "/S" in one:
            yield one
            yield from _elements(one)


def _skipped(headings: list[int]) -> Iterator[str]:
    if not headings:
        yield "there is no heading"
    for before, level in zip([0, *headings], headings, strict=False):
        if level > before + 1:
            yield f"a heading of level {level} follows one of level {before}"


def _tables(elements: list[Any]) -> Iterator[str]:
    for table in (one for one in elements if one["/S"] == "/Table"):
        inside = {str(one["/S"]) for one in _elements(table)}
        if "/TH" not in inside or "/TR" not in inside:
            yield "a table has no heads"


def _page(page: Any, number: int, reader: PdfReader) -> Iterator[str]:
    drawn = [operator for _, operator in ContentStream(page["/Contents"].get_object(), reader).operations]
    if not drawn:
        return  # an empty side
    if "/StructParents" not in page:
        yield f"page {number} does not lead to its tags"
    if page.get("/Tabs") != "/S":
        yield f"who goes through page {number} with a key does not follow its tags"
    if loose := _loose(drawn):
        yield f"page {number} draws {loose} things that are neither tagged nor mere decoration"


def _loose(drawn: Iterable[bytes]) -> int:
    """How many things are drawn outside everything that is marked."""
    depth = loose = 0
    for operator in drawn:
        depth += (operator in (b"BDC", b"BMC")) - (operator == b"EMC")
        loose += operator in DRAWS and not depth
    return loose
