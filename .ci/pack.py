"""Packs bytes as a script: .ci/pack.py < BYTES > SCRIPT. Scripts are text, so each letter holds seven bits.

The bytes are compressed as gzip: by zopfli, which makes them 5 % smaller, where `pip install zopfli` was
run, and by zlib elsewhere.

A value that cannot stand in a string (see FORBIDDEN) is written with the next seven bits in one letter
of two bytes, so that every letter of the file holds seven bits a byte. `engine.js` unpacks it.
"""

import gzip
import sys

FORBIDDEN = [0x00, 0x0A, 0x0D, 0x22, 0x5C]


def compressed(data: bytes) -> bytes:
    try:
        from zopfli.gzip import compress
    except ImportError:
        return gzip.compress(data, 9, mtime=0)
    return compress(data)


def letters(data: bytes):
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 7 + 7)
    values = [int(bits[at : at + 7], 2) for at in range(0, len(bits), 7)]
    at = 0
    # The last value is a rest, which only a letter of two bytes needs.
    while at < len(values) - 1:
        value = values[at]
        at += 1
        if value in FORBIDDEN:
            yield chr(128 + (FORBIDDEN.index(value) << 7) + values[at])
            at += 1
        else:
            yield chr(value)


def main():
    data = compressed(sys.stdin.buffer.read())
    script = f'fairybook.module("{"".join(letters(data))}", {len(data)});\n'
    sys.stdout.buffer.write(script.encode("utf-8"))


main()
