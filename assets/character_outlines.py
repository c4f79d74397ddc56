#!/usr/bin/env python3
"""Writes crates/diagram/src/glyph/characters.txt: the characters on pieces, as paths of few bytes.

    python3 -m venv venv && venv/bin/pip install fonttools
    venv/bin/python assets/character_outlines.py LXGWWenKai-Bold.ttf > crates/diagram/src/glyph/characters.txt
    venv/bin/python assets/character_outlines.py LXGWWenKai-Bold.ttf 楚河漢界 >> crates/diagram/src/font_outlines.txt

With characters as a second argument it writes lines of crates/diagram/src/font_outlines.txt: for names on boards.

The font is LXGW WenKai Bold 1.250 (Debian: fonts-lxgw-wenkai; SIL Open Font License). Each outline
is sampled, parted at its corners, and fitted anew with lines and cubic curves on a coarse grid.
"""

import math
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# One character for each piece, then what else two-character forms and boards need.
CHARACTERS = (
    "玉王飛車角行金将銀桂馬香歩兵龍成全圭杏と"  # shogi
    "醉醒太子猛豹銅"  # its larger relatives
    "帥將仕士相象俥傌炮砲卒"  # xiangqi
    "楚漢包"  # janggi
    "鵬鷹鶴雉鶉左右燕鵰雁"  # Tori Shogi
)
UNITS = 140  # of one em
LABEL_UNITS = 200  # of one em of the names on boards
TOLERANCE = 0.55  # of these units
CORNER = math.radians(33)


class Sampler(BasePen):
    """Collects contours as dense lists of points."""

    def __init__(self, glyphs, scale, middle):
        super().__init__(glyphs)
        self.contours, self.scale, self.middle = [], scale, middle

    def point(self, at):
        return ((at[0] - self.middle[0]) * self.scale, (self.middle[1] - at[1]) * self.scale)

    def _moveTo(self, at):
        self.contours.append([self.point(at)])

    def _lineTo(self, at):
        self.curve([self._getCurrentPoint(), at])

    def _curveToOne(self, a, b, c):
        self.curve([self._getCurrentPoint(), a, b, c])

    def _qCurveToOne(self, a, b):
        self.curve([self._getCurrentPoint(), a, b])

    def curve(self, places):
        places = [self.point(place) for place in places]
        length = sum(math.dist(a, b) for a, b in zip(places, places[1:]))
        steps = max(2, math.ceil(length / 0.7))
        for step in range(1, steps + 1):
            self.contours[-1].append(on_bezier(places, step / steps))


def on_bezier(places, share):
    while len(places) > 1:
        places = [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for a, b in zip(places, places[1:])
        ]
    return places[0]


def unit(a, b):
    length = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def corners(points):
    """The indices at which a closed contour turns sharply within about three units."""
    count, reach = len(points), 3
    turns = []
    for index in range(count):
        before = unit(points[index - reach], points[index])
        after = unit(points[index], points[(index + reach) % count])
        dot = max(-1.0, min(1.0, before[0] * after[0] + before[1] * after[1]))
        turns.append(math.acos(dot))
    sharp = []
    for index, turn in enumerate(turns):
        near = [turns[(index + by) % count] for by in range(-reach, reach + 1)]
        if turn > CORNER and turn == max(near) and not (sharp and index - sharp[-1] <= reach):
            sharp.append(index)
    return sharp or [0]


def fit(points, start, end):
    """Lines and cubics through a run of points; `start` and `end` are its tangents."""
    a, d = points[0], points[-1]
    if len(points) < 3 or off_line(points) < TOLERANCE:
        return [(d,)]
    lengths = [0.0]
    for p, q in zip(points, points[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))
    shares = [length / lengths[-1] for length in lengths]
    for _ in range(4):
        curve = least_squares(points, shares, start, end)
        worst, index = max(
            (math.dist(on_bezier(curve, share), point), index)
            for index, (share, point) in enumerate(zip(shares, points))
        )
        if worst < TOLERANCE:
            return [tuple(curve[1:])]
        shares = [nearer(curve, share, point) for share, point in zip(shares, points)]
    index = min(max(index, 1), len(points) - 2)
    low, high = max(0, index - 2), min(len(points) - 1, index + 2)
    along = unit(points[low], points[high])
    return fit(points[: index + 1], start, along) + fit(points[index:], along, end)


def off_line(points):
    a, d = points[0], points[-1]
    if math.dist(a, d) < 1e-6:
        return max(math.dist(a, p) for p in points)
    x, y = unit(a, d)
    return max(abs((p[0] - a[0]) * y - (p[1] - a[1]) * x) for p in points)


