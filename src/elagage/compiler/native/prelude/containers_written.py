"""Methods of sets, lists, deques, dicts and counters, and of heapq and bisect, in the Python that is compiled."""

# mypy: ignore-errors
from __future__ import annotations

__all__ = [
    "bisect_bisect_left", "bisect_bisect_right", "bisect_insort_left", "bisect_insort_right", "counter_elements",
    "counter_most_common", "counter_subtract", "counter_total", "counter_update", "deque_extendleft", "deque_rotate",
    "dict_popitem", "heapq_heapify", "heapq_heappop", "heapq_heappush", "heapq_nlargest", "heapq_nsmallest",
    "set_difference", "set_difference_update", "set_intersection", "set_intersection_update", "set_isdisjoint",
    "set_issubset", "set_issuperset", "set_slice", "set_symmetric_difference", "set_symmetric_difference_update",
    "set_union", "set_update", "sift_up",
]  # fmt: skip


def set_union(own, *others):
    """``set.union``."""
    made = own | own
    for other in others:
        made = made | set(other)
    return made


def set_intersection(own, *others):
    """``set.intersection``."""
    made = own | own
    for other in others:
        made = made & set(other)
    return made


def set_difference(own, *others):
    """``set.difference``."""
    made = own | own
    for other in others:
        made = made - set(other)
    return made


def set_symmetric_difference(own, other):
    """``set.symmetric_difference``."""
    return own ^ set(other)


def set_issubset(own, other):
    """``set.issubset``."""
    return all(element in other for element in own)


def set_issuperset(own, other):
    """``set.issuperset``."""
    return all(element in own for element in other)


def set_isdisjoint(own, other):
    """``set.isdisjoint``."""
    return not any(element in own for element in other)


def set_update(own, *others):
    """``set.update``."""
    for other in others:
        own |= set(other)


def set_difference_update(own, *others):
    """``set.difference_update``."""
    for other in others:
        own -= set(other)


def set_intersection_update(own, *others):
    """``set.intersection_update``."""
    for other in others:
        own &= set(other)


def set_symmetric_difference_update(own, other):
    """``set.symmetric_difference_update``."""
    own ^= set(other)


def set_slice(target, low, high, values):
    """``set.slice``."""
    changed = target[:low] + list(values)
    start = len(target[:low])
    rest = target[high:]
    if len(rest) > len(target) - start:
        rest = target[start:]
    changed = changed + rest
    target.clear()
    target.extend(changed)


def deque_rotate(own, steps=1):
    """``deque.rotate``."""
    if own:
        for _turn in range(steps % len(own)):
            own.appendleft(own.pop())


def deque_extendleft(own, values):
    """``deque.extendleft``."""
    for value in values:
        own.appendleft(value)


def dict_popitem(own):
    """``dict.popitem``."""
    if not own:
        raise KeyError
    last = list(own.items())[-1]
    del own[last[0]]
    return last


def counter_most_common(own, count=None):
    """``counter.most_common``."""
    pairs = sorted(own.items(), key=lambda pair: pair[1], reverse=True)
    return pairs if count is None else pairs[: count if count > 0 else 0]


def counter_update(own, values):
    """``counter.update``."""
    for value in values:
        own[value] += 1


def counter_subtract(own, values):
    """``counter.subtract``."""
    for value in values:
        own[value] -= 1


def counter_total(own):
    """``counter.total``."""
    return sum(own.values())


def counter_elements(own):
    """``counter.elements``."""
    for key, count in own.items():
        for _turn in range(count):
            yield key


def heapq_heappush(heap, item):
    """``heapq.heappush``."""
    heap.append(item)
    at = len(heap) - 1
    while at > 0:
        above = (at - 1) // 2
        if not item < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def heapq_heappop(heap):
    """``heapq.heappop``."""
    last = heap.pop()
    if not heap:
        return last
    top = heap[0]
    heap[0] = last
    sift_up(heap, 0)
    return top


def sift_up(heap, at):
    """``sift.up``."""
    end, start, item = len(heap), at, heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    while at > start:
        above = (at - 1) // 2
        if not item < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def heapq_heapify(heap):
    """``heapq.heapify``."""
    for at in range(len(heap) // 2 - 1, -1, -1):
        sift_up(heap, at)


def heapq_nsmallest(count, values):
    """``heapq.nsmallest``."""
    return sorted(values)[: count if count > 0 else 0]


def heapq_nlargest(count, values):
    """``heapq.nlargest``."""
    return sorted(values, reverse=True)[: count if count > 0 else 0]


def bisect_bisect_left(values, wanted, lo=0, hi=None):
    """``bisect.bisect_left``."""
    low, high = lo, len(values) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_bisect_right(values, wanted, lo=0, hi=None):
    """``bisect.bisect_right``."""
    low, high = lo, len(values) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        if wanted < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def bisect_insort_left(values, wanted):
    """``bisect.insort_left``."""
    values.insert(bisect_bisect_left(values, wanted), wanted)


def bisect_insort_right(values, wanted):
    """``bisect.insort_right``."""
    values.insert(bisect_bisect_right(values, wanted), wanted)
