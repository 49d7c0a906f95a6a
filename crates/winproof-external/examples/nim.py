#!/usr/bin/env python3
"""Nim as a rules program for Winproof: whoever takes the last stone wins.

    winproof solve --rules 'python3 nim.py' '3 4 5 max' --proof nim.wpf

A position is the heaps in ascending order and who moves. A move names the heap and what is taken of it: 5-2 takes two
stones of a heap of five. PROTOCOL.md describes the questions and answers.
"""

import json
import sys

RULES = {"name": "nim", "hash": "last-stone-wins-1", "values": [-1, 1], "start": "1 2 3 max"}


def parse(text):
    *heaps, player = text.split(" ")
    heaps = [int(heap) for heap in heaps]
    if player not in ("max", "min") or not all(1 <= heap <= 99 for heap in heaps) or heaps != sorted(heaps):
        raise ValueError
    return heaps, player


def look(text):
    try:
        heaps, player = parse(text)
    except ValueError:
        return {"error": f"'{text}' is not a position; write the heaps in ascending order and who moves, as 1 2 3 max"}
    other = "min" if player == "max" else "max"
    if not heaps:
        return {"end": -1 if player == "max" else 1}
    moves, children = [], []
    for heap in sorted(set(heaps)):
        rest = heaps.copy()
        rest.remove(heap)
        for taken in range(1, heap + 1):
            left = sorted(rest + [heap - taken] * (taken < heap))
            moves.append(f"{heap}-{taken}")
            children.append(" ".join([*map(str, left), other]))
    return {"turn": player, "moves": moves, "children": children}


for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "rules":
        answer = RULES
    else:
        answer = {"answers": [look(text) for text in question["positions"]]}
    print(json.dumps(answer), flush=True)
