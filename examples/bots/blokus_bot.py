"""A bot for Blokus, seat 0: it places large pieces, towards the middle of the board."""

import json
import subprocess
import sys

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
COMMAND = ["cardgen", "engine", "--game", "blokus"]
engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(op, **members):
    """Return the answer of the engine to a request."""
    print(json.dumps({"op": op, **members}), file=engine.stdin, flush=True)
    answer = json.loads(engine.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"]["message"])
    return answer


def value(turn, middle):
    """Return how good a turn is: the more cells, and the nearer the middle, the better. A random piece is worst."""
    cells = turn.get("cells", [])
    return 4 * len(cells) - min((abs(x - middle) + abs(y - middle) for x, y in cells), default=99)


state = ask("new_game", seed=SEED)["state"]
while (seat := ask("turns", state=state)["to_move"]) is not None:
    view = ask("view", state=state, seat=seat)
    middle = (len(view["board"]) - 1) / 2
    best = max(view["turns"], key=lambda turn: value(turn, middle))
    turn = best if seat == 0 else ask("choose", state=state, policy="random")["turn"]
    state = ask("apply", state=state, turn=turn)["state"]
print(ask("log", state=state)["log"], end="")
