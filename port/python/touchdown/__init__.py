"""Touchdown: if this leg or end effector hits the ground now, in this state, what happens?

The functions of the C headers under their names without td_, over as many states as you give, and equal to them to the
last bit. `help(touchdown.resolve_body)` and `help(touchdown.BodyContact)` are what the headers say.

    import numpy as np
    import touchdown

    falls = touchdown.BodyContact(1000)             # a record array of 1000 structs, all zeros
    falls.body.mass = 12
    falls.body.inertia[:] = [0.9, 0.9, 0.4, 0, 0, 0]
    falls.body.v[:, 2] = -np.linspace(0.1, 3, 1000)
    falls.r[:] = [0.35, 0, -0.6]
    falls.n[:] = [0, 0, 1]
    falls.surface.mu_s, falls.surface.mu_k, falls.surface.e = 0.5, 0.4, 0.3
    status, hit = touchdown.resolve_body(falls)
    hit.impact.v.n                                  # 1000 of them

What goes in. A struct is a record array of its dtype (`BodyContact.dtype(np.float32)`), or a mapping of its fields, whose
values may be mappings, numbers and arrays; fields that are not named are 0. An array's last dimensions are the field's, those before
count states, and states broadcast as numpy's arrays do:

    touchdown.resolve_body({"body": {"mass": 12, "inertia": [0.9, 0.9, 0.4, 0, 0, 0], "v": velocities}, "r": ..})

Where a struct points to arrays (System, Speeds, Effector, BodyMultiContact, ..) it is a mapping. The numbers of speeds,
constraints and contacts (n, constraints, count) follow from the arrays. What you leave out is a null pointer. Where a
struct says how much room there is for a result, as a lander does (`most_touches`), that is returned too, `touches`.

What comes out. First the status, one for each state: 0 solved, negative refused, positive a sum of caveats
(`status_name`; `caveats` lists their names). Then, in a named tuple, what the function writes. Where
nothing was written, reals are NaN and integers -1.
A struct that a function reads and writes (DropTest, Landing, Monitor, ..) is an array that you make and keep; one
struct takes many samples in their order:

    test = touchdown.DropTest()
    touchdown.drop_start(test, rig)
    touchdown.drop_feed(test, {"a": accelerations})  # one after the other

The test keeps its last impact; `drop_impacts` returns every impact of a record. `from_urdf`, `from_pinocchio` and
`from_mujoco` return the mass matrix, Jacobian, contact frame and limits of a machine. A mass matrix of which only the upper
triangle is filled is given with `M="upper"`: resolve_speeds(arm, M="upper").

Precision. Record arrays set it; with mappings alone `precision` does, np.float64 by default. A type or a shape that does
not fit raises TypeError or ValueError, and nothing is called; NaN, a mass of 0, an unknown law are refused by status.
"""
import collections
import collections.abc
import functools
import inspect
import re

import numpy as np

from . import _touchdown
from .rows import Rows, caveats, described, name_result, suggestion

_FLOAT, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_TABLES = {_FLOAT: _touchdown.interface(False), _DOUBLE: _touchdown.interface(True)}
_STRUCTS = {}  # by the name in C
__all__ = []


def _python_name(name):
    return ''.join(part.capitalize() for part in name[3:].split('_'))


def _precision(precision):
    dtype = np.dtype(precision)
    if dtype not in _TABLES:
        raise TypeError(f'precision is float32 or float64, not {dtype}')
    return dtype


def _dtype_of(kind, precision):
    """The dtype of a type of the headers."""
    if kind in _STRUCTS:
        return _STRUCTS[kind].dtype(precision)
    return precision if kind == 'td_real' else np.dtype(np.int32)


class Struct:
    """A struct of the C headers. Calling it makes a record array of zeros and fills in the fields that are named."""

    _fields = {}

    def __new__(cls, shape=(), precision=np.float64, **fields):
        if cls.points():
            _check_names(cls, fields, cls.__name__)
            return fields
        given = _Given(cls.__name__, _precision(precision), set())
        given.mapping(cls, fields, cls.__name__)
        rows = _prepared(np.broadcast_shapes(shape if isinstance(shape, tuple) else (shape,), given.shape),
                         cls.dtype(precision), 0)
        given.fill(rows)
        return rows

    @classmethod
    def dtype(cls, precision=np.float64):
        """The dtype of its rows, laid out as the C struct; pointers are np.uintp."""
        return cls._dtypes[_precision(precision)]

    @classmethod
    def points(cls):
        """Whether it points to arrays, and so is given as a mapping."""
        return any(field['pointer'] or field['type'] in _STRUCTS and _STRUCTS[field['type']].points()
                   for field in cls._fields.values())


