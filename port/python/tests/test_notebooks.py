"""What the notebooks find, against what is found without them: the surface that `touchdown identify` fits to the same drops;
the kinetic energy of an arm from differences of its links' poses, which knows neither KDL nor a mass matrix; the force of a
spring between two masses, integrated in time; tosses of two boxes on a hinge that are simulated in another way.

Seen red: the quaternion conjugated in drop_test.py; inertia_of's moments doubled in arm.py; the hand's mass left out there;
in elbow.py the slope of the joint's mass left out of the flight, the contact's arm taken from the hinge.
"""
import json
import math
import os
import pathlib
import runpy
import unittest
import xml.etree.ElementTree as xml

import matplotlib
import numpy as np
from scipy.spatial.transform import Rotation

matplotlib.use('agg')
TREE = pathlib.Path(__file__).parents[3]
os.chdir(TREE)


def run(name):
    return runpy.run_path(str(TREE / f'port/python/notebooks/{name}.py'))


class DropTest(unittest.TestCase):
    def test_restitution_and_friction_are_those_of_identify(self):
        found = run('drop_test')
        surface = json.loads((TREE / 'host_tests/touchdown/data/cube.surface.json').read_text())
        best = surface['constant'][0]
        self.assertLess(abs(found['e'][found['i']] - best['restitution']['e'][0]['value']), 0.03)
        self.assertLess(abs(found['mu'][found['k']] - best['mu_k']['value']), 0.011)
        median = found['median'].min()
        self.assertLess(abs(median - best['median_E_norm']), 0.002)


def turn(axis, angle):
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def words(element, name, default='0 0 0'):
    return [float(word) for word in element.get(name, default).split()]


def links_of(path, pose):
    """Mass, inertia in the base's frame, centre of mass and attitude of each link, and the tip's place."""
    robot, angles = xml.parse(path).getroot(), iter(pose)
    inertials = {link.get('name'): link.find('inertial') for link in robot.findall('link')}
    R, x, links = np.eye(3), np.zeros(3), []
    for joint in robot.findall('joint'):
        origin = joint.find('origin')
        roll, pitch, yaw = words(origin, 'rpy')
        x = x + R @ words(origin, 'xyz')
        R = R @ turn([0, 0, 1], yaw) @ turn([0, 1, 0], pitch) @ turn([1, 0, 0], roll)
        if joint.get('type') == 'revolute':
            R = R @ turn(words(joint.find('axis'), 'xyz'), next(angles))
        inertial = inertials[joint.find('child').get('link')]
        if inertial is not None:
            i = {name: float(value) for name, value in inertial.find('inertia').attrib.items()}
            tensor = np.array([[i['ixx'], i['ixy'], i['ixz']], [i['ixy'], i['iyy'], i['iyz']], [i['ixz'], i['iyz'], i['izz']]])
            centre = x + R @ words(inertial.find('origin'), 'xyz')
            links.append((float(inertial.find('mass').get('value')), R @ tensor @ R.T, centre, R))
    return links, x


def energy_and_tip(path, pose, speeds, step=1e-6):
    """By central differences along the motion."""
    (before, x0), (middle, _), (after, x1) = (links_of(path, pose + side * step * speeds) for side in (-1, 0, 1))
    energy = 0
    for (m, inertia, _, R), (_, _, c0, R0), (_, _, c1, R1) in zip(middle, before, after):
        v, spin = (c1 - c0) / (2 * step), (R1 - R0) @ R.T / (2 * step)
        w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        energy += (m * v @ v + w @ inertia @ w) / 2
    return energy, (x1 - x0) / (2 * step)


