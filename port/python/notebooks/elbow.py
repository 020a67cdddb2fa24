# %% [markdown]
# # Two boxes on a hinge, tossed
#
# 60 recorded tosses of an elbow (DAIR Lab, BSD-3-Clause; `host_tests/touchdown/data/README.md`). The free flights give its mass
# properties, the flights on both sides of an impact the speeds before and after. The question: which model of an impact foretells
# the speeds after best, and how near can any come? Equation numbers are those of docs/theory/recorded.md.

# %%
import csv
import gzip
import json

import numpy as np
from numpy.linalg import inv, norm, solve
from scipy.spatial.transform import Rotation

import touchdown

with open("host_tests/touchdown/data/elbow.hinged.json") as file:
    MODEL = json.load(file)
SIZE = np.array([link["size"] for link in MODEL["links"]])
HINGE, AXIS = np.array(MODEL["hinge"]["place"]), np.array(MODEL["hinge"]["axis"], float)
MIDDLE = np.array([link["centre"] for link in MODEL["links"]]) - [HINGE, np.zeros(3)]  # of each box, from the hinge
SHARE = np.array([link["mass"] for link in MODEL["links"]]) / sum(link["mass"] for link in MODEL["links"])
RADIUS, THINNEST = MODEL["corner_radius"], SIZE.min()
SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
EYE = np.eye(3)


def cross(r):
    zero = np.zeros_like(r[..., 0])
    return np.stack([np.stack([zero, -r[..., 2], r[..., 1]], -1), np.stack([r[..., 2], zero, -r[..., 0]], -1),
                     np.stack([-r[..., 1], r[..., 0], zero], -1)], -2)


def turned(matrix, vector):
    return np.einsum("...ij,...j->...i", matrix, vector)


def transposed(matrix):
    return np.swapaxes(matrix, -1, -2)


def rotation(vector):  # by a rotation vector
    vector = np.asarray(vector)
    return Rotation.from_rotvec(vector.reshape(-1, 3)).as_matrix().reshape(vector.shape[:-1] + (3, 3))


def joint_turn(angle):
    return rotation(np.asarray(angle)[..., None] * AXIS)


def rotvec(matrix):
    return Rotation.from_matrix(matrix.reshape(-1, 3, 3)).as_rotvec().reshape(matrix.shape[:-2] + (3,))


# %% [markdown]
# ## Poses
#
# A toss is time, position and attitude of link 1, and the joint's angle. Neighbouring errors of a tracker are alike, so third
# differences show a third of the noise. The ground is what boxes lay on in the end, at the height of each toss's lowest corner.

# %%
class Toss:
    def __init__(self, rows):
        rows = np.array(rows, float)
        self.t = rows[:, 0] / MODEL["rate"]
        self.R = Rotation.from_quat(rows[:, [2, 3, 4, 1]]).as_matrix()
        self.x, self.angle = rows[:, 5:8], np.unwrap(rows[:, 8])
        self.hinge = self.x + turned(self.R, HINGE)
        self.R2 = self.R @ joint_turn(self.angle)


def read_tosses(file):
    rows = {}
    for row in csv.DictReader(file):
        rows.setdefault(row["toss"], []).append([row[name] for name in ("k", "qw", "qx", "qy", "qz", "x", "y", "z", "joint")])
    return [Toss(one) for one in rows.values()]


def noise_of(tosses):
    def deviation(differences):
        return max(3 * np.median(np.abs(np.concatenate(differences))) / 0.6745 / np.sqrt(20), 1e-6)

    turns = [rotvec(transposed(toss.R[:-1]) @ toss.R[1:]) for toss in tosses]
    return (deviation([np.diff(toss.x, 3, axis=0).ravel() for toss in tosses]),
            deviation([np.diff(turn, 2, axis=0).ravel() for turn in turns]),
            deviation([np.diff(toss.angle, 3) for toss in tosses]))


def corner_arms(R, R2, inset=0.0):  # from the hinge, link by link
    return np.concatenate([turned(turn[..., None, :, :], middle + SIGNS * (size / 2 - inset))
                           for turn, middle, size in zip((R, R2), MIDDLE, SIZE)], -2)


