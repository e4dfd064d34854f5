"""Errors at the table, in a player's words."""


def quoted(value: object, most: int = 80) -> str:
    """Return what somebody sent, fit to be repeated in a sentence: cut, and without unprintable characters.

    >>> quoted("fly\\ud800 to\\nMordor", 12)
    'fly\ufffd to\ufffdMord'
    """
    if isinstance(value, str):
        text = value
    elif isinstance(value, int | float) and -1e9 < value < 1e9:
        text = str(value)
    else:
        text = type(value).__name__
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:most])


class IllegalChoice(Exception):
    """A choice that the rules refuse. Nothing has changed.

    Attributes:
        code: stable kebab-case identifier, for programs (`not-an-option`).
        message: one sentence for a player; it uses only what the refused seat may know.
        rule: the number of the rule that refuses, or `""` where it is a matter of form.
        index: position of the refused choice in the submitted chain, from 0.
    """

    def __init__(self, code: str, message: str, rule: str = "", index: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.index = index

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


def going_on() -> IllegalChoice:
    """Return the refusal of what can be done between two procedures only."""
    return IllegalChoice(
        "mid-procedure", "Something is going on that has to be over first: ask again when it is."
    )


class OptionError(ValueError):
    """A table option that the title does not offer; `field` names the option."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class PositionError(ValueError):
    """A hand-written position that cannot occur; `problems` lists every fault found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class MissingTitle(KeyError):
    """A title that is not here; `id` is its id."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id

    def __str__(self) -> str:
        return f"the title “{self.id}” is not here"


class BrokenTitle(MissingTitle):
    """A title that is registered and cannot be used: for everybody who asks it is as good as missing.

    Attributes:
        id: the title's; problems: why, one sentence each.
    """

    def __init__(self, id: str, problems: list[str]) -> None:
        super().__init__(id)
        self.problems = problems

    def __str__(self) -> str:
        return f"the title “{self.id}” cannot be used: {'; '.join(self.problems)}"


class ReplayError(ValueError):
    """A record that does not replay; `entry` is the number of the first bad entry, or line of a transcript.

    `code` is for programs: `other-version` of the rules, or `bad-record`.
    """

    def __init__(self, entry: int, message: str, *, unit: str = "entry", code: str = "bad-record") -> None:
        super().__init__(f"{unit} {entry}: {message}")
        self.entry = entry
        self.message = message
        self.code = code


class ChanceError(RuntimeError):
    """A source of chance that cannot answer what the rules ask (scripted or recorded play)."""


class GameOver(Exception):
    """Raised by a procedure when the game has ended: whatever is still pending is dropped.

    The state must already say who has won, because the result is read from the state.
    """
