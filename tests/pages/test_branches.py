"""Branches of a game that is over: other moves from one of its steps, with words, and a link for readers (REP-12)."""

import json
import re
from dataclasses import replace
from html import unescape
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services import close_account
from games.ledger import records
from games.models import Branch, Event, Game
from games.planning import branches, marks
from games.planning.branches import Place
from games.play import access, positions
from games.play.imports import import_record
from games.refusals import Refused
from tests.conftest import code_of, game_of_two, person
from tests.games.toy_beads import Beads
from tools.golden import recorded

pytestmark = pytest.mark.both_databases

MARKUP = "<script>alert(1)</script>\r\n& so on"


@pytest.fixture
def over(beans):
    """A game that is over, and the address of its branches."""
    beans.submit("left", 1, "keep")
    beans.submit("right", "no")
    beans.submit("right", 2, "keep")
    beans.submit("left", "no")
    beans.play_out()
    return beans


def address(table, number=""):
    return f"/game/{table.game.key}/branches/{f'{number}/' if number else ''}"


def first_step(table):
    return records.counting_entries(table.viewer("left").game, 10_000)[0].seq


def begun(table, seat="left", step=None):
    return branches.begin(table.viewer(seat), first_step(table) if step is None else step)


def play_some(branch, place, number, seed=0):
    """Play on by what answers by itself; return the branch and where it leads."""
    for _ in range(number):
        decision = branches.position_of(branch, place).pending[0]
        place = branches.play_on(branch, place, decision.seat, [decision.fallback_choice()])
        branch = Branch.objects.get(pk=branch.pk)
    return branch, place


def test_a_player_branches_from_a_step_and_plays_for_all_seats(over, client):
    client.force_login(over.fellowship)
    before = Event.objects.count(), bytes(Game.objects.get(pk=over.game.pk).snapshot)
    step = first_step(over)
    replay = client.get(f"/game/{over.game.key}/replay/?at={step}").content.decode()
    assert "Branch from here" in replay
    made = client.post(address(over), {"step": step})
    assert made.status_code == 302
    assert made.url == address(over, 1)
    seats = set()
    for at in range(4):
        play = branches.position_of(Branch.objects.get(), Place(0, at))
        seats.add(play.pending[0].seat)
        written = play.title.write(play.pending[0], play.pending[0].fallback_choice())
        form = {"act": "move", "line": 0, "at": at, "seat": play.pending[0].seat, "moves": written}
        answer = client.post(made.url, form)
        assert answer.url == f"{address(over, 1)}?line=0&at={at + 1}"
        assert client.get(answer.url).status_code == 200
    assert seats == {"left", "right"}
    assert "My branches" in client.get(address(over)).content.decode()
    assert before == (Event.objects.count(), bytes(Game.objects.get(pk=over.game.pk).snapshot))


def test_every_step_of_the_game_but_the_end_is_the_position_that_the_replay_shows(over):
    viewer, begun_at = over.viewer("left"), 0
    counting = [entry.seq for entry in records.counting_entries(viewer.game, 10_000) if entry.kind != "end"]
    for step in counting:
        real = records.game_at(viewer.game, counting, step)
        if real.is_over:
            continue
        branch = begun(over, step=step)
        play = branches.position_of(branch, Place(0, 0))
        assert play.view("left") == real.view("left")
        assert [d.describe() for d in play.pending] == [d.describe() for d in real.pending]
        branch.delete()
        begun_at += 1
    assert begun_at > 4
    with pytest.raises(Refused) as refused:
        begun(over, step=counting[-1])
    assert refused.value.code == "over-there"


def test_to_choose_otherwise_in_the_middle_begins_another_line_that_keeps_what_was_before(over):
    branch, _ = play_some(begun(over), Place(0, 0), 3)
    branches.say(branch, Place(0, 1), "here")
    branches.say(branch, Place(0, 3), "later")
    branch = Branch.objects.get()
    decision = branches.position_of(branch, Place(0, 1)).pending[0]
    there = branches.play_on(branch, Place(0, 1), decision.seat, [decision.fallback_choice()])
    branch = Branch.objects.get()
    assert there == Place(1, 2)
    assert [len(line["answers"]) for line in branch.lines] == [3, 2]
    assert branch.lines[1]["words"] == {"1": "here"}
    branches.cut(branch, Place(0, 2))
    branches.delete_line(Branch.objects.get(), Place(1, 0))
    (line,) = Branch.objects.get().lines
    assert (len(line["answers"]), line["words"]) == (2, {"1": "here"})
    with pytest.raises(Refused) as refused:
        branches.delete_line(Branch.objects.get(), Place(0, 0))
    assert refused.value.code == "last-line"


