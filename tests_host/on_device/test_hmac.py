"""HMAC-SHA256 by the vectors of RFC 4231 and of the activation's own."""

from binascii import hexlify

from net.hmac import hmac_sha256


def of(key, message):
    return hexlify(hmac_sha256(key, message)).decode()


def test_the_vector_of_the_activation_comes_out():
    assert of(b"\x01" * 32, b"challenge-abc") == (
        "759d4b52624d2f1169abe7bd7d14804bcee98cb8fc42f47e9e536620f4e722f5"
    )


def test_the_vectors_of_rfc_4231_come_out():
    assert of(b"\x0b" * 20, b"Hi There") == (
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    )
    assert of(b"Jefe", b"what do ya want for nothing?") == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
    key = b"\xaa" * 131  # longer than a block
    assert of(key, b"Test Using Larger Than Block-Size Key - Hash Key First") == (
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    )
