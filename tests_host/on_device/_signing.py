"""
For device-side tests: a key pair that signs nothing else, and sites of updates made with it.

Signing takes as long as four hundred checks, so a site keeps its signature.
"""

import hashlib

import _slots

KEY = (
    "aa34216fb6f98124c4c9bf26da14f9bc156d4b4ff7a99d25e163ee5f83ff14c8e9678f71743ebd55d8c31a06"
    "f0df9752990399b9f30a58385825b9aa4fce02c9305858d5aeecbf2cf3dc7d66a09b7cbb9aabe58807d277f0"
    "2b8ca9789912054dbb58930792c6ac5b5ede93215425975582fc679bd7ea7953f8acb6666a8b1e2b5308a437"
    "f27e769577aa149e568fb0d08db85ee0edad37c06b7d0d078f00406828e38212b94cab2b58d52ad9f1a21be0"
    "cc07666b9fe8dabd1e0b576836bde85a7234e2ceb332bba93228565d36b13dfd61b9b78f07fccd35fb307277"
    "93e1630d0713bc31f603646106a9dda17942e6f404be7aee750243345b4be37531a174c1"
)
_SECRET = (
    "cc5390e06034df889885e9e8665e50002f68e9c4b278f8a30515c690fc11398e88453ebae0e680bd925f85db"
    "5747d48de00ba67cc8fc5e3425fe040a258c17641799b7ebaef79ffa03376b83ccc35cd68b345975188ede55"
    "80b278b0c27213d3e158d0098376e66b3a54d1246db4431cf106ba0b2905df69a35b140d9752337fb1b2a356"
    "c11bd4ff17b7834837d88a76ab020e2d958624216112fce3780173bc7068926c57f2570c98fb81a6bfab9433"
    "cdb1928464edd30ffbde9a871f71c194d57cb603084138947364b99a3341f2b26f56f9719cf553913c56b83b"
    "4f4c396ab64c405719ea75f661544da66e2f42a5b73128409fb597551b18bf4a013181"
)
_MODULUS = int(KEY, 16)
_SHA256 = bytes(
    [48, 49, 48, 13, 6, 9, 96, 134, 72, 1, 101, 3, 4, 2, 1, 5, 0, 4, 32]
)  # as RFC 8017 has it


def raw(block):
    """The signature that gives this block of 256 bytes."""
    made = pow(int.from_bytes(block, "big"), int(_SECRET, 16), _MODULUS)
    return made.to_bytes(256, "big")


def block(data):
    """What a signature of these bytes must give."""
    return b"\x00\x01" + b"\xff" * 202 + b"\x00" + _SHA256 + hashlib.sha256(data).digest()


class Site:
    """
    A folder of an update: `files` {name: bytes}, of {path: content} as a slot has it. `asked` are
    the names that were asked for.
    """

    def __init__(self, version, files, described=None, **more):
        stored = {path: _slots.stored(files[path]) for path in files}
        self.files = {"files/" + _slots.digest(data): data for data in stored.values()}
        self.describe(described or _slots.manifest(version, stored, **more))
        self.asked = []

    def describe(self, manifest, signature=None):
        self.files["manifest.json"] = manifest
        self.files["manifest.sig"] = signature or raw(block(manifest))

    async def get(self, name, take, most):
        self.asked.append(name)
        if name not in self.files:
            raise OSError("status 404")
        data = self.files[name]
        for at in range(0, len(data), 200):
            take(memoryview(data)[at : at + 200])
