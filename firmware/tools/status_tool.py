"""
The `self.get_device_status` tool: how the device itself is.

Owns the tool's answer (docs/PROTOCOL.md); the name and the section `network` are as other devices
of XiaoZhi have them. Memory gives only what it has counted already: nothing here reads much flash.
"""

import gc
import time
from collections import OrderedDict

import machine
import network
from memory.text import dates
from micropython import const

from firmware import VERSION
from firmware.network import server_trust
from firmware.system import boot_guard, crash_report
from firmware.system.nvs import namespace
from firmware.system.supervisor import FAILED, RUNNING, WAITING
from firmware.words.messages import say

from .tool_results import ok

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Expander
    from mind.reranking.reranker import Reranker

    from firmware.app import Companion
    from firmware.system.settings import Settings
    from firmware.system.supervisor import Supervisor

_CAUSES = {
    machine.PWRON_RESET: "power",
    machine.HARD_RESET: "reset",
    machine.WDT_RESET: "watchdog",
    machine.DEEPSLEEP_RESET: "sleep",
    machine.SOFT_RESET: "soft",
}
_MAX_TASKS = const(24)
_NAMED = const(5)  # in the message
_STRONG, _MEDIUM = const(-60), const(-75)  # dBm


async def answer(device: "Companion") -> "OrderedDict[str, Any]":
    """Sections that do not apply are absent."""
    out = ok("")
    heap = _heap(device.voice is None or device.voice.is_free)
    out["firmware"] = _ordered(
        ("version", VERSION),
        ("uptime_s", device.clock.uptime()),
        ("reset", _CAUSES.get(machine.reset_cause(), "unknown")),
        ("boots", _number("sys", "boots")),
        ("failed_starts", boot_guard.failed()),
    )
    crashed = crash_report.last()
    if crashed:
        out["firmware"]["last_crash"] = crashed
    out["heap"] = heap
    if device.memory is not None and device.memory_problem is None:
        out["memory"] = device.memory.statistics([]).storage()
        out["words"] = _table(device.memory.expander)
    if device.mind is not None:
        out["answers"] = _table(device.mind.reranker)
    if device.memory_trouble is not None:
        out["memory"] = out.get("memory", OrderedDict())
        out["memory"]["problem"] = device.memory_trouble
    if device.voice is not None:
        out["audio_speaker"] = _ordered(("volume", device.settings.get("volume")))
        out["voice"] = _ordered(*device.voice.counts())
    network = _network(device.settings)
    if network is not None:
        out["network"] = network
    out["tasks"] = _tasks(device.supervisor)
    out["tls"] = _ordered(
        ("verify", device.settings.get("tls_verify")),
        ("own_roots", len(server_trust.own_roots())),
    )
    privacy = device.privacy
    out["privacy"] = _ordered(
        ("remembering", privacy.remembers), ("keep_turns", privacy.keeps_turns)
    )
    if device.llm is not None and device.model_usage is not None:
        out["model"] = _ordered(
            ("available", device.llm.available()), ("usage", device.model_usage.answer())
        )
    out["clock"] = _clock(device)
    hours = out["firmware"]["uptime_s"] // 3600
    names = [line["name"] for line in out["tasks"] if line["state"] in (WAITING, FAILED)]
    details = {"free": out["heap"]["free_bytes"] >> 10, "hours": hours}
    if names:
        out["message"] = say("device_tasks", names=", ".join(names[:_NAMED]), **details)
    else:
        out["message"] = say("device", **details)
    if not privacy.remembers:
        out["message"] += say("is_paused")
    return out


def _heap(is_free: bool) -> "OrderedDict":
    """After a collection, and how long that took; without one while somebody talks."""
    if not is_free:
        return _ordered(("free_bytes", gc.mem_free()), ("used_bytes", gc.mem_alloc()))
    start = time.ticks_us()
    gc.collect()
    collect_us = time.ticks_diff(time.ticks_us(), start)
    return _ordered(
        ("free_bytes", gc.mem_free()),
        ("used_bytes", gc.mem_alloc()),
        ("collect_ms", collect_us // 100 / 10),
    )


def time_alone(device: "Companion") -> "OrderedDict[str, Any]":
    """What a guest is told: the section `clock`."""
    clock = _clock(device)
    out = ok(say("device_time", now=clock["now"]))
    out["clock"] = clock
    return out


def _clock(device: "Companion") -> "OrderedDict":
    now = dates.minute(device.clock.now())
    return _ordered(("now", now), ("set", device.clock.is_set()))


def _tasks(supervisor: "Supervisor") -> list:
    """A line for each task, those that do not run and those with an error first, 24 at most."""
    lines: "list[tuple]" = []
    for one in supervisor.tasks:
        line = _ordered(("name", one.name), ("owner", one.owner), ("policy", one.policy))
        line["state"] = one.state
        if one.restarts:
            line["restarts"] = one.restarts
        if one.error:
            line["error"] = one.error
        lines.append((one.state == RUNNING, not one.error, len(lines), line))
    return [row[3] for row in sorted(lines, key=lambda row: row[:3])[:_MAX_TASKS]]


def _table(reader: "Expander | Reranker | None") -> "OrderedDict":
    """Whether recall knows other words for what is asked, or offers the weights of answers."""
    if reader is None or reader.is_ready():
        return _ordered(("state", "none" if reader is None else "ready"))
    if reader.problem:
        return _ordered(("state", "damaged"), ("problem", reader.problem))
    return _ordered(("state", "none"))


def _network(settings: "Settings") -> "OrderedDict | None":
    """Of the Wi-Fi that the settings name; None where there is none."""
    if not settings.get("wifi"):
        return None
    radio: "Any" = network.WLAN(network.STA_IF)
    out = _ordered(("type", "wifi"), ("connected", radio.isconnected()))
    if out["connected"]:
        out["ssid"] = radio.config("ssid")
        rssi = radio.status("rssi")
        out["signal"] = "strong" if rssi >= _STRONG else "medium" if rssi >= _MEDIUM else "weak"
        out["rssi"] = rssi
        out["address"] = radio.ifconfig()[0]
    return out


def _number(name: str, key: str) -> int:
    try:
        found: int = namespace(name).get_i32(key)
        return found
    except OSError:
        return 0  # not counted: flash that fails is reported elsewhere


def _ordered(*pairs: "tuple[str, Any]") -> "OrderedDict":
    return OrderedDict(pairs)