def least_squares(points, shares, start, end):
    a, d = points[0], points[-1]
    c00 = c01 = c11 = x0 = x1 = 0.0
    for (px, py), t in zip(points, shares):
        s = 1 - t
        b0, b1, b2, b3 = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        va, vb = (start[0] * b1, start[1] * b1), (-end[0] * b2, -end[1] * b2)
        rx = px - (b0 + b1) * a[0] - (b2 + b3) * d[0]
        ry = py - (b0 + b1) * a[1] - (b2 + b3) * d[1]
        c00 += va[0] ** 2 + va[1] ** 2
        c01 += va[0] * vb[0] + va[1] * vb[1]
        c11 += vb[0] ** 2 + vb[1] ** 2
        x0 += va[0] * rx + va[1] * ry
        x1 += vb[0] * rx + vb[1] * ry
    whole, third = c00 * c11 - c01 * c01, math.dist(a, d) / 3
    if abs(whole) > 1e-9:
        one, two = (x0 * c11 - x1 * c01) / whole, (c00 * x1 - c01 * x0) / whole
    else:
        one = two = third
    if min(one, two) < 0.1 or max(one, two) > 9 * third:
        one = two = third
    b = (a[0] + start[0] * one, a[1] + start[1] * one)
    c = (d[0] - end[0] * two, d[1] - end[1] * two)
    return [a, b, c, d]


def nearer(curve, share, point):
    tries = [max(0.0, min(1.0, share + by)) for by in (-0.04, -0.02, -0.01, 0, 0.01, 0.02, 0.04)]
    return min(tries, key=lambda t: math.dist(on_bezier(curve, t), point))


def numbers(values):
    text = ""
    for value in values:
        text += f" {value}" if text and value >= 0 else f"{value}"
    return text


def path(contour, before=None):
    """One closed contour, its first place absolute or relative to `before`, all others relative."""
    points = contour[:-1] if math.dist(contour[0], contour[-1]) < 1e-6 else contour
    if len(points) < 8:
        return "", before
    sharp = corners(points)
    points = points[sharp[0] :] + points[: sharp[0]]
    sharp = [index - sharp[0] for index in sharp] + [len(points)]
    closed = points + points[:1]
    segments = []
    for first, last in zip(sharp, sharp[1:]):
        run = closed[first : last + 1]
        if last - first < 2:
            segments.append((run[-1],))
            continue
        segments += fit(run, unit(run[0], run[2]), unit(run[-3], run[-1]))
    at = tuple(round(value) for value in points[0])
    start = at
    if before is None:
        text, last = "M" + numbers(at), ""
    else:
        text, last = "m" + numbers([at[0] - before[0], at[1] - before[1]]), ""
    for number, segment in enumerate(segments):
        ends = [tuple(round(value) for value in place) for place in segment]
        moved = [value - at[axis] for place in ends for axis, value in enumerate(place)]
        to = ends[-1]
        if len(ends) == 1:
            if to == at or number == len(segments) - 1:
                continue
            dx, dy = moved
            name, values = ("h", [dx]) if dy == 0 else ("v", [dy]) if dx == 0 else ("l", moved)
        else:
            name, values = "c", moved
        body = numbers(values)
        joint = "" if name != last else ("" if body.startswith("-") else " ")
        text += (name if name != last else joint) + body
        last, at = name, to
    return text + "z", start


def labels(file, characters):
    font = TTFont(file, fontNumber=0)
    glyphs, em = font.getGlyphSet(), font["head"].unitsPerEm
    for character in sorted(characters):
        glyph = glyphs[font.getBestCmap()[ord(character)]]
        sampler = Sampler(glyphs, LABEL_UNITS / em, (0, 0))
        glyph.draw(sampler)
        text, before = "", None
        for contour in sampler.contours:
            one, before = path(contour, before)
            text += one
        print(character, round(glyph.width * LABEL_UNITS / em), text)


def main(file):
    font = TTFont(file, fontNumber=0)
    cmap, glyphs = font.getBestCmap(), font.getGlyphSet()
    em = font["head"].unitsPerEm
    print("# Characters on pieces: the character and its path, in units of which 140 are one em, around its middle;")
    print("# all steps after each M are relative. From LXGW WenKai Bold 1.250, by assets/character_outlines.py")
    print("# (SIL Open Font License: LICENSE-OFL.txt beside this file).")
    for character in sorted(set(CHARACTERS)):
        glyph = glyphs[cmap[ord(character)]]
        sampler = Sampler(glyphs, UNITS / em, (0, 0))
        glyph.draw(sampler)
        places = [place for contour in sampler.contours for place in contour]
        middle = [(min(p[axis] for p in places) + max(p[axis] for p in places)) / 2 for axis in (0, 1)]
        moved = [[(x - middle[0], y - middle[1]) for x, y in contour] for contour in sampler.contours]
        print(character, "".join(path(contour)[0] for contour in moved))


if len(sys.argv) > 2:
    labels(sys.argv[1], sys.argv[2])
else:
    main(sys.argv[1])
