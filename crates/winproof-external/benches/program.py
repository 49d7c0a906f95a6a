#!/usr/bin/env python3
"""What Winproof takes on top of the time that a rules program needs by itself.

A search is run once with all questions written down. Then a Python loop puts the same questions to the same program,
and the search runs again, both several times in turn. The limit is 30% on top of the loop's time where the program is
in Python. Compiled rules can take less time than any search, as those of this example do, and have no limit: children
per second say what to expect. Processor time of everybody who takes part is counted, so that a busy machine does little
harm.

    cargo build --release -p winproof-cli
    python3 benches/program.py ../../target/release/winproof
"""

import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 1.30
TIMES = 3
POSITION = "9 10 11 13 max"
EXAMPLES = Path(__file__).parent.parent / "examples"


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN), resource.getrusage(resource.RUSAGE_SELF)
    return sum(part.ru_utime + part.ru_stime for part in usage)


def search(winproof, command, algorithm):
    call = [winproof, "solve", "--rules", command, POSITION, "--threads", "1", "--algorithm", algorithm]
    run = subprocess.run([*call, "--memory", "64MiB", "--quiet"], capture_output=True, text=True)
    assert run.returncode == 0, run


def loop(command, questions):
    """Puts the questions; gives back the answers."""
    program = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 16)
    texts = []
    for question in questions:
        program.stdin.write(question)
        program.stdin.flush()
        texts.append(program.stdout.readline())
    program.stdin.close()
    program.wait()
    return texts


def record(file, command):
    """Stands between Winproof and the program, and writes the questions down."""
    program = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(file, "ab") as log:
        for question in sys.stdin.buffer:
            log.write(question)
            program.stdin.write(question)
            program.stdin.flush()
            sys.stdout.buffer.write(program.stdout.readline())
            sys.stdout.buffer.flush()


def main(winproof):
    folder = tempfile.mkdtemp()
    fast = os.path.join(folder, "nim")
    subprocess.run(["rustc", "-O", EXAMPLES / "nim.rs", "-o", fast], check=True)
    programs = {"nim.py": f"{sys.executable} {shlex.quote(str(EXAMPLES / 'nim.py'))}", "nim.rs": shlex.quote(fast)}
    print(f"{'program':8} {'algorithm':10} {'questions':>9} {'children':>9} {'children/s':>11} {'loop s':>7} "
          f"{'search s':>8} {'ratio':>6}")
    worst = 0.0
    for name, command in programs.items():
        for algorithm in ("dfpn", "pn-dag", "bta", "alphabeta"):
            log = os.path.join(folder, f"{name}-{algorithm}")
            own = shlex.join([sys.executable, __file__, "--record", log, command])
            search(winproof, own, algorithm)
            questions = open(log, "rb").readlines()
            loops, searches, answers = [], [], []
            for _ in range(TIMES):
                began = spent()
                answers = loop(command, questions)
                middle = spent()
                search(winproof, command, algorithm)
                loops.append(middle - began)
                searches.append(spent() - middle)
            found = (answer for line in answers for answer in json.loads(line).get("answers", []))
            children = sum(len(answer.get("children", [])) for answer in found)
            ratio = min(searches) / min(loops)
            worst = max(worst, ratio if name.endswith(".py") else 0)
            print(f"{name:8} {algorithm:10} {len(questions):9,} {children:9,} {children / min(searches):11,.0f} "
                  f"{min(loops):7.3f} {min(searches):8.3f} {ratio:6.2f}", flush=True)
    print(f"worst ratio of a program in Python {worst:.2f} (limit {MOST:.2f})")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(*sys.argv[2:4])
    elif len(sys.argv) == 2:
        sys.exit(main(os.path.abspath(sys.argv[1])))
    else:
        sys.exit(__doc__)
