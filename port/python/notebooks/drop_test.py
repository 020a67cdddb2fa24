# %% [markdown]
# # From recorded drops to restitution and friction
#
# A table of impacts, state before and state after, is all that is needed. Here it is 349 impacts of an acrylic cube, tossed and
# tracked by the DAIR Lab (BSD-3-Clause; `host_tests/touchdown/data/README.md` says how the table was made). The question: which
# one restitution `e` and one friction `mu` foretell the motion after best?

# %%
import csv

import matplotlib.pyplot as plt
import numpy as np

import touchdown

with open("host_tests/touchdown/data/cube.csv", newline="") as file:
    table = list(csv.DictReader(file))


def vectors(*names):
    return np.array([[float(row[name]) for name in names] for row in table])


r, attitude = vectors("r_x", "r_y", "r_z"), vectors("qw", "qx", "qy", "qz")
v, w = vectors("vm_x", "vm_y", "vm_z"), vectors("wm_x", "wm_y", "wm_z")
v_measured, w_measured = vectors("vp_x", "vp_y", "vp_z"), vectors("wp_x", "wp_y", "wp_z")
len(table)

# %% [markdown]
# The library wants the inertia in the frame of the velocities, which is the world's. The mass and the moments about the body's axes
# come from the flights.

# %%
mass, moments = 0.37, np.array([1.003e-3, 0.999e-3, 0.951e-3])
q = attitude / np.linalg.norm(attitude, axis=1)[:, None]
qw, qv = q[:, 0, None, None], q[:, 1:]
cross = np.cross(np.eye(3), qv[:, None, :]).transpose(0, 2, 1) * -1
R = np.eye(3) + 2 * qw * cross + 2 * cross @ cross
inertia = R * moments @ R.transpose(0, 2, 1)
entries = np.stack([inertia[:, i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))], 1)

# %% [markdown]
# Every impact with every pair of `e` and `mu`, in one call: the impacts run along the last dimension, friction and restitution along the
# two before it. The error of a prediction is its E-norm, the energy of what was predicted minus what was measured, as a part of the
# energy measured (as a root).


# %%
def foretold(e, mu):
    falls = {"body": {"mass": mass, "inertia": entries, "v": v, "w": w}, "r": r, "n": [0, 0, 1],
             "surface": {"mu_s": mu, "mu_k": mu, "e": e}}
    return touchdown.resolve_body(falls)


def energy_norm(dv, dw):
    return np.sqrt((dv**2).sum(-1) + np.einsum("...i,...ij,...j->...", dw, inertia / mass, dw))


def errors(hit):
    return energy_norm(hit.v - v_measured, hit.w - w_measured) / energy_norm(v_measured, w_measured)


e, mu = np.linspace(0.1, 0.5, 41), np.linspace(0.05, 0.35, 31)
status, hit = foretold(e[:, None, None], mu[:, None])
median = np.median(errors(hit), axis=-1)
i, k = np.unravel_index(np.argmin(median), median.shape)
print(f"{status.size} impacts, {np.count_nonzero(status < 0)} refused")
print(f"e = {e[i]:.2f}, mu = {mu[k]:.2f}: median error {100 * median[i, k]:.1f} %")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
shown = left.contourf(mu, e, 100 * median, levels=np.arange(3, 16))
left.plot(mu[k], e[i], "wx")
left.set(xlabel="friction mu", ylabel="restitution e", title="median error [%]")
figure.colorbar(shown, ax=left)
best = foretold(e[i], mu[k]).impact
right.plot(v_measured[:, 2], best.v[:, 2], ".")
right.plot([-1, 1], [-1, 1], "k", lw=0.5)
right.set(xlabel="measured [m/s]", ylabel="foretold [m/s]", title="velocity of the centre after, upwards")
figure.tight_layout()

# %% [markdown]
# Both parameters are well inside of what was searched, and the valley is steep across friction. `touchdown identify` does the same with
# every law, with intervals, and with restitution by approach speed. How far to trust one answer is what the status says, the figures in
# `hit.impact` (`N_P`, `N_N`, `N_E`: consistency with each law), and `touchdown.resolve_body_derivatives`.

# %%
modes, counts = np.unique(touchdown.mode_name(best.impact.mode_restitution), return_counts=True)
for mode, count in zip(modes, counts):
    print(f"{count:4d} {mode}")
