"""A million single impacts in one call take a fiftieth, at most, of a loop over the C call through ctypes that takes each
state from the same arrays and puts each answer into an array.

Seen red: the call made row by row in Python, which does not end in time.
"""
import ctypes
import time
import unittest

import numpy as np

import c_calls
import draws
import touchdown

COUNT, LOOPED = 1000000, 10000
CONTACT = [('W', word) for word in 'nn nt ns tt ts ss'.split()] + [('v', word) for word in 'nts'] + \
    [('surface', word) for word in ('mu_s', 'mu_k', 'e')] + [('options', word) for word in ('law', 'method')]
IMPACT = [('p', word) for word in 'nts'] + [('v', word) for word in 'nts']


def looped(rows):
    """Statuses, impulses and velocities after."""
    resolve, contact_type, impact_type = c_calls.CALLS[rows.dtype.fields['surface'][0].fields['e'][0].type]['resolve']
    columns = [(part, word, rows[part][word]) for part, word in CONTACT]
    status, after = np.empty(len(rows), np.int32), np.empty((len(rows), 6), columns[0][2].dtype)
    contact, impact = contact_type(), impact_type()
    for i in range(len(rows)):
        for part, word, column in columns:
            setattr(getattr(contact, part), word, column[i])
        status[i] = resolve(ctypes.byref(contact), ctypes.byref(impact))
        after[i] = [getattr(getattr(impact, part), word) for part, word in IMPACT]
    return status, after


def seconds(work):
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def fastest(rows, few):
    """One call and the loop for as many rows, measured side by side; the best of ten pairs, for others use the machine too."""
    pairs = []
    for _ in range(10):
        pairs.append((seconds(lambda: touchdown.resolve(rows))[0], seconds(lambda: looped(few))[0] * COUNT / LOOPED))
        if pairs[-1][1] > 60 * pairs[-1][0]:
            break
    return max(pairs, key=lambda pair: pair[1] / pair[0])


class Speed(unittest.TestCase):
    def test_a_million(self):
        for precision in (np.float32, np.float64):
            rows = np.tile(draws.contacts(LOOPED, precision), COUNT // LOOPED).view(np.recarray)
            rows.options.law, rows.options.method = 0, 0
            rows.W.ns, rows.W.ts, rows.v.s = 0, 0, 0  # in the plane
            few = rows[:LOOPED].copy()
            once, loop = fastest(rows, few)
            status, after = looped(few)
            answer = touchdown.resolve(rows)
            self.assertTrue(np.array_equal(status, answer.status[:LOOPED]))
            ours = np.stack([answer.impact[part][word][:LOOPED] for part, word in IMPACT], 1)
            self.assertEqual(ours.tobytes(), after.tobytes())
            print(f'{np.dtype(precision)}: {once:.3f} s in one call, {loop:.1f} s in a loop, {loop / once:.0f} times')
            self.assertGreater(loop / once, 50)


if __name__ == '__main__':
    unittest.main()
