"""A player who reads pages."""

import pytest
from django.test import Client

from tests.conftest import person


@pytest.fixture
def reader(frodo):
    client = Client()
    client.force_login(frodo)
    return client


@pytest.fixture
def people(db):
    return [person("frodo"), person("gothmog")]