def _layout(row, precision):
    names, formats, offsets = [], [], []
    for field in row['fields']:
        kind = np.dtype(np.uintp) if field['pointer'] else _dtype_of(field['type'], precision)
        names.append(field['name'])
        formats.append((kind, tuple(field['dimensions'])) if field['dimensions'] else kind)
        offsets.append(field['offset'])
    return np.dtype((np.record, {'names': names, 'formats': formats, 'offsets': offsets, 'itemsize': row['size']}))


def _field_line(field):
    dims = ''.join(f'[{dim}]' for dim in field['dimensions']) + ''.join(f'[{factor}]' for factor in field['shape'])
    return f"    {field['name']}{dims} : {_python_type(field['type'])}\n        {field['said']}\n"


def _python_type(kind):
    return {'td_real': 'real', 'int32_t': 'int', 'td_status': 'int'}.get(kind) or _python_name(kind)


def _define_struct(name):
    """Structs in the order in which they need each other."""
    if name in _STRUCTS:
        return
    rows = {precision: next(row for row in table['structs'] if row['name'] == name)
            for precision, table in _TABLES.items()}
    for field in rows[_DOUBLE]['fields']:
        if field['type'] not in ('td_real', 'int32_t', 'td_status'):
            _define_struct(field['type'])
    said = rows[_DOUBLE]['said'] + '\n\n' + ''.join(map(_field_line, rows[_DOUBLE]['fields']))
    _STRUCTS[name] = type(_python_name(name), (Struct,), {
        '__doc__': said, '__module__': __name__,
        '_fields': {field['name']: field for field in rows[_DOUBLE]['fields']},
        '_dtypes': {precision: _layout(row, precision) for precision, row in rows.items()}})


# ---- What is given ------------------------------------------------------------------------------------------------------


def _numbers(value, dtype, where):
    """The value as an array of `dtype`, where that loses no more than digits."""
    array = np.asarray(value)
    if array.dtype.kind not in ('iu' if dtype.kind == 'i' else 'iuf'):
        raise TypeError(f'{where}: takes {"integers" if dtype.kind == "i" else "real numbers"}, not {array.dtype}')
    if dtype.kind == 'i' and array.size and (array.min() < -2**31 or array.max() >= 2**31):
        raise ValueError(f'{where}: an integer beyond 32 bits')
    with np.errstate(over='ignore'):  # infinity, which the library knows to refuse
        return array.astype(dtype, copy=False)


def _prepared(shape, dtype, byte):
    """A record array, or an array, of which every byte is that."""
    rows = np.empty(shape, dtype)
    rows.reshape(-1).view(np.uint8)[...] = byte
    return rows.view(Rows) if dtype.names else rows


def _check_names(struct, mapping, where):
    for name in mapping:
        if name not in struct._fields:
            raise TypeError(f'{where} has no field {name!r}{suggestion(name, struct._fields)}; it has {", ".join(struct._fields)}')


def _same(dtype, struct, precision):
    return dtype.names is not None and dtype == struct.dtype(precision)