class Ground:
    def __init__(self, tosses):
        tilts = []
        for toss in tosses:
            if len(toss.t) < 6 or norm(np.diff(toss.x[-6:], axis=0), axis=1).max() > 5e-4:
                continue
            for axis in np.concatenate([toss.R[-1].T, toss.R2[-1].T]):  # a link's axis that stands upright
                axis = axis * np.sign(axis[2] or 1)
                if np.hypot(*axis[:2]) < 0.1:
                    tilts.append(axis[:2] / axis[2])
        normal = np.append(np.median(tilts, axis=0), 1) if len(tilts) >= 6 else np.array([0, 0, 1.0])
        self.normal = normal / norm(normal)
        self.height = [np.median(self.over(toss, slice(-6, None)).min(1)) for toss in tosses]

    def over(self, toss, poses):
        corners = toss.hinge[poses][:, None] + corner_arms(toss.R[poses], toss.R2[poses])
        return corners @ self.normal


# %% [markdown]
# ## The body (R.2, R.3)
#
# All is per unit of the mass of both links: first moments `s` and inertias `I` from the hinge, friction of the hinge.

# %%
class Body:
    def __init__(self):  # solid boxes
        self.s = SHARE[:, None] * MIDDLE
        self.I = SHARE[:, None, None] * (np.array([np.diag((size**2).sum() - size**2) for size in SIZE]) / 12
                                         - cross(MIDDLE) @ cross(MIDDLE))
        self.friction = np.zeros(2)  # viscous [m^2/s], dry [m^2/s^2]
        self.fall = np.array([0, 0, -MODEL["gravity"]])

    PLACES = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

    def turning(self):
        return np.append([I[place] for I in self.I for place in self.PLACES], self.friction)

    def with_turning(self, x):
        other = Body()
        other.s, other.fall, other.friction = self.s, self.fall, (x[..., 12], x[..., 13])
        other.I = [x[..., 6 * link + np.array([[0, 3, 4], [3, 1, 5], [4, 5, 2]])] for link in (0, 1)]
        return other

    def mass(self, angle):  # of (w in axes of link 1, joint rate), and its derivative by the angle
        turn, spin = joint_turn(angle), cross(AXIS)
        moment, inertia = turned(turn, self.s[1]), turn @ self.I[1] @ transposed(turn)
        first = np.concatenate([EYE, np.zeros((3, 1))], 1)
        second = np.concatenate([EYE, AXIS[:, None]], 1)
        velocity = -cross(self.s[0]) @ first - cross(moment) @ second
        both = transposed(velocity) @ -(cross(turned(spin, moment)) @ second)
        return (first.T @ self.I[0] @ first + second.T @ inertia @ second - transposed(velocity) @ velocity,
                second.T @ (spin @ inertia - inertia @ spin) @ second - both - transposed(both))

    def to_centre(self, R, R2):  # from the hinge, world
        return R @ self.s[0] + R2 @ self.s[1]

    def contact(self, R, angle, corner, normal):  # M and J of an impact at a corner
        R2 = R @ joint_turn(angle)
        to_link = np.eye(4)
        to_link[:3, :3] = R.T
        M = np.eye(7)
        M[3:, 3:] = to_link.T @ self.mass(angle)[0] @ to_link
        arm = corner_arms(R, R2, RADIUS)[corner] - RADIUS * normal
        turning = np.cross(R @ AXIS, (arm if corner >= 8 else 0 * arm) - R2 @ self.s[1])
        return M, np.concatenate([EYE, -cross(arm - self.to_centre(R, R2)), turning[:, None]], 1), arm

    def two_bodies(self, R, angle, corner, arm):  # the same as two free bodies, five rows that hold the hinge, and back
        axis, turns = R @ AXIS, (R, R @ joint_turn(angle))
        M, A, J, back = np.zeros((12, 12)), np.zeros((5, 12)), np.zeros((3, 12)), np.zeros((12, 7))
        across = np.linalg.svd(axis[None])[2][1:]
        second = turns[1] @ self.s[1]
        for i, sign in ((0, -1), (1, 1)):
            v, w, c = slice(6 * i, 6 * i + 3), slice(6 * i + 3, 6 * i + 6), turns[i] @ self.s[i] / SHARE[i]
            inner = self.I[i] + SHARE[i] * cross(self.s[i] / SHARE[i]) @ cross(self.s[i] / SHARE[i])
            M[v, v], M[w, w] = SHARE[i] * EYE, turns[i] @ inner @ turns[i].T
            A[:3, v], A[:3, w], A[3:, w] = sign * EYE, sign * cross(c), sign * across
            back[v, :3] = back[w, 3:6] = EYE
            back[v, 3:6] = -cross(c - self.to_centre(*turns))
            back[v, 6] = np.cross(axis, (0 if i == 0 else c) - second)
            if i == 1:
                back[w, 6] = axis
            if i == corner // 8:
                J[:, v], J[:, w] = EYE, -cross(arm - c)
        return M, A, J, back


