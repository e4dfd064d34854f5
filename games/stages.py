"""How far the rules are by which a game is played, and what follows: what is not complete is not rated.

The stage is that of today, and is stored nowhere: what is complete by now needs no word in games that began before.
"""

from collections.abc import Mapping
from typing import Any

import rules
from games import titles
from games.refusals import Refused
from rules.core.stages import WORDS, Stage

Options = Mapping[str, Any]


def stage_of(title: str, options: Options) -> Stage | None:
    """Return how far what is played with these options is; None where the title (its id) is not here."""
    return titles.words_of(title).stage_of(options)


def may_be_rated(title: str, options: Options) -> bool:
    """Return whether games with these options may count for ratings: all that is played is complete."""
    return stage_of(title, options) == "complete"


def word_of(title: str, options: Options) -> str:
    """Return the stage of what is played in a word (`on trial`); "" where it is complete, and nothing is said."""
    stage = stage_of(title, options)
    return "" if stage is None or stage == "complete" else WORDS[stage]


def caution(title: str, options: Options) -> str:
    """Return in a sentence what players should know of rules that are not complete; "" where they are."""
    word = word_of(title, options)
    if not word:
        return ""
    names = " and ".join(titles.words_of(title).least_finished(options))
    return (
        f"{names}: {word}. Games are not rated, a fix of the rules may end them, and whoever finds something wrong is "
        "asked to report it."
    )


def refuse_rating(title: rules.Title[Any], options: Options) -> None:
    """Raise Refused unless games with these options may be rated."""
    stage = title.stage_of(options)
    if stage != "complete":
        words = f"{_named(title, options)}: {WORDS[stage]}. Games can be rated when the rules are complete."
        raise Refused("not-complete", words, extra={"field": "rated"})


def refuse_draft(title: rules.Title[Any], options: Options, field: str) -> None:
    """Raise Refused for a draft, which is not offered to strangers; `field` says where it was."""
    if title.stage_of(options) == "draft":
        words = f"{_named(title, options)}: {WORDS['draft']}. A draft is played at private tables, and not in events."
        raise Refused("draft-is-private", words, extra={"field": field})


def _named(title: rules.Title[Any], options: Options) -> str:
    return " and ".join(title.least_finished(options))
