"""A rules program for the tests: a graph file, or a way to go wrong.

    graph.py FILE [FAULT]
"""

import json
import sys

nodes, root, repetition = {}, None, 0
for line in open(sys.argv[1]):
    words = line.split("#")[0].split()
    if words[:1] == ["root"]:
        root = words[1]
    elif words[:1] == ["repetition"]:
        repetition = int(words[1])
    elif words:
        nodes[words[0]] = words[1:]
fault = sys.argv[2] if len(sys.argv) > 2 else ""
values = sorted({int(node[1]) for node in nodes.values() if node[0] == "="} | {repetition})
asked = {}
count = 0


def look(name):
    global count
    if name not in nodes:
        return {"error": f"there is no node {name}"}
    count += 1
    asked[name] = asked.get(name, 0) + 1
    kind, *rest = nodes[name]
    if kind == "=":
        return {"end": int(rest[0]) if fault != "other-value" else 99}
    moves = rest if fault != "same-moves" else [rest[0]] * len(rest)
    if fault == "forgets-children":
        return {"turn": kind, "moves": moves}
    if fault == "fewer-children":
        return {"turn": kind, "moves": moves, "children": rest[1:]}
    if fault == "no-such-child":
        return {"turn": kind, "moves": moves, "children": [*rest[1:], "nowhere"]}
    if fault == "no-moves":
        return {"turn": kind, "moves": [], "children": []}
    if fault == "other-turn" and asked[name] > 1:
        return {"turn": "min" if kind == "max" else "max", "moves": moves, "children": rest}
    if fault == "other-moves" and asked[name] > 1:
        return {"turn": kind, "moves": moves[::-1] + ["more"], "children": rest[::-1] + [rest[0]]}
    return {"turn": kind, "moves": moves, "children": rest}


for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "rules":
        answer = {"name": "graph", "hash": "test", "values": values, "start": root}
        if fault != "denies-cycles":
            answer["repetition"] = repetition
        if fault == "no-hash":
            del answer["hash"]
    else:
        answer = {"answers": [look(name) for name in question["positions"]]}
        late = count > 3
        if fault == "dies" and late:
            sys.exit(7)
        if fault == "hangs" and late:
            print("it hangs now", file=sys.stderr, flush=True)
            # Until its input ends.
            sys.stdin.read()
        if fault == "not-json" and late:
            answer = None
        if fault == "too-few" and late:
            answer["answers"].pop()
        if fault == "talks" and late:
            print("{}", flush=True)
    print(json.dumps(answer) if answer is not None else "Traceback: no idea", flush=True)