class Arm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = run('arm')

    def test_mass_matrix_and_jacobian_are_those_of_the_links(self):
        random = np.random.default_rng(1)
        for name in ('ur5_like', 'panda_like'):
            path = f'host_tests/touchdown/arms/{name}.urdf'
            chain, _ = self.found['chain_of'](path)
            poses = random.uniform(-2, 2, (20, chain.getNrOfJoints()))
            M, J, tip = self.found['matrices'](chain, poses)
            for k, pose in enumerate(poses):
                u = random.normal(size=len(pose))
                energy, v = energy_and_tip(path, pose, u)
                self.assertAlmostEqual(u @ M[k] @ u / 2 / energy, 1, places=6)
                self.assertTrue(np.allclose(J[k] @ u, v, atol=1e-7))
                self.assertTrue(np.allclose(tip[k], links_of(path, pose)[1], atol=1e-12))

    def test_at_the_largest_speed_a_joint_bears_its_limit(self):
        for arm in self.found['ARMS'].values():
            used = np.abs(arm['joint_impulses']) * arm['by_joints'][:, None] / (0.010 * arm['torque'])
            self.assertTrue(np.allclose(used.max(1), 1))

    def test_the_force_of_the_spring_is_the_limit(self):
        arm = self.found['ARMS']['ur5_like']
        for k in (0, 112, 224):
            v, x, largest, step = np.array([arm['by_force'][k], 0.0]), 0.0, 0.0, 1e-6
            while x >= 0:  # robot and hand, a spring between them
                force = self.found['STIFFNESS'] * x
                largest = max(largest, force)
                v += step * force * np.array([-1 / arm['mass'][k], 1 / self.found['HAND']])
                x += step * (v[0] - v[1])
            self.assertAlmostEqual(largest / self.found['FORCE'], 1, places=3)


def crosses(r):
    """The matrices of r x, of one or many."""
    x, y, z, zero = r[..., 0], r[..., 1], r[..., 2], 0 * r[..., 0]
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).reshape(r.shape + (3,))


def cross(a, b):
    """numpy's takes five times as long: it checks each axis first."""
    return (crosses(a) @ b[..., None])[..., 0]


