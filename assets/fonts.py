"""Makes the fonts of templates/fonts from the packages of Literata and Inter.

    python3 -m pip install fonttools brotli
    npm pack @fontsource/literata @fontsource/inter      (then unpack both)
    python3 assets/fonts.py LITERATA_PACKAGE INTER_PACKAGE

Each font keeps the letters of western European languages, some of their neighbours, and the signs of
these pages. Both families have the Open Font License; its texts stand beside the fonts. Other letters
are set in a font of the reader's own.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

SIGNS = [*range(0x20, 0x7F), *range(0xBF, 0x100), *map(ord, "\u00a0¡§©«®°±²³·»¼½¾–—‘’“”„†•…′″←↑→↓−")]
NEIGHBOURS = [ord(letter) for letter in "ąćęłńśźżŁŚŻčěřšžČŠŽőűğışœŒ"]
OUT = Path(__file__).resolve().parents[1] / "templates" / "fonts"

# Family, style, name, letters, features.
FONTS = [
    ("literata", "400-normal", "literata", SIGNS + NEIGHBOURS, ["kern", "onum", "lnum"]),
    ("literata", "400-italic", "literata-italic", SIGNS, ["kern", "onum", "lnum"]),
    ("inter", "400-normal", "inter", SIGNS + NEIGHBOURS, ["kern", "tnum"]),
    ("inter", "600-normal", "inter-semibold", SIGNS + NEIGHBOURS, ["kern"]),
]


def make(package, family, style, name, letters, features):
    """Joins the two parts of a font, and keeps these letters and features."""
    parts = []
    for part in ("latin", "latin-ext"):
        font = TTFont(package / "files" / f"{family}-{part}-{style}.woff2")
        font.flavor = None
        parts.append(OUT / f"{part}.ttf")
        font.save(parts[-1])
    font = Merger().merge([str(part) for part in parts])
    options = subset.Options(hinting=False, layout_features=features, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(OUT / f"{name}.woff2")
    for part in parts:
        part.unlink()


packages = dict(zip(("literata", "inter"), map(Path, sys.argv[1:3])))
for family, *rest in FONTS:
    make(packages[family], family, *rest)
