"""Makes one-token changes in the sources, one at a time, and looks whether a test fails.

    python3 .ci/mutants/run.py [--count N] [--minutes M] [--again [FILE:LINE…]] [--budget SECONDS]
                                   [--slow SECONDS] [--tests lib|suite] [--also FILE:LINE…] [--report]

A sample of the changes, spread over all files of FOLDERS, is put into one copy of the project, each
behind a switch; the copy is compiled once, and the tests that reach a change run with it. What
became of each change stands in target/mutants/log.tsv: a run goes on where the last one stopped.
SEED=7 draws another sample; --also adds all changes of some lines. --again tries those that survived
once more, or those of some lines. --budget bounds the processor time for one change; what survives is
then reported with the number of tests left out. --slow leaves out tests that take longer than so many
seconds, --tests takes only unit tests or only the others.

tests/data/mutants/equivalent.txt lists changes that change nothing, with the reason. An entry is
the text around the change; names do not matter, so that it still applies after a rename.
"""

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

# Folders that are changed.
FOLDERS = """
    crates/core/src/rules crates/core/src/program crates/core/src/directions
    src/answers/query src/proofs/claim src/definitions/variant src/definitions/expression src/definitions/game_text
""".split()
# The switch is a module of the lower library, which the upper one shows as its own.
LIBRARIES = {"crates/core/src/lib.rs": "pub mod mutants;", "src/lib.rs": "pub use fairybook_core::mutants;"}
ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target" / "mutants"
TREE, BUILD, LOG = WORK / "tree", WORK / "build", WORK / "log.tsv"
EQUIVALENT = ROOT / "tests" / "data" / "mutants" / "equivalent.txt"
SEED = os.environ.get("SEED", "1")
MEMORY = 6 << 30

TOKEN = re.compile(r'//[^\n]*|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|\d[\w.]*|[^\w\s]')


def run(command, **options):
    return subprocess.run(["nice", "-n", "19", *map(str, command)], text=True, **options)


# ---- the changes -------------------------------------------------------------------------------


class Change:
    """One change: its number, its place, the words around it and a key that outlives the run."""

    def __init__(self, line, texts, seen):
        number, file, place, start, end, first, last, words = line.rstrip("\n").split("\t")
        self.number, self.file, self.line, self.words = int(number), file, int(place), words
        self.function = (file, int(first))
        text = texts[file]
        before = tokens(text[int(first) : int(start)].decode())[-10:]
        after = tokens(text[int(end) : int(last)].decode())[:10]
        self.context = " ".join([*before, "⟦" + words + "⟧", *after])
        same = f"{file} {self.context}"
        seen[same] += 1
        self.key = hashlib.sha1(f"{same} {seen[same]}".encode()).hexdigest()[:12]

    def shape(self):
        return shape(self.context)

    def __str__(self):
        return f"{self.file}:{self.line}: {self.words}"


def tokens(text):
    found = [token for token in TOKEN.findall(text) if not token.startswith("//")]
    # A comma before a closing bracket depends on the length of the line.
    return [a for a, b in zip(found, found[1:] + [""]) if not (a == "," and b in tuple(")]}"))]


def shape(context):
    """The text around a change without its names."""
    return " ".join("x" if re.match(r"[A-Za-z_]", word) else word for word in TOKEN.findall(context))


def listed(tool):
    lost = [folder for folder in FOLDERS if not (ROOT / folder).is_dir()]
    if lost:
        sys.exit(f"no folder {', '.join(lost)}: mend FOLDERS in {__file__}")
    lines = run([tool, "list", ROOT, *FOLDERS], stdout=subprocess.PIPE, check=True).stdout
    lines = lines.splitlines()
    texts = {line.split("\t")[1]: None for line in lines}
    texts = {file: (ROOT / file).read_bytes() for file in texts}
    seen = Counter()
    return FOLDERS, [Change(line, texts, seen) for line in lines]


def in_order(changes):
    """Spread over the files: each prefix takes the same share of each of them."""
    files = defaultdict(list)
    for change in changes:
        files[change.file].append(change)
    places = []
    for of_file in files.values():
        drawn = sorted(of_file, key=lambda it: hashlib.sha1((SEED + it.key).encode()).hexdigest())
        places += [(rank / len(drawn), it.key, it) for rank, it in enumerate(drawn)]
    return [change for _, _, change in sorted(places, key=lambda place: place[:2])]


# ---- the copy ----------------------------------------------------------------------------------


