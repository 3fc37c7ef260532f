"""Methods and library functions written in the Python that is compiled: compiled with the rules that use them, where they are used.

Each does what its namesake does, as far as its arguments are of the types that are compiled. A name is the type's or the module's, then the
function's: ``str_split`` is ``str.split``.
"""

# ruff: noqa: C416
# mypy: ignore-errors
from __future__ import annotations

__all__: list[str] = []

SPACE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0"


# Texts --------------------------------------------------------------------------------------------------------------


def str_split(text, sep=None, maxsplit=-1):
    parts = []
    if sep is None:
        word = ""
        for number, letter in enumerate(text):
            if letter in SPACE:
                if word:
                    parts.append(word)
                word = ""
            else:
                if not word and len(parts) == maxsplit:
                    parts.append(str_rstrip(text[number:]))
                    return parts
                word += letter
        if word:
            parts.append(word)
        return parts
    if not sep:
        raise ValueError
    at, start = str_find(text, sep), 0
    while at >= 0 and len(parts) != maxsplit:
        parts.append(text[start:at])
        start = at + len(sep)
        at = str_find(text, sep, start)
    parts.append(text[start:])
    return parts


def str_splitlines(text):
    parts, word = [], ""
    for number, letter in enumerate(text):
        if letter == "\n" and number and text[number - 1] == "\r":
            continue
        if letter in "\n\r\x0b\x0c\x1c\x1d\x1e\x85":
            parts.append(word)
            word = ""
        else:
            word += letter
    if word:
        parts.append(word)
    return parts


def str_find(text, part, start=0, end=None):
    first, last, _step = span_of(len(text), start, end)
    size = len(part)
    for at in range(first, last - size + 1):
        if text[at : at + size] == part:
            return at
    return -1


def str_rfind(text, part, start=0, end=None):
    first, last, _step = span_of(len(text), start, end)
    size = len(part)
    for at in range(last - size, first - 1, -1):
        if text[at : at + size] == part:
            return at
    return -1


def span_of(length, start, end):
    low = start if start is not None else 0
    high = end if end is not None else length
    if high > length:
        high = length
    if high < 0:
        high += length
    if high < 0:
        high = 0
    if low < 0:
        low += length
    if low < 0:
        low = 0
    return low, high, 1


def str_index(text, part, start=0, end=None):
    at = str_find(text, part, start, end)
    if at < 0:
        raise ValueError
    return at


def str_rindex(text, part, start=0, end=None):
    at = str_rfind(text, part, start, end)
    if at < 0:
        raise ValueError
    return at


def str_count(text, part, start=0, end=None):
    first, last, _step = span_of(len(text), start, end)
    if not part:
        return last - first + 1 if last >= first else 0
    found = 0
    at = str_find(text, part, first, last)
    while at >= 0:
        found += 1
        at = str_find(text, part, at + len(part), last)
    return found


def str_replace(text, old, new, count=-1):
    if not old:
        if count == 0:
            return text
        made, left = new, count - 1
        for letter in text:
            made += letter
            if left != 0:
                made += new
            left -= 1
        return made
    made, start, done = "", 0, 0
    at = str_find(text, old)
    while at >= 0 and done != count:
        made += text[start:at] + new
        start = at + len(old)
        done += 1
        at = str_find(text, old, start)
    return made + text[start:]


def str_strip(text, letters=None):
    return str_lstrip(str_rstrip(text, letters), letters)


def str_lstrip(text, letters=None):
    dropped = letters if letters is not None else SPACE
    at = 0
    while at < len(text) and text[at] in dropped:
        at += 1
    return text[at:]


def str_rstrip(text, letters=None):
    dropped = letters if letters is not None else SPACE
    at = len(text)
    while at > 0 and text[at - 1] in dropped:
        at -= 1
    return text[:at]


def str_removeprefix(text, part):
    return text[len(part) :] if text.startswith(part) else text


def str_removesuffix(text, part):
    return text[: len(text) - len(part)] if part and text.endswith(part) else text


def str_partition(text, sep):
    if not sep:
        raise ValueError
    at = str_find(text, sep)
    if at < 0:
        return (text, "", "")
    return (text[:at], sep, text[at + len(sep) :])


def str_rpartition(text, sep):
    if not sep:
        raise ValueError
    at = str_rfind(text, sep)
    if at < 0:
        return ("", "", text)
    return (text[:at], sep, text[at + len(sep) :])


