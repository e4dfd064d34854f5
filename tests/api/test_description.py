"""The description of the API says of every operation what it takes and answers, and of every object what is in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.api.problems import Problem

ROOT = Path(__file__).resolve().parents[2]

#: What is left open, and why.
OPEN = {
    "Described.context": "facts of a question, which each title names itself",
    "AnswerValue.details": "facts of a value that may be chosen, likewise",
    "Line.data": "facts of a line of the story, likewise",
    "Ended.details": "facts of a result, likewise",
    "Result.details": "facts of a result, likewise",
    "Entry.choices[]": "choices as they were sent",
    "Record.options": "what each title has for options",
    "Record.position": "a position of each title",
    "Rules.options": "what each title has for options",
    "NewCompetition.options": "what each title has for options",
    "NewCompetition.settings": "what each format has for settings",
    "NewCompetition.terms": "what each clock has for terms",
    "SeenVote.value": "a number, or the name of a seat",
}


@pytest.fixture
def document(description):
    return description.document


def operations(document):
    return [(op["operationId"], op) for path in document["paths"].values() for op in path.values()]


def schemas(document):
    """Every schema, by where it stands."""
    for name, schema in document["components"]["schemas"].items():
        yield name, schema
    for name, operation in operations(document):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in bodies:
            for content in body.get("content", {}).values():
                yield name, content["schema"]
        for parameter in operation.get("parameters", []):
            yield f"{name} {parameter['name']}", parameter["schema"]


def is_empty(schema):
    """Whether a schema says of an object, or of a list, nothing about what is in it, or nothing at all."""
    kind = schema.get("type")
    if "object" in (kind or []):
        return not (schema.get("properties") or schema.get("additionalProperties") or "$ref" in schema)
    if "array" in (kind or []):
        return not (schema.get("items") or schema.get("prefixItems"))
    return not ({"type", "$ref", "anyOf", "oneOf", "allOf", "enum"} & schema.keys())


def empty_in(where, schema):
    if is_empty(schema):
        yield where
    for name, part in schema.get("properties", {}).items():
        yield from empty_in(f"{where}.{name}", part)
    for one in ("items", "additionalProperties"):
        if isinstance(schema.get(one), dict):
            yield from empty_in(f"{where}[]", schema[one])
    for one in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for part in schema.get(one, []):
            yield from empty_in(where, part)


def test_every_operation_says_what_it_answers(document):
    silent = []
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status != "204" and not all("schema" in c for c in answer.get("content", {"": {}}).values()):
                silent.append((name, status))
    assert not silent


def test_no_schema_is_empty_but_what_each_title_names_itself(document):
    found = {where for name, schema in schemas(document) for where in empty_in(name, schema)}
    assert found == OPEN.keys()


def test_every_part_has_a_name_of_its_own_and_says_what_it_is(document):
    parts = document["components"]["schemas"]
    assert not [name for name in parts if "." in name], "two types have the same name"
    used = str([schema for _, schema in schemas(document)])
    assert not [name for name in parts if f"#/components/schemas/{name}'" not in used]


def test_whatever_changes_something_says_what_it_takes(document):
    """But what takes nothing."""
    nothing = {name for name, op in operations(document) if "requestBody" not in op}
    changing = {
        op["operationId"] for path in document["paths"].values() for m, op in path.items() if m != "get"
    }
    deleting = {
        op["operationId"] for path in document["paths"].values() for m, op in path.items() if m == "delete"
    }
    assert (nothing & changing) - deleting == {
        "act_ask_cancel",
        "act_close",
        "act_decline_draw",
        "act_draw",
        "act_hand_over",
        "act_resign",
        "act_resume",
        "commitment",
        "direct_league_start",
        "direct_league_step_down",
        "follow",
        "league_act_leave",
        "player_act_block",
        "player_act_mute",
        "player_act_unblock",
        "player_act_unmute",
        "renew_calendar_address",
    }


def test_numbers_of_the_query_have_the_bounds_that_are_checked(document, client, duel):
    client.force_login(duel.seat(duel.mover()).user)
    checked = set()
    for path, methods in document["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", []):
            most = parameter["schema"].get("maximum")
            if parameter["in"] != "query" or most is None:
                continue
            address = path.format(key=duel.game.key, title="duel")
            answer = client.get(address, {parameter["name"]: most + 1})
            if answer.status_code == 404:  # there is no such league
                continue
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), path
            assert f"“{parameter['name']}” must be a whole number from 0 to {most}" in answer.json()["detail"]
            checked.add(parameter["name"])
    assert checked == {"after", "before", "limit", "since", "year"}


def facts_of_refusals() -> Iterator[tuple[str, str]]:
    """What refusals tell programs besides, by name, and where in the code each is told."""
    for app in ("accounts", "games", "leagues", "notifications"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                    for extra in (one.value for one in node.keywords if one.arg == "extra"):
                        names = extra.keys if isinstance(extra, ast.Dict) else ()
                        yield from (
                            (ast.literal_eval(name), f"{path.name}:{name.lineno}") for name in names if name
                        )


def test_whatever_a_refusal_tells_besides_is_described():
    told = list(facts_of_refusals())
    assert len(told) > 100
    assert [one for one in told if one[0] not in Problem.__annotations__] == []
