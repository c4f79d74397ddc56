#!/usr/bin/env python3
"""A small engine that speaks UCI: it knows the legal moves of variants by pyffish.

Its faults are for tests: the environment variable FAULT makes it `silent`, `crashing`, `lying` (it
leaves out a move), `contradictory` (its count is wrong), `plain` (it reads no variant files) or
`choosy` (it refuses each section). A name after the fault limits it to one variant.
"""
import os
import re
import sys

fault, _, concerned = os.environ.get("FAULT", "").partition(" ")


def say(*words):
    print(*words, flush=True)


def legal(variant, fen):
    if fault not in ("", "lying") and concerned in ("", variant):
        return ["a2a3", "a2a4"]
    import pyffish

    return pyffish.legal_moves(variant, fen, [])


def load(path):
    """Reads a variant file, and returns the names of its sections."""
    text = open(path).read()
    if fault in ("", "lying") or concerned:
        import pyffish

        pyffish.load_variant_config(text)
        return pyffish.variants()
    return [] if fault == "choosy" else re.findall(r"^\[([^\]:]+)", text, re.MULTILINE)


def name():
    try:
        from importlib.metadata import version

        return "pyffish " + version("pyffish")
    except ImportError:
        return "pyffish"


def main():
    variant, fen, known = "chess", "", ["chess"]
    for line in sys.stdin:
        words = line.split()
        if line.startswith("uci"):
            say("id name", name())
            if fault != "plain":
                say("option name VariantPath type string default <empty>")
                listed = " ".join("var " + it for it in known)
                say("option name UCI_Variant type combo default chess", listed)
            say("uciok")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("setoption name VariantPath"):
            known = load(words[-1])
        elif line.startswith("setoption name UCI_Variant"):
            variant = words[-1]
        elif line.startswith("position fen"):
            fen = " ".join(words[2:])
        elif line.startswith("go"):
            is_faulty = concerned in ("", variant)
            if fault == "silent" and is_faulty:
                continue
            if fault == "crashing" and is_faulty:
                sys.exit(1)
            moves = legal(variant, fen)
            if fault == "lying" and is_faulty:
                moves = moves[1:]
            for move in moves:
                say(f"{move}: 1")
            say("Nodes searched:", len(moves) + (fault == "contradictory" and is_faulty))
        elif line.startswith("quit"):
            return


main()