def copy_tree(changed):
    """A copy of the project but for the changed files; what is the same keeps its time."""
    names = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE)
    names = [name for name in names.stdout.splitlines() if (ROOT / name).is_file()]
    for name in names:
        source, copy = ROOT / name, TREE / name
        if name in LIBRARIES or name in changed:
            continue  # written with the changes
        if not copy.exists() or source.read_bytes() != copy.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    for path in list(TREE.rglob("*")):
        relative = path.relative_to(TREE)
        if path.is_file() and relative.parts[0] in ("crates", "src", "tests", "content"):
            if not (ROOT / relative).exists() and relative.name != "mutants.rs":
                path.unlink()


def put(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def prepare_build():
    """Takes over compiled dependencies, where there are some."""
    for part in ("deps", "build", ".fingerprint"):
        source, copy = ROOT / "target" / "debug" / part, BUILD / "debug" / part
        if source.is_dir() and not copy.is_dir():
            copy.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-al", source, copy], check=True)


def write(tool, folders, wanted):
    """Writes the changes into the copy; returns where they stand."""
    (WORK / "wanted").write_text(" ".join(str(number) for number in sorted(wanted)))
    command = [tool, "write", ROOT, TREE, WORK / "wanted", *folders]
    lines = run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    marks = defaultdict(list)
    for line in lines:
        file, kind, start, end, numbers = line.split("\t")
        marks[file].append((kind, int(start), int(end), [int(it) for it in numbers.split()]))
    for name, line in LIBRARIES.items():
        put(TREE / name, f"#![allow(warnings)]\n{(ROOT / name).read_text()}\n{line}\n")
    switch = (Path(__file__).parent / "switch.rs").read_text()
    switch += f"\nconst SITES: usize = {max(wanted) + 1};\n"
    put(TREE / "crates" / "core" / "src" / "mutants.rs", switch)
    return marks


def cargo(*arguments):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(BUILD)}
    command = ["cargo", *arguments, "--message-format=json"]
    done = run(command, cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def spans(message):
    found = list(message["spans"])
    for child in message["children"]:
        found += child["spans"]
    return found


def guilty(messages, marks, sample):
    """The changes that errors of the compiler point at: else removed statements, else what is near."""
    removed = {change.number for change in sample if change.words.endswith("(removed)")}
    dropped = set()
    for message in messages:
        if message.get("reason") != "compiler-message" or message["message"]["level"] != "error":
            continue
        found, within, around = set(), set(), set()
        for span in spans(message["message"]):
            while span.get("expansion") and span["file_name"] not in marks:
                span = span["expansion"]["span"]
            here, end = span["byte_start"], span["byte_end"]
            sites = []
            for kind, start, stop, numbers in marks.get(span["file_name"], []):
                if kind == "change" and start <= here and end <= stop:
                    found.update(numbers)
                elif kind == "site" and span["is_primary"]:
                    if here <= start and stop <= end:
                        within.update(numbers)
                    elif start <= here and end <= stop:
                        sites.append((stop - start, numbers))
            around.update(min(sites)[1] if sites else [])
        dropped |= found or within & removed or around or within
    return dropped


def compile_copy(tool, folders, sample, command):
    """Leaves out what does not compile, and logs it; returns what is left."""
    wanted = {change.number for change in sample}
    for attempt in range(40):
        marks = write(tool, folders, wanted)
        began = time.time()
        done, messages = cargo(*command)
        if done.returncode == 0:
            return wanted, marks
        dropped = guilty(messages, marks, sample) & wanted
        errors = [it for it in messages if it.get("reason") == "compiler-message"]
        errors = [it["message"] for it in errors if it["message"]["level"] == "error"]
        print(f"round {attempt}: {len(errors)} errors, {len(dropped)} changes do not compile"
              f" ({time.time() - began:.0f} s)", flush=True)
        if not dropped:
            for error in errors[:5]:
                print(error.get("rendered"))
            sys.exit(done.stderr[-2000:] + "\nthe copy does not compile")
        wanted -= dropped
        for change in sample:
            if change.number in dropped:
                write_log(change, "no compile", "", 0)
    sys.exit("too many rounds")


def test_binaries(targets):
    done, messages = cargo("test", "--no-run", *targets)
    if done.returncode != 0:
        sys.exit(done.stderr[-4000:])
    return [it["executable"] for it in messages if it.get("executable") and it["profile"]["test"]]


# ---- the tests ---------------------------------------------------------------------------------


class Test:
    """A test: its program, its name, the processor time it takes, the sites it reaches."""

    def __init__(self, program, name, seconds, sites):
        self.program, self.name, self.seconds, self.sites = program, name, seconds, sites


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start(program, names, mutant, seconds):
    """Runs tests until one fails; returns the name of the one that did, or None."""

    def limit():
        os.setpgrp()
        os.nice(19)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    environment = {**os.environ, "MUTANT": str(mutant), "RUST_BACKTRACE": "0"}
    environment["CARGO_MANIFEST_DIR"] = str(TREE)
    child = subprocess.Popen(
        [program, "--exact", "--test-threads=1", *names], cwd=TREE, env=environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        preexec_fn=limit, errors="replace")
    failed = name = None
    for line in child.stdout:
        begun = re.search(r"test (\S+)(?: - should panic)? \.\.\.", line)
        name = begun[1] if begun else name
        if line.rstrip().endswith("FAILED") and not line.startswith("test result"):
            failed = name or "?"
            break
    if failed:
        os.killpg(child.pid, signal.SIGKILL)
    code = child.wait()
    child.stdout.close()
    return failed or (f"{name or '?'} (exit {code})" if code else None)


def record(programs, stamp, limit):
    """What each test reaches; kept until the copy changes."""
    stamp = f"{stamp} {limit}"
    path = WORK / "reached.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    if known.get("stamp") == stamp:
        return [Test(*it) for it in known["tests"]]
    tests, reached = [], WORK / "reached"
    os.environ["MUTANT_RECORD"] = str(reached)
    for program in programs:
        names = run([program, "--list"], cwd=TREE, stdout=subprocess.PIPE).stdout.splitlines()
        ignored = run([program, "--list", "--ignored"], cwd=TREE, stdout=subprocess.PIPE).stdout
        names = [it[: -len(": test")] for it in names if it.endswith(": test")]
        names = [it for it in names if f"{it}: test" not in ignored.splitlines()]
        for name in names:
            reached.unlink(missing_ok=True)
            before = used()
            failed = start(program, [name], "record", limit)
            seconds = used() - before
            sites = [int(it) for it in reached.read_text().split()] if reached.exists() else []
            if failed:
                print(f"left out: {name} fails without a change, or takes too long", flush=True)
            elif sites:
                tests.append(Test(program, name, seconds, sorted(set(sites))))
    del os.environ["MUTANT_RECORD"]
    rows = [[it.program, it.name, it.seconds, it.sites] for it in tests]
    path.write_text(json.dumps({"stamp": stamp, "tests": rows}))
    return tests


class Trials:
    """Tries changes, those tests first that found others nearby."""

    def __init__(self, tests, marks):
        self.kills = Counter()
        self.site = {}
        for kind, _, _, numbers in (mark for of_file in marks.values() for mark in of_file):
            if kind == "site":
                self.site.update({number: numbers[0] for number in numbers})
        self.by_site = defaultdict(list)
        for test in tests:
            for site in test.sites:
                self.by_site[site].append(test)

    def found(self, change, name):
        for place in (change.function, change.file, None):
            self.kills[place, name] += 1

    def worth(self, change, test):
        near = 50 * self.kills[change.function, test.name] + 5 * self.kills[change.file, test.name]
        return (1 + near + self.kills[None, test.name]) / (test.seconds + 0.1)

    def batches(self, change, budget):
        """The tests to run, in small groups first; and how many the budget leaves out."""
        tests = self.by_site[self.site[change.number]]
        tests = sorted(tests, key=lambda test: -self.worth(change, test))
        groups, bound, spent, left = [], 0.3, 0.0, 0
        group, size = [], 0.0
        for test in tests:
            if budget and spent + test.seconds > budget:
                left += 1
                continue
            spent += test.seconds
            if group and (size + test.seconds > bound or group[0].program != test.program):
                groups.append((group, size))
                group, size, bound = [], 0.0, min(bound * 2, 20)
            group.append(test)
            size += test.seconds
        return groups + ([(group, size)] if group else []), left

    def attempt(self, change, budget):
        groups, left = self.batches(change, budget)
        if not groups:
            return ("unreached", "") if not left else ("survived", f"{left} tests left out")
        for group, size in groups:
            names = [test.name for test in group]
            failed = start(group[0].program, names, change.number, int(10 * size + 20))
            if failed:
                self.found(change, failed)
                return "killed", failed
        return "survived", f"{left} tests left out" if left else ""


# ---- the log -----------------------------------------------------------------------------------


def read_log():
    rows = {}
    if LOG.exists():
        for line in LOG.read_text().splitlines():
            key, status, *rest = line.split("\t")
            # What some tests found stays found when others are tried.
            if rows.get(key, ("",))[0] != "killed":
                rows[key] = (status, rest)
    return rows


def write_log(change, status, detail, seconds):
    place = f"{change.file}:{change.line}"
    with LOG.open("a") as log:
        log.write(f"{change.key}\t{status}\t{place}\t{change.words}\t{detail}\t{seconds:.1f}\n")


def equivalents():
    """Shapes of the changes that change nothing."""
    if not EQUIVALENT.exists():
        return set()
    lines = EQUIVALENT.read_text().splitlines()
    return {shape(line) for line in lines if "⟦" in line}


def report(changes, rows):
    excused = equivalents()
    counts, files = Counter(), defaultdict(Counter)
    for change in changes:
        status = rows.get(change.key, (None,))[0]
        if status in ("survived", "unreached") and change.shape() in excused:
            status = "equivalent"
        if status in (None, "no compile"):
            continue
        counts[status] += 1
        files[change.file][status] += 1
        if status in ("survived", "unreached"):
            print(f"{status}: {change} {' '.join(rows[change.key][1][2:])}\n    {change.context}")
    for file, of_file in sorted(files.items()):
        print(f"{file}: " + ", ".join(f"{count} {status}" for status, count in sorted(of_file.items())))
    total = sum(counts.values())
    print(f"mutants: {total} tried, {counts['killed']} killed, {counts['equivalent']} equivalent,"
          f" {counts['survived'] + counts['unreached']} survived"
          f" ({counts['unreached']} of them reached by no test)")
    return counts["survived"] + counts["unreached"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--budget", type=float, default=0)
    parser.add_argument("--tests", choices=["all", "lib", "suite"], default="all")
    parser.add_argument("--slow", type=int, default=300)
    parser.add_argument("--also", nargs="*", default=[], metavar="FILE:LINE")
    parser.add_argument("--again", nargs="*", metavar="FILE:LINE")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    stop = time.time() + 60 * options.minutes

    environment = {**os.environ, "CARGO_TARGET_DIR": str(WORK / "tool")}
    manifest = Path(__file__).parent / "Cargo.toml"
    command = ["cargo", "build", "--release", "--quiet", "--manifest-path", manifest]
    run(command, env=environment, check=True)
    tool = WORK / "tool" / "release" / "mutants"
    folders, changes = listed(tool)
    rows = read_log()
    order = in_order(changes)
    sample = [it for index, it in enumerate(order)
              if index < options.count or f"{it.file}:{it.line}" in options.also]
    sample = [it for it in sample if rows.get(it.key, ("",))[0] != "no compile"]
    if options.report:
        sys.exit(report(changes, rows) > 0)

    TREE.mkdir(parents=True, exist_ok=True)
    copy_tree({change.file for change in changes})
    prepare_build()
    # Unit tests do without the library itself.
    command = ["test", "--no-run", "--lib"] if options.tests == "lib" else ["build", "--lib"]
    wanted, marks = compile_copy(tool, folders, sample, command)
    sample = [change for change in sample if change.number in wanted]
    print(f"{len(changes)} changes known, {len(sample)} compiled", flush=True)
    targets = {"all": ["--lib", "--test", "suite"], "lib": ["--lib"], "suite": ["--test", "suite"]}
    programs = test_binaries(targets[options.tests])
    stamp = "".join(hashlib.sha1(Path(it).read_bytes()).hexdigest() for it in programs)
    tests = record(programs, stamp, options.slow)
    print(f"{len(tests)} tests reach them, {sum(it.seconds for it in tests):.0f} s", flush=True)

    trials = Trials(tests, marks)
    by_key = {change.key: change for change in changes}
    for key, (status, rest) in rows.items():
        if status == "killed" and key in by_key and len(rest) > 2:
            trials.found(by_key[key], rest[2])
    for index, change in enumerate(sample):
        if options.again is None:
            wanted_now = change.key not in rows
        else:
            lines = options.again or [f"{change.file}:{change.line}"]
            survived = rows.get(change.key, ("",))[0] in ("survived", "unreached")
            wanted_now = survived and f"{change.file}:{change.line}" in lines
        if not wanted_now:
            continue
        if time.time() > stop:
            print("out of time; the next run goes on from here")
            break
        before = used()
        status, detail = trials.attempt(change, options.budget)
        seconds = used() - before
        if (status, rows.get(change.key, ("",))[0]) == ("unreached", "survived"):
            status = "survived"  # these tests do not reach it, but others did
        write_log(change, status, detail, seconds)
        print(f"{index + 1} {status} {change} {detail} {seconds:.1f}", flush=True)
    sys.exit(report(changes, read_log()) > 0)


if __name__ == "__main__":
    main()
