"""The broker made of files: messages are whole or not there, and no worker dies of a broken one."""

from __future__ import annotations

import base64
import copy
import json
import logging
import operator
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from celery.concurrency.base import BasePool
from celery.utils.timer2 import Timer
from celery.worker import state
from celery.worker.consumer import Consumer
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError
from kombu.transport import virtual

from tests.frame.services import wait_for
from tests.frame.test_serve import ROOT, env, rows  # noqa: F401 - a fixture
from wotr import file_broker, file_messages
from wotr.celery import app

#: What a crash or a full disk may leave where a message is expected.
BROKEN = {
    "empty": b"",
    "half": b'{"body": "W1tdLCB7fSwg',
    "zeros": b"\0" * 4096,
    "no-text": b"\xff\xfe\x00",
    "nothing": b"null",
    "list": b"[]",
    "bare": b"{}",
    "deep": b"[" * 200_000,
}


PROPERTIES = {
    "delivery_tag": "x",
    "delivery_info": {"exchange": "celery", "routing_key": "celery"},
    "body_encoding": "base64",
}
#: The head of a task that there is: a worker looks into its body at once.
KNOWN = {"task": "notifications.tasks.sweep_mail", "id": "1"}


def strange(**parts):
    """A message that is whole JSON, but for something that workers rely on."""
    whole = {
        "body": "W1tdLCB7fSwge31d",
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"task": "no.such.task", "id": "1"},
        "properties": PROPERTIES,
    }
    return json.dumps({**whole, **parts}).encode()


BROKEN |= {
    "no-body": strange(body=None),
    "bad-body": strange(body="abcde"),
    "bad-headers": strange(headers=5),
    "no-id": strange(headers={"task": KNOWN["task"]}),
    "no-properties": strange(properties={}),
    "bad-info": strange(properties={"delivery_tag": "x", "delivery_info": 5}),
    "empty-body": strange(body="", headers=KNOWN),
    "no-arguments": strange(body="W10=", headers=KNOWN),
    "no-base64": strange(properties={**PROPERTIES, "body_encoding": "rot13"}),
    "no-type": strange(headers=KNOWN, **{"content-type": None}),
    "code": strange(**{"content-type": "application/x-python-serialize"}),
    "no-compression": strange(headers={"task": "no.such.task", "id": "1", "compression": "x"}),
    "bad-limits": strange(headers={**KNOWN, "timelimit": "x"}),
    "old-task": strange(headers={}, body="eyJ0YXNrIjogIm5vLnN1Y2gudGFzayJ9"),
}
#: Celery itself says that it can do nothing with these, and goes on.
STRANGE = {
    "no-such-task": strange(),
    "no-task": strange(headers={}),
}
QUEUE = Queue("celery", Exchange("celery"), routing_key="celery")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    # What a process remembers of the tables is that of one folder.
    monkeypatch.setattr(file_broker.Transport, "global_state", virtual.BrokerState())
    for name in ("messages", "control", "broken"):
        (tmp_path / name).mkdir()
    return tmp_path


@contextmanager
def channel_in(folder):
    options = {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
        "broken_folder": str(folder / "broken"),
    }
    with Connection(
        "filesystem://", transport="wotr.file_broker:Transport", transport_options=options
    ) as connection:
        yield connection.channel()


def put(channel, what):
    type_and_encoding = {"content_type": "application/json", "content_encoding": "utf-8"}
    message = channel.prepare_message(json.dumps(what), headers={}, **type_and_encoding)
    body, encoding = channel.encode_body(message["body"], "base64")
    message |= {"body": body, "properties": {**PROPERTIES, "body_encoding": encoding}}
    channel._put("celery", message)


def read(channel):
    """The next message of the queue, None if there is none."""
    found = QUEUE(channel).get(no_ack=True)
    return None if found is None else found.payload


def test_the_embedded_shape_uses_it(env):  # noqa: F811
    ask = "from wotr.celery import app; print(app.connection().transport.Channel.__module__)"
    said = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, env=env, capture_output=True, text=True)
    assert said.stdout.strip() == "wotr.file_broker"


def test_messages_come_in_the_order_in_which_they_were_sent(folder):
    with channel_in(folder) as channel:
        for number in range(20):
            put(channel, number)
        assert channel._size("celery") == 20
        assert [read(channel) for _ in range(21)] == [*range(20), None]
    assert os.listdir(folder / "messages") == []


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_what_is_no_message_is_put_aside_and_the_next_one_is_read(folder, content, caplog):
    (folder / "messages" / "1_x.celery.msg").write_bytes(content)
    with channel_in(folder) as channel:
        put(channel, "after it")
        assert read(channel) == "after it"
        assert read(channel) is None
    assert (folder / "broken" / "1_x.celery.msg").read_bytes() == content
    assert "a message that cannot be read is put aside" in caplog.text


