"""
Listing: what is on a chip, for people and for programs.

Owns the figures and their form. Secrets are said to be set, never shown: of the settings only
those named here are known to be none.
"""

import json
from typing import Any

from .chip import Chip
from .device import module
from .filesystem import BLOCK

# Settings (firmware/system/settings.py) whose values may be shown; all others may be secrets.
_PLAIN = {
    "language", "http", "http_host", "http_port", "http_open", "stdio", "event_style",
    "cloud_stay", "cloud_reboot", "remembering", "keep_turns",
    "no_owner", "setup", "zone", "zone_minutes", "v",
}  # fmt: skip


def figures(chip: Chip) -> dict[str, Any]:
    """All that `list` shows, as one JSON object."""
    found: dict[str, Any] = {"image": _image(chip)}
    if chip.nvs is not None:
        found["device"] = _device(chip)
        found["settings"] = _settings(chip)
    found["records"] = _records(chip)
    if chip.files is not None:
        found["archive"] = _archive(chip)
    turns = _turns(chip)
    if turns:
        found["turns"] = turns
    found["findings"] = [finding._asdict() for finding in chip.findings]
    return found


def _image(chip: Chip) -> dict[str, Any]:
    image = chip.image
    found: dict[str, Any] = {"bytes": image.size, "table": image.table}
    for part in (image.nvs, image.memory, image.turns):
        if part is not None:
            found[part.label] = {"offset": part.offset, "bytes": part.size}
    return found


def _device(chip: Chip) -> dict[str, Any]:
    epoch = chip.values.get(("mem", "epoch"))
    clock = chip.values.get(("sys", "clock"))
    found: dict[str, Any] = {
        "boots": chip.values.get(("sys", "boots")),
        "clock": module("text.dates").iso(clock) if isinstance(clock, int) else None,
        "epoch": module("hot.ids").epoch_text(epoch % 46656) if isinstance(epoch, int) else None,
        "id_ceiling": chip.values.get(("mem", "ids")),
        "client_id": "set" if ("cloud", "uuid") in chip.values else None,
        "nvs_entries": chip.nvs.used if chip.nvs is not None else 0,
    }
    return found


def _settings(chip: Chip) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in sorted(chip.namespace("cfg").items()):
        if key not in _PLAIN:
            found[key] = "set"
        else:
            found[key] = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    if {("cloud", "p0"), ("cloud", "p1")} & set(chip.values):
        found["cloud places"] = "set"
    return found


def _records(chip: Chip) -> dict[str, Any]:
    kinds: dict[str, dict[str, int]] = {}
    last = ""
    iso = module("text.dates").iso
    for record, hot in chip.records():
        row = kinds.setdefault(record.kind, {"hot": 0, "archived": 0})
        row["hot" if hot else "archived"] += 1
        last = max(last, iso(max(record.created, record.get("updated", 0))))
    return {
        "hot": sum(row["hot"] for row in kinds.values()),
        "archived": sum(row["archived"] for row in kinds.values()),
        "last": last or None,
        "kinds": {name: kinds[name] for name in sorted(kinds)},
    }


def _archive(chip: Chip) -> dict[str, Any]:
    files = chip.files
    assert files is not None
    found: dict[str, Any] = {
        "mounted": files.mounted,
        "used_bytes": files.used * BLOCK,
        "bytes": files.blocks * BLOCK,
        "snapshot": _snapshot(files.files.get("snapshot")),
        "index_files": sum(path.endswith(".idx") for path in files.files),
    }
    manifest = None if chip.memory is None else chip.memory.manifest
    if manifest is not None:
        is_pack = module("log.manifest").is_pack
        packs = [row for row in manifest.sealed if is_pack(row)]
        found["segments"] = len(manifest.sealed) - len(packs) + 1
        found["packs"] = len(packs)
        found["lines"] = chip.memory.store.log.lines  # type: ignore[union-attr]
    return found


def _turns(chip: Chip) -> "dict[str, Any]":
    """How much of talk there is; nothing of what was said."""
    segments = [data for path, data in chip.turn_files().items() if path.endswith(".jsonl")]
    if not segments:
        return {}
    lines = sum(data.count(b'{"session":"') for data in segments)
    return {"segments": len(segments), "turns": lines, "used_bytes": sum(map(len, segments))}


def _snapshot(data: "bytes | None") -> "dict[str, Any] | None":
    if data is None:
        return None
    try:
        head = json.loads(data.split(b"\n", 1)[0])
        return {"taken": str(head["taken"]), "records": max(0, data.count(b"\n") - 2)}
    except (ValueError, KeyError, TypeError):
        return {"taken": None, "records": 0}


# -- for people ----------------------------------------------------------------------------------


def table(found: dict[str, Any]) -> str:
    """The same as lines of text."""
    lines: list[str] = []
    _heading(lines, "image", found["image"])
    for name in ("device", "settings", "archive", "turns"):
        if name in found:
            _heading(lines, name, found[name])
    records = found["records"]
    lines.append("records")
    row = "  {:<12} {:>8} {:>8}".format
    lines.append(row("", "at hand", "archived"))
    for name, counts in records["kinds"].items():
        lines.append(row(name, counts["hot"], counts["archived"]))
    lines.append(row("all", records["hot"], records["archived"]))
    if records["last"]:
        lines.append(f"  last change  {records['last']}")
    return "\n".join(lines) + "\n"


def _heading(lines: list[str], name: str, members: dict[str, Any]) -> None:
    lines.append(name)
    for key, value in members.items():
        if isinstance(value, dict):
            value = ", ".join(f"{inner} {given}" for inner, given in value.items())
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        elif value is None:
            value = "none"
        lines.append(f"  {key.replace('_', ' '):<12} {value}")
