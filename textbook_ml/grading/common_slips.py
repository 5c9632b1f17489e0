"""Tables for `explain`: names that students often use by mistake, and what to write instead."""

from textbook_ml.grading.runner.worker.guard import NO_MODULES

BLOCKED = NO_MODULES  # modules that no file may import

# The modules of functions that are often used without an import.
MODULE_OF = {
    name: module
    for module, names in {
        "math": "acos asin atan atan2 ceil comb cos dist erf erfc exp expm1 fabs factorial floor "
        "fmod fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lgamma log log10 log1p "
        "log2 nan perm pi prod sin sqrt tan tanh tau trunc",
        "statistics": "mean fmean median mode variance pvariance stdev pstdev NormalDist",
        "collections": "Counter defaultdict OrderedDict deque namedtuple",
        "itertools": "accumulate chain combinations permutations product groupby islice starmap",
        "functools": "reduce partial lru_cache cache",
        "fractions": "Fraction",
        "decimal": "Decimal",
        "operator": "itemgetter mul",
        "random": "choice choices gauss randint shuffle",
        "dataclasses": "dataclass",
        "typing": "Any Callable Dict Iterable List Mapping Optional Sequence Tuple Union",
    }.items()
    for name in names.split()
}

# The package that each common abbreviation (np, plt) refers to.
PACKAGES = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib",
    "sns": "seaborn",
    "tf": "tensorflow",
    **{
        name: name
        for name in "numpy pandas matplotlib seaborn scipy sklearn tensorflow torch sympy jax "
        "statsmodels keras xgboost".split()
    },
}

# Replacements for names that do not exist in Python.
MEANT = {
    "ln": "`math.log`",
    "length": "`len`",
    "lenght": "`len`",
    "lenth": "`len`",
    "size": "`len`",
    "avg": "`sum(xs) / len(xs)`",
    "average": "`sum(xs) / len(xs)`",
    "summation": "`sum`",
    "maximum": "`max`",
    "minimum": "`min`",
    "absolute": "`abs`",
    "square": "`x * x`",
    "squareroot": "`math.sqrt`",
    "square_root": "`math.sqrt`",
    "power": "`**`",
    "true": "`True`",
    "false": "`False`",
    "none": "`None`",
    "null": "`None`",
    "NULL": "`None`",
    "nil": "`None`",
    "Null": "`None`",
    "infinity": "`math.inf`",
    "Infinity": "`math.inf`",
    "PI": "`math.pi`",
    "Pi": "`math.pi`",
    "NaN": "`math.nan`",
    "xrange": "`range`",
    "unicode": "`str`",
    "long": "`int`",
    "raw_input": "`input`",
    "unichr": "`chr`",
    "argmax": "`max(range(len(xs)), key=xs.__getitem__)`",
    "argmin": "`min(range(len(xs)), key=xs.__getitem__)`",
}

# Replacements for names that do not exist in the module math.
INSTEAD = {
    "ln": "the natural logarithm is `math.log`",
    "loge": "the natural logarithm is `math.log`",
    "log_e": "the natural logarithm is `math.log`",
    "sum": "use `math.fsum`, or `sum` without math",
    "product": "did you mean `math.prod`?",
    "max": "`max` needs no module",
    "min": "`min` needs no module",
    "abs": "`abs` needs no module, and `math.fabs` exists",
    "absolute": "use `abs`, which needs no module",
    "round": "`round` needs no module",
    "len": "`len` needs no module",
    "range": "`range` needs no module",
    "power": "did you mean `math.pow`?",
    "square": "write `x * x`",
    "sqr": "did you mean `math.sqrt`? A square is `x * x`",
    "squareroot": "did you mean `math.sqrt`?",
    "square_root": "did you mean `math.sqrt`?",
    "sqroot": "did you mean `math.sqrt`?",
    "infinity": "did you mean `math.inf`?",
    "infty": "did you mean `math.inf`?",
    "exponent": "did you mean `math.exp`?",
    "exponential": "did you mean `math.exp`?",
    "euler": "did you mean `math.e`?",
    "ceiling": "did you mean `math.ceil`?",
    "fact": "did you mean `math.factorial`?",
    "choose": "did you mean `math.comb`?",
    "binom": "did you mean `math.comb`?",
    "sigmoid": "write 1 / (1 + math.exp(-x)), and avoid the overflow for very negative x",
    "average": "use `sum(xs) / len(xs)`",
    "std": "calculate the standard deviation yourself",
    "var": "calculate the variance yourself, with `sum` and `len`",
}

