"""sim.nor: the rules of NOR flash, the counters, and what a power cut leaves."""

from _raised import raised

from sim.nor import NorFlash, PowerCut

RUNS_ON = ("micropython", "cpython")

_SIZE = 16384
_ERASED = b"\xff" * _SIZE


def chip(cut_at=0, seed=0, on_cut=None):
    ram = bytearray(_ERASED)
    return ram, NorFlash(ram, _SIZE, cut_at, seed, on_cut)


def test_programming_clears_bits_and_leaves_the_rest():
    ram, flash = chip()
    flash.program(10, b"\xf0\x0f")
    flash.program(10, b"\x50\x0e")
    assert ram == _ERASED[:10] + b"\x50\x0e" + _ERASED[12:]


def test_setting_a_bit_is_refused_and_its_offset_named():
    ram, flash = chip()
    flash.program(100, b"\x00\x00\x00")
    error = raised(ValueError, flash.program, 99, b"\x12\x00\x01\x00")
    assert "0x65" in str(error), error
    assert ram[99:103] == b"\xff\x00\x00\x00"
    assert (flash.programs, flash.garbled) == (1, 0)


def test_without_strict_a_bit_that_is_0_stays_0_and_is_counted():
    ram, flash = chip()
    flash.program(100, b"\x0f")
    flash.program(99, b"\x12\x55", False)
    assert ram[99:101] == b"\x12\x05"
    assert (flash.programs, flash.garbled) == (2, 1)


def test_a_long_program_is_one_operation_for_each_page_it_touches():
    ram, flash = chip()
    flash.program(4000, bytes(500))
    assert ram == _ERASED[:4000] + bytes(500) + _ERASED[4500:]
    assert (flash.programs, flash.program_bytes, flash.operations) == (3, 500, 3)
    assert flash.sector_counts(0) == (0, 1, 0)
    assert flash.sector_counts(1) == (0, 2, 0)


def test_erase_sets_one_whole_sector():
    ram, flash = chip()
    flash.program(0, bytes(_SIZE))
    flash.erase(4096)
    assert ram == bytes(4096) + _ERASED[:4096] + bytes(8192)
    assert "0x1001" in str(raised(ValueError, flash.erase, 4097))
    assert (flash.erases, flash.operations) == (1, 65)
    assert flash.sector_counts(1) == (0, 16, 1)


def test_reads_count_once_for_each_sector_they_touch():
    _, flash = chip()
    flash.program(4090, b"across")
    flash.program(4096, b"sectors")
    buf = bytearray(13)
    flash.read(4090, buf)
    assert buf == b"acrosssectors"
    assert (flash.reads, flash.read_bytes) == (1, 13)
    assert flash.sector_counts(0)[0] == flash.sector_counts(1)[0] == 1
    assert flash.sector_counts(2) == (0, 0, 0)


def test_nothing_is_read_or_written_beyond_the_chip():
    ram, flash = chip()
    assert raised(ValueError, flash.read, _SIZE - 1, bytearray(2))
    assert raised(ValueError, flash.program, _SIZE - 1, b"ab")
    assert raised(ValueError, flash.program, -1, b"a")
    assert raised(ValueError, flash.erase, _SIZE)
    assert ram == _ERASED
    assert flash.operations == 0


def test_a_cut_program_leaves_a_prefix_and_one_half_byte():
    new = bytes([i * 37 & 0xFF for i in range(256)])
    lengths = set()
    for seed in range(60):
        ram, flash = chip(1, seed)
        assert raised(PowerCut, flash.program, 512, new)
        done = 0
        while done < 255 and ram[512 + done] == new[done]:
            done += 1
        half = ram[512 + done]
        assert half & new[done] == new[done], (seed, done)  # no bit cleared that was not asked for
        assert ram[512 + done + 1 :] == _ERASED[512 + done + 1 :], seed
        assert ram[:512] == _ERASED[:512], seed
        lengths.add(done)
    assert len(lengths) > 20, lengths
    assert min(lengths) < 50, lengths
    assert max(lengths) > 200, lengths


def test_a_cut_erase_leaves_a_mix_in_its_sector_alone():
    mixes = set()
    for seed in range(10):
        ram = bytearray(b"\x5a" * _SIZE)
        flash = NorFlash(ram, _SIZE, 1, seed)
        assert raised(PowerCut, flash.erase, 4096)
        assert ram[:4096] == b"\x5a" * 4096
        assert ram[8192:] == b"\x5a" * 8192
        sector = ram[4096:8192]
        erased = sector.count(b"\xff")
        kept = sector.count(b"\x5a")
        assert erased > 400, (seed, erased)
        assert kept > 400, (seed, kept)
        assert erased + kept < 4000, (seed, erased, kept)
        assert all(byte & 0x5A == 0x5A for byte in sector), seed
        mixes.add(bytes(sector))
    assert len(mixes) == 10


def test_the_same_cut_and_seed_leave_the_same_bytes():
    left = []
    for _ in range(2):
        ram, flash = chip(3, 7)
        assert raised(PowerCut, flash.program, 0, bytes(1000))
        left.append(bytes(ram))
    assert left[0] == left[1]
    assert left[0][:512] == bytes(512)
    assert left[0][768:] == _ERASED[768:]


def test_after_a_cut_the_flash_is_dead():
    said = []
    ram, flash = chip(2, 1, said.append)
    flash.program(0, b"first")
    assert raised(PowerCut, flash.erase, 8192)
    left = bytes(ram)
    assert raised(PowerCut, flash.read, 0, bytearray(1))
    assert raised(PowerCut, flash.program, 0, b"\x00")
    assert raised(PowerCut, flash.erase, 0)
    assert bytes(ram) == left
    assert said == ["erase of sector 0x2000"]


def test_a_power_cut_is_no_exception_that_a_handler_takes_for_an_error():
    error = PowerCut()
    assert error.args == (75,)
    assert isinstance(error, SystemExit)
    assert not isinstance(error, Exception)
