"""The words of a playsheet set by WeasyPrint, for P15: run by a Python that has it, with the page on its input.

It stands alone, since that Python need not have anything else; nobody who only plays or tests needs WeasyPrint.
"""

import sys
from time import perf_counter

import weasyprint
from weasyprint.text.fonts import FontConfiguration


def took(html: str, faces: FontConfiguration) -> float:
    """Seconds for a tagged PDF of a page."""
    began = perf_counter()
    made = weasyprint.HTML(string=html).write_pdf(font_config=faces, pdf_variant="pdf/ua-1")
    assert made.startswith(b"%PDF-")
    return perf_counter() - began


if __name__ == "__main__":
    warm, page = sys.stdin.read().split("\0")
    known = FontConfiguration()
    took(warm, known)
    print(took(page, known))
