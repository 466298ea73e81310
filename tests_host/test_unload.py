"""Machine code is never given back: what has some is loaded once."""

import device


def test_every_module_with_machine_code_says_that_it_stays() -> None:
    found = 0
    for folder in ("lib", "firmware"):
        for path in (device.ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "\n@micropython.viper" in text or "\n@micropython.native" in text:
                found += 1
                assert "\nSTAYS = True" in text, path
    assert found > 3
