#!/usr/bin/env python3
"""Writes a book of many games, each with a definition, a page and three diagrams.

    benches/race/games.py COUNT FOLDER

No two games are alike: armies, boards and pieces are drawn with the number of the game as seed.
"""

import random
import shutil
import sys
from pathlib import Path

PIECES = ["rook", "bishop", "knight", "queen"]
ATOMS = ["W", "F", "D", "N", "A", "H", "C", "Z"]


def definition(number, chance):
    files, ranks = chance.choice([8, 9, 10]), chance.choice([8, 9, 10])
    letters = "abcdefghij"[:files]
    row = [chance.choice(PIECES) for _ in letters]
    row[4] = "king"
    row[0] = "guard"
    cells = {}
    for letter, piece in zip(letters, row):
        cells.setdefault(piece, []).append(f"{letter}1")
    setup = "\n".join(f'{piece} = "{" ".join(at)}"' for piece, at in cells.items())
    leaps = "".join(sorted(chance.sample(ATOMS, 2)))
    return f"""format = 1
name = "Game {number}"

[board]
files = "a-{letters[-1]}"
ranks = "1-{ranks}"

[sides]
white = {{}}
black = {{ seat = "flip ranks" }}

[pieces.guard]
move = "{leaps}"

[pieces.pawn]
double-step = "rank 2"

[setup.each]
{setup}
pawn = "rank 2"

[promotion.pawn]
must = "rank {ranks}"
becomes = "queen rook bishop knight"

[ends]
checkmate = "loses"
stalemate = "draw"
"""


def page(number, count, chance):
    other = (number * 7 + 1) % count
    return f"""+++
title = "Game {number}"
variant = "game-{number:05}"
description = "A game of a generated book."
+++

Game {number} is played on a board of its own. See also [game {other}](game-{other:05}.md).

## Setup

```setup
caption = "The initial position."
```

## Pieces

```moves
piece = "guard"
at = "{chance.choice("cdef")}{chance.choice("345")}"
caption = "The moves of a Guard."
```

```moves
piece = "knight"
at = "{chance.choice("cdef")}{chance.choice("345")}"
caption = "The moves of a Knight."
```

White moves first. A player who is checkmated loses. A stalemate is a draw.
"""


def make_games(count, folder):
    """Writes the book into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    variants = folder / "content/variants"
    variants.mkdir(parents=True)
    (folder / "fairybook.toml").write_text('title = "Games"\n')
    front = '+++\ntitle = "Games"\n+++\nA generated book.\n'
    (folder / "content/index.md").write_text(front)
    for number in range(count):
        chance = random.Random(number)
        (variants / f"game-{number:05}.toml").write_text(definition(number, chance))
        (variants / f"game-{number:05}.md").write_text(page(number, count, chance))


if __name__ == "__main__":
    make_games(int(sys.argv[1]), Path(sys.argv[2]))
