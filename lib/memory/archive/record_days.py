"""Record days: the days and months in which records may have been created, from RAM alone."""

from memory.log.manifest import FIRST, LAST
from memory.records.kinds import WRITABLE
from memory.text import dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.log.log import Log
    from memory.store import Store

_UNSET = "2001"  # earlier days are those of a clock that nobody had set


def spans(memory: "Store", log: "Log | None") -> "list[tuple[str, str]]":
    """(first day, last day) of each segment of the archive and of each hot record, unordered."""
    found = []
    if log is not None:
        rows = [(row[FIRST], row[LAST]) for row in log.manifest.sealed]
        for first, last in rows + [log.days]:
            if last > _UNSET:
                found.append((first if first > _UNSET else last, last))
    for record in memory.every(WRITABLE):
        if not record.approx:
            day = dates.day_text(record.created)
            found.append((day, day))
    return found


def months(days: "list[tuple[str, str]]") -> "list[str]":
    """The months (`YYYY-MM`) that spans of days touch, the latest first."""
    found: "set[str]" = set()
    for first, last in days:
        year, month = int(first[:4]), int(first[5:7])
        name = first[:7]
        while name <= last[:7]:
            found.add(name)
            month += 1
            if month > 12:
                year, month = year + 1, 1
            name = "%04d-%02d" % (year, month)
    return sorted(found, reverse=True)


def days_of(days: "list[tuple[str, str]]", month: str) -> "list[str]":
    """The days of one month that are within spans of days, the latest first."""
    found = []
    for day in range(dates.month_length(int(month[:4]), int(month[5:7])), 0, -1):
        name = "%s-%02d" % (month, day)
        if any(first <= name <= last for first, last in days):
            found.append(name)
    return found
