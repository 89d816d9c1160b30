"""A bot for Block-Killer, seat 0: it plays the best play of its hand, and passes if none attacks."""

import json
import subprocess
import sys

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
COMMAND = ["cardgen", "engine", "--game", "block-killer"]
engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(op, **members):
    """Return the answer of the engine to a request."""
    print(json.dumps({"op": op, **members}), file=engine.stdin, flush=True)
    answer = json.loads(engine.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"]["message"])
    return answer


def choose(view):
    """Return the first way to draw, the best play against the fullest hand, or a pass."""
    turn, players = view["turns"][-1], view["players"]
    if turn["kind"] != "play":
        return view["turns"][0]
    # The search takes 7 blocks and 12 garbage cards at most.
    best = ask("best", block_hand=players[0]["blocks"][:7], garbage_hand=players[0]["garbage"][:12], seconds=1)
    if best["attack"] == 0 and view["turns"][0]["kind"] == "pass":
        return view["turns"][0]
    target = max(turn["targets"], key=lambda seat: len(players[seat]["garbage"]))
    return {"kind": "play", "target": target, "rows": best["rows"], "blocks": best["blocks"]}


state = ask("new_game", players=3, seed=SEED)["state"]
while (seat := ask("turns", state=state)["to_move"]) is not None:
    view = ask("view", state=state, seat=seat)
    turn = choose(view) if seat == 0 else ask("choose", state=state, policy="random")["turn"]
    state = ask("apply", state=state, turn=turn)["state"]
print(ask("log", state=state)["log"], end="")
