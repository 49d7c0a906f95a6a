"""The examples in docstrings and in the README, types, the notebook."""

import doctest
import importlib
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import winproof

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["winproof", "_solution", "_solve", "_certificate", "_rules"])
def test_docstrings_run(name):
    module = winproof if name == "winproof" else importlib.import_module(f"winproof.{name}")
    result = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 0 and result.failed == 0


def test_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)
    assert len(blocks) >= 3
    names = {}
    for block in blocks:
        if "pyspiel" in block and importlib.util.find_spec("pyspiel") is None:
            continue
        exec(block, names)


def test_the_main_readme_runs(tmp_path, monkeypatch):
    if importlib.util.find_spec("pyspiel") is None:
        warnings.warn("NOT TESTED: the README's Python, which needs OpenSpiel", stacklevel=1)
        pytest.skip("OpenSpiel is not installed")
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", (FOLDER.parent / "README.md").read_text(), re.S)
    lines = block.rstrip().split("\n")
    assert lines[-1].startswith("wp.solve(Nim(), ")
    names = {}
    exec("\n".join([*lines[:-1], "last = " + lines[-1]]), names)
    assert (names["s"].value, names["last"].text) == (0, "Max wins")


def test_types():
    pytest.importorskip("mypy")
    where = Path(winproof.__file__).parent
    checks = [
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir=/dev/null", str(where)],
        [sys.executable, "-m", "mypy.stubtest", "winproof._native", "--ignore-missing-stub", "--concise"],
    ]
    for check in checks:
        run = subprocess.run(check, capture_output=True, text=True, cwd=where.parent)
        assert run.returncode == 0, run.stdout + run.stderr


def test_the_notebook_runs():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(FOLDER / "notebooks" / "first_steps.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [out for cell in notebook.cells for out in cell.get("outputs", []) if "data" in out]
    assert any("<svg" in out["data"].get("text/html", "") for out in shown)
