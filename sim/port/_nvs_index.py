"""
Which entries of an NVS page start live items, and under which names: 5 bytes of RAM an item.

Owns one bytearray of nodes in entry order: tag of namespace and key (3), chunk, entry. A tag
stands for most names but not all, so whoever finds a node must look at the item itself.
"""

from micropython import const

NODE = const(5)


class ItemIndex:
    """The live items of one page. A node is named by its offset in `nodes`, changed here only."""

    def __init__(self):
        self.nodes = bytearray()

    def clear(self) -> None:
        self.nodes = bytearray()

    def add(self, tag: bytes, chunk: int, entry: int) -> None:
        """`entry` must be greater than those that are there."""
        self.nodes.extend(tag)
        self.nodes.extend(bytes((chunk, entry)))

    def drop(self, entry: int) -> None:
        """Forget the item at `entry`, if there is one."""
        nodes = self.nodes
        for i in range(NODE - 1, len(nodes), NODE):
            if nodes[i] == entry:
                nodes[i - NODE + 1 : i + 1] = b""
                return

    def seek(self, pattern: bytes, start: int = 0) -> int:
        """
        The first node from node `start` on that begins with `pattern`, or -1.

        pattern: a tag, or a tag and a chunk. Nodes behind one that is dropped move up by NODE.
        """
        find = self.nodes.find
        node = find(pattern, start)
        while node >= 0 and node % NODE:
            node = find(pattern, node + 1)
        return node

    def entry(self, node: int) -> int:
        return self.nodes[node + NODE - 1]

    def entries(self, tag: bytes = b"") -> bytes:
        """Entry numbers of all items, or of those with `tag`, as they are now."""
        nodes = self.nodes
        starts = range(0, len(nodes), NODE)
        return bytes([nodes[i + NODE - 1] for i in starts if nodes[i : i + len(tag)] == tag])
