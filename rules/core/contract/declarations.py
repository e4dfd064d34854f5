"""Checks of what a title declares of itself: its form, its words, and the sections of its rules."""

from random import Random
from typing import Any

from rules.core.contract.questions import HOSTILE, refusal_of
from rules.core.contract.random_games import Options, play_out
from rules.core.handbook import handbook_of
from rules.core.lessons import course_of
from rules.core.registry import malformed
from rules.core.replay import RecordedGame
from rules.core.title import Title


def check_declarations(title: Title[Any], options: Options, seed: int) -> None:
    """The title is well-formed, has sentences of its own, and a heading for every section that it cites.

    What allies may answer for each other is what standing orders may, too.

    If it has a handbook, that can be read and tells every rule that is cited; so can the lessons of its first turn.
    """
    wrong = [*malformed(title, title.id)]
    assert not wrong, "; ".join(wrong)
    assert type(title).describe_line is not Title.describe_line, (
        "describe_line is left to its default: the story has no sentences"
    )
    strange = set(title.former_defaults) - {field.name for field in title.option_fields}
    assert not strange, f"former defaults of options that are not offered: {', '.join(sorted(strange))}"
    unasked = title.partner_answers(title.normalise_options(options)) - title.standing_kinds.keys()
    assert not unasked, f"allies may answer what no standing order may: {', '.join(sorted(unasked))}"
    handbook = handbook_of(title)
    course_of(title)
    cited: set[str] = set()
    heard: set[str] = set()

    def each(played: RecordedGame, rng: Random) -> None:
        for decision in played.game.pending:
            cited.add(decision.why)
            if decision.kind not in heard:
                heard.add(decision.kind)
                refused = [refusal_of(title, decision, choice) for choice in HOSTILE]
                cited.update(refusal.rule for refusal in refused if refusal)
        if played.game.is_over:
            missing = sorted({rule.partition(".")[0] for rule in cited if rule} - set(title.sections))
            assert not missing, f"sections are cited and have no heading: {', '.join(missing)}"
            untold = sorted(rule for rule in cited if rule and handbook and handbook.find(rule) is None)
            assert not untold, f"rules are cited and the handbook does not tell them: {', '.join(untold)}"

    play_out(title, options, seed, each)
