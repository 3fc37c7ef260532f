"""A queue in which people take turns: whoever was served goes behind all others, however much each of them wants."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """What waits, by person; a person's own things keep their order.

    >>> queue = FairQueue[str]()
    >>> for person, item in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")]:
    ...     queue.put(person, item)
    >>> [queue.take() for _turn in range(4)]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self.people: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self.people.values()))

    def __iter__(self) -> Iterator[Item]:
        return (item for items in self.people.values() for item in items)

    def count(self, person: str) -> int:
        """How much of a person's waits."""
        return len(self.people.get(person, ()))

    def put(self, person: str, item: Item, *, first: bool = False) -> None:
        """Let something wait; ``first``: before whatever else that person has."""
        items = self.people.setdefault(person, deque())
        if first:
            items.appendleft(item)
        else:
            items.append(item)

    def next_person(self, may: Callable[[str], bool]) -> str | None:
        """Whose turn it is, among those who may."""
        return next((person for person in self.people if may(person)), None)

    def take(self, may: Callable[[str], bool] = lambda _person: True) -> Item | None:
        """The next thing of the person whose turn it is; None if nobody's waits who may."""
        person = self.next_person(may)
        if person is None:
            return None
        items = self.people.pop(person)
        item = items.popleft()
        if items:
            self.people[person] = items
        return item

    def remove(self, person: str, item: Item) -> None:
        """Let something go that waits no more."""
        items = self.people.get(person)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self.people[person]