# %% [markdown]
# ## Flight (R.4)
#
# Many states at once, one step of Runge and Kutta's fourth order from pose to pose. A state is the common centre of mass, R, the
# joint's angle, and the speeds (c', w, rate).

# %%
def flown(body, c, R, angle, u, dt):
    """Poses after the steps dt[.., k], one after the other: position of the hinge, R, angle."""
    momentum = turned(body.mass(angle)[0], np.concatenate([turned(transposed(R), u[..., 3:6]), u[..., 6:]], -1))
    L, m = turned(R, momentum[..., :3]), momentum[..., 3]

    def rates(R, angle, m):
        M, slope = body.mass(angle)
        x = solve(M, np.concatenate([turned(transposed(R), L), m[..., None]], -1)[..., None])[..., 0]
        drive = np.einsum("...i,...ij,...j->...", x, slope, x) / 2
        return R @ cross(x[..., :3]), x[..., 3], drive - body.friction[0] * x[..., 3] - body.friction[1] * x[..., 3] / np.hypot(x[..., 3], 1)

    hinges, turns, angles, time = [], [], [], 0
    for k in range(dt.shape[-1]):
        h = dt[..., k]
        time = time + h
        parts, at = [], (R, angle, m)
        for part in (0.5, 0.5, 1, None):
            parts.append(rates(*at))
            if part:
                at = tuple(a + part * times * b for a, b, times in zip((R, angle, m), parts[-1], (h[..., None, None], h, h)))
        R, angle, m = (a + times / 6 * (b[0] + 2 * b[1] + 2 * b[2] + b[3])
                       for a, b, times in zip((R, angle, m), zip(*parts), (h[..., None, None], h, h)))
        R = R @ (1.5 * EYE - 0.5 * transposed(R) @ R)  # back to a rotation
        centre = c + time[..., None] * u[..., :3] + (time**2 / 2)[..., None] * body.fall
        hinges.append(centre - turned(R, body.s[0]) - turned(R @ joint_turn(angle), body.s[1]))
        turns.append(R)
        angles.append(angle)
    return np.stack(hinges, -2), np.stack(turns, -3), np.stack(angles, -1)


def off(body, state, side, noise):  # predicted minus measured, in standard deviations, seven a pose
    hinge, R, angle = flown(body, *state, side["dt"])
    x = hinge - turned(R, HINGE)
    turn = side["R"].swapaxes(-1, -2) @ R
    small = np.stack([turn[..., 2, 1] - turn[..., 1, 2], turn[..., 0, 2] - turn[..., 2, 0], turn[..., 1, 0] - turn[..., 0, 1]], -1) / 2
    return np.concatenate([(x - side["x"]) / noise[0], small / noise[1], (angle - side["angle"])[..., None] / noise[2]], -1) * side["used"][..., None]


def side_of(toss, poses, start, length):  # poses going away from a time; filled up with the last to one length
    poses = np.asarray(poses)
    k = poses[np.minimum(np.arange(length), len(poses) - 1)]
    return {"dt": np.diff(toss.t[k], prepend=start), "x": toss.x[k], "R": toss.R[k], "angle": toss.angle[k],
            "used": (np.arange(length) < len(poses)).astype(float)}


def stacked(sides):
    return {name: np.stack([side[name] for side in sides]) for name in sides[0]}


def moved(state, dx):  # by changes of c, R, angle, u
    c, R, angle, u = state
    return c + dx[..., :3], R @ rotation(dx[..., 3:6]), angle + dx[..., 6], u + dx[..., 7:14]


def rough_state(body, toss, poses):
    near, far = poses[0], poses[min(len(poses), 4) - 1]
    time = toss.t[far] - toss.t[near]
    c = toss.hinge + toss.R @ body.s[0] + toss.R2 @ body.s[1]
    w = toss.R[near] @ rotvec(toss.R[near].T @ toss.R[far]) / time
    v = (c[far] - c[near]) / time - time / 2 * body.fall
    return c[near], toss.R[near], toss.angle[near], np.concatenate([v, w, [(toss.angle[far] - toss.angle[near]) / time]])


