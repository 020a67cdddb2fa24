"""Random states of machines, some of them nonsense."""
import numpy as np

import touchdown


def contacts(count, precision, seed=1):
    """Contacts of random bodies: W from a random mass, inertia and arm."""
    random = np.random.default_rng(seed)
    rows = touchdown.Contact(count, precision)
    arms = random.uniform(-1, 1, (count, 3, 6))
    W = np.einsum('kij,klj->kil', arms, arms)
    for name, (i, j) in {'nn': (0, 0), 'nt': (0, 1), 'ns': (0, 2), 'tt': (1, 1), 'ts': (1, 2), 'ss': (2, 2)}.items():
        rows.W[name] = W[:, i, j]
    rows.v.n = -random.uniform(0.05, 3, count)
    rows.v.t, rows.v.s = random.uniform(-2, 2, (2, count))
    surfaces(rows.surface, random, count)
    rows.options.law = random.integers(0, 5, count)
    rows.options.method = random.integers(0, 2, count)
    return rows


def surfaces(surface, random, count):
    surface.mu_k = random.uniform(0, 1, count)
    surface.mu_s = surface.mu_k * random.uniform(1, 1.5, count)
    surface.e = random.uniform(0, 1, count)


def bodies(count, precision, seed=2):
    random = np.random.default_rng(seed)
    rows = touchdown.BodyContact(count, precision)
    rows.body.mass = random.uniform(0.1, 20, count)
    moments = random.uniform(0.5, 0.9, (count, 3)) * rows.body.mass[:, None] * 0.1
    rows.body.inertia[:, :3] = moments
    rows.body.v[:] = random.uniform(-1, 1, (count, 3))
    rows.body.v[:, 2] -= 1.5
    rows.body.w[:] = random.uniform(-3, 3, (count, 3))
    rows.r[:] = random.uniform(-0.5, 0.5, (count, 3))
    rows.n[:] = random.uniform(-0.3, 0.3, (count, 3))
    rows.n[:, 2] += 1
    surfaces(rows.surface, random, count)
    return rows


def spoil(rows, seed=3):
    """One in ten rows with one of its words replaced by NaN, infinity, zero or -1."""
    random = np.random.default_rng(seed)
    real = rows.dtype.fields['surface'][0].fields['e'][0]
    words = rows.view(np.ndarray).view(np.uint8).view(real).reshape(len(rows), -1)
    spoilt = random.choice(len(rows), len(rows) // 10, replace=False)
    reals = words.shape[1] - 5 # the options at the end are not all reals
    words[spoilt, random.integers(0, reals, spoilt.size)] = random.choice([np.nan, np.inf, 0, -1], spoilt.size)
    return rows
