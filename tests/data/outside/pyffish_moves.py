"""Answers questions about legal moves by another engine, one line of JSON each.

{"config": INI}                                        -> true
{"variant": ID}                                        -> its first position, as text
{"variant": ID, "position": FEN, "line": [MOVE, ...]}  -> the legal moves after the line, sorted
{"variant": ID, "perft": DEPTH}                        -> the number of lines of that many moves
"""
import json
import sys

import pyffish


def perft(variant, start, line, depth):
    moves = pyffish.legal_moves(variant, start, line)
    if depth == 1:
        return len(moves)
    return sum(perft(variant, start, line + [move], depth - 1) for move in moves)


for line in sys.stdin:
    asked = json.loads(line)
    if "config" in asked:
        pyffish.load_variant_config(asked["config"])
        answer = True
    elif "perft" in asked:
        start = pyffish.start_fen(asked["variant"])
        answer = perft(asked["variant"], start, [], asked["perft"])
    elif "position" not in asked:
        answer = pyffish.start_fen(asked["variant"])
    else:
        moves = pyffish.legal_moves(asked["variant"], asked["position"], asked["line"])
        answer = sorted(moves)
    print(json.dumps(answer), flush=True)