def one_letter(fill):
    if len(fill) != 1:
        raise TypeError


def str_ljust(text, width, fill=" "):
    one_letter(fill)
    return text + fill * (width - len(text))


def str_rjust(text, width, fill=" "):
    one_letter(fill)
    return fill * (width - len(text)) + text


def str_center(text, width, fill=" "):
    one_letter(fill)
    gap = width - len(text)
    if gap <= 0:
        return text
    left = gap // 2 + (gap & width & 1)
    return fill * left + text + fill * (gap - left)


def format_center(text, width, fill):
    gap = width - len(text)
    if gap <= 0:
        return text
    return fill * (gap // 2) + text + fill * (gap - gap // 2)


def str_rsplit(text, sep=None, maxsplit=-1):
    if sep is None:
        if maxsplit >= 0:
            not_compiled()
        return str_split(text)
    if not sep:
        raise ValueError
    parts, end = [], len(text)
    at = str_rfind(text, sep, 0, end)
    while at >= 0 and len(parts) != maxsplit:
        parts.append(text[at + len(sep) : end])
        end = at
        at = str_rfind(text, sep, 0, end)
    parts.append(text[:end])
    return parts[::-1]


def str_zfill(text, width):
    if text[:1] in ("+", "-") and text:
        return text[0] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


def ascii_only(text):
    for letter in text:
        if ord(letter) > 127:
            not_compiled()


class NotCompiled(Exception):
    """Left by what is not compiled: the rule is run interpreted."""


def not_compiled():
    raise NotCompiled


def str_upper(text):
    ascii_only(text)
    return "".join(chr(ord(letter) - 32) if "a" <= letter <= "z" else letter for letter in text)


def str_lower(text):
    ascii_only(text)
    return "".join(chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter for letter in text)


def str_swapcase(text):
    ascii_only(text)
    return "".join(
        chr(ord(letter) - 32) if "a" <= letter <= "z" else chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter
        for letter in text
    )


def str_capitalize(text):
    return str_upper(text[:1]) + str_lower(text[1:])


def str_isdigit(text):
    ascii_only(text)
    return text != "" and all("0" <= letter <= "9" for letter in text)


def str_isnumeric(text):
    return str_isdigit(text)


def str_isdecimal(text):
    return str_isdigit(text)


def str_isalpha(text):
    ascii_only(text)
    return text != "" and all("a" <= letter <= "z" or "A" <= letter <= "Z" for letter in text)


def str_isalnum(text):
    ascii_only(text)
    return text != "" and all("a" <= letter <= "z" or "A" <= letter <= "Z" or "0" <= letter <= "9" for letter in text)


def str_isspace(text):
    return text != "" and all(letter in SPACE for letter in text)


def str_isupper(text):
    ascii_only(text)
    return any("A" <= letter <= "Z" for letter in text) and not any("a" <= letter <= "z" for letter in text)


def str_islower(text):
    ascii_only(text)
    return any("a" <= letter <= "z" for letter in text) and not any("A" <= letter <= "Z" for letter in text)


def str_translate(text, table):
    made = ""
    for letter in text:
        code = ord(letter)
        if code in table:
            found = table[code]
            if found is not None:
                made += letter_of(found)
        else:
            made += letter
    return made


def letter_of(found):
    return found if isinstance(found, str) else chr(found)


def builtins_bin(number):
    if number < 0:
        return "-" + builtins_bin(-number)
    digits = ""
    left = number
    while left > 1:
        digits = "01"[left & 1] + digits
        left >>= 1
    return "0b" + "01"[left] + digits


def builtins_hex(number):
    if number < 0:
        return "-" + builtins_hex(-number)
    digits = "0123456789abcdef"[number & 15]
    left = number >> 4
    while left:
        digits = "0123456789abcdef"[left & 15] + digits
        left >>= 4
    return "0x" + digits


def int_in_base(text, base):
    if base < 2 or base > 36:
        not_compiled()
    if not text:
        raise ValueError
    total, sign, rest = 0, 1, text
    if text[0] == "-":
        sign, rest = -1, text[1:]
    for letter in rest:
        if "0" <= letter <= "9":
            digit = ord(letter) - 48
        elif "a" <= letter <= "z":
            digit = ord(letter) - 87
        elif "A" <= letter <= "Z":
            digit = ord(letter) - 55
        else:
            not_compiled()
        if digit >= base:
            not_compiled()
        total = total * base + digit
    if not rest:
        raise ValueError
    return sign * total


# Sets ---------------------------------------------------------------------------------------------------------------


def set_union(own, *others):
    made = own | own
    for other in others:
        made = made | {element for element in other}
    return made


def set_intersection(own, *others):
    made = own | own
    for other in others:
        made = made & {element for element in other}
    return made


def set_difference(own, *others):
    made = own | own
    for other in others:
        made = made - {element for element in other}
    return made


def set_symmetric_difference(own, other):
    return own ^ {element for element in other}


def set_issubset(own, other):
    return all(element in other for element in own)


def set_issuperset(own, other):
    return all(element in own for element in other)


def set_isdisjoint(own, other):
    return not any(element in own for element in other)


def set_update(own, *others):
    for other in others:
        own |= {element for element in other}


def set_difference_update(own, *others):
    for other in others:
        own -= {element for element in other}


def set_intersection_update(own, *others):
    for other in others:
        own &= {element for element in other}


def set_symmetric_difference_update(own, other):
    own ^= {element for element in other}


def set_slice(target, low, high, values):
    changed = target[:low] + list(values)
    start = len(target[:low])
    rest = target[high:]
    if len(rest) > len(target) - start:
        rest = target[start:]
    changed = changed + rest
    target.clear()
    target.extend(changed)


# Lists, deques, dicts -----------------------------------------------------------------------------------------------


def deque_rotate(own, steps=1):
    if own:
        for _turn in range(steps % len(own)):
            own.appendleft(own.pop())


def deque_extendleft(own, values):
    for value in values:
        own.appendleft(value)


def dict_popitem(own):
    if not own:
        raise KeyError
    last = list(own.items())[-1]
    del own[last[0]]
    return last


def counter_most_common(own, count=None):
    pairs = sorted(own.items(), key=lambda pair: pair[1], reverse=True)
    return pairs if count is None else pairs[: count if count > 0 else 0]


def counter_update(own, values):
    for value in values:
        own[value] += 1


def counter_subtract(own, values):
    for value in values:
        own[value] -= 1


def counter_total(own):
    return sum(own.values())


def counter_elements(own):
    for key, count in own.items():
        for _turn in range(count):
            yield key


def heapq_heappush(heap, item):
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
    last = heap.pop()
    if not heap:
        return last
    top = heap[0]
    heap[0] = last
    sift_up(heap, 0)
    return top


def sift_up(heap, at):
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
    for at in range(len(heap) // 2 - 1, -1, -1):
        sift_up(heap, at)


def heapq_nsmallest(count, values):
    return sorted(values)[: count if count > 0 else 0]


def heapq_nlargest(count, values):
    return sorted(values, reverse=True)[: count if count > 0 else 0]


def bisect_bisect_left(values, wanted, lo=0, hi=None):
    low, high = lo, len(values) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_bisect_right(values, wanted, lo=0, hi=None):
    low, high = lo, len(values) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        if wanted < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def bisect_insort_left(values, wanted):
    values.insert(bisect_bisect_left(values, wanted), wanted)


def bisect_insort_right(values, wanted):
    values.insert(bisect_bisect_right(values, wanted), wanted)


# itertools ----------------------------------------------------------------------------------------------------------


def itertools_accumulate(values, function=None, *, initial=None):
    totals = []
    if initial is not None:
        totals.append(initial)
    for value in values:
        if not totals:
            totals.append(value)
        elif function is None:
            totals.append(totals[-1] + value)
        else:
            totals.append(function(totals[-1], value))
    return totals


def itertools_groupby(values, key=None):
    groups = []
    for value in values:
        rank = value if key is None else key(value)
        if not groups or rank != groups[-1][0]:
            groups.append((rank, [value]))
        else:
            groups[-1][1].append(value)
    return groups


def itertools_permutations(values, size=None):
    pool = tuple(values)
    count = len(pool)
    taken = count if size is None else size
    if taken < 0:
        raise ValueError
    found = []
    if taken > count:
        return found
    indices = list(range(count))
    cycles = list(range(count, count - taken, -1))
    found.append(tuple([pool[at] for at in indices[:taken]]))
    while count:
        for place in range(taken - 1, -1, -1):
            cycles[place] -= 1
            if cycles[place] == 0:
                moved = indices[place]
                for at in range(place, count - 1):
                    indices[at] = indices[at + 1]
                indices[count - 1] = moved
                cycles[place] = count - place
            else:
                other = count - cycles[place]
                indices[place], indices[other] = indices[other], indices[place]
                found.append(tuple([pool[at] for at in indices[:taken]]))
                break
        else:
            return found
    return found


def itertools_combinations(values, size):
    pool = tuple(values)
    count = len(pool)
    if size < 0:
        raise ValueError
    found = []
    if size > count:
        return found
    indices = list(range(size))
    found.append(tuple([pool[at] for at in indices]))
    while True:
        for place in range(size - 1, -1, -1):
            if indices[place] != place + count - size:
                indices[place] += 1
                for at in range(place + 1, size):
                    indices[at] = indices[at - 1] + 1
                found.append(tuple([pool[at] for at in indices]))
                break
        else:
            return found


def itertools_combinations_with_replacement(values, size):
    pool = tuple(values)
    count = len(pool)
    if size < 0:
        raise ValueError
    found = []
    if not count and size:
        return found
    indices = [0] * size
    found.append(tuple([pool[at] for at in indices]))
    while True:
        for place in range(size - 1, -1, -1):
            if indices[place] != count - 1:
                following = indices[place] + 1
                for at in range(place, size):
                    indices[at] = following
                found.append(tuple([pool[at] for at in indices]))
                break
        else:
            return found


def itertools_islice(values, first, stop=None, step=None):
    taken = list(values)
    if stop is None and step is None:
        return taken[:first]
    return taken[first:stop] if step is None else taken[first:stop:step]


def itertools_takewhile(test, values):
    for value in values:
        if not test(value):
            break
        yield value


def itertools_dropwhile(test, values):
    dropping = True
    for value in values:
        if dropping and test(value):
            continue
        dropping = False
        yield value


def itertools_filterfalse(test, values):
    for value in values:
        if not test(value):
            yield value


def itertools_starmap(function, values):
    for value in values:
        yield function(*value)


def itertools_repeat(value, times):
    return [value] * times


def itertools_compress(values, selectors):
    for value, selected in zip(values, selectors):
        if selected:
            yield value


# operator, math -----------------------------------------------------------------------------------------------------


def operator_add(one, other):
    return one + other


def operator_sub(one, other):
    return one - other


def operator_mul(one, other):
    return one * other


def operator_floordiv(one, other):
    return one // other


def operator_truediv(one, other):
    return one / other


def operator_mod(one, other):
    return one % other


def operator_and_(one, other):
    return one & other


def operator_or_(one, other):
    return one | other


def operator_xor(one, other):
    return one ^ other


def operator_neg(one):
    return -one


def operator_not_(one):
    return not one


def operator_eq(one, other):
    return one == other


def operator_ne(one, other):
    return one != other


def operator_lt(one, other):
    return one < other


def operator_le(one, other):
    return one <= other


def operator_gt(one, other):
    return one > other


def operator_ge(one, other):
    return one >= other


def operator_getitem(one, other):
    return one[other]


def operator_contains(one, other):
    return other in one


def math_gcd(*numbers):
    result = 0
    for number in numbers:
        one, other = abs(result), abs(number)
        while other:
            one, other = other, one % other
        result = one
    return result


def math_isqrt(number):
    if number < 0:
        raise ValueError
    if number < 2:
        return number
    low, high = 1, 3037000500
    while low < high:
        middle = (low + high) // 2
        if middle * middle > number:
            high = middle
        else:
            low = middle + 1
    return low - 1


def math_factorial(number):
    if number < 0:
        raise ValueError
    result = 1
    for factor in range(2, number + 1):
        result *= factor
    return result


def math_comb(count, size):
    if count < 0 or size < 0:
        raise ValueError
    if size > count:
        return 0
    result = 1
    for number in range(1, min(size, count - size) + 1):
        result = result * (count - number + 1) // number
    return result


def math_prod(values, *, start=1):
    result = start
    for value in values:
        result *= value
    return result


def math_floor(number):
    whole = int(number)
    return whole - 1 if number < whole else whole


def math_ceil(number):
    whole = int(number)
    return whole + 1 if number > whole else whole


def math_trunc(number):
    return int(number)


def math_fabs(number):
    return float(abs(number))


def math_copysign(number, sign):
    if sign == 0:
        not_compiled()
    return float(abs(number)) if sign > 0 else -float(abs(number))
