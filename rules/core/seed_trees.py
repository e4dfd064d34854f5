"""Seeds that are fixed together, long before their games: a Merkle tree over their fingerprints (RFC 9162, 2.1).

One secret gives all seeds of an event, one for each number. The root of the tree is published before anybody gives a
word for the draws. The path of a number then proves of its seed's fingerprint that it was fixed with the root, and an
opened seed tells nothing of any other.
"""

import hashlib
import hmac
from collections.abc import Sequence

#: How many seeds a tree fixes that is made here: as many branches as there are leaves on each.
SIZE = 4096
_BRANCH = 64
#: Hashes in the longest path that is looked at.
LONGEST_PATH = 32
#: Characters of a word that a server gives for want of another.
_OWN_WORD = 32
_HASH = 32


def seed_of(secret: bytes, number: int) -> bytes:
    """Return seed `number` (from 0) of a secret: HMAC-SHA256 over the number as 8 bytes, its big end first."""
    return hmac.digest(secret, number.to_bytes(8, "big"), "sha256")


class SeedTree:
    """The tree over the fingerprints of a secret's seeds 0 to `SIZE` less 1.

    Attributes:
        branches: the hashes of its branches, 32 bytes each: with them a path is found without making the tree again.
    """

    def __init__(self, secret: bytes, branches: bytes = b"") -> None:
        self._secret = secret
        self.branches = branches or b"".join(self._branch(n)[-1][0] for n in range(SIZE // _BRANCH))

    @property
    def root(self) -> str:
        """The fingerprint of all seeds together, in hexadecimal digits."""
        return self._stem()[-1][0].hex()

    def seed(self, number: int) -> bytes:
        """Return seed `number`."""
        return seed_of(self._secret, number)

    def path(self, number: int) -> list[str]:
        """Return the hashes, in hexadecimal digits, that lead from the leaf `number` to the root."""
        branch, leaf = divmod(number, _BRANCH)
        return [*_beside(self._branch(branch), leaf), *_beside(self._stem(), branch)]

    def _branch(self, branch: int) -> list[list[bytes]]:
        numbers = range(branch * _BRANCH, (branch + 1) * _BRANCH)
        return _levels([_leaf(hashlib.sha256(self.seed(number)).digest()) for number in numbers])

    def _stem(self) -> list[list[bytes]]:
        starts = range(0, len(self.branches), _HASH)
        return _levels([self.branches[start : start + _HASH] for start in starts])


def _levels(level: list[bytes]) -> list[list[bytes]]:
    """Return the levels of a tree over these hashes, a power of two of them, up to its one root."""
    levels = [level]
    while len(level) > 1:
        level = [_node(level[n], level[n + 1]) for n in range(0, len(level), 2)]
        levels.append(level)
    return levels


def _beside(levels: list[list[bytes]], number: int) -> list[str]:
    return [level[(number >> height) ^ 1].hex() for height, level in enumerate(levels[:-1])]


def root_of(fingerprint: str, number: int, path: Sequence[str]) -> str:
    """Return the root of the tree in which a seed's fingerprint has this number and path (RFC 9162, 2.1.3.2).

    Raises:
        ValueError: the path is too long, or not one of hashes, or its tree is too small for that number.
    """
    if not 0 <= number < 1 << min(len(path), LONGEST_PATH) or len(path) > LONGEST_PATH:
        raise ValueError("there is no such number in this tree")
    node = _leaf(bytes.fromhex(fingerprint))
    for height, hexadecimal in enumerate(path):
        beside = bytes.fromhex(hexadecimal)
        if len(beside) != _HASH:
            raise ValueError("this is no hash")
        node = _node(beside, node) if number >> height & 1 else _node(node, beside)
    return node.hex()


def own_word(root: str, number: int, seat: str) -> str:
    """Return the word that a server gives for a seat whose player gave none: nobody chooses it."""
    return hashlib.sha256(f"{root}:{number}:{seat}".encode()).hexdigest()[:_OWN_WORD]


def _leaf(fingerprint: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + fingerprint).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
