#!/usr/bin/env python3
"""A small engine that speaks UCI: it knows the legal moves of variants by pyffish.

Its faults are for tests: the environment variable FAULT makes it `silent`, `crashing`, `lying` (it
leaves out a move), `contradictory` (its count is wrong) or `plain` (it reads no variant files).
"""
import os
import sys

fault = os.environ.get("FAULT", "")


def say(*words):
    print(*words, flush=True)


def main():
    if fault not in ("", "lying"):
        legal = lambda variant, fen: ["a2a3", "a2a4"]
    else:
        import pyffish

        legal = lambda variant, fen: pyffish.legal_moves(variant, fen, [])
    variant, fen = "chess", ""
    for line in sys.stdin:
        words = line.split()
        if line.startswith("uci"):
            say("id name small UCI program over pyffish")
            if fault != "plain":
                say("option name VariantPath type string default <empty>")
                say("option name UCI_Variant type combo default chess var chess")
            say("uciok")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("setoption name VariantPath") and fault in ("", "lying"):
            pyffish.load_variant_config(open(words[-1]).read())
        elif line.startswith("setoption name UCI_Variant"):
            variant = words[-1]
        elif line.startswith("position fen"):
            fen = " ".join(words[2:])
        elif line.startswith("go"):
            if fault == "silent":
                continue
            if fault == "crashing":
                sys.exit(1)
            moves = legal(variant, fen)
            if fault == "lying":
                moves = moves[1:]
            for move in moves:
                say(f"{move}: 1")
            say("Nodes searched:", len(moves) + (fault == "contradictory"))
        elif line.startswith("quit"):
            return


main()