class _Given:
    """What one argument gives: arrays for fields, and arrays that pointers are to point to.

    symbols: names such as n and count, which stand in shapes; sizes: what they are found to be; upper: whether of a mass
    matrix M the upper triangle counts."""

    def __init__(self, where, precision, symbols, sizes=None, upper=False):
        self.where, self.precision, self.symbols, self.upper = where, precision, symbols, upper
        self.sizes = {} if sizes is None else sizes
        self.shape = ()  # of the states
        self.values, self.pointers, self.counts = [], [], []

    def mapping(self, struct, mapping, where, path=(), outer=()):
        _check_names(struct, mapping, where)
        for name, field in struct._fields.items():
            place = f'{where}.{name}'
            if field['pointer']:
                self.pointer(field, mapping.get(name), place, path + (name,))
            elif name in self.symbols and field['type'] == 'int32_t':
                self.counts.append(path + (name,))
                if name in mapping:
                    self.size(name, int(_numbers(mapping[name], np.dtype(np.int32), place)), place)
            elif name in mapping or field['type'] in _STRUCTS and _STRUCTS[field['type']].points():
                self.field(field, mapping.get(name, {}), place, path + (name,), outer)

    def field(self, field, value, where, path, outer):
        own = tuple(zip(field['dimensions'], field['most']))
        struct = _STRUCTS.get(field['type'])
        if struct and isinstance(value, collections.abc.Mapping):
            self.mapping(struct, value, where, path, outer + own)
            return
        array = _struct_rows(struct, value, self.precision, where) if struct else \
            _numbers(value, _dtype_of(field['type'], self.precision), where)
        self.values.append((path, *self.fitted(array, outer, own, where)))

    def fitted(self, array, outer, own, where):
        """The array, and which part of the field it fills. A matrix may be given as one, or by rows."""
        if len(own) == 1 and own[0][1] == 2 and array.ndim > 1 and array.shape[-2] == array.shape[-1] and \
                array.shape[-1] ** 2 == own[0][0]:
            self.lower(array, where)
            array = array.reshape(array.shape[:-2] + (-1,))
        if array.ndim < len(own):
            raise ValueError(f'{where}: has the shape {array.shape}, needs (.., {_shown(own)})')
        dims = own if array.ndim == len(own) else outer + own
        if array.ndim < len(dims):
            raise ValueError(f'{where}: has the shape {array.shape}, needs (.., {_shown(dims)})')
        lead, core = array.shape[:array.ndim - len(dims)], array.shape[array.ndim - len(dims):]
        for size, (most, fewer) in zip(core, dims):
            if size != most and not (fewer == 1 and size <= most):
                raise ValueError(f'{where}: has the shape {array.shape}, needs (.., {_shown(dims)})')
        self.over(lead, where)
        if dims == own:
            array = array.reshape(array.shape[:array.ndim - len(own)] + (1,) * len(outer) + array.shape[array.ndim - len(own):])
            core = (1,) * len(outer) + core
        part = tuple(slice(None) if size == 1 else slice(size) for size in core)
        return array, part

    @staticmethod
    def lower(array, where):
        """Refuses a matrix of which the lower triangle would be read and the upper one says otherwise."""
        above, below = np.triu(array, 1), np.swapaxes(np.tril(array, -1), -1, -2)
        size = np.abs(np.diagonal(array, axis1=-2, axis2=-1))
        room = 1e-4 * np.sqrt(size[..., :, None] * size[..., None, :]) + 1e-12 * np.max(np.abs(array), initial=0)
        if np.any((above != 0) & (np.abs(above - below) > room)):
            raise ValueError(f'{where}: is not symmetric, and its lower triangle is read')

    def over(self, lead, where):
        try:
            self.shape = np.broadcast_shapes(self.shape, lead)
        except ValueError:
            raise ValueError(f'{where}: {lead} states do not broadcast with {self.shape}') from None

    def pointer(self, field, value, where, path):
        """path: where the address goes, none for an argument that is the pointer itself."""
        if not field['constant']:
            self.pointers.append((path, field, None))  # returned
            return
        if value is None:
            return
        struct = _STRUCTS.get(field['type'])
        array = _struct_rows(struct, value, self.precision, where) if struct else \
            _numbers(value, _dtype_of(field['type'], self.precision), where)
        array = self.sized(array, field['shape'], where)
        if self.upper and field['name'] == 'M':
            array = np.ascontiguousarray(np.triu(array) + np.swapaxes(np.triu(array, 1), -1, -2))
        if 'lower triangle is read' in field['said'] and array.ndim > 1 and array.shape[-1] == array.shape[-2]:
            self.lower(array, where)
        self.pointers.append((path, field, array))

    def sized(self, array, factors, where):
        """The array with its last dimensions, as many as factors, in one piece."""
        if array.ndim < len(factors):
            raise ValueError(f'{where}: has the shape {array.shape}, needs (.., {", ".join(factors)})')
        lead = array.ndim - len(factors)
        for size, factor in zip(array.shape[lead:], factors):
            self.unify(size, factor, f'{where} of shape {array.shape}')
        self.over(array.shape[:lead], where)
        return np.ascontiguousarray(array).reshape(array.shape)

    def unify(self, size, factor, where):
        times, name, more = _factor(factor)
        if name is None:
            if size != times:
                raise ValueError(f'{where}: needs {times}, not {size}')
            return
        found, rest = divmod(size - more, times)
        if rest:
            raise ValueError(f'{where}: {size} is not {factor}')
        self.size(name, found, where)

    def size(self, name, found, where):
        if self.sizes.setdefault(name, found) != found:
            raise ValueError(f'{where}: says {name} = {found}, where another says {self.sizes[name]}')

    def fill(self, rows):
        for path, array, part in self.values:
            target = rows
            for name in path:
                target = target[name]
            target = np.asarray(target)
            target[(...,) + part] = array

    def point(self, rows, results):
        """Puts numbers and addresses into rows, and the arrays that are written into results. Returns what must live."""
        alive = []
        for path in self.counts:
            _at(rows, path)[...] = self.sizes.get(path[-1], 0)
        for path, field, array in self.pointers:
            core = tuple(_count(factor, self.sizes) for factor in field['shape'])
            if array is None:
                array = _prepared(rows.shape + core, _dtype_of(field['type'], self.precision), 0xFF)
                results[field['name']] = array
            alive.append(array)
            _at(rows, path)[...] = _addresses(array, array.ndim - len(core))
        return alive


