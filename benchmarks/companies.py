"""What options cost in visits and who wins, in games of bots: what the form of a new table says of both.

`python -m benchmarks.companies` plays games with printed seeds. A visit is a player's answers without anybody
else being asked in between: that is how often people have to come by. Everybody is played by one kind of bot, so a
share of victories is that of bots' play.
"""

import argparse
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import rules
from rules.core.chance import Seeded


def played(name: str, options: Mapping[str, Any], bot: str, seed: int) -> tuple[int, tuple[str, ...]]:
    """Play a game of bots to its end; return its visits and who has won."""
    title = rules.title(name)
    game = rules.Game.start(title, title.complete_options(options), Seeded(seed))
    rng, players = Random(seed), {}
    visits, last = 0, ""
    while not game.is_over:
        decision = next((one for one in game.pending if one.seat == last), game.pending[0])
        if decision.waits and decision.seat != last:  # else what was said beforehand answers
            visits, last = visits + 1, decision.seat
        player = players.setdefault(decision.seat, title.bots[bot]())
        game.choose(decision.seat, player.choose(game.view(decision.seat), decision, rng))
    return visits, tuple(game.result.winners) if game.result else ()


def tell(name: str, options: Mapping[str, Any], bot: str, games: int) -> None:
    """Play games with the seeds 1 to `games`, and print what they came to."""
    visits: list[int] = []
    won: Counter[tuple[str, ...]] = Counter()
    for seed in range(1, games + 1):
        count, winners = played(name, options, bot, seed)
        visits.append(count)
        won[winners] += 1
    shares = ", ".join(f"{' and '.join(seats) or 'nobody'} {n / games:.0%}" for seats, n in won.most_common())
    print(
        f"{name} {dict(options)} {bot}, seeds 1–{games}: {sum(visits) / games:.0f} visits; {shares}",
        flush=True,
    )


def main() -> None:
    """Play what is asked for, or what the form of a new table tells of."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="squire")
    parser.add_argument("--title", choices=sorted(rules.titles()), default="risk")
    parser.add_argument("option", nargs="*", help="an option as name=value")
    asked = parser.parse_args()
    tell(asked.title, dict(word.split("=", 1) for word in asked.option), asked.bot, asked.games)


if __name__ == "__main__":
    main()
