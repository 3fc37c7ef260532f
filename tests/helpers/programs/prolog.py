"""SWI-Prolog for the programs of the course: the machine's, which is installed if there is none.

Without it a test fails. A page holds blocks marked ``prolog``: those that begin with ``?-`` are questions with their
answers, as SWI-Prolog itself would print the first one; the others are together one program.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from pathlib import Path

from patience import PATIENCE
from system_packages import install_package

BLOCK = re.compile(r"^```prolog\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUESTION = re.compile(r"(\?- .*?\.)\n(.*?\.)\n(?=\n|\Z)", re.DOTALL)

ASKING = r"""
:- initialization(main, main).

main([Program, Questions]) :-
    load_files(user:Program, []),
    setup_call_cleanup(open(Questions, read, Stream), ask_all(Stream), close(Stream)).

ask_all(Stream) :-
    read_term(Stream, Term, [variable_names(Names), singletons(_)]),
    (   Term = (?- Goal)
    ->  ask(Goal, Names), nl, ask_all(Stream)
    ;   true
    ).

ask(Goal, Names) :-
    (   catch(user:Goal, Error, (print_message(error, Error), fail))
    ->  exclude(unbound, Names, Bound), show(Bound)
    ;   write('false.'), nl
    ).

unbound(_ = Value) :- var(Value).

show([]) :- write('true.'), nl.
show([Name = Value]) :- !, show_one(Name, Value), write('.'), nl.
show([Name = Value | Rest]) :- show_one(Name, Value), write(','), nl, show(Rest).

show_one(Name, Value) :-
    format("~w = ", [Name]),
    write_term(Value, [quoted(true), portray(true), spacing(next_argument)]).
"""


@functools.cache
def swipl() -> str:
    """The program."""
    if not shutil.which("swipl"):
        install_package("swi-prolog-nox", "swi-prolog")
    found = shutil.which("swipl")
    assert found, "The course's Prolog is run with SWI-Prolog, which could neither be found nor installed: install it."
    return found


def ask_prolog(program: str, questions: list[str], folder: Path) -> list[str]:
    """The first answer to each question, as SWI-Prolog prints it; a warning of any kind is a failure."""
    texts = {"asking.pl": ASKING, "program.pl": program, "questions.pl": "\n".join(questions) + "\n"}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [swipl(), "-f", "none", "asking.pl", "--", "program.pl", "questions.pl"],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [answer.strip() for answer in done.stdout.split("\n\n") if answer.strip()]


def read_prolog(page: str) -> tuple[str, list[tuple[str, str]]]:
    """The program of a page, and its questions, each with the answer that the page gives."""
    blocks = BLOCK.findall(page)
    program = "\n".join(block for block in blocks if not block.startswith("?-"))
    asked = []
    for block in blocks:
        if block.startswith("?-"):
            found = QUESTION.findall(block)
            assert "".join(f"{question}\n{answer}\n\n" for question, answer in found).strip() == block.strip(), block
            asked += found
    return program, asked
