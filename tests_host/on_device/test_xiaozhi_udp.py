"""Audio packets: the cipher by its vectors, the header, what is dropped and what is counted."""

from cryptolib import aes

from firmware.cloud.udp_audio import AudioPackets

KEY = bytes(range(16))
NONCE = bytes.fromhex("01000000112233440000000000000000")
VECTOR = bytes.fromhex(
    "0100002811223344000003e800000001"
    "f4d5f8e824ff17c30824447ab5a860a21110c3bafe1a27666b1392f7b2c0f9c512c94071d15875e9"
)
PLAIN = bytes(range(40))


def ciphered(packets, counter, data):
    out = memoryview(bytearray(data))
    packets._cipher(counter, out, 0, len(data))
    return bytes(out)


def pair():
    return AudioPackets(KEY, NONCE), AudioPackets(KEY, NONCE)


def changed(datagram, at, value):
    copy = bytearray(datagram)
    copy[at] = value
    return bytes(copy)


def test_a_packet_is_sealed_as_in_the_vector():
    sender, _ = pair()
    assert sender.seal(PLAIN, 1000) == VECTOR


def test_the_packet_of_the_vector_is_opened():
    _, receiver = pair()
    assert receiver.open(VECTOR) == (PLAIN, 1000, 1)
    assert (receiver.taken, receiver.lost, receiver.refused) == (1, 0, 0)


def test_nist_counter_vector_comes_out():
    """NIST SP 800-38A, F.5.1, AES-128-CTR: the counter runs over its last byte, fcfdfeff on."""
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    counter = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    plain = bytes.fromhex(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    )
    cipher = bytes.fromhex(
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"
    )
    assert ciphered(AudioPackets(key, NONCE), counter, plain) == cipher


def test_the_counter_carries_through_all_sixteen_bytes():
    packets = AudioPackets(KEY, NONCE)
    stream = ciphered(packets, b"\xff" * 16, bytes(32))
    assert stream[16:] == aes(KEY, 1).encrypt(bytes(16))
    stream = ciphered(packets, b"\x00" * 7 + b"\x01" + b"\xff" * 8, bytes(32))
    assert stream[16:] == aes(KEY, 1).encrypt(b"\x00" * 7 + b"\x02" + bytes(8))


def test_every_length_comes_back_as_it_went():
    sender, receiver = pair()
    for number, size in enumerate(list(range(70)) + [1399, 1400]):
        payload = bytes([(size * 7 + i) & 255 for i in range(size)])
        assert receiver.open(sender.seal(payload, size)) == (payload, size, number + 1)
    assert receiver.lost == receiver.refused == 0


def test_a_payload_that_fits_no_packet_is_an_error():
    sender, _ = pair()
    try:
        sender.seal(bytes(1401), 0)
    except ValueError:
        return
    raise AssertionError


def test_packets_are_numbered_from_one_and_timestamps_wrap():
    sender, _ = pair()
    first = bytes(sender.seal(b"a", 0))
    second = bytes(sender.seal(b"b", (1 << 32) + 5))
    assert (first[12:16], second[12:16]) == (b"\0\0\0\1", b"\0\0\0\2")
    assert second[8:12] == b"\0\0\0\5"
    assert first[4:8] == NONCE[4:8]


def test_a_packet_heard_before_is_dropped():
    sender, receiver = pair()
    one, _, three = [bytes(sender.seal(b"x", 0)) for _ in range(3)]
    assert receiver.open(one) and receiver.open(three)
    assert receiver.open(three) is None
    assert receiver.open(one) is None
    assert (receiver.taken, receiver.lost, receiver.refused) == (2, 1, 2)


def test_packets_that_the_network_has_swapped_are_taken_once():
    sender, receiver = pair()
    sealed = [bytes(sender.seal(b"x", 0)) for _ in range(40)]
    for number in (1, 0, 5, 3, 4, 2):
        assert receiver.open(sealed[number])[2] == number + 1
    assert (receiver.lost, receiver.refused) == (0, 0)
    for number in range(6):
        assert receiver.open(sealed[number]) is None
    assert receiver.open(sealed[39])
    assert receiver.open(sealed[24])
    assert receiver.open(sealed[23]) is None  # too old to tell
    assert (receiver.lost, receiver.refused) == (32, 7)


def test_what_is_no_packet_is_dropped():
    _, receiver = pair()
    for datagram in (
        b"",
        VECTOR[:15],
        VECTOR[:-1],
        VECTOR + b"\0",
        changed(VECTOR, 0, 2),
        changed(VECTOR, 2, 1),
        bytes(1500),
        b"\x01" + bytes(15),  # sequence 0
    ):
        assert receiver.open(datagram) is None
    assert (receiver.taken, receiver.refused) == (0, 8)
    assert receiver.open(VECTOR) == (PLAIN, 1000, 1)


def test_keys_of_another_length_are_refused():
    for key, nonce in ((KEY[:15], NONCE), (KEY, NONCE + b"\0"), (b"", b"")):
        try:
            AudioPackets(key, nonce)
        except ValueError:
            continue
        raise AssertionError
