"""Games that stand shortly before a typical moment, for screenshots and browser tests.

A moment of War of the Ring is a position written by hand (`rules/war_of_the_ring/soundness/positions.py`) and the
seed from which its dice, tiles and cards follow, so that the same choices always lead to the same pages. The one of
Duel is reached by bots from a seed, and so are those of Risk.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

import rules
from rules.core.decisions import Text
from tools.positions import standing

TITLE = "war-of-the-ring"
FREE, SHADOW = "free-peoples", "shadow"
DUEL, FELLOWSHIP, SAURON = "duel", "fellowship", "sauron"
#: What chance brings after the named positions of Risk and Duel follows from these.
RISK, RISK_SEED = "risk", b"risk-12"
DUEL_SEED = b"duel-2"
#: What the seats mix into the draws of every moment.
SALTS = {FREE: "white", SHADOW: "black"}
#: Who sits at the second seats of both sides in a game of four.
PARTNERS = {"rohan": "hama", "saruman": "grima"}
#: Two Armies that the Shadow moves in `sortie` while the Free Peoples wait: moves for `set_up`.
MARCHES = (
    (FREE, "skip: event"),
    (SHADOW, "use army: move-armies"),
    (SHADOW, "army-move: umbar > west-harondor"),
    (SHADOW, "army-units: southrons 3r"),
    (SHADOW, "army-move: osgiliath > south-ithilien"),
    (SHADOW, "army-units: sauron 3r"),
)
#: The middle of a war: the Shadow stands before Minas Tirith and Helm's Deep, the Fellowship is far south.
WAR: dict[str, Any] = {
    "turn": 6,
    "phase": "actions",
    "steps": {"gondor": 0, "rohan": 0, "elves": 1, "dwarves": 2, "north": 1, "sauron": 0, "isengard": 0}
    | {"southrons-easterlings": 0},
    "active": ["gondor", "rohan", "elves", "north", "sauron", "isengard", "southrons-easterlings"],
    "captured": ["pelargir"],
    "forces": {
        "Minas Tirith/inside": "gondor 3r 2e 1l, boromir",
        "Minas Tirith": "sauron 5r 1e, southrons 2r, 2 nazgul",
        "Osgiliath": "sauron 3r",
        "Pelargir": "southrons 2r 1e",
        "Dol Amroth": "gondor 3r 1l",
        "Lossarnach": "gondor 1r",
        "Helm's Deep": "rohan 3r 1e 1l, strider",
        "Edoras": "rohan 1r 1e",
        "Fords of Isen": "isengard 5r 2e",
        "Orthanc": "isengard 2r 1e, saruman",
        "South Dunland": "isengard 2r",
        "South Rhun": "southrons 2r 1e",
        "Umbar": "southrons 3r",
        "Near Harad": "southrons 3r",
        "Barad-dur": "sauron 3r 1e, 1 nazgul",
        "Gorgoroth": "sauron 3r",
        "Minas Morgul": "sauron 3r, 1 nazgul, witch-king",
        "Morannon": "sauron 4r, 1 nazgul",
        "Dol Guldur": "sauron 4r 1e, 1 nazgul",
        "Moria": "sauron 3r",
        "Lorien": "elves 1r 2e 1l",
        "Rivendell": "elves 2e 1l",
        "Grey Havens": "elves 1r 1e 1l",
        "Woodland Realm": "elves 1r 1e 1l",
        "The Shire": "north 1r",
        "Bree": "north 1r",
        "North Downs": "north 1e",
        "Carrock": "north 1r",
        "Dale": "north 2r 1e 1l",
        "Erebor": "dwarves 1r 2e 1l",
        "Iron Hills": "dwarves 1r",
    },
    "fellowship": {"region": "lorien", "progress": 3, "corruption": 3},
    "tiles_drawn": ["std-2-1", "std-1r-1", "std-eyer-1"],
    "eliminated": ["legolas"],
}


def at_war(**parts: Any) -> dict[str, Any]:
    """Return the middle of the war with some parts changed; parts that are tables keep the rest of theirs.

    Nobody is left where a Force is "".
    """
    changed = {
        name: {key: told for key, told in {**WAR[name], **part}.items() if told != ""}
        if isinstance(part, dict) and name in WAR
        else part
        for name, part in parts.items()
    }
    return {**WAR, **changed}


@dataclass(frozen=True)
class Moment:
    """A position and the seed of what chance answers in it."""

    position: dict[str, Any] = field(repr=False)
    seed: bytes
    options: dict[str, Any] = field(default_factory=dict)


MOMENTS = {
    "first-turn": Moment(
        {
            "turn": 1,
            "phase": "actions",
            "dice": {
                FREE: ["character", "event", "muster-army"],
                SHADOW: ["army", "army", "muster"],
            },
            "hunt_box": {FREE: 0, SHADOW: 2},
        },
        b"first-turn",
    ),
    "sortie": Moment(
        at_war(
            dice={FREE: ["character", "event", "muster-army"], SHADOW: ["army", "army", "muster"]},
            hunt_box={FREE: 0, SHADOW: 2},
            hands={
                FREE: ["fp-str-23", "fp-str-13", "fp-char-09", "fp-str-16"],
                SHADOW: ["sh-str-21", "sh-str-02", "sh-char-10", "sh-str-16"],
            },
        ),
        b"sortie",
    ),
    "discard": Moment(
        at_war(
            dice={FREE: ["character", "event", "muster-army"], SHADOW: ["army", "army", "muster"]},
            hunt_box={FREE: 0, SHADOW: 2},
            hands={
                FREE: ["fp-str-23", "fp-str-13", "fp-char-09", "fp-str-16", "fp-str-15", "fp-char-05"],
                SHADOW: ["sh-str-21", "sh-str-02", "sh-char-10", "sh-str-16"],
            },
        ),
        b"discard",
    ),
    "hunt": Moment(
        at_war(
            dice={FREE: ["character", "event", "muster-army"], SHADOW: ["army", "event"]},
            hunt_box={FREE: 1, SHADOW: 3},
            eliminated=["legolas", "gandalf-the-grey"],
            hands={FREE: ["fp-char-09", "fp-str-16"], SHADOW: ["sh-char-09", "sh-str-16"]},
        ),
        b"hunt-9",
    ),
    "separation": Moment(
        at_war(
            dice={FREE: ["character", "muster-army"], SHADOW: ["army", "event"]},
            hunt_box={FREE: 0, SHADOW: 2},
            hands={FREE: ["fp-char-09"], SHADOW: ["sh-str-16"]},
        ),
        b"separation",
    ),
    "mordor": Moment(
        at_war(
            phase="fellowship",
            turn=9,
            dice={FREE: [], SHADOW: []},
            hands={FREE: ["fp-char-02", "fp-str-16"], SHADOW: ["sh-char-09", "sh-str-16"]},
            fellowship={"region": "dagorlad", "progress": 2, "corruption": 4},
            eliminated=["legolas", "gandalf-the-grey"],
            specials=["shelobs-lair", "elven-cloaks"],
            discards=["fp-char-01", "sh-char-01"],
        ),
        b"mordor-0",
    ),
}

#: The same war with Lords of Middle-earth and the Council of Rivendell, and what both add lying on the table: special
#: dice, kept and set aside, Rings with each side, Action Tokens, Sméagol as the Guide, his tiles.
MOMENTS["lords"] = Moment(
    at_war(
        forces={
            "Rivendell": "elves 2e 1l, elrond",
            "Lorien": "elves 1r 2e 1l, galadriel",
            "Moria": "sauron 3r, balrog",
            "Minas Morgul": "sauron 3r, 1 nazgul, gothmog",
            "Minas Tirith/inside": "gondor 3r 2e 1l, boromir-captain-general-of-gondor",
        },
        fellowship={
            "guide": "smeagol",
            "companions": ["smeagol", "gandalf-the-grey-keeper-of-narya", "gimli", "meriadoc", "peregrin"],
        },
        dice={
            FREE: ["character", "event", "muster-army", "vilya/army"],
            SHADOW: ["army", "army", "character", "muster", "balrog/use-balrog"],
        },
        hunt_box={FREE: 0, SHADOW: 2},
        hands={
            FREE: ["fp-str-23", "lome-fp-char-25", "fp-char-09", "fp-str-16"],
            SHADOW: ["sh-str-21", "sh-str-02", "sh-char-10", "sh-str-16"],
        },
        rings={FREE: 2, SHADOW: 1},
        tiles_removed=["smeagol-1"],
        sets={
            "lords": {
                "rings": {"vilya": FREE, "nenya": SHADOW, "narya": FREE},
                "pool": ["vilya", "nenya", "balrog", "gothmog"],
                "rolled": {
                    FREE: ["vilya/army", "nenya/muster"],
                    SHADOW: ["balrog/use-balrog", "gothmog/army"],
                },
                "kept": {FREE: "vilya/army", SHADOW: "balrog/use-balrog"},
                "starred": [FREE],
                "tiles_aside": ["smeagol-3", "smeagol-4"],
                "smeagol_seen": True,
                "forms_chosen": True,
                "forms_shown": ["boromir", "legolas", "strider"],
                "tokens": ["move-nazgul", "advance-nation"],
            }
        },
    ),
    b"lords",
    {"lords": True, "council_of_rivendell": True},
)

#: The same war with Kings of Middle-earth: Sovereigns in every state, tiles on them, Chieftains, Ruler dice, what was
#: discarded for those, a Ruler token, a Dismay token, Eyes for an attempt.
MOMENTS["kings"] = Moment(
    at_war(
        forces={
            "Minas Tirith/inside": "",
            "Minas Tirith": "gondor 3r 2e 1l, boromir",
            "Osgiliath": "sauron 5r, 2 nazgul",
            "Edoras": "rohan 1r 1e, theoden",
            "Woodland Realm": "elves 1r 1e 1l, thranduil",
            "Dale": "north 2r 1e 1l, brand-leader",
            "Erebor": "dwarves 1r 2e 1l, dain-leader",
            "Fords of Isen": "isengard 5r 2e, ugluk",
            "Pelargir": "southrons 2r 1e, black-serpent",
        },
        dice={
            FREE: ["character", "event", "muster-army", "fp-ruler/muster"],
            SHADOW: ["army", "army", "muster", "shadow-ruler/character"],
        },
        hunt_box={FREE: 0, SHADOW: 3},
        hands={
            FREE: ["fp-str-23", "kome-fp-char-26", "fp-char-09", "kome-fp-str-26"],
            SHADOW: ["sh-str-21", "sh-str-02", "sh-char-10", "kome-sh-str-26"],
        },
        sets={
            "kings": {
                "corrupted": {"denethor": "minas-tirith"},
                "tiles": {"brand": ["std-1-1"], "dain": ["kings-1", "std-0r-1", "std-3-1"]},
                "attempted": ["brand"],
                "tokens": ["thranduil"],
                "dismay": ["theoden"],
                "pool": ["fp-ruler", "shadow-ruler"],
                "discarded": {FREE: "muster", SHADOW: "event"},
            }
        },
    ),
    b"kings",
    {"kings": True, "dismay_tokens": True},
)

#: The same war with partners: separate Armies in one region, mixed ones, one of them in a siege.
MOMENTS["four"] = Moment(
    at_war(
        forces={
            "Minas Tirith/inside": "gondor 3r 1e 1l, boromir",
            "Minas Tirith": "sauron 5r 1e, southrons 2r 1e, 2 nazgul",
            "South Ithilien": "sauron 2r, southrons 2r",
            "Eastemnet": "gondor 2r, rohan 2r 1e 1l",
            "Edoras": "rohan 1r 1e, gondor 1r",
            "Helm's Deep": "rohan 2r 1e 1l, strider",
            "Orthanc": "isengard 2r 1e, saruman",
            "North Dunland": "isengard 1r",
            "South Dunland": "isengard 1r, sauron 2r",
            "Moria": "sauron 1r",
            "Old Forest Road": "sauron 2r, southrons 2r 1e",
            "Ered Luin": "dwarves 1r, elves 1r",
            "South Rhun": "southrons 1r",
            "Dol Guldur": "sauron 3r 1e, 1 nazgul",
            "Morannon": "sauron 3r, 1 nazgul",
        },
        dice={
            FREE: ["character", "event", "muster-army", "will-of-the-west"],
            SHADOW: ["army", "army", "muster", "character", "event"],
        },
        hunt_box={FREE: 0, SHADOW: 2},
        hands={
            "gondor": ["fp-str-23", "fp-str-13", "fp-char-09", "fp-str-16"],
            "rohan": ["fp-str-01", "fp-str-15", "fp-char-05", "fp-char-14"],
            "witch-king": ["sh-str-21", "sh-str-02", "sh-char-10", "sh-str-16"],
            "saruman": ["sh-str-09", "sh-char-03", "sh-char-04", "sh-char-20"],
        },
        sets={
            "players": {
                "leading": {FREE: "rohan", SHADOW: "saruman"},
                "mixed": ["eastemnet/free-peoples", "minas-tirith/shadow", "old-forest-road/shadow"],
                "takers": {"pelargir": "saruman"},
            }
        },
    ),
    b"four",
    {"players": "4"},
)
#: The same war between two, for whoever compares what partners cost.
MOMENTS["four-as-two"] = Moment(
    at_war(
        **{name: MOMENTS["four"].position[name] for name in ("forces", "dice", "hunt_box")},
        hands={
            FREE: MOMENTS["four"].position["hands"]["gondor"],
            SHADOW: MOMENTS["four"].position["hands"]["witch-king"],
        },
    ),
    b"four",
)
MOMENTS["three"] = Moment(
    at_war(
        **{name: MOMENTS["four"].position[name] for name in ("forces", "dice", "hunt_box")},
        hands={
            FREE: ["fp-str-23", "fp-str-13", "fp-char-09", "fp-str-16", "fp-str-01"],
            **{seat: MOMENTS["four"].position["hands"][seat] for seat in ("witch-king", "saruman")},
        },
        sets={
            "players": {
                "leading": {SHADOW: "saruman"},
                "mixed": ["minas-tirith/shadow", "old-forest-road/shadow"],
                "takers": {"pelargir": "saruman"},
                "last": {"nations": ["gondor"]},
            }
        },
    ),
    b"three",
    {"players": "3"},
)


def play_of(moment: Moment) -> rules.Game[Any]:
    """Return the game in that position, as no server knows it. Raises PositionError."""
    title = rules.title(TITLE)
    position = title.load_position({**moment.position, "options": moment.options})
    return rules.Game.start(title, moment.options, rules.Seeded(moment.seed, SALTS), position=position)


def set_up(
    name: str,
    free: str,
    shadow: str,
    moves: Sequence[tuple[str, str]] = (),
    options: dict[str, Any] | None = None,
) -> str:
    """Begin a game between two accounts (by name) in a moment, play moves in notation, and return its key.

    `opening` is the first turn of a game, of a usual one unless `options` are given. Needs Django.
    """
    moment = None if name == "opening" else MOMENTS[name]
    wanted = moment.options if moment else options or {}
    if "players" in wanted:
        row = _table_of_partners({FREE: free, SHADOW: shadow}, wanted)
    else:
        row = _begin(free, shadow, options=wanted)
    if moment is None:
        return str(row.key)
    put(row, play_of(moment), moment.seed)
    for seat_name, written in moves:
        _submit(row.key, seat_name, Text(written))
    return str(row.key)


def _table_of_partners(people: Mapping[str, str], options: dict[str, Any]) -> Any:
    """Begin a game of three or four: the first seat of each side is for an account (by name), others for PARTNERS."""
    from accounts.models import User
    from games.lobby import tables
    from games.lobby.new_tables import Company, NewTable, TimeTerms, open_table

    first, *seats = rules.title(TITLE).seats(options)
    who = {seat: PARTNERS.get(seat) or people[SHADOW] for seat in seats} | {first: people[FREE]}
    users = {seat: User.objects.get_or_create(username=name)[0] for seat, name in who.items()}
    company, time = Company(first, salt=SALTS[FREE]), TimeTerms(terms={"grace": 0})
    row = open_table(users[first], NewTable(TITLE, options=options, company=company, time=time))
    for seat in seats:
        tables.join(row.key, user=users[seat], seat=seat)
    tables.start_now(row.key, users[first])
    row.refresh_from_db()
    return row


def set_up_duel(fellowship: str, sauron: str, asks: str = "") -> str:
    """Begin a game of Duel between two accounts (by name) in its second chapter, and return its key. Needs Django.

    With `asks` it stands where the Fellowship is first asked a decision of this kind, such as `pick-discard`.
    """
    row = _begin(fellowship, sauron, DUEL, (FELLOWSHIP, SAURON))
    put(row, standing(f"duel/{asks or 'second-chapter'}"), DUEL_SEED)
    return str(row.key)


def set_up_risk(names: Sequence[str], asks: str = "combat", players: str = "4") -> str:
    """Begin a game of Risk, the first seats for accounts (by name), the others for bots, and return its key.

    It stands where the first seat is asked `asks`, in a later round than the first one if that is combat. Needs Django.
    """
    play = standing(f"risk/{players}-{asks}")
    row = _table_of_risk(names, play.seats, play.options)
    put(row, play, RISK_SEED)
    return str(row.key)


def _table_of_risk(names: Sequence[str], seats: Sequence[str], options: dict[str, Any]) -> Any:
    from accounts.models import User
    from games.lobby import tables
    from games.lobby.new_tables import Company, NewTable, TimeTerms, open_table

    people = [User.objects.get(username=name) for name in names]
    bots = dict.fromkeys(seats[len(people) :], "captain")
    row = open_table(
        people[0],
        NewTable(
            RISK,
            options=options,
            company=Company(seats[0], salt=SALTS[FREE], bots=bots),
            time=TimeTerms(terms={"grace": 0}),
        ),
    )
    for user in people[1:]:
        tables.join(row.key, user=user, salt=SALTS[SHADOW])
    if len(people) > 1:
        tables.start_now(row.key, people[0])
    row.refresh_from_db()
    return row


def put(row: Any, play: rules.Game[Any], seed: bytes) -> None:
    """Let a game that has just begun stand as `play` does, whose draws follow from `seed`."""
    from games.ledger import ledger
    from games.ledger.seed_encryption import seal
    from games.models import Checkpoint, Game, Seat

    row.sealed_seed, row.commitment = seal(seed), rules.commitment(seed)
    row.scheme = 1  # what comes follows from the seed, whatever words come with moves
    row.snapshot = msgspec.msgpack.encode(play.snapshot())
    row.headline = play.title.headline(play.view(None))[:80]
    row.save()
    Checkpoint.objects.update_or_create(game=row, seq=row.version, defaults={"snapshot": row.snapshot})
    Seat.objects.filter(game=row).update(waiting_since=None, waiting_kind="", due_at=None)
    seats = ledger.seats_of(row)
    ledger.start_clocks(row, seats, play, row.started_at)
    for seat in seats:
        seat.save()
    Game.objects.filter(pk=row.pk).update(published_version=row.version)


def played_out(free: str, shadow: str) -> str:
    """Let bots play a game to its end in the place of two accounts, and return its key. Needs Django."""
    from games.models import Game

    row = _begin(free, shadow)
    title, rng = rules.title(TITLE), Random(7)
    bots = {seat: title.bots["captain"]() for seat in (FREE, SHADOW)}
    while Game.objects.get(pk=row.pk).status == Game.Status.RUNNING:
        play = _play(row.key)
        asked = play.pending[0]
        _submit(row.key, asked.seat, bots[asked.seat].choose(play.view(asked.seat), asked, rng))
    return str(row.key)


def _begin(
    first: str,
    second: str,
    title: str = TITLE,
    names: tuple[str, str] = (FREE, SHADOW),
    options: dict[str, Any] | None = None,
) -> Any:
    from accounts.models import User
    from games.lobby import tables
    from games.lobby.new_tables import Company, NewTable, TimeTerms, open_table

    own, other = (User.objects.get(username=name) for name in (first, second))
    row = open_table(
        own,
        NewTable(
            title,
            options=options or {},
            company=Company(names[0], salt=SALTS[FREE]),
            time=TimeTerms(terms={"grace": 0}),
        ),
    )
    tables.join(row.key, user=other, salt=SALTS[SHADOW])
    tables.start_now(row.key, own)
    row.refresh_from_db()
    return row


def _play(key: str) -> rules.Game[Any]:
    from games.play import access, positions

    row = access.get_game(key)
    return positions.open_game(access.Viewer(row, tuple(row.seats.all()), None, None))


def _submit(key: str, seat: str, choice: Any) -> None:
    from games.play import access
    from games.play.submit import submit, visible_version

    version = visible_version(access.get_game(key), _play(key), seat)
    submit(key, seat, expected_version=version, choices=[choice])
