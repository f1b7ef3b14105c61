"""The wish for actual size in a PDF: a reader that honours it does not shrink the pages to the printer's margins.

Typst cannot set it. What it wrote stays as it is; a newer version of the one object that carries the wish is added
behind it, as the format provides for changed files.
"""

import re
from typing import Final

_CATALOG: Final = re.compile(rb"(\d+) 0 obj\s*(<<\s*/Type\s*/Catalog\b.*?)\s*endobj", re.DOTALL)
_WISHES: Final = re.compile(rb"/ViewerPreferences\s*<<")
_TRAILER: Final = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)


class UnknownForm(ValueError):
    """A PDF that is not written the way Typst writes it."""


def at_actual_size(pdf: bytes) -> bytes:
    """The document with "do not scale" among its viewer preferences. Raises UnknownForm."""
    catalog, trailer = _CATALOG.search(pdf), _TRAILER.search(pdf)
    if catalog is None or trailer is None:
        raise UnknownForm("the PDF has no plain catalog or trailer; look at what the new Typst writes")
    wanted, found = _WISHES.subn(b"/ViewerPreferences<</PrintScaling/None", catalog[2])
    if not found:
        wanted = catalog[2].removesuffix(b">>") + b"/ViewerPreferences<</PrintScaling/None>>>>"
    body = pdf if pdf.endswith(b"\n") else pdf + b"\n"
    number, begins = int(catalog[1]), len(body)
    renewed = b"%d 0 obj\n%s\nendobj\n" % (number, wanted)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, begins)
    kept = re.sub(rb"/Prev\s+\d+", b"", trailer[1])
    end = b"trailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (kept, trailer[2], begins + len(renewed))
    return body + renewed + table + end
