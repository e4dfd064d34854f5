"""What the button says that sends an answer: the deed, with what is chosen."""

import msgspec


class Button(msgspec.Struct, frozen=True):
    """The words of the main button of a kind of question; `{}` stands for what is chosen.

    Attributes:
        said: the deed: `Discard {}`, `Put {} dice into the Hunt Box`.
        one: the same of a single one, where the words differ: `Put {} die into the Hunt Box`.
        verb: what stands there while nothing is chosen, and where no script counts; without it `said` without its `{}`.
        nothing: what stands for `{}` where nothing is chosen, and nothing has to be.
        each: how a number of one kind is said, with `{number}` and `{name}`; "" as of figures: `2 Elves Regulars`.
    """

    said: str
    one: str = ""
    verb: str = ""
    nothing: str = "nothing"
    each: str = ""

    @property
    def bare(self) -> str:
        """The deed while nothing is chosen.

        >>> Button("Put {} dice into the Hunt Box").bare
        'Put dice into the Hunt Box'
        """
        return self.verb or " ".join(self.said.replace("{}", "").split())


#: Of a kind of question that a title says nothing of: one of several options is called by its own name.
PLAIN = Button("{}", verb="Answer")
