"""Native code runs in workers that own its memory: Ctrl-C, a fork or the end of the process never takes it away."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import weakref

import numpy as np
import pytest
from patience import until

from elagage import load, solve
from elagage.analysis import ask
from elagage.compiler.kernel import JIT, compilations
from elagage.compiler.link import link_rules
from elagage.compiler.workers import (
    Abandoned,
    Job,
    check_stop,
    heed_stop,
    hold_interrupts,
    is_deep,
    run_compilation,
    run_job,
)
from elagage.errors import Stopped
from elagage.game import Game
from elagage.question import Question, Wishes
from elagage.result import Limits
from elagage.search.compiled import Engine
from elagage.search.compiled.quiescence import LOOK_EVERY

native = pytest.mark.skipif(not JIT, reason="the compiler is off")


def run_script(text, *words):
    """Run a program; what it printed. It must end by itself, and well."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout.split()


def test_work_is_done_elsewhere_and_its_errors_come_back():
    here = threading.get_ident()
    assert run_job(threading.get_ident) != here
    assert run_job(is_deep)
    assert not is_deep()
    assert run_job(lambda: run_job(threading.get_ident) == threading.get_ident())
    with pytest.raises(ZeroDivisionError):
        run_job(lambda: 1 // 0)


def test_a_worker_is_used_again():
    assert len({run_job(threading.get_ident) for _number in range(20)}) <= 2


def test_ctrl_c_sets_the_halt_word_and_waits_for_the_end():
    halt, ended = np.zeros(1, dtype=np.int64), []

    def work(word):
        os.kill(os.getpid(), signal.SIGINT)
        until(lambda: word[0])
        ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        run_job(work, (halt,), (halt, 0))
    assert ended == [True]


def test_a_job_owns_its_memory_until_it_has_ended():
    """The caller drops everything; the array goes when the work has ended, and not before."""
    go, seen = threading.Event(), []
    array = np.zeros(8)
    alive = weakref.ref(array)
    job = Job(lambda held: (go.wait(), seen.append(held.sum())), (array,))
    job.start()
    del array
    gc.collect()
    assert alive() is not None
    go.set()
    until(lambda: job.ended)
    gc.collect()
    assert (seen, alive()) == ([0.0], None)


def test_compilation_can_be_left_and_goes_on():
    go, done = threading.Event(), threading.Event()

    def work():
        os.kill(os.getpid(), signal.SIGINT)
        go.wait()
        done.set()

    with pytest.raises(KeyboardInterrupt):
        run_compilation(work)
    assert not done.is_set()
    go.set()
    until(done.is_set)


def test_compilation_heeds_a_stop():
    go = threading.Event()
    with heed_stop(lambda: True), pytest.raises(Abandoned):
        check_stop()
    asked = []
    with heed_stop(lambda: bool(asked)), pytest.raises(Abandoned):
        run_compilation(lambda: (asked.append(1), go.wait()))
    go.set()
    check_stop()


def test_interrupts_can_wait():
    order = []

    def work_on():
        with hold_interrupts():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            order.append("inside")

    with pytest.raises(KeyboardInterrupt):
        work_on()
    assert order == ["inside"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@native
def test_a_stop_ends_the_compilation_and_gives_what_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    game = load("connect4:4x3")
    before = compilations()
    result = ask(Question(game, game.start(), Limits(depth=12), Wishes()), stop=lambda: True)
    assert (result.exact, compilations() - before) == (False, 0)
    with pytest.raises(Stopped):
        solve(game, stop=lambda: True)
    assert solve(game).value == 0  # nothing was taken for a refusal
    assert compilations() - before == 1


@native
def test_kernels_look_at_their_halt_word_often():
    assert LOOK_EVERY <= 4096


@native
def test_an_engine_that_was_left_running_gets_new_memory():
    """A kernel that does not come back keeps its memory; the next search takes another."""
    engine = Engine(load("tictactoe"), memory=1)
    go = threading.Event()
    stuck = Job(go.wait)
    engine.jobs = [stuck]
    stuck.start()
    before = engine.table
    assert engine.deepen(load("tictactoe").start(), Limits(depth=9)).value == 0
    assert engine.table is not before
    go.set()


AGAIN_AND_AGAIN = """
    import os, signal, sys, threading, time
    import elagage
    from elagage import analyse
    from elagage.analysis import ask
    from elagage.question import Question, Wishes
    from elagage.result import Limits

    inside = []
    def hear(number, frame):
        if inside:
            raise KeyboardInterrupt
    signal.signal(signal.SIGINT, hear)
    game = elagage.load("othello")
    quiet = analyse(game, depth=5).value
    for times in (1, 3, 3, 3, 5):
        started = threading.Event()
        def hit():
            started.wait()
            for _number in range(times):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.001)
        thread = threading.Thread(target=hit)
        thread.start()
        try:
            inside.append(1)
            ask(Question(game, game.start(), Limits(depth=60), Wishes()), on_info=lambda info: started.set())
            print("finished")
        except KeyboardInterrupt:
            inside.clear()
            print("interrupted")
        thread.join()
    assert analyse(game, depth=5).value == quiet
"""


@native
def test_ctrl_c_again_and_again_leaves_the_process_alive():
    assert run_script(AGAIN_AND_AGAIN) == ["interrupted"] * 5


@native
def test_a_process_ends_while_searches_and_compilations_run():
    text = """
        import threading, time
        import elagage
        from elagage.analysis import ask
        from elagage.question import Question, Wishes
        from elagage.result import Limits
        from elagage.compiler.workers import Job
        started = threading.Event()
        game = elagage.load("othello")
        def search():
            ask(Question(game, game.start(), Limits(depth=60), Wishes()), on_info=lambda info: started.set())
        threading.Thread(target=search, daemon=True).start()
        started.wait()
        Job(time.sleep, (3600,)).start()
        print("ends")
    """
    assert run_script(text) == ["ends"]


@native
def test_a_process_ends_in_the_middle_of_a_compilation_with_its_own_code(tmp_path):
    """LLVM is at work all the time, in a worker; its destructors must not run meanwhile."""
    text = """
        import sys, threading
        import elagage
        from elagage.compiler.native import native_game
        started, generate = threading.Event(), native_game.generate_code
        def generate_for_ever(text):
            started.set()
            while True:
                generate(text)
        native_game.generate_code = generate_for_ever
        threading.Thread(target=elagage.analyse, args=("othello",), kwargs={"depth": 3}, daemon=True).start()
        started.wait()
        print("ends")
        sys.exit(7)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        env={**os.environ, "ELAGAGE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, "ends\n", "")


@native
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_a_search_runs_can_search_too():
    text = """
        import os, threading
        import elagage
        from elagage.analysis import ask
        from elagage.question import Question, Wishes
        from elagage.result import Limits
        game = elagage.load("othello")
        quiet = elagage.analyse(game, depth=4).value
        started, done = threading.Event(), []
        def search():
            ask(Question(game, game.start(), Limits(depth=60), Wishes()), on_info=lambda info: started.set())
        threading.Thread(target=search, daemon=True).start()
        started.wait()
        child = os.fork()
        if not child:
            os._exit(0 if elagage.analyse(game, depth=4).value == quiet else 1)
        print(os.waitpid(child, 0)[1])
    """
    assert run_script(text) == ["0"]


@native
def test_an_interrupted_analysis_leaves_a_checkpoint_to_go_on_from(tmp_path):
    """Ctrl-C in the library comes between two slices: what is kept is complete."""
    path = tmp_path / "kept"
    told = []

    def interrupt(phase, done, total):
        if not told:
            told.append(phase)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        solve("tictactoe", method="retrograde", checkpoint=path, on_progress=interrupt)
    assert solve("tictactoe", method="retrograde", checkpoint=path, resume=True).value == 0


class Letters(Game):
    """A game whose states are texts."""

    def start(self):
        return "aaaaa"

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        return range(min(2, len(state)))

    def play(self, state, move):
        return state[move + 1 :]

    def score(self, state):
        return 1


@native
def test_a_root_holds_its_memory():
    """A state that is not a few integers lies in memory that goes with its words, and not before them."""
    words = link_rules(Letters()).flatten(Letters().start())
    arena = weakref.ref(words.arena)
    gc.collect()
    assert arena() is not None
    del words
    gc.collect()
    assert arena() is None


def test_a_worker_can_import_after_an_import_was_interrupted():
    """Ctrl-C at the wrong moment leaves Python's lock of all imports with the thread that was interrupted."""
    text = (
        "import _imp, sys\n"
        "from elagage.compiler.workers import run_job\n"
        "_imp.acquire_lock()\n"
        "_imp.acquire_lock()\n"
        "print(run_job(lambda: __import__('colorsys').__name__))\n"
        "print(_imp.lock_held())\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["colorsys", "False"]
