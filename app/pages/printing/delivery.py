"""How a print reaches its device: at once as a file, or by a page that shows how far it is."""

import asyncio
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.http.bodies import disposition
from app.http.error_handlers import wants_page
from app.http.guards import anyone, is_secure
from app.http.problem_details import Problem, not_found
from app.http.rate_limits import address
from app.pages.rendering import page
from app.printing.print_queue import Print, PrintDevice, PrintQueue, QueueLimits, open_queue, too_many_prints
from app.printing.printables import problem_of
from app.printing.worker import FinishedPrint
from app.seats.seat_repository import new_token
from playsheets.press import BadJob, Job

PLAIN: Final = "bzp"
SECURE: Final = "__Host-bzp"
WAIT_S: Final = 15.0
"""A request waits no longer for its print, or for the one before it of the same device."""
GONE: Final = not_found(
    "no-such-print", "No such print", "this print is not here any more, or not for this device", "print it again"
)
BUSY: Final = "this device has another print on its way"


async def file_of(request: Request, job: Job, named: str, back: str = "/print") -> Response:
    """Return the file of a job, or the way to the page on which the device waits for it. Raises BadJob and Problem."""
    queue, device = queue_of(request), device_of(request)
    if ahead := await _ahead(queue, device, job):
        if not wants_page(request):
            raise too_many_prints(BUSY)
        return known_device(_waiting_page(queue, ahead, is_busy=True), request)
    asked = queue.ask(device, "pdf", job, named, back)
    if not asked.is_long:
        asked.is_waited_for = await _over(asked, WAIT_S)
    if asked.is_long:
        return known_device(RedirectResponse(f"/print/waiting/{asked.id}", 303), request)
    return known_device(saved(asked.done.result().files[0], named), request)


async def pictures_of(request: Request, job: Job) -> FinishedPrint:
    """Return the first pages of a job as packed pictures. Raises BadJob, and Problem where they take too long."""
    asked = queue_of(request).preview(device_of(request), job)
    if not await _over(asked, WAIT_S):
        raise too_many_prints("the pages take longer to set than usual")
    return asked.done.result()


def saved(made: bytes, named: str) -> Response:
    """Return a PDF that is kept as a file of this name, or shown where it has none."""
    headers = {"Content-Disposition": disposition(named)} if named else {}
    return Response(made, media_type="application/pdf", headers=headers)


def queue_of(request: Request) -> PrintQueue:
    """Return the prints of the service, which begin with the first that is asked for."""
    state = request.app.state
    if getattr(state, "prints", None) is None:
        chosen = state.settings
        limits = (chosen.print_pages, chosen.print_mib, chosen.print_seconds)
        queue_limits = QueueLimits(chosen.prints_of_device, chosen.prints_waiting, chosen.print_at_once_pages)
        state.prints = open_queue(*limits, queue_limits)
    queue: PrintQueue = state.prints
    return queue


def device_of(request: Request) -> PrintDevice:
    """Return the device that asks, by its cookie; a new one is given the cookie with its answer."""
    if known := request.cookies.get(_cookie(request)):
        return PrintDevice(known, address(request))
    if (made := getattr(request.state, "prints_as", None)) is None:
        made = request.state.prints_as = PrintDevice(new_token(), address(request), is_new=True)
    device: PrintDevice = made
    return device


def known_device(response: Response, request: Request) -> Response:
    """Let the device be known when it prints, by a cookie that lasts for as long as its browser is open."""
    device = device_of(request)
    if device.is_new:
        secure = is_secure(request)
        response.set_cookie(_cookie(request), device.key, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def _cookie(request: Request) -> str:
    return SECURE if is_secure(request) else PLAIN


async def _ahead(queue: PrintQueue, device: PrintDevice, job: Job) -> Print | None:
    """The print of this device that is still not over after a while, if it may have no other."""
    clock = asyncio.get_running_loop().time
    until = clock() + WAIT_S
    while (ahead := queue.ahead_of(device, "pdf", job)) and not ahead.is_long and clock() < until:
        await _over(ahead, until - clock())
    return ahead


async def _over(asked: Print, seconds: float) -> bool:
    """Whether a print is over within so many seconds."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def tell(_: object) -> None:
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(over.set)

    asked.done.add_done_callback(tell)
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
    return asked.is_over


def _waiting_page(queue: PrintQueue, asked: Print, is_busy: bool = False) -> Response:
    problem = None
    if asked.has_failed:
        failed = asked.done.exception()
        if not isinstance(failed, BadJob):
            raise failed or RuntimeError("a print came to nothing")
        problem = problem_of(failed)
    is_ready = asked.is_over and not asked.has_failed
    context = {
        "id": asked.id,
        "title": asked.job.title,
        "back": asked.back,
        "is_busy": is_busy,
        "is_ready": is_ready,
        "is_over": asked.is_over,
        "is_kept": asked.is_long,
        "problem": problem,
        "before": queue.before(asked),
        "pages": asked.done.result().pages if is_ready else asked.expected,
        "seconds": queue.seconds_of(asked),
        "percent": round(100 * queue.part_done(asked)),
    }
    response = page("print_waiting.html", context, 429 if is_busy else 200)
    if is_busy:
        response.headers["Retry-After"] = "10"
    return response


router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/print/waiting/{print_id}")
async def waiting_print(print_id: str, request: Request) -> Response:
    """How far a print is that goes on in the background; only for the device that asked for it."""
    return _waiting_page(queue_of(request), _found(print_id, request))


@router.get("/print/waiting/{print_id}/file")
async def waiting_print_file(print_id: str, request: Request) -> Response:
    """The file of such a print, or its page where it is not ready."""
    asked = _found(print_id, request)
    if not asked.is_over or asked.has_failed:
        return RedirectResponse(f"/print/waiting/{asked.id}", 303)
    return saved(asked.done.result().files[0], asked.named)


def _found(print_id: str, request: Request) -> Print:
    asked = queue_of(request).find(device_of(request), print_id)
    if asked is None:
        raise Problem(GONE)
    return asked
