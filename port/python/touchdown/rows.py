"""Record arrays that refuse a misspelt field, and results that print what they mean: modes and caveats by name, units."""
import collections
import difflib
import re

import numpy as np

from . import _touchdown

described = {}  # the struct of a dtype
_NAMED = ('shape', 'dtype', 'strides', 'flat', 'real', 'imag')  # what numpy lets anyone set
_INDEX = {row['name']: index for index, row in enumerate(_touchdown.interface(True)['functions'])}


def suggestion(name, known):
    """", did you mean mu_k?" for a name that is close to a known one."""
    close = difflib.get_close_matches(name, list(known), 1)
    return f', did you mean {close[0]}?' if close else ''


class Rows(np.recarray):
    """Rows of a struct. Fields are attributes; a name that is no field is an error."""

    def __setattr__(self, name, value):
        names = self.dtype.names or ()
        if name not in names and name not in _NAMED:
            raise AttributeError(f'no field {name!r}{suggestion(name, names)}; there are {", ".join(names)}')
        super().__setattr__(name, value)

    def __getattribute__(self, name):
        try:
            return super().__getattribute__(name)
        except AttributeError:
            names = np.ndarray.__getattribute__(self, 'dtype').names or ()
            raise AttributeError(f'no field {name!r}{suggestion(name, names)}; there are {", ".join(names)}') from None

    def __repr__(self):
        if self.dtype not in described:
            return super().__repr__()
        head = described[self.dtype].__name__
        if self.size == 0:
            return f'{head}, no row'
        if self.size > 1:
            head += f', {" x ".join(map(str, self.shape))} rows; the first:'
        return '\n'.join([head] + ['  ' + line for line in _lines(self.reshape(-1)[0], described[self.dtype], '')])

    __str__ = __repr__


def _lines(row, struct, path, unit=''):
    """A line for each field: its name, its value or what the value is called, its unit."""
    for name, field in struct._fields.items():
        value = row[name]
        inner = described.get(row.dtype[name])
        if field['pointer']:
            continue
        said = re.match(r'\[([^\]]+)\]', field['said'])
        own = said[1] if said else unit
        if inner and row[name].ndim == 0:
            yield from _lines(value, inner, f'{path}{name}.', own)
        else:
            yield f'{path + name:24} {_shown(name, field, value)} {own}'.rstrip(' -')


def _shown(name, field, value):
    if field['type'] == 'td_status' or name == 'caveats':
        return ', '.join(map(_status, np.asarray(value).reshape(-1)))
    if name.startswith('mode'):
        return _named('td_mode_name', value)
    return np.array2string(np.asarray(value), precision=6, separator=', ')


def _named(function, value):
    values = np.asarray(value, np.int32).reshape(-1)
    words = _touchdown.names(_INDEX[function], [values], np.empty(values.shape, np.uintp))
    return ', '.join(words)


def caveats(status):
    """The names of the caveats that a status holds, as a list; of an array of statuses, a list of such lists."""
    if np.ndim(status):
        return [caveats(one) for one in status]
    index = np.arange(32, dtype=np.int32)
    words = _touchdown.names(_INDEX['td_caveat_name'], [np.array(status, np.int32), index], np.empty(index.shape, np.uintp))
    return [word for word in words if word]


def _status(status):
    return ', '.join(caveats(status)) or _named('td_status_name', status)


def name_result(name, fields):
    """A named tuple that prints its status by name, and one field a line."""

    class Result(collections.namedtuple(name, fields)):
        __slots__ = ()

        def __repr__(self):
            lines = [name]
            for field, value in zip(self._fields, self):
                if field == 'status':
                    first = np.asarray(value).reshape(-1)[:1]
                    more = f' (the first of {np.size(value)})' if np.size(value) > 1 else ''
                    value = (_status(first[0]) if first.size else 'no row') + more
                lines.append(f'{field}: {value!r}' if not isinstance(value, str) else f'{field}: {value}')
            return '\n'.join(lines)

    Result.__name__ = Result.__qualname__ = name
    return Result