def test_words_and_names_are_shown_as_they_were_written_to_readers_too(over, client):
    client.force_login(over.fellowship)
    branch = begun(over)
    for act in ("words", "name", "name-line"):
        assert client.post(address(over, 1), {"act": act, "text": MARKUP, "at": 0}).status_code == 302
    client.post(address(over, 1), {"act": "share"})
    token = Branch.objects.get(pk=branch.pk).token
    for page in (address(over, 1), f"/branch/{token}/", address(over)):
        html = client.get(page).content.decode()
        assert "&lt;script&gt;alert(1)" in html
        assert "<script>alert" not in html


def test_a_shared_branch_is_read_by_everybody_and_written_by_nobody_until_it_is_withdrawn(over, client):
    branch, _ = play_some(begun(over), Place(0, 0), 2)
    branches.say(branch, Place(0, 1), "Look at this.")
    token = branches.share(over.viewer("left"), Branch.objects.get())
    link = f"/branch/{token}/"
    page = client.get(f"{link}?at=1")
    assert page.status_code == 200
    assert page["X-Robots-Tag"] == "noindex"
    html = page.content.decode()
    assert "Look at this." in html
    assert "move-form" not in html
    assert "csrfmiddlewaretoken" not in html.split("<main")[-1].split("<footer")[0]
    assert client.post(link, {"act": "delete"}).status_code == 405
    branches.withdraw(Branch.objects.get())
    assert client.get(link).status_code == 404
    assert token != branches.share(over.viewer("left"), Branch.objects.get())


def test_a_branch_is_stepped_through_as_the_replay_and_its_link_opens_at_the_step_of_its_owner(over, client):
    branch, _ = play_some(begun(over), Place(0, 0), 3)
    branches.say(branch, Place(0, 2), "Look at this.")
    branches.share(over.viewer("left"), Branch.objects.get())
    client.force_login(over.fellowship)
    own = client.get(f"{address(over, 1)}?line=0&at=2").content.decode()
    link = unescape(re.search(r'id="branch-link"[^>]*value="([^"]+)"', own)[1])
    client.logout()
    html = unescape(client.get(link).content.decode())
    assert "Look at this." in html
    assert 'data-steps="0 1 2 3"' in html
    steps = re.findall(
        r'rel="(\w+)"[^>]* href="([^"]+)"', html.partition("replay-nav")[2].partition("</nav>")[0]
    )
    assert dict(steps) == {
        name: f"?line=0&at={at}" for name, at in {"start": 0, "prev": 1, "next": 3, "last": 3}.items()
    }
    assert "?line" not in branches.address_of(Branch.objects.get(), Place(0, 0))


def test_a_branch_with_no_answers_has_nothing_to_step_through(over, client):
    client.force_login(over.fellowship)
    begun(over)
    assert "replay-nav" not in client.get(address(over, 1)).content.decode()


def test_readers_of_a_link_see_what_the_replay_shows_everybody_and_nothing_more(db, client):
    """Cards above all: those of the hands are the same, those of the piles are nowhere."""
    user = person("frodo")
    game = import_record(recorded("war_of_the_ring/hasty.txt"), {"free-peoples": user})
    viewer = access.viewer_for(game, user)
    steps = positions.steps(viewer)
    step = steps[len(steps) // 2]
    branch = branches.begin(viewer, step)
    token = branches.share(viewer, branch)

    def read(page):
        html = client.get(page).content.decode()
        cards = set(re.findall(r'(?:data-card|data-option)="([^"]+)"', html))
        hands = html.partition('id="panel-hands"')[2].partition('class="dock-panel"')[0]
        return cards, re.findall(r'data-card="([^"]+)"', hands)

    shown, hands = read(f"/game/{game.key}/replay/?at={step}")
    seen, open_hands = read(f"/branch/{token}/")
    assert seen <= shown
    assert open_hands == hands != []


def test_a_branch_is_its_owner_s_alone_until_it_is_shared(over, client):
    begun(over)
    for user in (over.sauron, person("fredegar")):
        client.force_login(user)
        assert client.get(address(over, 1)).status_code == 404
        assert client.post(address(over, 1), {"act": "delete"}).status_code == 404
        assert client.get(f"{address(over, 1)}marks").status_code == 404
        assert "From step" not in client.get(address(over)).content.decode()
    client.logout()
    assert client.get(address(over, 1)).status_code == 403
    assert Branch.objects.count() == 1


def test_nobody_branches_from_a_game_that_runs(beans, client):
    client.force_login(beans.fellowship)
    assert client.get(f"/game/{beans.game.key}/branches/").status_code == 409
    assert client.post(f"/game/{beans.game.key}/branches/", {"step": 0}).status_code == 409
    assert not Branch.objects.exists()


def test_a_private_game_is_shared_by_its_players_only(over):
    """Somebody to whom a player has sent a link to a step may branch from it, and not pass it on."""
    table = over.viewer(None)
    table.game.visibility = Game.Visibility.PRIVATE
    foreign = replace(table, user=person("fredegar"))
    branch = branches.begin(foreign, first_step(over))
    with pytest.raises(Refused) as refused:
        branches.share(foreign, branch)
    assert refused.value.status == 403
    assert Branch.objects.get().token is None


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"act": "dance"}, 404),
        ({"act": "move", "seat": "nobody", "moves": "x"}, 409),
        ({"act": "move", "seat": "left", "moves": "nonsense"}, 400),
        ({"act": "words", "text": "x" * 1_001}, 413),
        ({"act": "name", "text": "x" * 300_000}, 413),
        ({"act": "delete-line"}, 409),
    ],
)
def test_nonsense_is_refused_in_words(over, client, form, status):
    client.force_login(over.fellowship)
    begun(over)
    assert client.post(address(over, 1), {"line": "-1", "at": "9" * 30, **form}).status_code == status
    assert Branch.objects.get().lines == [{"name": "Main line", "answers": [], "words": {}, "marks": {}}]


