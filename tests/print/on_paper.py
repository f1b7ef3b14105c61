"""Printed pages as they come out of the printer: pictures in grey, at so many dots a millimetre."""

import io
from typing import Any

import numpy as np
import pypdfium2
from pypdf import PageObject, PdfReader

DOTS = 20  # a millimetre, where things are measured to a tenth of one
POINTS_PER_MM = 72 / 25.4


def pictures(pdf: bytes, dots: float = DOTS) -> list[np.ndarray[Any, Any]]:
    """Every page in grey, 0 black, row by row from the top."""
    document = pypdfium2.PdfDocument(pdf)
    scale = dots / POINTS_PER_MM
    return [np.asarray(page.render(scale=scale, grayscale=True).to_numpy()).squeeze() for page in document]


def opened(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def root_of(pdf: bytes) -> Any:
    """Return the catalogue of a file, whose entries have no types."""
    return opened(pdf).trailer["/Root"]


def title_of(pdf: bytes) -> str | None:
    """Return the title in the metadata of a file."""
    metadata = opened(pdf).metadata
    assert metadata is not None
    return metadata.title


def drawing_of(page: PageObject) -> bytes:
    """Return what draws a page."""
    contents = page.get_contents()
    assert contents is not None
    return contents.get_data()


def words_on(pdf: bytes) -> list[str]:
    """The words a reader takes out of each page."""
    return [" ".join(page.extract_text().replace("\u00a0", " ").split()) for page in opened(pdf).pages]


def type_sizes(pdf: bytes) -> dict[float, str]:
    """Every size of type in points, with the beginning of what is set in it."""
    found: dict[float, str] = {}
    for page in opened(pdf).pages:

        def seen(text: str, _cm: Any, matrix: Any, _font: Any, size: float) -> None:
            if text.strip():
                found.setdefault(round(abs(size * matrix[3]), 2), text.strip())

        page.extract_text(visitor_text=seen)
    return found
