"""From a text to a game: a name with parameters, a literal tree, or a file of the user's.

connect4   connect4:6x5   nim:3,4,5   "((5 6) (7 4 5))"   my_game.py   my_game.py:ClassName

A file holds a class that derives from Game, or says its game in one of the ways of ``ways/``.
"""

from __future__ import annotations

import inspect
import linecache
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, overload

from elagage.errors import ElagageError, LoadError
from elagage.game import Game, Move, State
from elagage.games import CATALOGUE, make
from elagage.i18n import Message

__all__ = [
    "as_game_has_it", "class_in_file", "is_user_module", "load", "make_instance", "read_position", "split_path",
]  # fmt: skip

PREFIX = "elagage_user_"
"""What the module of a user's file is called, before the file's own name."""
REQUIRED = ("start", "player", "moves", "play", "score")


@overload
def load(source: Game[State, Move] | type[Game[State, Move]]) -> Game[State, Move]: ...


@overload
def load(source: str | Mapping[str, Any] | ModuleType | type) -> Game[Any, Any]: ...


def load(source: Any) -> Game[Any, Any]:
    """The game that a text names; a game itself is given back as it is, and a class of games is made into one.

    A class of boards, a module with a game's functions and a dict of what such a module holds are games too. If the
    states of a game can't be hashed or are changed in place, it is given back with frozen ones.

    >>> load("connect4:6x5").width
    6
    >>> load({"graph": {"a": ["b", "c"]}, "ends": {"b": 1, "c": -1}}).moves(("a", 0))
    ('b', 'c')
    >>> load({"a": ["b", "c"], "b": [3, 12], "c": [2, 8]}).moves(("b", 1))
    (3, 12)
    """
    if isinstance(source, Game):
        return freeze_if_needed(source)
    if inspect.isclass(source) and issubclass(source, Game):
        return freeze_if_needed(instance(source))
    if isinstance(source, Mapping | ModuleType) or inspect.isclass(source):
        return load_members(source)
    if not isinstance(source, str):
        raise LoadError("{value} is no game: give a name, a file or a Game.", value=repr(source)[:80])
    text = source.strip()
    path, class_name = split_path(text)
    if path is not None:
        return load_file(path, class_name, text)
    if TREE.match(text):
        return make("tree", text)
    name, _colon, parameters = text.partition(":")
    if name.casefold() not in CATALOGUE:
        raise LoadError(
            "There is no game '{name}'; the games are {games}, or give a Python file.",
            name=name,
            games=", ".join(CATALOGUE),
        )
    return make(name.casefold(), parameters)


def read_position(game: Game[Any, Any], state: Any) -> Any:
    """The first state if None is given, the one that a text describes, or the state itself."""
    if state is None:
        return game.start()
    return game.parse_state(state) if isinstance(state, str) else as_game_has_it(game, state)


def as_game_has_it(game: Game[Any, Any], state: Any) -> Any:
    """A state as a caller has it, as the game's searches want it: frozen, if those of the game are."""
    if not hasattr(game, "written"):
        return state
    from elagage.ways import freeze_position

    return freeze_position(game, state)


TREE = re.compile(r"[^\s:/=()]*(?:\s*=\s*)?\(")
"""How a literal tree begins: with a bracket, perhaps after the root's name."""


def split_path(text: str) -> tuple[Path | None, str]:
    """The file and the class of ``file.py:Class``; no file if the text is not of that form."""
    file, colon, class_name = text.rpartition(":")
    if colon and file.endswith(".py") and class_name.isidentifier():
        return Path(file), class_name
    if text.endswith(".py") or ("/" in text.partition(":")[0] and not TREE.match(text)):
        return Path(text), ""
    return None, ""


def load_file(path: Path, class_name: str, spec: str) -> Game[Any, Any]:
    """The game in a user's file: the class of that name, the only one there is, or what the file says otherwise."""
    from elagage.ways import find_game

    module = import_file(path)
    classes = classes_in(module, Game)
    game = None if class_name in classes or (classes and not class_name) else find_game(vars(module), path, class_name)
    if game is None:
        cls = choose_class(
            classes,
            path,
            class_name,
            none=Message(
                "{path} holds no game: write a class that derives from elagage.Game in it, or say the game by "
                "functions, a graph or a board."
            ),
            several=Message("{path} holds several games ({names}): choose one, as in {path}:{last}."),
            unknown=Message("{path} holds no game '{name}'; it has {names}."),
        )
        game = freeze_if_needed(instance(cls))
    game.spec = spec
    return game