def test_steps_that_are_none_are_refused(over, client):
    client.force_login(over.fellowship)
    for step in ("", "-1", "99999", "x", "1" * 40):
        assert client.post(address(over), {"step": step}).status_code == 404


def test_a_branch_that_was_deleted_in_another_window_is_refused_in_words(over):
    branch, place, viewer = begun(over), Place(0, 0), over.viewer("left")
    branches.one(viewer, branch.number).delete()
    for act in (
        lambda: branches.say(branch, place, "A word."),
        lambda: branches.play_on(branch, place, "left", ["keep"]),
        lambda: branches.draw(branch, place, "[]"),
        lambda: branches.rename(branch, "Another name"),
        lambda: branches.cut(branch, place),
        lambda: branches.delete_line(branch, place),
        lambda: branches.share(viewer, branch),
        lambda: branches.withdraw(branch),
    ):
        with pytest.raises(Refused, match="no such branch"):
            act()
    assert not Branch.objects.exists()


def test_branches_are_bounded(over, monkeypatch):
    for name, most in (("MOST_BRANCHES", 1), ("MOST_ANSWERS", 2), ("MOST_LINES", 1), ("MOST_LETTERS", 9)):
        monkeypatch.setattr(branches, name, most)
    branch, place = play_some(begun(over), Place(0, 0), 2)
    with pytest.raises(Refused, match="branches of a game"):
        begun(over)
    with pytest.raises(Refused, match="choices in all"):
        play_some(branch, place, 1)
    with pytest.raises(Refused, match="lines"):
        play_some(branch, Place(0, 0), 1)
    with pytest.raises(Refused, match="letters in all"):
        branches.say(branch, place, "ten letters")
    assert len(Branch.objects.get().lines[0]["answers"]) == 2


def test_branches_of_all_games_together_are_bounded_and_all_are_found_from_any_game(
    over, client, monkeypatch
):
    monkeypatch.setattr(branches, "MOST_OF_ALL_GAMES", 2)
    other = game_of_two("beans", (over.fellowship, over.sauron), seat="left")
    other.play_out()
    begun(over)
    begun(other)
    with pytest.raises(Refused, match="2 branches of all your games together: delete some"):
        begun(over)
    begun(over, seat="right")
    client.force_login(over.fellowship)
    listed = client.get(address(over)).content.decode()
    assert f'href="{address(other)}"' in listed
    assert address(over, 1) in listed
    client.post(address(other, 1), {"act": "delete"})
    assert f'href="{address(other)}"' not in client.get(address(over)).content.decode()
    assert begun(over).number == 2


def test_a_branch_takes_the_lowest_number_that_is_free(over):
    made = [begun(over) for _ in range(3)]
    made[1].delete()
    assert [begun(over).number, begun(over).number] == [2, 4]
    Branch.objects.filter(number=4).update(number=32_767)
    assert begun(over).number == 4


