"""Every impact of a recorded drop test."""
import collections

import numpy as np

import touchdown

DropImpacts = collections.namedtuple('DropImpacts', 'sample status impact')
BLOCK = 1024  # samples fed at once, halved to find the one that completes an impact


def drop_impacts(rig, samples, approach=None):
    """sample, status, impact = drop_impacts(rig, samples, approach): every impact of one record, in order.

    samples: DropSample rows, a mapping {"a": .., "w": ..} or accelerations (n, 3). approach: as drop_impact_of takes it.
    sample: the index of the sample that completed each impact. Where a bounce was watched to its end (rig.bounce), the
    next impact follows at once, and its approach is the speed that the last one left with. Else the level is learnt anew
    (DROP_LEARNING samples), in which none is found. A refused rig raises ValueError.
    """
    if not isinstance(samples, (dict, touchdown.Rows)):
        samples = {'a': samples}
    rows = touchdown.DropSample(**samples) if isinstance(samples, dict) else samples
    if rows.ndim != 1:
        raise ValueError(f'samples: one record has the shape (n,), not {rows.shape}')
    test = touchdown.DropTest(precision=rows.dtype.fields['a'][0].base)
    status = touchdown.drop_start(test, rig)
    if status < 0:
        raise ValueError(f'rig: {touchdown.status_name(status)}')
    at, found, known = 0, [], approach
    while (at := _fed_until_ready(test, rows, at)) is not None:
        found.append((at - 1, *touchdown.drop_impact_of(test, known)))
        leaving = found[-1][2].leaving
        known = {'speed': leaving.value, 'uncertainty': leaving.uncertainty} if leaving.value > 0 else approach
        touchdown.drop_rearm(test)
    impacts = touchdown.DropImpact(len(found), precision=rows.dtype.fields['a'][0].base)
    for row, (_, _, impact) in enumerate(found):
        impacts[row] = impact
    return DropImpacts(np.array([one[0] for one in found], int), np.array([one[1] for one in found], np.int32), impacts)


def _fed_until_ready(test, rows, at):
    """Feeds rows from `at`, up to and with the one that completes an impact. Returns the index after it; none: no more came."""
    step = BLOCK
    while at < len(rows):
        before = test.copy()
        touchdown.drop_feed(test, rows[at:at + step])
        if test.phase != touchdown.DROP_READY:
            at += step
        elif step == 1:
            return at + 1
        else:
            test[...] = before
            step //= 2
    return None