def test_what_is_put_aside_does_not_fill_the_disk(folder, monkeypatch):
    monkeypatch.setattr(file_broker, "MOST_BROKEN", 3)
    for number in range(10):
        (folder / "messages" / f"{number}_x.celery.msg").touch()
    with channel_in(folder) as channel:
        assert read(channel) is None
    assert os.listdir(folder / "messages") == []
    assert len(os.listdir(folder / "broken")) == 3


def test_many_write_and_many_read_and_each_message_is_read_once(folder):
    """Whoever looks into the folder meanwhile finds whole messages only."""
    each, writers = 40, 4
    found, broken, over = [], [], threading.Event()

    def write(writer):
        with channel_in(folder) as channel:
            for number in range(each):
                put(channel, [writer, number, "x" * 50_000])

    def work():
        with channel_in(folder) as channel:
            while len(found) < writers * each and not over.is_set():
                message = read(channel)
                if message is not None:
                    found.append(tuple(message[:2]))

    def look():
        while not over.is_set():
            for path in (folder / "messages").glob("*.msg"):
                try:
                    json.loads(path.read_bytes())
                except FileNotFoundError:
                    continue
                except ValueError:
                    broken.append(path.name)

    busy = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    busy += [threading.Thread(target=work) for _ in range(3)]
    watcher = threading.Thread(target=look)
    for thread in [watcher, *busy]:
        thread.start()
    for thread in busy:
        thread.join(timeout=120)
    over.set()
    watcher.join()
    assert broken == []
    assert sorted(found) == [(writer, number) for writer in range(writers) for number in range(each)]
    assert os.listdir(folder / "broken") == []


FULL_DISK = """
import resource, sys
from kombu.exceptions import ChannelError
from pathlib import Path
from tests.frame.test_file_broker import channel_in, put
with channel_in(Path(sys.argv[1])) as channel:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))  # as if the disk had room for no more
    try:
        put(channel, "x" * 50_000)
    except ChannelError as error:
        print(error)
"""


def test_a_full_disk_leaves_no_half_message(folder):
    said = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(folder)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "wotr.settings_test"},
        capture_output=True,
        text=True,
    )
    assert said.stdout.startswith("a message cannot be written"), said.stderr
    assert os.listdir(folder / "messages") == []


def test_what_a_dead_writer_left_is_forgotten_after_a_while(folder):
    old, new = (folder / "messages" / f"{name}{file_broker.UNFINISHED}" for name in ("old", "new"))
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    with channel_in(folder) as channel:
        assert read(channel) is None
    assert (old.exists(), new.exists()) == (False, True)


def test_folders_that_somebody_has_removed_are_made_again(folder):
    with channel_in(folder) as channel:
        (folder / "messages").rmdir()
        assert read(channel) is None
        put(channel, "hello")
        assert read(channel) == "hello"


# -- what a message may be, so that no worker dies of it ----------------------------------------

#: What may stand in the place of anything else.
JUNK = [
    None,
    5,
    -1,
    1e99,
    True,
    "",
    "x",
    "\0",
    "2026-99-99T00:00:00",
    [],
    {},
    [1],
    {"a": 1},
    ["args"],
    {"task": "x"},
]


def sent(folder):
    """A message as Celery writes it, which is no longer in its queue."""
    with channel_in(folder) as channel:
        connection = channel.connection.client
        app.send_task("games.tasks.play_bot", ("no-such-game",), expires=3600, connection=connection)
    (file,) = (folder / "messages").glob("*.bots.msg")
    content = file.read_bytes()
    file.unlink()
    return json.loads(content)


