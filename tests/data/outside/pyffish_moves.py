"""Answers questions about legal moves by another engine, one line of JSON each.

{"config": INI}                                        -> true
{"variant": ID}                                        -> its first position, as text
{"variant": ID, "position": FEN, "line": [MOVE, ...]}  -> the legal moves after the line, sorted
"""
import json
import sys

import pyffish

for line in sys.stdin:
    asked = json.loads(line)
    if "config" in asked:
        pyffish.load_variant_config(asked["config"])
        answer = True
    elif "position" not in asked:
        answer = pyffish.start_fen(asked["variant"])
    else:
        moves = pyffish.legal_moves(asked["variant"], asked["position"], asked["line"])
        answer = sorted(moves)
    print(json.dumps(answer), flush=True)
