"""Games that several tests use."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def proof(tmp_path):
    return tmp_path / "p.wpf"
