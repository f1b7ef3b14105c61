"""The pages on which what a rule system prints is chosen, looked at before it is printed, and taken along as one PDF.

Everything that was chosen stands in the address, as with the look-ups, so that a print can be kept and passed on.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.pages.printing.form import form, pdf, picture
from app.printing.things import PrintsOffered
from app.seats.guard import anyone


def print_pages(offered: PrintsOffered, every: Sequence[PrintsOffered]) -> APIRouter:
    """The pages of one system's prints for anybody; `every`: those of all systems, with ways to the others."""
    others = [{"title": one.book, "href": one.at} for one in every if one is not offered]
    router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)

    @router.get(offered.at)
    async def printing(request: Request) -> Response:
        """What can be printed, what of it was chosen, and how its pages will look."""
        choosing = await asyncio.to_thread(offered.choosing, request)
        shown = {**choosing.shown, "book": offered.book, "others": others}
        return await form(replace(choosing, shown=shown), request)

    @router.get(f"{offered.at}/file")
    async def file(request: Request) -> Response:
        """The chosen things as one PDF."""
        named = offered.named(request.query_params)
        return await pdf(await asyncio.to_thread(offered.choosing, request), request, named)

    @router.get(f"{offered.at}/pages/{{number}}")
    async def print_picture(number: int, request: Request) -> Response:
        """One page of the chosen things as a picture, counted from 1."""
        return await picture(await asyncio.to_thread(offered.choosing, request), number, request)

    return router