class Simulated:
    """Tosses of two free bodies in twelve speeds, the hinge held by impulses in each small step, and each impact integrated along
    the slip in small steps of the normal impulse. Nothing of the library or of the notebook. Not as elbow.hinged.json has it: other
    masses, centres of mass off the middles, inertias that are no boxes'."""
    mass, friction, gravity, e, mu = np.array([0.40, 0.35]), 5e-4, 9.7, 0.4, 0.2
    inertia = np.array([[1.8e-4, 4.3e-4, 4.1e-4], [1.6e-4, 3.4e-4, 3.6e-4]])
    centre = np.array([[0.034, -0.0605, 0.0008], [0.0335, 0.001, 0.0004]])
    box, half = np.array([[0.035, -0.06, 0], [0.035, 0, 0]]), np.array([0.05, 0.025, 0.025])
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    frame, steps = 1 / 148, 60

    def __init__(self, count, seed):
        self.random = np.random.default_rng(seed)
        normal = self.random.normal
        first = Rotation.random(count, random_state=seed)
        second = first * Rotation.from_rotvec(3 * normal(size=(count, 1)) * [0, 1, 0])
        self.R = np.stack([first.as_matrix(), second.as_matrix()], 1)
        self.hinge = normal(size=(count, 3)) * [0.1, 0.1, 0.03] + [0, 0, 0.28]
        v, w, rate = normal(size=(count, 3)) * [0.3, 0.3, 0] - [0, 0, 0.4], 3 * normal(size=(count, 3)), 6 * normal(size=(count, 1))
        spins = [w, w + rate * self.R[:, 0, :, 1]]
        self.u = np.concatenate([part for i in (0, 1) for part in (v + np.cross(spins[i], self.R[:, i] @ self.centre[i]), spins[i])], 1)
        self.impacts, self.time = [[] for _ in range(count)], 0.0

    def mobility(self, which=slice(None)):
        R = self.R[which]
        Y = np.zeros((len(R), 12, 12))
        for i in (0, 1):
            Y[:, 6 * i:6 * i + 3, 6 * i:6 * i + 3] = np.eye(3) / self.mass[i]
            Y[:, 6 * i + 3:6 * i + 6, 6 * i + 3:6 * i + 6] = R[:, i] / self.inertia[i] @ R[:, i].swapaxes(1, 2)
        A = np.zeros((len(R), 5, 12))
        for i, sign in ((0, -1), (1, 1)):
            A[:, :3, 6 * i:6 * i + 3] = sign * np.eye(3)
            A[:, :3, 6 * i + 3:6 * i + 6] = sign * crosses(R[:, i] @ self.centre[i])
            A[:, 3, 6 * i + 3:6 * i + 6], A[:, 4, 6 * i + 3:6 * i + 6] = sign * R[:, 0, :, 0], sign * R[:, 0, :, 2]
        AY = A @ Y
        return Y, A, AY, np.linalg.inv(AY @ A.swapaxes(1, 2))

    def hold(self):
        _, A, AY, inner = self.mobility()
        self.u -= (AY.swapaxes(1, 2) @ inner @ A @ self.u[..., None])[..., 0]

    def hinge_speed(self):
        return self.u[:, :3] - cross(self.u[:, 3:6], self.R[:, 0] @ self.centre[0])

    def advance(self, step):
        axis, before = self.R[:, 0, :, 1], self.hinge_speed()
        rate = (axis * (self.u[:, 9:] - self.u[:, 3:6])).sum(1)
        for i, sign in ((0, 1), (1, -1)):
            w = self.u[:, 6 * i + 3:6 * i + 6]
            own = (w[:, None] @ self.R[:, i])[:, 0]  # in the link's axes
            torque = -cross(own, self.inertia[i] * own) + sign * self.friction * rate[:, None] * (axis[:, None] @ self.R[:, i])[:, 0]
            self.u[:, 6 * i + 2] -= step * self.gravity
            w += step * (self.R[:, i] @ (torque / self.inertia[i])[..., None])[..., 0]
        self.hold()
        self.hinge += step / 2 * (before + self.hinge_speed())
        for i in (0, 1):
            self.R[:, i] = Rotation.from_rotvec(step * self.u[:, 6 * i + 3:6 * i + 6]).as_matrix() @ self.R[:, i]
        drift = cross(self.R[:, 1, :, 1], self.R[:, 0, :, 1])
        self.R[:, 1] = Rotation.from_rotvec(drift).as_matrix() @ self.R[:, 1]
        self.time += step
        heights = np.concatenate([(self.box[i] + self.signs * self.half) @ self.R[:, i, 2, :, None] for i in (0, 1)], 1)[..., 0]
        for n, corner in np.argwhere(heights + self.hinge[:, 2:] <= 0):
            self.touch(n, corner)

    def touch(self, n, corner):
        i = corner // 8
        J = np.zeros((3, 12))
        J[:, 6 * i:6 * i + 3] = np.eye(3)
        J[:, 6 * i + 3:6 * i + 6] = -crosses(self.R[n, i] @ (self.box[i] + self.signs[corner % 8] * self.half - self.centre[i]))
        if (J @ self.u[n])[2] >= 0:
            return
        Y, _, AY, inner = (part[0] for part in self.mobility([n]))
        Y = Y - AY.T @ inner @ AY
        self.u[n] += Y @ J.T @ self.impulse(J @ Y @ J.T, J @ self.u[n])
        m, axis = self.mass / self.mass.sum(), self.R[n, 0, :, 1]
        after = np.concatenate([m[0] * self.u[n, :3] + m[1] * self.u[n, 6:9], self.u[n, 3:6], [axis @ (self.u[n, 9:] - self.u[n, 3:6])]])
        self.impacts[n].append((self.time, corner, after))

    def impulse(self, W, v):
        """Coulomb's friction against the slip of each moment, Poisson's restitution; z is the normal."""
        parts = np.clip(2000 * -v[2], 10, 500)  # of the compression; fewer of the many slow impacts of a body that comes to rest
        part, ((a, b), (_, d)) = float(-v[2] / W[2, 2] / parts), np.linalg.inv(W[:2, :2]).tolist()
        W, (x, y, z), p, compression = W.tolist(), v.tolist(), [0.0, 0.0, 0.0], None
        while compression is None or p[2] < (1 + self.e) * compression:
            ahead_x, ahead_y = x + part * W[0][2], y + part * W[1][2]
            f = [-a * ahead_x - b * ahead_y, -b * ahead_x - d * ahead_y, part]
            if math.hypot(f[0], f[1]) > self.mu * part:
                against = [-x, -y] if math.hypot(x, y) > 0 else f
                f[:2] = (self.mu * part * one / math.hypot(against[0], against[1]) for one in against[:2])
            p = [one + more for one, more in zip(p, f)]
            x, y, z = (one + row[0] * f[0] + row[1] * f[1] + row[2] * f[2] for one, row in zip((x, y, z), W))
            if compression is None and z >= 0:
                compression = p[2]
        return np.array(p)

    def tosses(self, Toss):
        """As the tracker of the records gives them, with its errors."""
        rows = []
        for k in range(self.steps):
            joint = Rotation.from_matrix(self.R[:, 0].swapaxes(1, 2) @ self.R[:, 1]).as_rotvec()[:, 1]
            q = (Rotation.from_matrix(self.R[:, 0]) * Rotation.from_rotvec(5e-4 * self.random.normal(size=joint.shape + (3,)))).as_quat()
            x = self.hinge - self.R[:, 0] @ [-0.035, 0.06, 0] + 5e-5 * self.random.normal(size=self.hinge.shape)
            rows.append(np.c_[np.full_like(joint, k), q[:, [3, 0, 1, 2]], x, joint + 1e-3 * self.random.normal(size=joint.shape)])
            for _ in range(80):
                self.advance(self.frame / 80)
        return [Toss(one) for one in np.stack(rows, 1)]


