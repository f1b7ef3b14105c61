"""Wishes for the printer in a PDF: actual size, so that a reader that honours it does not shrink the pages to the
printer's margins, and the edge over which leaves are turned that have backs.

Typst cannot set them. What it wrote stays as it is; a newer version of the one object that carries the wishes is added
behind it, as the format provides for changed files.
"""

import re
from typing import Final

_CATALOG: Final = b"<</Type/Catalog"
_WISHES: Final = b"/ViewerPreferences<<"
_NO_SCALING: Final = b"/PrintScaling/None"
_TURNED: Final = {"long": b"/Duplex/DuplexFlipLongEdge", "short": b"/Duplex/DuplexFlipShortEdge", "": b""}
_TRAILER: Final = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)


class UnknownForm(ValueError):
    """A PDF that is not written the way Typst writes it."""


def at_actual_size(pdf: bytes, turned_over: str = "") -> bytes:
    """The document with "do not scale" among its viewer preferences, and "long" or "short" for the edge. Raises
    UnknownForm."""
    wishes = _NO_SCALING + _TURNED[turned_over]
    begins, ends = pdf.rfind(_CATALOG), pdf.rfind(b"trailer")
    trailer = _TRAILER.match(pdf, ends) if ends >= 0 else None
    if begins < 0 or trailer is None:
        raise UnknownForm("the PDF has no plain catalog or trailer; look at what the new Typst writes")
    number = pdf[max(0, begins - 40) : begins].split()[-3]
    catalog = pdf[begins : pdf.index(b"endobj", begins)].strip()
    wished = catalog.replace(_WISHES, _WISHES + wishes)
    if wished == catalog:
        wished = catalog.removesuffix(b">>") + _WISHES + wishes + b">>>>"
    body = pdf if pdf.endswith(b"\n") else pdf + b"\n"
    renewed = b"%s 0 obj\n%s\nendobj\n" % (number, wished)
    table = b"xref\n%s 1\n%010d 00000 n \n" % (number, len(body))
    end = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (trailer[1], trailer[2], len(body) + len(renewed))
    return body + renewed + table + end
