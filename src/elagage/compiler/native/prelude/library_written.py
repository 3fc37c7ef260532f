"""Functions of itertools, operator and math, in the Python that is compiled."""

# mypy: ignore-errors
from __future__ import annotations

from elagage.compiler.native.prelude.text_methods_written import not_compiled

__all__ = [
    "itertools_accumulate", "itertools_combinations", "itertools_combinations_with_replacement",
    "itertools_compress", "itertools_dropwhile", "itertools_filterfalse", "itertools_groupby", "itertools_islice",
    "itertools_permutations", "itertools_repeat", "itertools_starmap", "itertools_takewhile", "math_ceil",
    "math_comb", "math_copysign", "math_fabs", "math_factorial", "math_floor", "math_gcd", "math_isqrt", "math_prod",
    "math_trunc", "operator_add", "operator_and_", "operator_contains", "operator_eq", "operator_floordiv",
    "operator_ge", "operator_getitem", "operator_gt", "operator_le", "operator_lt", "operator_mod", "operator_mul",
    "operator_ne", "operator_neg", "operator_not_", "operator_or_", "operator_sub", "operator_truediv",
    "operator_xor",
]  # fmt: skip


def itertools_accumulate(values, function=None, *, initial=None):
    """``itertools.accumulate``."""
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
    """``itertools.groupby``."""
    groups = []
    for value in values:
        rank = value if key is None else key(value)
        if not groups or rank != groups[-1][0]:
            groups.append((rank, [value]))
        else:
            groups[-1][1].append(value)
    return groups


def itertools_permutations(values, size=None):
    """``itertools.permutations``."""
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
    """``itertools.combinations``."""
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
    """``itertools.combinations_with_replacement``."""
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
    """``itertools.islice``."""
    taken = list(values)
    if stop is None and step is None:
        return taken[:first]
    return taken[first:stop] if step is None else taken[first:stop:step]


def itertools_takewhile(test, values):
    """``itertools.takewhile``."""
    for value in values:
        if not test(value):
            break
        yield value


def itertools_dropwhile(test, values):
    """``itertools.dropwhile``."""
    dropping = True
    for value in values:
        if dropping and test(value):
            continue
        dropping = False
        yield value


def itertools_filterfalse(test, values):
    """``itertools.filterfalse``."""
    for value in values:
        if not test(value):
            yield value


def itertools_starmap(function, values):
    """``itertools.starmap``."""
    for value in values:
        yield function(*value)


def itertools_repeat(value, times):
    """``itertools.repeat``."""
    return [value] * times


def itertools_compress(values, selectors):
    """``itertools.compress``."""
    for value, selected in zip(values, selectors):
        if selected:
            yield value


def operator_add(one, other):
    """``operator.add``."""
    return one + other


def operator_sub(one, other):
    """``operator.sub``."""
    return one - other


def operator_mul(one, other):
    """``operator.mul``."""
    return one * other


def operator_floordiv(one, other):
    """``operator.floordiv``."""
    return one // other


def operator_truediv(one, other):
    """``operator.truediv``."""
    return one / other


def operator_mod(one, other):
    """``operator.mod``."""
    return one % other


def operator_and_(one, other):
    """``operator.and_``."""
    return one & other


def operator_or_(one, other):
    """``operator.or_``."""
    return one | other


def operator_xor(one, other):
    """``operator.xor``."""
    return one ^ other


def operator_neg(one):
    """``operator.neg``."""
    return -one


def operator_not_(one):
    """``operator.not_``."""
    return not one


def operator_eq(one, other):
    """``operator.eq``."""
    return one == other


def operator_ne(one, other):
    """``operator.ne``."""
    return one != other


def operator_lt(one, other):
    """``operator.lt``."""
    return one < other


def operator_le(one, other):
    """``operator.le``."""
    return one <= other


def operator_gt(one, other):
    """``operator.gt``."""
    return one > other


def operator_ge(one, other):
    """``operator.ge``."""
    return one >= other


def operator_getitem(one, other):
    """``operator.getitem``."""
    return one[other]


def operator_contains(one, other):
    """``operator.contains``."""
    return other in one


def math_gcd(*numbers):
    """``math.gcd``."""
    result = 0
    for number in numbers:
        one, other = abs(result), abs(number)
        while other:
            one, other = other, one % other
        result = one
    return result


def math_isqrt(number):
    """``math.isqrt``."""
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
    """``math.factorial``."""
    if number < 0:
        raise ValueError
    result = 1
    for factor in range(2, number + 1):
        result *= factor
    return result


def math_comb(count, size):
    """``math.comb``."""
    if count < 0 or size < 0:
        raise ValueError
    if size > count:
        return 0
    result = 1
    for number in range(1, min(size, count - size) + 1):
        result = result * (count - number + 1) // number
    return result


def math_prod(values, *, start=1):
    """``math.prod``."""
    result = start
    for value in values:
        result *= value
    return result


def math_floor(number):
    """``math.floor``."""
    whole = int(number)
    return whole - 1 if number < whole else whole


def math_ceil(number):
    """``math.ceil``."""
    whole = int(number)
    return whole + 1 if number > whole else whole


def math_trunc(number):
    """``math.trunc``."""
    return int(number)


def math_fabs(number):
    """``math.fabs``."""
    return float(abs(number))


def math_copysign(number, sign):
    """``math.copysign``."""
    if sign == 0:
        not_compiled()
    return float(abs(number)) if sign > 0 else -float(abs(number))