class Elbow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = run('elbow')

    def errors(self, found):
        return {name: np.median(fit['errors']) for name, fit in found['fits'].items()}

    def test_simulated_tosses_give_the_body_its_impacts_and_its_surface(self):
        truth = Simulated(20, 7)
        found = self.found['study'](truth.tosses(self.found['Toss']))
        body, share = found['body'], truth.mass / truth.mass.sum()
        for i in (0, 1):
            self.assertLess(abs(body.s[i][0] - share[i] * truth.centre[i, 0]), 1.5e-4)
        self.assertLess(abs(np.linalg.norm(body.fall) - truth.gravity), 0.02)
        self.assertLess(abs(body.friction[0] - truth.friction / truth.mass.sum()), 1e-4)
        off = []
        for one in found['clean']:
            for time, corner, after in truth.impacts[one['toss']]:
                if abs(time - one['t']) < 0.6 * truth.frame and corner == one['corner']:
                    off.append(np.linalg.norm((one['after'] - after) * [1, 1, 1, 0.05, 0.05, 0.05, 0.05]))
                    break
        self.assertGreater(len(found['clean']), 14)
        self.assertGreaterEqual(len(off), 0.9 * len(found['clean']))
        self.assertLess(np.median(off), 0.02)
        path, errors = found['fits']['exact slip path, joint free'], self.errors(found)
        self.assertLess(abs(path['e'] - truth.e), 0.03)
        self.assertLess(abs(path['mu'] - truth.mu), 0.03)
        best = errors.pop('exact slip path, joint free')
        self.assertLess(best, 0.035)  # of 16 impacts
        self.assertLess(best, 0.7 * errors['one step, Newton and cone'])
        self.assertLess(best, 0.5 * errors['exact slip path, joint locked'])
        self.assertLess(best, 0.5 * errors['separate bodies'])
        self.assertGreater(np.median(found['own path']), 0.6 * best)  # one e and one mu are the truth: more of them win nothing
        models = found['models']
        self.assertTrue(np.allclose(models.back.swapaxes(1, 2) @ models.M12 @ models.back, models.M, rtol=0, atol=1e-12))

    def test_recorded_tosses_give_clean_impacts_a_floor_and_models_in_their_order(self):
        found = self.found['found']
        errors, floor = self.errors(found), np.median(found['floor'])
        self.assertTrue(1 < np.degrees(np.arccos(found['ground'].normal[2])) < 3)
        self.assertLess(abs(np.linalg.norm(found['body'].fall) - 9.63), 0.1)
        self.assertGreaterEqual(len(found['clean']), 55)
        path = errors['exact slip path, joint free']
        self.assertLess(path, errors['one step, Newton and cone'])
        self.assertLess(path, errors['slip direction frozen'])
        self.assertLess(path, 0.8 * errors['exact slip path, joint locked'])
        self.assertLess(path, 0.5 * errors['separate bodies'])
        self.assertGreater(path, 1.5 * floor)
        own = np.median(found['own path'])  # nearer, and still not near
        self.assertTrue(0.09 < own < 0.8 * path, own)
        for name in ('exact slip path, joint free', 'one step, Newton and cone', 'slip direction frozen', 'exact slip path, hinge held in part'):
            self.assertTrue(np.all(found['fits'][name]['errors'] > 0.999 * found['floor']))


if __name__ == '__main__':
    unittest.main()
