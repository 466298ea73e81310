"""
OTA service of a XiaoZhi cloud: where to connect, what time it is, and whose device this is.

Owns the check and the activation: their requests, their retries, the events about them. The
answers are parsed in ota_answer.py; new firmware is reported and not fetched. docs/PROTOCOL.md
section 6.6.
"""

import asyncio
import gc
from binascii import hexlify
from collections import OrderedDict

import board
import esp32
from micropython import const
from net import http_client, json_text
from net.hmac import hmac_sha256

from firmware import VERSION
from firmware.system import events
from firmware.words import messages

from . import ota_answer
from .ota_answer import Answer, ServiceError

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from net.url import URL

    from firmware.system.clock import Clock

_TRIES = const(10)  # checks before the service is given up, questions about an activation
_FIRST_RETRY_S = const(10)  # after the first failed check; doubled after each other one
_PENDING_S = const(3)  # before asking again whether the owner has typed in the code
_REFUSED_S = const(10)  # the same after an error


class OTAService:
    """
    `url` is that of the service, `device_id` and `client_id` are those of `identity`,
    `licence` is (serial number, key of the HMAC) or None: it decides the activation version.
    `sleep` waits a number of seconds.
    """

    def __init__(
        self,
        url: "URL",
        device_id: str,
        client_id: str,
        language: str,
        clock: "Clock",
        licence: "tuple[str, bytes] | None" = None,
        sleep: "Callable" = asyncio.sleep,
    ):
        self._url = url
        self._device_id = device_id
        self._client_id = client_id
        self._language = "en-US" if language == "en" else "zh-CN"
        self._clock = clock
        self._licence = licence
        self._sleep = sleep
        self._shown_code = ""  # the last one
        messages.use(language)

    async def endpoints(self, tries: int = _TRIES) -> "dict[str, dict]":
        """Ask until the owner has bound the device. Raises ServiceError after so many failures."""
        while True:
            answer = await self._answered(tries)
            if answer.activation is None:
                return answer.endpoints
            await self._bound(answer.activation)

    async def _answered(self, tries: int) -> Answer:
        wait = _FIRST_RETRY_S
        for left in range(tries - 1, -1, -1):
            try:
                return await self.check()
            except ServiceError as e:
                if not left:
                    raise
                self._log("warning", "%s: %s; again in %d s" % (self._url, e, wait))
            await self._sleep(wait)
            wait *= 2
        raise ServiceError("no try was allowed")

    async def check(self) -> Answer:
        """One check; sets the clock and reports new firmware. Raises ServiceError."""
        body = json_text.dumps(self._report())
        answer = await self._post(self._url, body, ota_answer.MAX_BODY)
        if answer.status != 200:
            raise ServiceError(_refusal(answer))
        parsed = ota_answer.parse(answer.body)
        for problem in parsed.problems:
            self._log("warning", problem)
        if parsed.time is not None:
            self._set_clock(parsed.time)
        if parsed.firmware is not None:
            self._report_firmware(parsed.firmware)
        return parsed

    # -- activation ----------------------------------------------------------------------------

    async def _bound(self, activation: dict) -> None:
        """Emit the code, then ask whether it was typed in; returns when a check is due again."""
        code = activation["code"]
        if code != self._shown_code:
            self._shown_code = code
            message = messages.say("activation", digits=code)
            events.emit("activation", code=code, message=message, service=activation["message"])
        if activation["challenge"] is None:
            await self._sleep(_REFUSED_S)  # such a service waits for the next check
            return
        for _ in range(_TRIES):
            status = await self.activate(activation["challenge"])
            if status == 200:
                self._log("info", "the device is bound to its owner")
                return
            await self._sleep(_PENDING_S if status == 202 else _REFUSED_S)

    async def activate(self, challenge: str) -> int:
        """Ask once; the HTTP status: 200 bound, 202 not yet, 0 where there was no answer."""
        path, mark, query = self._url.target.partition("?")
        where = http_client.url("%s://%s" % (self._url.scheme, self._url.authority))
        where.target = path.rstrip("/") + "/activate" + mark + query
        try:
            answer = await self._post(where, self._proof(challenge), ota_answer.MAX_BODY)
        except ServiceError as e:
            self._log("warning", "activation: %s" % e)
            return 0
        if answer.status not in (200, 202):
            self._log("warning", "activation: %s" % _refusal(answer))
        return answer.status

    def _proof(self, challenge: str) -> bytes:
        if self._licence is None:
            return b"{}"
        serial, key = self._licence
        proof = OrderedDict((("algorithm", "hmac-sha256"), ("serial_number", serial)))
        proof["challenge"] = challenge
        proof["hmac"] = hexlify(hmac_sha256(key, challenge.encode())).decode()
        return json_text.dumps(proof)

    # -- requests ------------------------------------------------------------------------------

    async def _post(self, where: "URL", body: bytes, most: int) -> "http_client.Response":
        gc.collect()  # the answer is read into one piece
        try:
            return await http_client.post(where, self._headers(), body, most)
        except http_client.HTTPError as e:
            raise ServiceError(str(e))

    def _headers(self) -> "list[tuple[str, str]]":
        headers = [
            ("Activation-Version", "1" if self._licence is None else "2"),
            ("Device-Id", self._device_id),
            ("Client-Id", self._client_id),
            ("User-Agent", "xiaozhi-pet/" + VERSION),
            ("Accept-Language", self._language),
            ("Content-Type", "application/json"),
        ]
        if self._licence is not None:
            headers.append(("Serial-Number", self._licence[0]))
        return headers

    def _report(self) -> "OrderedDict[str, Any]":
        """The body of a check: what the device has, and nothing of its owner."""
        rows = esp32.Partition.find(esp32.Partition.TYPE_APP)
        rows += esp32.Partition.find(esp32.Partition.TYPE_DATA)
        table = [_row(each.info()) for each in rows]
        end = max([row["address"] + row["size"] for row in table])
        chip = 1 << 20
        while chip < end:
            chip *= 2
        running = esp32.Partition(esp32.Partition.RUNNING).info()[4]  # type: ignore[arg-type]
        report: "OrderedDict[str, Any]" = OrderedDict((("version", 2),))
        report["language"] = self._language
        report["flash_size"] = chip
        report["minimum_free_heap_size"] = str(gc.mem_free())  # a string, in this protocol
        report["mac_address"] = self._device_id
        report["uuid"] = self._client_id
        report["chip_model_name"] = "esp32s3"
        report["application"] = OrderedDict((("name", "xiaozhi-pet"), ("version", VERSION)))
        report["partition_table"] = table
        report["ota"] = {"label": running}
        kind = OrderedDict((("type", "xiaozhi-pet"), ("name", board.NAME)))
        kind["mac"] = self._device_id
        report["board"] = kind
        return report

    # -- time and firmware ---------------------------------------------------------------------

    def _set_clock(self, time: "tuple[int, int | None]") -> None:
        ms, offset = time
        if not self._clock.set(ms, offset, False):
            self._log("warning", "the service's time cannot be, and is not taken")

    def _report_firmware(self, firmware: dict) -> None:
        url = firmware["url"]
        newer = ota_answer.is_newer(firmware["version"], VERSION)
        if url and (newer or firmware["force"]):
            shown = url.partition("?")[0]  # what follows may be a key to it
            version = firmware["version"]
            events.emit("firmware", version=version, url=shown, force=firmware["force"])

    def _log(self, level: str, text: str) -> None:
        events.log(level, "activation", text)


def _row(info: tuple) -> "OrderedDict[str, Any]":
    kind, subtype, address, size, label = info[:5]
    row = OrderedDict((("label", label), ("type", kind), ("subtype", subtype)))
    row["address"] = address
    row["size"] = size
    return row


def _refusal(answer: "http_client.Response") -> str:
    """The status of an answer, and where a redirect points to."""
    text = "HTTP status %d" % answer.status
    if 300 <= answer.status < 400:
        try:
            place = http_client.url(answer.headers.get("location", ""))
        except ValueError:
            return text
        return "%s, it has moved to %s: set that address" % (text, place)
    return text
