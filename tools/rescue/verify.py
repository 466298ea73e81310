"""
Verify: every rule of docs/FORMAT.md, on both media and between them.

The rules of one medium are in `checking_hot` and `checking_cold`; here is what joins them: ids,
epochs, and records that are in both.
"""

from pathlib import Path

from .checking_cold import Cold
from .checking_hot import Hot
from .checking_turns import check as check_turns
from .chip import Chip
from .device import module
from .findings import DAMAGE, NOTE, Finding


def verify(chip: Chip, folder: Path) -> list[Finding]:
    """Everything that is wrong with a chip; `folder` is an empty one to work in."""
    findings = list(chip.image.findings)
    hot: "Hot | None" = None
    if chip.nvs is not None:
        findings += chip.nvs.findings
        hot = Hot(chip.values, chip.nvs.used)
        findings += hot.findings
    if chip.files is not None:
        findings += chip.file_findings
        cold = Cold(chip.files.files, folder)
        findings += cold.findings
        if hot is not None:
            findings += _between(hot, cold)
    turns = folder / "turns-only"
    turns.mkdir()
    findings += check_turns(chip.turn_files(), turns)
    if chip.memory is None:
        what = "the companion's memory does not start from this"
        findings.append(Finding(DAMAGE, "memory", what, "export saves what is left"))
    elif chip.files is not None and chip.memory.manifest is None:
        what = "the companion starts without its archive"
        findings.append(Finding(DAMAGE, "memory", what, "export saves what is left"))
    return list(dict.fromkeys(findings))


def _between(hot: Hot, cold: Cold) -> list[Finding]:
    findings: list[Finding] = []
    if hot.epoch is not None and cold.manifest is not None:
        name = module("hot.ids").epoch_text(hot.epoch % 46656)
        if cold.manifest.epoch not in (None, name):
            what = f"names the epoch {cold.manifest.epoch}, NVS {name}"
            advice = "the next start names it; otherwise these are of two devices"
            findings.append(Finding(NOTE, "/memory/manifest", what, advice))
        before = len(hot.findings)
        for where, line in cold.lines:
            hot.check_id(where, name, line.id)
        findings += hot.findings[before:]
    return findings + _in_both(hot, cold)


def _in_both(hot: Hot, cold: Cold) -> list[Finding]:
    """Records that are hot although the archive has a state of them that counts more."""
    records = {slot.record.id: slot.record for slot in hot.slots if slot.record is not None}
    ends: dict[str, tuple[int, int, bool]] = {}  # id: (rev, place in the log, is an end)
    for at, (_, line) in enumerate(cold.lines):
        if (
            line.id in records
            and not line.keep
            and line.rev >= ends.get(line.id, (0, 0, False))[0]
        ):
            ends[line.id] = (line.rev, at, line.record is None)
    findings = []
    for id, (rev, at, ended) in ends.items():
        if rev < records[id].rev or (ended and rev == records[id].rev):
            continue
        what = f"{id} is hot with rev {records[id].rev}, and "
        what += f"{'ended' if ended else 'archived'} with rev {rev}"
        if at >= cold.open_from:
            findings.append(Finding(NOTE, "records", what, "the next start erases the hot one"))
        else:
            findings.append(Finding(DAMAGE, "records", what, "recall shows the hot one alone"))
    return findings
