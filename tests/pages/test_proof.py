"""The page of proofs, the way to it from the log, and looking through the log."""

import re

import pytest
from django.test import Client

import rules
from games.models import Event
from games.play import positions
from games.play.proofs import proof_of
from tests.browsing import game_page
from tests.conftest import person
from tests.opening import open_table


def test_while_the_game_runs_only_numbers_are_told(duel, client):
    duel.discard()
    html = game_page(client, duel.game.key, "proof/")
    assert duel.game.commitment in html
    assert 'id="0"' in html
    assert 'id="1"' in html
    assert "is shown when the game has ended" in html
    assert "python -m rules verify" in html
    for name in Event.objects.get(game=duel.game, seq=0).chance:
        assert name[1] not in html  # neither what was asked for, nor the places in the pile


def test_after_the_end_every_draw_is_checked(duel, client):
    duel.play_out()
    proof = proof_of(duel.viewer(None))
    assert proof.checked == proof.number > 10
    assert not proof.fault
    assert all(drawn.fair for step in proof.steps for drawn in step.drawn)
    html = game_page(client, duel.game.key, "proof/")
    duel.game.refresh_from_db()
    assert duel.game.seed in html
    assert f"all {proof.checked} rolls and draws are what it gives" in html


def test_a_seed_that_was_not_promised_is_found_out(duel, client):
    duel.play_out()
    duel.game.refresh_from_db()
    duel.game.seed = "00" * 32
    duel.game.save()
    assert "The check fails" in game_page(client, duel.game.key, "proof/")


def test_lines_of_the_log_lead_to_their_proof(duel, client):
    html = game_page(client, duel.game.key)
    target = re.search(r'class="proof-link" href="/game/\w+/proof/#([\w-]+)"', html)
    assert target
    assert f'id="{target[1]}"' in game_page(client, duel.game.key, "proof/")


def test_a_table_that_is_not_for_the_reader_has_no_page_of_proofs(db):
    frodo = person("frodo")
    game = open_table(
        frodo,
        title="duel",
        visibility="private",
        preset="untimed",
        bots={"sauron": "squire"},
        seat="fellowship",
    )
    assert Client().get(f"/game/{game.key}/proof/").status_code == 404


@pytest.mark.parametrize("group", ["draws", "moves"])
def test_the_log_can_be_looked_through_by_kind(duel, client, group):
    duel.discard()
    kinds = {line["kind"] for line in positions.log_lines(duel.viewer(None), group=group)}
    draws = positions.open_game(duel.viewer(None)).title.log_groups["draws"][1]
    assert kinds
    assert (kinds <= draws) is (group == "draws")
    html = game_page(client, duel.game.key, f"?story={group}")
    assert 'aria-current="true">Draws' in html if group == "draws" else "Draws" in html


def test_an_unknown_kind_shows_the_whole_log(duel, client):
    assert game_page(client, duel.game.key, "?story=nonsense").count("<li>") >= game_page(
        client, duel.game.key
    ).count("<li>")


@pytest.mark.parametrize("title", ["duel", "war-of-the-ring"])
def test_groups_of_the_log_name_lines_that_there_are(title):
    home = "rules.war_of_the_ring.words" if title == "war-of-the-ring" else f"rules.{title}"
    package = __import__(f"{home}.story", fromlist=["SENTENCES"])
    named = {kind for _, kinds in rules.title(title).log_groups.values() for kind in kinds}
    sentences = package.sentences() if hasattr(package, "sentences") else package.SENTENCES
    assert named <= set(sentences)