def test_the_list_counts_the_choices_of_all_lines_and_loads_none_of_them(over, client):
    branch, _ = play_some(begun(over), Place(0, 0), 3)
    play_some(branch, Place(0, 1), 1)
    begun(over)
    assert [each.choices for each in branches.own(over.viewer("left"))] == [5, 0]
    client.force_login(over.fellowship)
    with CaptureQueriesContext(connection) as asked:
        assert "5 choices" in client.get(address(over)).content.decode()
    told = [sql for query in asked if "games_branch" in (sql := query["sql"] or "")]
    assert told
    assert not any(re.search(r'"games_branch"\."(lines|snapshot)",', sql) for sql in told)


@pytest.fixture
def regions(monkeypatch):
    """Beans on a board with regions, on which rings can be drawn."""
    names = {f"r{number}": f"Region {number}" for number in range(60)}
    monkeypatch.setattr(marks.boards, "reference_of", lambda *asked: SimpleNamespace(regions=names))


def fill(branch, measure, place, number):
    """Fill a step of a branch with so much of what is bounded in all its lines."""
    if measure == "letters":
        branches.say(branch, place, "x" * number)
    else:
        branches.draw(branch, place, json.dumps([[f"r{region}", "", 0] for region in range(number)]))


@pytest.mark.parametrize(("measure", "name"), [("letters", "MOST_LETTERS"), ("rings", "MOST_MARKS")])
def test_whatever_makes_a_branch_larger_is_refused_and_whatever_makes_it_less_is_done(
    over, regions, monkeypatch, measure, name
):
    """Words and arrows are copied into every line that begins after them: they count there, too."""
    monkeypatch.setattr(branches, name, 100)
    branch, _ = play_some(begun(over), Place(0, 0), 3)
    for at in (0, 1):
        fill(branch, measure, Place(0, at), 30)
    with pytest.raises(Refused, match=f"100 .*{measure} in all its lines"):
        fill(branch, measure, Place(0, 2), 41)
    fill(branch, measure, Place(0, 2), 30)
    with pytest.raises(Refused, match=f"100 .*{measure} in all its lines"):
        play_some(branch, Place(0, 2), 1)
    assert len(Branch.objects.get().lines) == 1

    monkeypatch.setattr(branches, name, 50)  # as if it had become too large before there was a bound
    branches.rename(branch, "Another name")
    play_some(branch, Place(0, 3), 1)
    with pytest.raises(Refused):
        fill(branch, measure, Place(0, 2), 31)
    for number in (30, 29, 1, 0):
        fill(branch, measure, Place(0, 2), number)
    branches.cut(branch, Place(0, 0))
    assert Branch.objects.get().name == "Another name"


#: What rules of another day may be unable to bear in a branch.
OTHER_RULES = {
    "a roll does more": lambda patch: patch.setattr(Beads, "more", 9),
    "the rules stop": lambda patch: patch.setattr(Beads, "refused", 29),
    "the position is another one": lambda patch: Branch.objects.update(snapshot=b"\x80"),
    "the position is none": lambda patch: Branch.objects.update(snapshot=b"\xc1"),
}


@pytest.mark.parametrize("happened", OTHER_RULES)
def test_a_branch_that_cannot_be_played_any_more_says_so_and_is_deleted_from_the_list(
    mend, client, monkeypatch, happened
):
    table = game_of_two("beads", seat="left")
    table.play_out()
    branch = begun(table)
    place = branches.play_on(branch, Place(0, 0), "left", [1, "keep"])
    branch = Branch.objects.get()
    while not (play := branches.position_of(branch, place)).is_over:
        choice = 1 if play.pending[0].kind == "take" else "roll"
        place = branches.play_on(branch, place, play.pending[0].seat, [choice])
        branch = Branch.objects.get()
    OTHER_RULES[happened](monkeypatch)
    assert code_of(branches.position_of, Branch.objects.get(), place) == "other-rules"

    client.force_login(table.fellowship)
    page = client.get(f"{address(table, 1)}?line=0&at={place.at}")
    assert page.status_code == 409
    assert "This was played by other rules than there are here now." in page.content.decode()
    assert 'name="act" value="delete"' in client.get(address(table)).content.decode()
    assert client.post(address(table, 1), {"act": "delete"}).status_code == 302
    assert not Branch.objects.exists()


def test_branches_are_in_the_archive_and_leave_with_the_account(over):
    branch = begun(over)
    branches.say(branch, Place(0, 0), "my thoughts")
    (told,) = branches.branches_of(over.fellowship)
    assert "my thoughts" in json.dumps(told, default=str)
    assert branches.branches_of(over.sauron) == []
    close_account(over.fellowship)
    assert not Branch.objects.exists()