def places(value, way=()):
    """The way to everything that has a name or a number in a value."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from places(value[key], (*way, key))


def spoilt(value):
    """Yield what becomes of a value of which one thing, at any depth, is missing, renamed or of another kind."""
    for *way, last in places(value):
        for change in ("drop", "rename", *range(len(JUNK))):
            other = copy.deepcopy(value)
            inner = reduce(operator.getitem, way, other)
            if isinstance(change, int):
                inner[last] = JUNK[change]
            else:
                former = inner.pop(last)
                if change == "rename" and isinstance(inner, dict):
                    inner[f"{last[:-1]}_"] = former
            yield other


def damaged(content, chance):
    """Yield what a crash or a bad disk may make of a file."""
    for _ in range(100):
        cut = chance.randrange(len(content))
        yield content[:cut]
        yield content[:cut] + bytes(len(content) - cut)
    for _ in range(1000):
        other = bytearray(content)
        other[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        yield bytes(other)


def mutations(whole, chance):
    yield from (json.dumps(other).encode() for other in spoilt(whole))
    for body in (*spoilt(json.loads(base64.b64decode(whole["body"]))), *JUNK):
        yield json.dumps(whole | {"body": base64.b64encode(json.dumps(body).encode()).decode()}).encode()
    yield from damaged(json.dumps(whole).encode(), chance)


class Pool(BasePool):
    """A pool that takes every task and does none."""

    def on_apply(self, target, args=None, kwargs=None, **more):
        return None


@pytest.fixture
def receive():
    """What a worker does with a message, up to the thread that runs the task."""
    pool = Pool(1)
    consumer = Consumer(
        on_task_request=lambda request: request.execute_using_pool(pool),
        app=app,
        pool=pool,
        controller=SimpleNamespace(state=state, use_eventloop=False),
        hostname="tests",
        timer=Timer(),
    )
    consumer.event_dispatcher = None
    consumer.update_strategies()
    handle = consumer.create_task_handler()

    def receive(message):
        message.accept = {"application/json"}
        handle(message)

    return receive


def test_a_message_is_whole_or_put_aside_and_no_worker_dies_of_it(folder, receive, caplog):
    """Thousands of spoilt messages: Celery can read what is taken, and take it once more when it was put back."""
    caplog.set_level(logging.CRITICAL + 1)
    seed = int(os.environ.get("FUZZ_SEED", "11"))
    print(f"FUZZ_SEED={seed}")
    whole = sent(folder)
    taken = aside = 0
    with channel_in(folder) as channel:
        for number, content in enumerate([json.dumps(whole).encode(), *mutations(whole, Random(seed))]):
            file = folder / "messages" / f"{number}_x.bots.msg"
            file.write_bytes(content)
            message = channel.basic_get("bots")
            assert not file.exists()
            if message is None:
                aside += 1
                continue
            taken += 1
            assert number or message.payload[0] == ["no-such-game"]
            try:
                receive(message)
            except Exception as error:
                raise AssertionError(f"a worker dies of {content!r}") from error
            again = json.dumps(message.serializable()).encode()
            assert file_messages.read(again, channel)["headers"] == message.headers
    assert min(taken, aside) > 100


# -- which exchange leads to which queue -------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"[[", b"5", b"\xff"])
def test_a_broken_table_is_made_again_by_whoever_starts_next(folder, content):
    (folder / "control" / "celery.exchange").write_bytes(content)
    with channel_in(folder) as channel:
        assert channel.get_table("celery") == []
        QUEUE(channel).declare()
        assert channel.get_table("celery") == [("celery", "", "celery")]


def test_many_bind_at_once_and_none_is_lost(folder):
    def bind(number):
        with channel_in(folder) as channel:
            for turn in range(10):
                channel._queue_bind("club", "", "", f"queue-{number}-{turn}")
            channel._delete(f"queue-{number}-0", "club", "", "")

    threads = [threading.Thread(target=bind, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    with channel_in(folder) as channel:
        bound = {binding[2] for binding in channel.get_table("club")}
    assert bound == {f"queue-{number}-{turn}" for number in range(6) for turn in range(1, 10)}


def test_a_message_that_leads_nowhere_is_not_kept_for_ever(folder):
    with channel_in(folder) as channel:
        channel.exchange_declare("nowhere", "direct")
        message = channel.prepare_message("{}", content_type="application/json")
        channel.basic_publish(message, exchange="nowhere", routing_key="nobody")
    assert os.listdir(folder / "messages") == []


def test_a_name_that_leads_out_of_the_folder_is_refused(folder):
    with channel_in(folder) as channel, pytest.raises(ChannelError):
        channel._queue_bind("../outside", "", "", "queue")


# -- a real worker -----------------------------------------------------------------------------


def test_a_worker_goes_on_after_every_broken_message(env):  # noqa: F811
    """They lie before the message that has the mails of a demo sent: the first worker lives on and sends them."""
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "demo"], cwd=ROOT, env=env, check=True, capture_output=True)
    waiting = "SELECT id FROM notifications_delivery WHERE channel = 'email' AND state = 'pending'"
    assert rows(env, waiting)
    messages = Path(env["VAR_DIR"]) / "queue" / "messages"
    for name, content in (BROKEN | STRANGE).items():
        (messages / f"0-{name}.celery.msg").write_bytes(content)
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "wotr", "worker", "--pool", "threads"]
    worker = subprocess.Popen([*celery, "--concurrency", "2", "--loglevel", "ERROR"], cwd=ROOT, env=env)
    try:
        sweep = "from notifications.tasks import sweep_mail; sweep_mail.delay()"
        subprocess.run([*manage, "shell", "--no-imports", "-c", sweep], cwd=ROOT, env=env, check=True)
        wait_for(lambda: not rows(env, waiting))
        assert worker.poll() is None
        ping = "from wotr.celery import app; assert app.control.inspect(limit=1, timeout=60).ping()"
        subprocess.run([sys.executable, "-c", ping], cwd=ROOT, env=env, check=True)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=90) == 0
    finally:
        worker.kill()
        worker.wait()
    assert set(os.listdir(messages.parent / "broken")) >= {f"0-{name}.celery.msg" for name in BROKEN}
    assert list(messages.glob("0-*")) == []


def test_every_task_finds_its_queue_by_the_tables(folder):
    with channel_in(folder) as channel:
        for queue in app.conf.task_queues:
            queue(channel).declare()
            assert channel._lookup(queue.exchange.name, queue.routing_key) == {queue.name}
