"""How much faster a million single impacts in one call are than a loop over the C call through ctypes that takes each state
from the same arrays and puts each answer into an array. Printed; the first call pays for fresh memory and times of a
busy machine vary, so the quickest of three calls counts, and the test asks only for 15 times, which no loop in Python
reaches.

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


class Speed(unittest.TestCase):
    def test_a_million(self):
        for precision in (np.float32, np.float64):
            rows = np.tile(draws.contacts(LOOPED, precision), COUNT // LOOPED).view(np.recarray)
            rows.options.law, rows.options.method = 0, 0
            rows.W.ns, rows.W.ts, rows.v.s = 0, 0, 0  # in the plane
            few = rows[:LOOPED].copy()
            once, answer = min((seconds(lambda: touchdown.resolve(rows)) for _ in range(3)), key=lambda timed: timed[0])
            loop, (status, after) = seconds(lambda: looped(few))
            loop *= COUNT / LOOPED
            self.assertTrue(np.array_equal(status, answer.status[:LOOPED]))
            ours = np.stack([answer.impact[part][word][:LOOPED] for part, word in IMPACT], 1)
            self.assertEqual(ours.tobytes(), after.tobytes())
            print(f'{np.dtype(precision)}: {once:.3f} s in one call, {loop:.1f} s in a loop, {loop / once:.0f} times')
            self.assertGreater(loop / once, 15)


if __name__ == '__main__':
    unittest.main()