def flights_of(body, toss, noise):
    """Stretches on which the common centre of mass falls: the cheapest way to part the record (Bellman 1961)."""
    c = toss.hinge + toss.R @ body.s[0] + toss.R2 @ body.s[1]
    t = toss.t - toss.t[0]
    y = c - c[0] - t[:, None]**2 / 2 * body.fall
    arms = norm(body.s, axis=1).sum() * noise[1]
    error = np.hypot(np.hypot(noise[0], arms), norm(body.s[1]) * noise[2])
    sums = np.concatenate([np.zeros((1, 9)), np.cumsum(np.c_[np.ones_like(t), t, t * t, y, t[:, None] * y], 0)])
    squares = np.append(0, np.cumsum((y * y).sum(1)))
    cost, start = np.zeros(len(t) + 1), np.zeros(len(t) + 1, int)
    for end in range(1, len(t) + 1):
        cost[end], start[end] = cost[end - 1] + 25, -1
        first = np.arange(0, end - 3)
        if len(first) == 0:
            continue
        d = sums[end] - sums[first]
        n, mean_t, mean_y = d[:, 0], d[:, 1] / d[:, 0], d[:, 3:6] / d[:, :1]
        tt = d[:, 2] - n * mean_t**2
        ty = d[:, 6:] - (n * mean_t)[:, None] * mean_y
        residual = squares[end] - squares[first] - n * (mean_y**2).sum(1) - (ty**2).sum(1) / tt
        total = cost[first] + np.maximum(residual, 0) / error**2 + 40
        if total.min() < cost[end]:
            cost[end], start[end] = total.min(), first[total.argmin()]
    flights, end = [], len(t)
    while end > 0:
        if start[end] >= 0:
            flights.append((start[end], end))
        end = start[end] if start[end] >= 0 else end - 1
    return flights[::-1]


# %% [markdown]
# ## Mass properties out of free flight (R.1, R.4)

# %%
def stretches_of(body, tosses, ground, noise):
    found = []
    for toss, height in zip(tosses, ground.height):
        clear = ground.over(toss, slice(None)).min(1) - height > 0.16 * THINNEST
        for first, end in flights_of(body, toss, noise):
            run = []
            for k in range(first + 1, end):
                flies = k < end - 1 and clear[k]
                if flies:
                    run.append(k)
                if not flies or len(run) == 12:
                    if len(run) >= 7:
                        found.append((toss, np.array(run)))
                    run = []
    return found


def fit_fall(body, stretches, noise):
    """First moments and gravity, linear once each stretch's straight line is taken out; robust by weighing anew."""
    prior = np.concatenate([Body().s.ravel(), Body().fall])
    weight = np.append(np.full(6, 1e3), np.ones(3))
    A, b = [], []
    for toss, k in stretches:
        time = toss.t[k] - toss.t[k].mean()
        rows = np.concatenate([toss.R[k], toss.R2[k], -time[:, None, None]**2 / 2 * EYE], 2).reshape(-1, 9)
        lines = np.kron(np.c_[np.ones_like(time), time], EYE)
        out = np.eye(len(lines)) - lines @ np.linalg.pinv(lines)
        A.append(out @ rows)
        b.append(out @ -toss.hinge[k].ravel())
    A, b, x = np.concatenate(A), np.concatenate(b), prior
    for _ in range(20):
        w = 1 / (1 + ((A @ x - b) / noise / 2)**2) / noise**2
        x = solve(A.T @ (w[:, None] * A) + np.diag(weight**2), A.T @ (w * b) + weight**2 * prior)
    other = body.with_turning(body.turning())
    other.s, other.fall = x[:6].reshape(2, 3), x[6:]
    return other


def slopes(residuals, x, steps):  # by differences, all in one call
    shifts = np.concatenate([np.zeros((1, len(steps))), np.diag(steps)]).reshape((-1,) + (1,) * (x.ndim - 1) + (len(steps),))
    at, *beside = residuals(x + shifts)
    return at, np.stack([(one - at) / step for one, step in zip(beside, steps)], -1)


