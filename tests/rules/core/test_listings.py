"""Values that are listed when somebody reads them, and answers that the rules check without the list."""

import pytest

from rules import Decision, IllegalChoice, OneOf
from rules.core.listings import Listing
from rules.core.settled import Settled, unless_settled


class Orchard:
    """Trees that count how many of them were looked at."""

    def __init__(self, *trees):
        self.trees, self.seen = trees, 0

    def listing(self, holds=None):
        return Listing(self._ripe, holds)

    def _ripe(self):
        for tree in self.trees:
            self.seen += 1
            yield tree


def asked(values):
    return Decision("a", "pick", "Which tree?", OneOf(values))


def test_an_answer_is_checked_by_the_rule_and_nothing_is_listed():
    orchard = Orchard("apple", "pear")
    question = asked(orchard.listing(lambda tree: tree == "pear"))
    assert question.check("pear") == "pear"
    with pytest.raises(IllegalChoice, match="“apple” is not possible here"):
        question.check("apple")
    assert orchard.seen == 0


def test_without_a_rule_the_list_is_looked_through():
    orchard = Orchard("apple", "pear")
    assert asked(orchard.listing()).check("apple") == "apple"
    assert orchard.seen == 2


def test_whoever_reads_sees_all_values_in_their_order_and_they_are_made_once():
    orchard = Orchard("apple", "pear", "plum")
    question = asked(orchard.listing())
    assert list(question.legal()) == ["apple", "pear", "plum"]
    assert [value["value"] for value in question.describe()["options"]["values"]] == ["apple", "pear", "plum"]
    assert question.options.values == ("apple", "pear", "plum")
    assert (len(question.options.values), question.options.values[1]) == (3, "pear")
    assert orchard.seen == 3


def test_two_values_are_enough_to_know_that_a_question_is_asked():
    orchard = Orchard("apple", "pear", "plum")
    question = asked(orchard.listing())
    assert unless_settled(question) is question
    assert orchard.seen == 2
    assert list(question.legal()) == ["apple", "pear", "plum"]


def test_the_only_value_is_taken_without_asking():
    question = asked(Orchard("apple").listing())
    assert unless_settled(question) == Settled(question, "apple")


def test_a_fact_that_lists_values_is_told_as_a_list():
    question = Decision("a", "pick", "Which?", OneOf(("x",)), context={"ripe": Orchard("apple").listing()})
    assert question.describe()["context"] == {"ripe": ["apple"]}


def test_what_was_not_read_before_the_answer_cannot_be_read_behind_it():
    read, unread = Orchard("apple").listing(), Orchard("apple").listing(lambda tree: True)
    assert list(read) == ["apple"]
    for values in (read, unread):
        asked(values).close()
    assert list(read) == ["apple"]
    with pytest.raises(RuntimeError, match="while their question was open"):
        list(unread)
    with pytest.raises(RuntimeError, match="while their question was open"):
        asked(unread).check("apple")


def test_half_a_list_is_none():
    def breaks():
        yield "apple"
        raise ValueError("a worm")

    values = Listing(breaks)
    with pytest.raises(ValueError, match="a worm"):
        list(values)
    with pytest.raises(RuntimeError):
        list(values)


def test_the_contract_notices_a_rule_that_says_something_else():
    assert Orchard("apple").listing(lambda tree: tree == "apple").agrees("pear")
    assert not Orchard("apple").listing(lambda tree: False).agrees("apple")
