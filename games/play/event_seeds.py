"""The seeds of an event's games, fixed together before anybody enters, so that their words come after (MOV-8).

Each game has the next of them: whoever runs the server can choose none when it is known who plays whom, and with what
words. Where one tree is not enough there is a further one, fixed when the one before is half used.
"""

from django.utils import timezone

import rules
from games.ledger.records import whole_milliseconds
from games.ledger.seed_encryption import seal, unseal
from games.models import SeedTree
from games.play import start
from rules.core import seed_trees


def fix(event: str) -> None:
    """Fix the seeds of an event's next games, where they are not. The caller holds the event's lock."""
    take(event, 0)


def take(event: str, count: int) -> range:
    """Return the numbers of the next seeds of an event, which no other game gets. The caller holds the event's lock."""
    trees = list(SeedTree.objects.filter(event=event).defer("branches", "sealed_secret"))
    first = sum(tree.used for tree in trees)
    after = first + count
    while after + seed_trees.SIZE // 2 >= len(trees) * seed_trees.SIZE:
        trees.append(_fixed(event, len(trees)))
    for tree in trees:
        used = min(max(after - tree.first, 0), seed_trees.SIZE)
        if used != tree.used:
            tree.used = used
            tree.save(update_fields=["used"])
    return range(first, after)


def _fixed(event: str, number: int) -> SeedTree:
    secret = start.fresh_secret()
    made = seed_trees.SeedTree(secret)
    return SeedTree.objects.create(
        event=event,
        number=number,
        root=made.root,
        branches=made.branches,
        sealed_secret=seal(secret),
        fixed_at=whole_milliseconds(timezone.now()),
    )


def promised(event: str, number: int) -> start.Committed:
    """Return the seed of an event's game `number`, from 0. Raises SeedTree.DoesNotExist if it is not fixed yet."""
    tree, leaf = divmod(number, seed_trees.SIZE)
    kept = SeedTree.objects.get(event=event, number=tree)
    found = seed_trees.SeedTree(unseal(kept.sealed_secret), bytes(kept.branches))
    seed = found.seed(leaf)
    place = {"event": event, "root": kept.root, "number": leaf, "path": found.path(leaf)}
    return start.Committed(rules.commitment(seed), seal(seed), kept.fixed_at, place)