KINDS = {
    "list": "a plain list",
    "tuple": "a tuple",
    "dict": "a dict",
    "set": "a set",
    "str": "a string",
    "float": "a float",
    "int": "an int",
    "bool": "a bool",
}

# Replacements for array attributes that lists do not have; {0} is the variable.
ON_LISTS = {
    "mean": "use `sum({0}) / len({0})`",
    "average": "use `sum({0}) / len({0})`",
    "sum": "use `sum({0})`",
    "max": "use `max({0})`",
    "min": "use `min({0})`",
    "prod": "use `math.prod({0})`",
    "size": "use `len({0})`",
    "len": "use `len({0})`",
    "length": "use `len({0})`",
    "lenght": "use `len({0})`",
    "shape": "use `len({0})`",
    "ndim": "a list has no dimensions",
    "std": "calculate the standard deviation yourself",
    "var": "calculate the variance yourself, with `sum` and `len`",
    "dot": "use `sum(a * b for a, b in zip(…, …))`",
    "T": "use `zip(*{0})`",
    "transpose": "use `zip(*{0})`",
    "argmax": "use `max(range(len({0})), key={0}.__getitem__)`",
    "argmin": "use `min(range(len({0})), key={0}.__getitem__)`",
    "tolist": "it is a list already",
    "push": "did you mean `.append`?",
    "add": "did you mean `.append`?",
    "append": "a tuple cannot grow: use a list",
    "push_back": "did you mean `.append`?",
    "contains": "use `in`",
    "items": "use `enumerate({0})`; only a dict has items",
    "keys": "use `range(len({0}))`; only a dict has keys",
    "values": "loop over `{0}` itself; only a dict has values",
    "get": "use `{0}[i]`; only a dict has get",
    "join": 'write `", ".join({0})`',
    "map": "use a list comprehension",
    "filter": "use a list comprehension",
    "unique": "use `set({0})`",
    "astype": "convert each item, for example with float",
    "reshape": "a list has no shape",
    "flatten": "use a comprehension with two loops",
    "cumsum": "use `itertools.accumulate({0})`",
    "sorted": "use `sorted({0})`",
}

# Replacements for attributes that other types do not have.
ON_OTHERS = {
    ("dict", "has_key"): "use `key in {0}`",
    ("dict", "iteritems"): "did you mean `.items`?",
    ("dict", "iterkeys"): "did you mean `.keys`?",
    ("dict", "itervalues"): "did you mean `.values`?",
    ("dict", "sort"): "use `sorted({0})`",
    ("dict", "append"): "write `{0}[key] = value`",
    ("dict", "add"): "write `{0}[key] = value`",
    ("dict", "length"): "use `len({0})`",
    ("dict", "len"): "use `len({0})`",
    ("dict", "size"): "use `len({0})`",
    ("dict", "sum"): "use `sum({0}.values())`",
    ("dict", "max"): "use `max({0}.values())`",
    ("dict", "contains"): "use `key in {0}`",
    ("set", "append"): "did you mean `.add`?",
    ("str", "length"): "use `len({0})`",
    ("str", "len"): "use `len({0})`",
    ("str", "size"): "use `len({0})`",
    ("str", "append"): "write `{0} + …`",
    ("str", "contains"): "use `in`",
    ("str", "reverse"): "use `{0}[::-1]`",
    ("float", "sqrt"): "use `math.sqrt({0})`",
    ("float", "exp"): "use `math.exp({0})`",
    ("float", "log"): "use `math.log({0})`",
    ("float", "append"): "only a list can be appended to",
    ("int", "append"): "only a list can be appended to",
    ("int", "sqrt"): "use `math.sqrt({0})`",
    ("int", "exp"): "use `math.exp({0})`",
    ("int", "log"): "use `math.log({0})`",
}