def fit_turning(body, stretches, noise, dry):
    """Inertias and friction that all stretches share, the state in the middle of each eliminated (Gauss and Newton)."""
    prior, S = body.turning(), len(stretches)
    largest = np.abs(prior[:12]).max()
    spread, step = np.append(np.full(12, 0.03 * largest), [0.02, dry]), np.append(np.full(12, 1e-5 * largest), [1e-7, 1e-7])
    states, sides = [], ([], [])
    for toss, k in stretches:
        middle = len(k) // 2
        states.append(rough_state(body, toss, k[middle:]))
        for side, poses in zip(sides, (k[:middle][::-1], k[middle:])):
            side.append(side_of(toss, poses, toss.t[k[middle]], 6 if side is sides[0] else 7))
    state, sides = tuple(np.array(part) for part in zip(*states)), [stacked(side) for side in sides]
    counts = 7 * sum(side["used"].sum(1) for side in sides) - 14

    def residuals(body, state):
        parts = [off(body, state, side, noise) for side in sides]
        return np.concatenate([part.reshape(part.shape[:-2] + (-1,)) for part in parts], -1)

    x = prior
    for _ in range(6):
        at, own = slopes(lambda dx: residuals(body.with_turning(x), moved(state, dx)), np.zeros((S, 14)), np.full(14, 1e-6))
        _, shared = slopes(lambda y: residuals(body.with_turning(y[..., None, :]), state), x, step)
        own_own = transposed(own) @ own
        own_own += 1e-12 * np.trace(own_own, axis1=1, axis2=2)[:, None, None] * np.eye(14)
        gain = solve(own_own, transposed(own) @ np.concatenate([shared, at[..., None]], -1))
        chi = (at**2).sum(1) / np.maximum(counts, 1)
        usual = np.median(chi)
        w = np.minimum(1, 4 * usual / np.maximum(chi, 1e-12))
        left = transposed(shared) @ (np.concatenate([shared, at[..., None]], -1) - own @ gain) * w[:, None, None]
        total = left.sum(0)
        change = -solve(total[:, :14] + usual * np.diag(spread**-2), total[:, 14] + usual * (x - prior) / spread**2)
        state = moved(state, -gain[..., 14] - gain[..., :14] @ change)
        x = x + change
    return x


def properties_of(tosses, ground, noise):
    body = Body()
    for _ in range(3):
        stretches = stretches_of(body, tosses, ground, noise)
        body = fit_fall(body, stretches, noise[0])
    x = fit_turning(body, stretches, noise, 0.02)
    if x[13] < 0:  # a hinge does not drive
        x = fit_turning(body, stretches, noise, 1e-9)
        x[13] = max(x[13], 0)
    return body.with_turning(x), len(stretches)


# %% [markdown]
# ## Impacts
#
# One pose and two motions are fitted to the poses on both sides of an impact (Levenberg and Marquardt, poses that are off count
# less), all impacts at once.

# %%
def fit_pairs(body, pairs, noise):
    before = stacked([side_of(toss, a, 0, 10) for toss, a, b in pairs])
    after = stacked([side_of(toss, b, 0, 10) for toss, a, b in pairs])
    starts, second, times = [], [], []
    for toss, a, b in pairs:
        p, q = rough_state(body, toss, a), rough_state(body, toss, b)
        gap = toss.t[b[0]] - toss.t[a[0]]
        jump = q[3][:3] - p[3][:3] - gap * body.fall
        carried = p[0] + gap * p[3][:3] + gap**2 / 2 * body.fall
        time = np.clip(gap + (carried - q[0]) @ jump / max(jump @ jump, 1e-12), 0, gap)  # where both flights come nearest
        late, u, v = time - gap, p[3].copy(), q[3].copy()
        starts.append((p[0] + time * u[:3] + time**2 / 2 * body.fall, rotation(time * u[3:6]) @ p[1], p[2] + time * u[6], u))
        u[:3] += time * body.fall
        v[:3] += late * body.fall
        second.append(v)
        times.append(toss.t[a[0]] + time)
    state, v, t0 = tuple(np.array(part) for part in zip(*starts)), np.array(second), np.array(times)
    P = len(pairs)
    first_before, first_after = np.array([toss.t[a[0]] for toss, a, _ in pairs]), np.array([toss.t[b[0]] for toss, _, b in pairs])

    def states(x):
        here = moved(state, x[..., 1:15])
        return here, here[:3] + (v + x[..., 15:],)

    def residuals(x):
        parts = []
        for side, at, first in zip((before, after), states(x), (first_before, first_after)):
            later = np.broadcast_to(side["dt"][:, 1:], x.shape[:-1] + (9,))
            side = dict(side, dt=np.concatenate([(first - t0 - x[..., 0])[..., None], later], -1))
            parts.append(off(body, at, side, noise))
        parts = np.concatenate(parts, -2)
        return parts.reshape(parts.shape[:-2] + (140,))

    def weighed(r):
        return np.repeat(1 / np.maximum(1, norm(r.reshape(P, 20, 7), axis=2) / np.sqrt(7) / 2.5), 7, 1)

    x, damping, steps = np.zeros((P, 22)), np.full(P, 1e-3), np.append(np.full(8, 1e-6), np.full(14, 1e-5))
    at = residuals(x)
    for _ in range(7):
        w = weighed(at)
        _, J = slopes(residuals, x, steps)
        information = transposed(J) @ (w[..., None] * J)
        damped = information + np.einsum("p,pi,ij->pij", damping, np.einsum("pii->pi", information), np.eye(22))
        damped += 1e-12 * np.trace(information, axis1=1, axis2=2)[:, None, None] * np.eye(22)
        step = -solve(damped, turned(transposed(J), w * at)[..., None])[..., 0]
        there = residuals(x + step)
        better = (w * there**2).sum(1) < (w * at**2).sum(1)
        x[better] += step[better]
        at[better] = there[better]
        damping = np.where(better, damping / 6, damping * 8)
    freedom = 7 * (before["used"].sum(1) + after["used"].sum(1)) - 22
    chi = (weighed(at) * at**2).sum(1) / np.maximum(freedom, 1)
    return (*states(x), t0 + x[:, 0], chi, information)