def _at(rows, path):
    for name in path:
        rows = rows[name]
    return rows


def _shown(dims):
    return ', '.join(('up to ' if fewer == 1 else '') + str(most) for most, fewer in dims)


def _factor(factor):
    """"n", "3", "3 count", "(n + 3)" as times, name, more."""
    if factor.isdigit():
        return int(factor), None, 0
    match = re.fullmatch(r'\(?(?:(\d+) )?(\w+)(?: \+ (\d+)\))?', factor)
    return int(match[1] or 1), match[2], int(match[3] or 0)


def _count(factor, sizes):
    times, name, more = _factor(factor)
    return times if name is None else times * sizes.get(name, 0) + more


def _addresses(array, lead):
    """The address of what stands at each index of the first `lead` dimensions."""
    addresses = np.array(array.__array_interface__['data'][0], np.uintp)
    for i in range(lead):
        steps = np.arange(array.shape[i], dtype=np.intp) * array.strides[i]
        addresses = addresses + steps.astype(np.uintp).reshape((-1,) + (1,) * (lead - 1 - i))
    return addresses


def _struct_rows(struct, value, precision, where):
    """Rows of a struct without pointers, from an array of them or from a mapping."""
    if isinstance(value, collections.abc.Mapping):
        given = _Given(where, precision, set())
        given.mapping(struct, value, where)
        rows = _prepared(given.shape, struct.dtype(precision), 0)
        given.fill(rows)
        return rows
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    if not _same(array.dtype, struct, precision):
        name = 'another type' if array.dtype.names else str(array.dtype)
        for other, table in _STRUCTS.items():
            name = next((f'{table.__name__} of {p}' for p in _TABLES if _same(array.dtype, table, p)), name)
        raise TypeError(f'{where}: takes {struct.__name__} of {precision} or a mapping of its fields, not {name}')
    return array if array.flags.aligned else array.copy()


# ---- Functions ----------------------------------------------------------------------------------------------------------


def _symbols(parameters):
    """Names in the shapes of what these parameters point to, and of what their structs point to."""
    names = set()
    for parameter in parameters:
        names |= {_factor(factor)[1] for factor in parameter['shape']} - {None}
        if parameter['type'] in _STRUCTS:
            names |= _symbols(_STRUCTS[parameter['type']]._fields.values())
    return names


def _found_precision(values, precision):
    """That of the record arrays among the values, which must agree; else the one asked for, else double."""
    found = {}
    for value in values:
        if isinstance(value, collections.abc.Mapping):
            nested = _found_precision(value.values(), None)
            found.update({nested: 1} if nested else {})
        elif isinstance(value, (np.ndarray, np.void)) and value.dtype.names:
            fits = {p for p in _TABLES for struct in _STRUCTS.values() if _same(value.dtype, struct, p)}
            found.update(dict.fromkeys(fits, 1) if len(fits) == 1 else {})
    if precision is not None:
        found[_precision(precision)] = 1
    if len(found) > 1:
        raise TypeError('both float32 and float64 are given; a call is of one precision')
    return next(iter(found), None)


_TRIANGLES = ('symmetric', 'upper')


