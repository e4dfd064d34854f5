"""Words that people choose, written so that no program which shows them takes them for an address or calls anybody."""

import re

#: Where the parts of an address meet: after the colon of a scheme, the dot of a host (the other three are read as one,
#: UTS 46), the sign before a host or an account.
_JOINTS = re.compile(
    r"(?<=[^\W\d_]:)(?=\S)|(?<=:)(?=//)|(?<=\w[.\u3002\uff0e\uff61])(?=[^\W\d_])|(?<=@)(?=\S)"
)
_NUMBERED_HOST = re.compile(r"\d+(?:\.\d+){3}")


def unlinked(words: str) -> str:
    """Return words in which every address is broken by spaces: `http: //evil. example`, `merry@ evil. example`.

    A space, because what cannot be seen is left out again by programs that open an address.
    """
    return _NUMBERED_HOST.sub(lambda found: found[0].replace(".", ". "), _JOINTS.sub(" ", words))