def spoiled_by(impact):
    """Empty: a clean impact."""
    if abs(impact["height"]) > 0.12 * THINNEST:
        return "no corner at the ground"
    if -impact["n"] @ impact["J"] @ impact["u"] < 0.2:
        return "hardly approaches"
    if not impact["n"] @ impact["J"] @ impact["after"] > 0:
        return "does not rebound"
    if impact["next"] < 0.08 * THINNEST:
        return "several corners at the ground"
    if not impact["chi"] <= 6:
        return "no two free flights"
    if not impact["uncertainty"] <= 0.1:
        return "too uncertain"
    return "" if impact["floor"] <= 0.2 else "no single impulse explains it"


def may_be_clean(body, ground, state):
    """Whether one corner approaches the ground, roughly; most pairs of flights are those of a body that rests or lies on an edge."""
    c, R, angle, u = state
    heights = corner_arms(R, R @ joint_turn(angle)) @ ground.normal
    J = body.contact(R, angle, heights.argmin(), ground.normal)[1]
    return -ground.normal @ J @ u > 0.1 and np.sort(heights)[1] - heights.min() > 0.02 * THINNEST


def impacts_in(body, tosses, ground, noise):
    pairs, heights, names = [], [], []
    for number, toss in enumerate(tosses):
        flights = flights_of(body, toss, noise)
        for (first, end), (begin, last) in zip(flights, flights[1:]):
            a, b = np.arange(first, end)[::-1][:10], np.arange(begin, last)[:10]
            p, q = rough_state(body, toss, a), rough_state(body, toss, b)
            jump = q[3][:3] - p[3][:3] - (toss.t[b[0]] - toss.t[a[0]]) * body.fall
            if begin - end <= 3 and norm(jump) > 0.15 and may_be_clean(body, ground, p):
                pairs.append((toss, a, b))
                heights.append(ground.height[number])
                names.append(number)
    before, after, times, chi, information = fit_pairs(body, pairs, noise)
    impacts = []
    for i in range(len(pairs)):
        c, R, angle, u = (part[i] for part in before)
        impact = {"toss": names[i], "t": times[i], "u": u, "after": after[3][i], "n": ground.normal, "chi": chi[i], "angle": angle, "R": R}
        hinge = c - body.to_centre(R, R @ joint_turn(angle))
        over = (hinge + corner_arms(R, R @ joint_turn(angle))) @ ground.normal - heights[i]
        impact["corner"], impact["height"] = over.argmin(), over.min()
        impact["next"] = np.sort(over)[1] - over.min()
        M, J, arm = impact["M"], impact["J"], impact["arm"] = body.contact(R, angle, impact["corner"], ground.normal)
        spread = np.linalg.pinv(information[i])
        scale = impact["after"] @ M @ impact["after"]
        squares = sum(np.trace(M @ spread[k:k + 7, k:k + 7]) for k in (8, 15))
        impact["uncertainty"] = np.sqrt(max(squares, 0) * max(chi[i], 1) / scale)
        to_speeds = solve(M, J.T)
        best = u + to_speeds @ solve(J @ to_speeds, J @ (impact["after"] - u))  # by the impulse that comes nearest (R.5)
        left = best - impact["after"]
        impact["nearest"], impact["floor"] = best, np.sqrt(left @ M @ left / scale)
        impact["spoiled_by"] = spoiled_by(impact)
        impacts.append(impact)
    return impacts