class _Function:
    """How a function of the headers is called from Python."""

    def __init__(self, index, row):
        self.index, self.row, self.name = index, row, row['name'][3:]
        self.parameters = row['parameters']
        self.symbols = _symbols(self.parameters)
        for parameter in self.parameters:
            parameter['kind'] = self.kind(parameter)
        given = [p for p in self.parameters if p['kind'] not in ('returned', 'room', 'size')]
        self.signature = inspect.Signature(
            [inspect.Parameter(p['name'], inspect.Parameter.POSITIONAL_OR_KEYWORD,
                               annotation=_python_type(p['type'])) for p in given] +
            [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
             for name, default in (('M', 'symmetric'), ('precision', None)) if name != 'M' or self.takes_M(self.parameters)])
        found = _sizes_read() | _symbols(p for p in self.parameters if p['constant'])
        names, asked = [], []  # asked: what a number of a given struct says how much room there is for
        for parameter in self.parameters:
            if parameter['kind'] == 'returned':
                (names if _symbols([parameter]) <= found else asked).append(parameter['name'])
            elif parameter['kind'] == 'room':
                names += _STRUCTS[parameter['type']]._fields
        returned = {'td_status': 'status', 'const char': 'name'}.get(row['returns'], 'value')
        title = _python_name('td_' + self.name) + 'Result'
        self.result, self.with_room = (name_result(title, [returned, *names, *more]) for more in ([], asked))

    def takes_M(self, rows):
        return any(row['name'] == 'M' or row['type'] in _STRUCTS and self.takes_M(_STRUCTS[row['type']]._fields.values())
                   for row in rows)

    def kind(self, parameter):
        if not parameter['pointer']:
            return 'size' if parameter['name'] in self.symbols else 'value'
        if parameter['constant']:
            return 'array' if parameter['shape'] else 'struct'
        struct = _STRUCTS.get(parameter['type'])
        if struct and all(field['pointer'] and not field['constant'] for field in struct._fields.values()):
            return 'room'
        first = parameter is self.parameters[0] and not re.match(r'.*written only|receives', parameter['said'])
        return 'state' if first or 'read and written' in parameter['said'] else 'returned'

    def __call__(self, *arguments, **named):
        bound = self.signature.bind(*arguments, **named).arguments
        asked, triangle = bound.pop('precision', None), bound.pop('M', 'symmetric')
        if triangle not in _TRIANGLES:
            raise ValueError(f'{self.name}: M is {" or ".join(map(repr, _TRIANGLES))}, not {triangle!r}'
                             f'{suggestion(str(triangle), _TRIANGLES)}')
        precision = _found_precision(bound.values(), asked) or _DOUBLE
        sizes = {}
        given = [self.take(p, bound, precision, sizes, triangle == 'upper') for p in self.parameters]
        shape = np.broadcast_shapes(*(g.shape for g in given if isinstance(g, (_Given, np.ndarray))))
        results, alive = {}, []
        arrays = [self.array(p, g, shape, precision, sizes, results, alive) for p, g in zip(self.parameters, given)]
        return self.called(precision, arrays, shape, results)

    def take(self, parameter, bound, precision, sizes, upper):
        """The argument, checked: an array over states, or what is still to be laid out, or none."""
        kind, struct = parameter['kind'], _STRUCTS.get(parameter['type'])
        where, value = f"{self.name}: {parameter['name']}", bound.get(parameter['name'], {} if kind == 'room' else None)
        if kind == 'value':
            return _numbers(value, _dtype_of(parameter['type'], precision), where)
        if kind in ('returned', 'size') or value is None:
            return None
        if kind == 'state':
            return self.state(struct, value, precision, where)
        given = _Given(where, precision, self.symbols, sizes, upper)
        if kind == 'array':
            given.pointer(parameter, value, where, ())
        elif struct.points():
            if not isinstance(value, collections.abc.Mapping):
                raise TypeError(f'{where}: {struct.__name__} points to arrays; give a mapping of its fields')
            given.mapping(struct, value, where)
        else:
            rows = _struct_rows(struct, value, precision, where)
            sizes.update((name, int(rows[name].max(initial=0))) for name in self.symbols & set(struct._fields))
            return rows
        return given

    @staticmethod
    def state(struct, value, precision, where):
        if not isinstance(value, np.ndarray) or not _same(value.dtype, struct, precision):
            raise TypeError(f'{where}: is read and written; give an array made by {struct.__name__}(..)')
        if not value.flags.writeable or not value.flags.aligned:
            raise ValueError(f'{where}: is read and written, and this array cannot be')
        return value

    def array(self, parameter, given, shape, precision, sizes, results, alive):
        """The rows of a parameter."""
        kind, dtype = parameter['kind'], _dtype_of(parameter['type'], precision)
        if kind == 'size':
            return np.array(sizes.get(parameter['name'], 0), np.int32)
        if kind == 'returned':
            core = tuple(_count(factor, sizes) for factor in parameter['shape'])
            array = np.empty(shape + core, dtype)
            results[parameter['name']] = array.view(Rows) if dtype.names else array
            return _in_rows(array, len(shape))
        if not isinstance(given, _Given):
            return given
        if kind == 'array':
            array = given.pointers[0][2]
            return _in_rows(array, array.ndim - len(parameter['shape']))
        rows = _prepared(shape, dtype, 0)
        given.fill(rows)
        alive.append(given.point(rows, results))
        alive.append(given)
        return rows

    def called(self, precision, arrays, shape, results):
        if self.row['returns'] == 'const char':
            addresses = np.empty(shape, np.uintp)
            words = _touchdown.names(self.index, arrays, addresses)
            return np.array(words).reshape(shape) if shape else words[0]
        status = np.empty(shape, np.int32)
        preset = [results[p['name']][(0,) * len(shape)].nbytes if p['kind'] == 'returned' and status.size else 0
                  for p in self.parameters]
        _touchdown.call(self.index, precision == _DOUBLE, arrays, preset, status)
        status = status[()]
        if not results:
            return status
        room = any(results[name].size for name in self.with_room._fields[len(self.result._fields):])
        result = self.with_room if room else self.result
        ordered = (results[name] for name in result._fields[1:])
        return result(status, *(array if array.dtype.names else array[()] for array in ordered))