def freeze_if_needed(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game, with frozen states if its own can't be remembered; those of the package can."""
    if type(game).__module__.startswith("elagage.games."):
        return game
    from elagage.ways import add_border

    return add_border(game)


def load_members(source: Mapping[str, Any] | ModuleType | type) -> Game[Any, Any]:
    """The game that a module, a dict of names or a class of boards says."""
    from elagage.ways import find_game

    if isinstance(source, type):
        members: Mapping[str, Any] = {"__name__": source.__module__, source.__name__: source}
    else:
        members = vars(source) if isinstance(source, ModuleType) else source
    classes = [value for value in members.values() if inspect.isclass(value) and issubclass(value, Game)]
    if len(classes) == 1 and isinstance(source, ModuleType) and classes[0] is not Game:
        return freeze_if_needed(instance(classes[0]))
    where = getattr(source, "__name__", "the dict")
    game = find_game(members, where) or find_game(read_bare_graph(members), where)
    if game is None:
        raise LoadError("{value} is no game: give a name, a file or a Game.", value=repr(source)[:80])
    return game


def read_bare_graph(members: Mapping[Any, Any]) -> dict[str, Any]:
    """A dict from vertices to their successors, or to what an end is worth, as a file would say it; empty if it is
    none.

    >>> read_bare_graph({"a": ["b", "c"], "b": 3, "c": [5, 7]})
    {'graph': {'a': ['b', 'c'], 'c': [5, 7]}, 'ends': {'b': 3}}
    """
    graph = {name: value for name, value in members.items() if isinstance(value, list | tuple | set | Mapping)}
    ends = {name: value for name, value in members.items() if type(value) in (int, float)}
    if not graph or len(graph) + len(ends) < len(members):
        return {}
    return {"graph": graph, **({"ends": ends} if ends else {})}


def class_in_file(path: Path, class_name: str, base: type, *, none: Message, several: Message, unknown: Message) -> Any:
    """The class of that name in a user's file, or the only one that derives from ``base``;
    the texts say what is wrong otherwise.
    """
    classes = classes_in(import_file(path), base)
    return choose_class(classes, path, class_name, none=none, several=several, unknown=unknown)


def classes_in(module: ModuleType, base: type) -> dict[str, Any]:
    """The classes of a user's file that derive from ``base``."""
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, base)
        and value is not base
        and value.__module__ == module.__name__
    }


def choose_class(
    classes: dict[str, Any], path: Path, class_name: str, *, none: Message, several: Message, unknown: Message
) -> Any:
    """The class of that name, or the only one."""
    names = ", ".join(classes)
    if not classes:
        raise LoadError(none.fill(path=path))
    if not class_name and len(classes) > 1:
        raise LoadError(several.fill(path=path, names=names, last=list(classes)[-1]))
    if class_name and class_name not in classes:
        raise LoadError(unknown.fill(path=path, name=class_name, names=names))
    return classes[class_name or next(iter(classes))]


def instance(cls: type[Game[Any, Any]]) -> Game[Any, Any]:
    """A game of a class, made without arguments; LoadError says what the class lacks."""
    game: Game[Any, Any] = make_instance(
        cls, REQUIRED, Message("The game {name} lacks {rules}: every game must have {all}.")
    )
    return game


def make_instance(cls: Any, required: tuple[str, ...], lacking: Message) -> Any:
    """Something of a class, made without arguments; LoadError says which of the required methods are missing,
    or what the constructor wants.
    """
    missing = [rule for rule in required if getattr(getattr(cls, rule), "__isabstractmethod__", False)]
    if missing:
        raise LoadError(lacking.fill(name=cls.__name__, rules=", ".join(missing), all=", ".join(required)))
    try:
        return cls()
    except ElagageError:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's constructor raises
        raise LoadError(
            "{name}() can't be made without arguments ({problem}): give its parameters defaults.",
            name=cls.__name__,
            problem=error,
        ) from error


def import_file(path: Path) -> ModuleType:
    """The user's file as a module; what can go wrong is told in one sentence."""
    try:
        source = path.read_bytes()
        source.decode("utf-8")
    except FileNotFoundError:
        raise LoadError("There is no file {path}.", path=path) from None
    except UnicodeDecodeError:
        raise LoadError("{path} is not text in UTF-8, so it can't be a Python file.", path=path) from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise LoadError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    name = PREFIX + "".join(character if character.isalnum() else "_" for character in path.stem)
    spec = spec_from_file_location(name, path) if path.suffix == ".py" else None
    if spec is None or spec.loader is None:
        raise LoadError("{path} is not a Python file: its name must end with .py.", path=path)
    linecache.checkcache(spec.origin)  # the compiler reads the lines of the file as it is now
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with on_search_path(path.parent):
            # Not by the loader: of a file that was changed within a second it would find the bytecode of before.
            exec(compile(source, str(spec.origin), "exec", dont_inherit=True), vars(module))
    except SystemExit:
        raise LoadError(
            "{path} ends the program when it is imported: put what follows its class under if __name__ == '__main__'.",
            path=path,
        ) from None
    except SyntaxError as error:
        raise LoadError(
            "{path} is not valid Python: {problem} on line {line}.", path=path, problem=error.msg, line=error.lineno
        ) from None
    except Exception as error:  # whatever a user's file raises while it is imported
        raise LoadError(
            "{path} fails when it is imported: {kind}: {problem}.", path=path, kind=type(error).__name__, problem=error
        ) from error
    return module


@contextmanager
def on_search_path(folder: Path) -> Iterator[None]:
    """Inside, the files of a folder can be imported by their names, as if Python had been started on one of them."""
    place = str(folder.resolve())
    sys.path.insert(0, place)
    try:
        yield
    finally:
        with suppress(ValueError):  # the file itself may have taken it away
            sys.path.remove(place)


def is_user_module(name: str) -> bool:
    """Is this the name of a module that was made from a user's file?"""
    return name.startswith(PREFIX)
