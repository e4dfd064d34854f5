"""The broker made of files: messages are whole or not there, and no worker dies of a broken one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError
from kombu.transport import virtual

from tests.frame.services import wait_for
from tests.frame.test_serve import ROOT, env, rows  # noqa: F401 - a fixture
from wotr import file_broker
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


def strange(**parts):
    """A message that is whole JSON, but for something that workers rely on."""
    properties = {"delivery_tag": "x", "delivery_info": {"exchange": "celery", "routing_key": "celery"}}
    whole = {
        "body": "W1tdLCB7fSwge31d",
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"task": "no.such.task", "id": "1"},
        "properties": {"body_encoding": "base64", **properties},
    }
    return json.dumps({**whole, **parts}).encode()


BROKEN |= {
    "no-body": strange(body=None),
    "bad-body": strange(body="abcde"),
    "bad-headers": strange(headers=5),
    "no-id": strange(headers={"task": "notifications.tasks.sweep_mail"}),
    "no-properties": strange(properties={}),
    "bad-info": strange(properties={"delivery_tag": "x", "delivery_info": 5}),
}
#: Celery itself says that it can do nothing with these, and goes on.
STRANGE = {
    "no-such-task": strange(),
    "no-task": strange(headers={}),
    "no-arguments": strange(body=""),
    "no-type": strange(**{"content-type": None}),
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
    message = channel.prepare_message(json.dumps(what), content_type="application/json")
    message |= {"body": json.dumps(what), "headers": {"task": "tell", "id": "1"}}
    info = {"exchange": "celery", "routing_key": "celery"}
    message["properties"] |= {"delivery_tag": "x", "delivery_info": info}
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