def _in_rows(array, lead):
    """The array over its first `lead` dimensions, each entry all bytes that stand behind it there."""
    if not array.size:
        return np.lib.stride_tricks.as_strided(np.zeros(1, np.uint8), array.shape[:lead], (0,) * lead)
    size = array.itemsize * int(np.prod(array.shape[lead:], dtype=np.intp))
    first = array.view(np.ndarray).reshape(-1).view(np.uint8)[:size].view(np.dtype((np.void, size)))
    return np.lib.stride_tricks.as_strided(first, array.shape[:lead], array.strides[:lead])


@functools.lru_cache(None)
def _sizes_read():
    """Names in the shapes of what structs point to and is read."""
    return _symbols(field for struct in _STRUCTS.values() for field in struct._fields.values() if field['constant'])


def _define_function(index, row):
    function = _Function(index, row)

    def call(*arguments, **named):
        return function(*arguments, **named)

    call.__name__ = call.__qualname__ = function.name
    call.__module__ = __name__
    call.__signature__ = function.signature
    call.result_type = function.result
    inputs = ', '.join(name for name in function.signature.parameters if name not in ('M', 'precision'))
    call.__doc__ = f"{', '.join(function.result._fields)} = {function.name}({inputs})\n\n{row['said']}"
    return call


def _define():
    table = _TABLES[_DOUBLE]
    for row in table['structs']:
        _define_struct(row['name'])
    for struct in _STRUCTS.values():
        globals()[struct.__name__] = struct
        for dtype in struct._dtypes.values():
            described[dtype] = struct
    for index, row in enumerate(table['functions']):
        globals()[row['name'][3:]] = _define_function(index, row)
    for row in table['constants']:
        value = row['value']
        globals()[row['name'][3:]] = int(value) if value == np.trunc(value) and np.isfinite(value) else value
    __all__.extend(struct.__name__ for struct in _STRUCTS.values())
    __all__.extend(row['name'][3:] for row in table['functions'] + table['constants'])


_define()

from .drops import drop_impacts  # noqa: E402 - these need the functions above
from .machines import Machine, from_mujoco, from_pinocchio, from_urdf  # noqa: E402

__all__ += ['caveats', 'drop_impacts', 'from_mujoco', 'from_pinocchio', 'from_urdf', 'Machine']
__version__ = '{}.{}.{}'.format(*(globals()['VERSION_' + part] for part in ('MAJOR', 'MINOR', 'PATCH')))