# %% [markdown]
# ## Models
#
# Each has one e and one mu, those of the least median error. All impacts and many e and mu are one call of the library.

# %%
class Models:
    def __init__(self, body, impacts):
        self.M, self.J, self.u, self.after, self.nearest = (np.array([one[name] for one in impacts]) for name in ("M", "J", "u", "after", "nearest"))
        self.n = impacts[0]["n"]
        pinned = [body.two_bodies(one["R"], one["angle"], one["corner"], one["arm"]) for one in impacts]
        self.M12, self.A, self.J12, self.back = (np.array(part) for part in zip(*pinned))
        self.scale = np.einsum("ki,kij,kj->k", self.after, self.M, self.after)
        self.link = np.array([one["corner"] // 8 for one in impacts])

    def asked(self, system, J, e, mu, method=0):
        surface = {"mu_s": mu, "mu_k": mu, "e": e}
        return touchdown.resolve_speeds({"system": system, "J": J, "axes": touchdown.AXES_WORLD, "normal": self.n,
                                         "surface": surface, "options": {"method": method}})

    def path(self, e, mu, hold=1, method=touchdown.METHOD_SLIP_PATH):
        return turned(self.back, self.asked({"M": self.M, "u": self.u}, self.J, e, mu, method).u_after)

    def frozen(self, e, mu, hold=1):
        return self.path(e, mu, method=touchdown.METHOD_ALGEBRAIC)

    def locked(self, e, mu, hold=1):
        system = {"M": self.M, "u": self.u, "A": np.eye(7)[None, 6:]}
        return turned(self.back, self.asked(system, self.J, e, mu).u_after)

    def separate(self, e, mu, hold=1):  # the link that is hit, by itself
        k, own = np.arange(len(self.u)), 6 * self.link[:, None] + np.arange(6)
        u = turned(self.back, self.u)
        system = {"M": self.M12[k[:, None, None], own[:, :, None], own[:, None]], "u": u[k[:, None], own]}
        hit = self.asked(system, self.J12[k[:, None, None], np.arange(3)[:, None], own[:, None]], e, mu).u_after
        u = np.broadcast_to(u, hit.shape[:-1] + (12,)).copy()
        np.put_along_axis(u, np.broadcast_to(own, hit.shape), hit, -1)
        return u

    def giving(self, e, mu, hold):  # two bodies, the hinge held in part; it closes after the impact
        system = {"M": self.M12, "u": turned(self.back, self.u), "A": self.A, "hold": np.full(5, hold)}
        hit = self.asked(system, self.J12, e, mu)
        p = hit.impact.impact.p
        impulse = p.n[..., None] * self.n + p.t[..., None] * hit.impact.t + p.s[..., None] * hit.impact.s
        return turned(self.back, self.u + turned(solve(self.M, transposed(self.J)), impulse))

    def one_step(self, e, mu, hold=1):  # Newton's law and the cone, as physics engines do
        to_speeds = solve(self.M, transposed(self.J))
        W, v, flat = self.J @ to_speeds, turned(self.J, self.u), EYE - np.outer(self.n, self.n)
        e, mu = np.broadcast_to(e, np.broadcast(e, v[..., 0]).shape)[..., None], np.asarray(mu)[..., None]
        v_n = (v @ self.n)[..., None]
        stuck = turned(inv(W), -e * v_n * self.n - v)
        p_n = (stuck @ self.n)[..., None]
        sticks = norm(stuck - p_n * self.n, axis=-1, keepdims=True) <= mu * p_n
        slip = v @ flat
        direction, slides = slip / norm(slip, axis=-1, keepdims=True), 0
        for _ in range(50):
            push = self.n - mu * direction
            slope = (turned(W, push) @ self.n)[..., None]
            slides = np.where(slope > 0, push * (-(1 + e) * v_n / np.where(slope > 0, slope, 1)), 0)
            after = (v + turned(W, slides)) @ flat
            direction = direction + after / np.maximum(norm(after, axis=-1, keepdims=True), 1e-12)
            direction = direction / norm(direction, axis=-1, keepdims=True)
        return turned(self.back, self.u + turned(to_speeds, np.where(sticks, stuck, slides)))

    def error(self, after, against=None):
        left = after - turned(self.back, self.after if against is None else against)
        return np.sqrt(np.einsum("...ki,kij,...kj->...k", left, self.M12, left) / self.scale)

    def searched(self, model, hold=1, own=False):
        """e and mu of the least median error; `own`: the errors with an e and a mu of its own for each impact."""
        e, mu = (grid.reshape(-1, 1) for grid in np.meshgrid(np.linspace(0, 1, 11), np.linspace(0, 0.6, 11)))
        best, at = None, None
        for finer in (0.03, 0.012, 0.005, 0.002, None):
            error = self.error(model(np.clip(e, 0, 1), np.clip(mu, 0, 0.6), hold))
            score = error if own else np.median(error, axis=1, keepdims=True)
            k = score.argmin(0)[None]
            found, there = np.take_along_axis(score, k, 0)[0], [np.take_along_axis(np.broadcast_to(x, score.shape), k, 0)[0] for x in (e, mu)]
            best, at = found, [np.clip(there[0], 0, 1), np.clip(there[1], 0, 0.6)]
            if finer:
                e, mu = (at[0] + finer * np.repeat(np.arange(-2, 3), 5)[:, None], at[1] + finer * np.tile(np.arange(-2, 3), 5)[:, None])
        return best, at

    def fitted(self, model, holds=(1,)):
        best, (e, mu), hold = min(((*self.searched(model, hold), hold) for hold in holds), key=lambda one: one[0][0])
        after = model(e, mu, hold)
        energy = np.einsum("ki,kij,kj->k", after, self.M12, after)
        before = np.einsum("ki,kij,kj->k", self.u, self.M, self.u)
        return {"e": e[0], "mu": mu[0], "hold": hold, "errors": self.error(after), "from best impulse": self.error(after, self.nearest),
                "energy gained": int((energy > before * (1 + 1e-9)).sum())}


def study(tosses):
    noise, ground = noise_of(tosses), Ground(tosses)
    body, flights = properties_of(tosses, ground, noise)
    impacts = impacts_in(body, tosses, ground, noise)
    clean = [one for one in impacts if not one["spoiled_by"]]
    models = Models(body, clean)
    holds = (1, 0.98, 0.95, 0.92, 0.9, 0.87, 0.84, 0.8, 0.7)
    return {"body": body, "ground": ground, "flights": flights, "impacts": impacts, "clean": clean, "models": models,
            "floor": np.array([one["floor"] for one in clean]),
            "own path": models.searched(models.path, own=True)[0], "own one step": models.searched(models.one_step, own=True)[0],
            "fits": {"exact slip path, joint free": models.fitted(models.path), "slip direction frozen": models.fitted(models.frozen),
                     "one step, Newton and cone": models.fitted(models.one_step), "exact slip path, joint locked": models.fitted(models.locked),
                     "separate bodies": models.fitted(models.separate), "exact slip path, hinge held in part": models.fitted(models.giving, holds)}}


# %%
with gzip.open("host_tests/touchdown/data/elbow_tosses.csv.gz", "rt", newline="") as file:
    found = study(read_tosses(file))

print(f"{len(found['impacts'])} impacts of one corner, {len(found['clean'])} clean, out of {found['flights']} stretches of flight; "
      f"it falls with {norm(found['body'].fall):.2f} m/s^2")
for name, fit in found["fits"].items():
    print(f"{name:38} e {fit['e']:.3f} mu {fit['mu']:.3f} hold {fit['hold']:.2f}   E-norm {100 * np.median(fit['errors']):5.1f} %, "
          f"90 %: {100 * np.quantile(fit['errors'], 0.9):5.1f} %   from the best impulse {100 * np.median(fit['from best impulse']):5.1f} %")
print(f"the best impulse at that corner is {100 * np.median(found['floor']):.1f} % off; with an e and a mu of its own for each impact the "
      f"exact path is {100 * np.median(found['own path']):.1f} % off, one step {100 * np.median(found['own one step']):.1f} %")

# %% [markdown]
# The exact path with a free joint is nearest of the models with a rigid hinge, and none comes near the best impulse: it is not the
# law of impact that is off, but the body that is not as described, or the tracker that distorts the impact.
