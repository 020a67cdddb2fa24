"""The C functions as any Python program would call them: through ctypes, with the structs of touchdown.h written down here
once more. The extension module is a shared library that holds them."""
import ctypes
import pathlib

import numpy as np

import touchdown

LIBRARY = ctypes.CDLL(str(next(pathlib.Path(touchdown.__file__).parent.glob('_touchdown*.so'))))


def of(real):
    """The structs in ctypes' c_float or c_double, and the functions of that precision."""
    def struct(name, *fields):
        return type(name, (ctypes.Structure,), {'_fields_': fields})

    def reals(words):
        return tuple((word, real) for word in words.split())

    def integers(words):
        return tuple((word, ctypes.c_int32) for word in words.split())

    vector = struct('vector', *reals('n t s'))
    inertia = struct('inertia', *reals('nn nt ns tt ts ss'))
    surface = struct('surface', *reals('mu_s mu_k e'))
    options = struct('options', *integers('law method steps'), *reals('d1 d2'))
    contact = struct('contact', ('W', inertia), ('v', vector), ('surface', surface), ('options', options))
    impact = struct('impact', ('p', vector), ('v', vector), *reals(
        'p_compression p_sliding p_sticking p_reversed N_P N_N N_E energy_before energy_after energy_friction '
        'energy_restitution cone_margin R1 R2 R3'), *integers(
            'case_number mode_compression mode_restitution law method steps'))
    body = struct('body', ('mass', real), ('inertia', real * 6), ('v', real * 3), ('w', real * 3))
    body_contact = struct('body_contact', ('body', body), ('r', real * 3), ('n', real * 3), ('surface', surface),
                          ('options', options))
    body_impact = struct('body_impact', ('impact', impact), *((word, real * 3) for word in 't s v w'.split()))
    suffix = '_double' if real is ctypes.c_double else ''
    functions = {name: LIBRARY[f'td_{name}{suffix}'] for name in ('resolve', 'resolve_body')}
    for function in functions.values():
        function.restype = ctypes.c_int32
    return {'resolve': (functions['resolve'], contact, impact),
            'resolve_body': (functions['resolve_body'], body_contact, body_impact)}


REALS = {np.float32: ctypes.c_float, np.float64: ctypes.c_double}
CALLS = {precision: of(real) for precision, real in REALS.items()}


def one_by_one(name, rows):
    """Statuses and results' bytes of a loop over the C call, with the same bytes going in."""
    function, given, taken = CALLS[rows.dtype.fields['surface'][0].fields['e'][0].type][name]
    assert ctypes.sizeof(given) == rows.dtype.itemsize
    inputs = (given * len(rows)).from_buffer_copy(np.ascontiguousarray(rows))
    outputs = (taken * len(rows))()
    ctypes.memset(outputs, 0xFF, ctypes.sizeof(outputs))
    statuses = [function(ctypes.byref(inputs[i]), ctypes.byref(outputs[i])) for i in range(len(rows))]
    return np.array(statuses, np.int32), bytes(outputs)
