"""Machines out of other programs' descriptions: an arm's URDF against what DART makes of the same file; a walker on a floating
base against differences of its links' poses in time; Pinocchio's and MuJoCo's documented layouts against a body that is known.

Debian has MuJoCo's C library, but not its Python module: a stand-in of the module calls the library for an arm and for a ball on the
floor, and answers by itself for a ball on a plank.

Seen red: rotations turned the other way; the velocity of a sliding link taken where it slides from; the normal of a contact not
turned for its first geom; Pinocchio's angular rows taken for the linear ones; in MuJoCo's arm the geom's place in its body left out.
"""
import ctypes
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

import numpy as np

import touchdown

ARMS = pathlib.Path(__file__).parents[3] / 'host_tests/touchdown/arms'

LINK = '''<link name="{0}"><inertial><origin xyz="{1}" rpy="0.1 -0.2 0.3"/><mass value="{2}"/>
  <inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="-0.002" iyz="0.003"/></inertial></link>'''
JOINT = '''<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><origin xyz="{4}" rpy="0.2 0.1 0"/>
  <axis xyz="{5}"/><limit effort="40" velocity="12"/></joint>'''


def three_legged():
    """12 speeds, as many as the library takes unless it is built for more."""
    parts = [LINK.format('trunk', '0.01 0 0.02', 8)]
    for leg, place in {'lf': '0.3 0.2 0', 'rf': '0.3 -0.2 0', 'h': '-0.3 0 0'}.items():
        parts += [LINK.format(f'{leg}_thigh', '0 0 -0.1', 1), LINK.format(f'{leg}_shank', '0 0.01 -0.1', 0.5),
                  f'<link name="{leg}_foot"/>', JOINT.format(f'{leg}_hip', 'revolute', 'trunk', f'{leg}_thigh', place, '0 1 0'),
                  JOINT.format(f'{leg}_knee', 'prismatic', f'{leg}_thigh', f'{leg}_shank', '0 0 -0.2', '0 0 2'),
                  JOINT.format(f'{leg}_ankle', 'fixed', f'{leg}_shank', f'{leg}_foot', '0 0 -0.2', '1 0 0')]
    return f'<robot name="walker">{"".join(parts)}</robot>'


class Urdf(unittest.TestCase):
    def test_arms_as_dart_makes_them(self):
        rows = [line.split(';') for line in (ARMS / 'by_dart.csv').read_text().splitlines() if not line.startswith('#')]
        self.assertEqual(len(rows), 16)
        for row in rows:
            n, numbers = int(row[1]), [np.array(cell.split(), float) for cell in row[2:]]
            arm = touchdown.from_urdf(str(ARMS / f'{row[0]}.urdf'), numbers[0], 'tip')
            self.assertLess(np.abs(arm.M - numbers[1].reshape(n, n)).max(), 1e-9)
            self.assertLess(np.abs(arm.J - numbers[2].reshape(3, n)).max(), 1e-9)
            hit = touchdown.resolve_speeds(arm.speeds(numbers[3], {'e': 0.5}, numbers[4]))
            self.assertLess(np.abs(hit.u_after - numbers[6]).max(), 1e-7 * np.abs(numbers[6]).max())
            self.assertTrue(np.all(np.isfinite(arm.effort)) and len(arm.names) == n)

    def test_many_poses_at_once(self):
        poses = np.random.default_rng(1).uniform(-2, 2, (5, 4, 6))
        path = str(ARMS / 'ur5_like.urdf')
        arm = touchdown.from_urdf(path, poses, 'tip', (0.1, 0, 0.2))
        alone = touchdown.from_urdf(path, poses[2, 3], 'tip', (0.1, 0, 0.2))
        self.assertLess(np.abs(arm.M[2, 3] - alone.M).max() + np.abs(arm.J[2, 3] - alone.J).max(), 1e-12)

    def test_a_floating_base_by_differences_of_its_poses(self):
        """Kinetic energy and the foot's velocity of a motion, from poses a moment before and after."""
        random, h, text = np.random.default_rng(3), 1e-5, three_legged()
        q, turned, u = random.uniform(-0.5, 0.5, 6), np.array([0.8, 0.2, -0.4, 0.4]), random.normal(size=12)

        def moved(time):
            angle = np.linalg.norm(u[3:6]) * time
            a = np.append(np.cos(angle / 2), np.sin(angle / 2) * u[3:6] / np.linalg.norm(u[3:6]))
            product = np.append(a[0] * turned[0] - a[1:] @ turned[1:], a[0] * turned[1:] + turned[0] * a[1:] + np.cross(a[1:], turned[1:]))
            return q + u[6:] * time, (u[:3] * time, product)

        def pose(link, point, time):
            angles, base = moved(time)
            machine = touchdown.from_urdf(text, angles, link, point, base)
            return machine.x, machine.R

        energy = 0
        masses = {'trunk': ((0.01, 0, 0.02), 8.0)}
        for leg in ('lf', 'rf', 'h'):
            masses |= {f'{leg}_thigh': ((0, 0, -0.1), 1.0), f'{leg}_shank': ((0, 0.01, -0.1), 0.5)}
        own = np.array([[0.02, 0.001, -0.002], [0.001, 0.03, 0.003], [-0.002, 0.003, 0.04]])
        roll, pitch, yaw = 0.1, -0.2, 0.3
        Rz = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        Ry = np.array([[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]])
        Rx = np.array([[1, 0, 0], [0, np.cos(roll), -np.sin(roll)], [0, np.sin(roll), np.cos(roll)]])
        tensor = Rz @ Ry @ Rx @ own @ (Rz @ Ry @ Rx).T
        for link, (centre, mass) in masses.items():
            (x0, R0), (x, R), (x1, R1) = (pose(link, centre, time) for time in (-h, 0, h))
            v, spin = (x1 - x0) / (2 * h), (R1 - R0) / (2 * h) @ R.T
            w = R.T @ [spin[2, 1], spin[0, 2], spin[1, 0]]
            energy += mass * v @ v / 2 + w @ tensor @ w / 2
        angles, base = moved(0)
        machine = touchdown.from_urdf(text, angles, 'rf_foot', base=base)
        self.assertAlmostEqual(u @ machine.M @ u / 2, energy, delta=1e-7 * energy)
        ends = [pose('rf_foot', (0, 0, 0), time)[0] for time in (-h, h)]
        self.assertLess(np.abs(machine.J @ u - (ends[1] - ends[0]) / (2 * h)).max(), 1e-7)
        falls = np.append([0, 0, -1.0], np.zeros(9))
        hit = touchdown.resolve_speeds(machine.speeds(falls, {'e': 0}, [0, 0, 1]))
        gained = (machine.M @ (hit.u_after - falls))[2]
        self.assertAlmostEqual(gained, hit.impact.impact.p.n, places=9)  # no other force acts on the whole
        self.assertTrue(np.all(np.isinf(machine.effort[:6])) and np.all(machine.effort[6:] == 40))

    def test_what_is_no_machine_raises(self):
        text, pose = three_legged(), np.zeros(6)
        for words, change, given in (('foots', {}, dict(tip='foots')),
                                     (r'\(7,\)', {}, dict(q=np.zeros(7))),
                                     ('neither', {'prismatic': 'planar'}, {}), ('not hang on trunk', {'parent link="lf_thigh"': 'parent link="x"'}, {}),
                                     ('2 links without', {'<link name="lf_foot"/>': '<link name="lf_foot"/><link name="x"/>'}, {})):
            changed = text
            for old, new in change.items():
                changed = changed.replace(old, new)
            with self.assertRaisesRegex(ValueError, words):
                touchdown.from_urdf(changed, given.get('q', pose), given.get('tip', 'lf_foot'))


class Pinocchio(unittest.TestCase):
    def test_an_upper_triangle_and_six_rows(self):
        M, J = np.diag([2.0, 3, 4]) + 0.5, np.arange(18.0).reshape(6, 3)
        machine = touchdown.from_pinocchio(np.triu(M), J)
        self.assertTrue(np.array_equal(machine.M, M) and np.array_equal(machine.J, J[:3]))
        turned = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
        self.assertTrue(np.array_equal(touchdown.from_pinocchio(M, J, turned).J, [-J[1], J[0], J[2]]))
        for wrong in (np.zeros((3, 3)), np.zeros((6, 4))):
            with self.assertRaisesRegex(ValueError, r'J: .*6, 3'):
                touchdown.from_pinocchio(M, wrong)


# The fields of MuJoCo's structs that its Python module shows, for ctypes.
SHIM = """
#include <mujoco/mujoco.h>
#include <stdio.h>
mjModel *load(const char *path) { char error[500] = ""; mjModel *m = mj_loadXML(path, 0, error, 500); if (!m) puts(error); return m; }
int nv(mjModel *m) { return m->nv; }
int ngeom(mjModel *m) { return m->ngeom; }
int *dof_jntid(mjModel *m) { return m->dof_jntid; }
int *geom_bodyid(mjModel *m) { return m->geom_bodyid; }
const char *joint_name(mjModel *m, int joint) { return mj_id2name(m, mjOBJ_JOINT, joint); }
int geom_number(mjModel *m, const char *name) { return mj_name2id(m, mjOBJ_GEOM, name); }
double *qpos(mjData *d) { return d->qpos; }
double *qM(mjData *d) { return d->qM; }
double *geom_xpos(mjData *d) { return d->geom_xpos; }
double *geom_xmat(mjData *d) { return d->geom_xmat; }
int ncon(mjData *d) { return d->ncon; }
int geom_of(mjData *d, int i, int which) { return which ? d->contact[i].geom2 : d->contact[i].geom1; }
double dist(mjData *d, int i) { return d->contact[i].dist; }
double *pos(mjData *d, int i) { return d->contact[i].pos; }
double *frame(mjData *d, int i) { return d->contact[i].frame; }
"""


class MujocoItself(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not pathlib.Path('/usr/include/mujoco/mujoco.h').exists():
            raise unittest.SkipTest('libmujoco-dev is not installed')
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / 'shim.c').write_text(SHIM)
        subprocess.run(['cc', '-shared', '-fPIC', '-o', cls.folder / 'shim.so', cls.folder / 'shim.c', '-lmujoco'], check=True)
        cls.library = ctypes.CDLL(str(cls.folder / 'shim.so'))

    def call(self, name, kind, *arguments):
        function = getattr(self.library, name)
        function.restype = kind
        return function(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 2**20 else
                          a.ctypes.data_as(ctypes.c_void_p) if isinstance(a, np.ndarray) else a for a in arguments])

    def doubles(self, name, count, *arguments):
        return np.array(self.call(name, ctypes.POINTER(ctypes.c_double), *arguments)[:count])

    def load(self, text, q=None):
        """What the module's MjModel and MjData show of a model in the pose q."""
        path = self.folder / ('model.urdf' if text.startswith('<?xml') or '<robot' in text else 'model.xml')
        path.write_text(text)
        m = self.call('load', ctypes.c_void_p, str(path).encode())
        d = self.call('mj_makeData', ctypes.c_void_p, m)
        n, geoms = self.call('nv', int, m), self.call('ngeom', int, m)
        if q is not None:
            place = self.call('qpos', ctypes.POINTER(ctypes.c_double), d)
            for i, value in enumerate(q):
                place[i] = value
        self.call('mj_forward', None, m, d)
        integers = lambda name, count: np.array(self.call(name, ctypes.POINTER(ctypes.c_int), m)[:count])
        joints = integers('dof_jntid', n)
        model = types.SimpleNamespace(
            nv=n, geom_bodyid=integers('geom_bodyid', geoms), dof_jntid=joints,
            geom=lambda name: types.SimpleNamespace(id=self.call('geom_number', int, m, name.encode())),
            joint=lambda number: types.SimpleNamespace(name=(self.call('joint_name', ctypes.c_char_p, m, int(number)) or b'').decode()),
            jnt_actfrclimited=np.zeros(n, int), jnt_actfrcrange=np.zeros((n, 2)))  # MuJoCo 2.2.2 has no such limits
        contacts = [types.SimpleNamespace(geom1=self.call('geom_of', int, d, i, 0), geom2=self.call('geom_of', int, d, i, 1),
                                          dist=self.call('dist', ctypes.c_double, d, i), pos=self.doubles('pos', 3, d, i),
                                          frame=self.doubles('frame', 9, d, i)) for i in range(self.call('ncon', int, d))]
        data = types.SimpleNamespace(qM=d, ncon=len(contacts), contact=contacts, geom_xpos=self.doubles('geom_xpos', 3 * geoms, d).reshape(-1, 3),
                                     geom_xmat=self.doubles('geom_xmat', 9 * geoms, d).reshape(-1, 9))

        def full(_, M, of):
            self.call('mj_fullM', None, m, M, self.call('qM', ctypes.c_void_p, of))

        def jac(_, __, J, angular, point, body):
            self.call('mj_jac', None, m, d, J, None, np.ascontiguousarray(point), int(body))

        sys.modules['mujoco'] = types.SimpleNamespace(mj_fullM=full, mj_jac=jac)
        self.addCleanup(sys.modules.pop, 'mujoco', None)
        return model, data

    def test_an_arm_is_that_of_its_urdf(self):
        text = (ARMS / 'panda_like.urdf').read_text()
        ball = '<collision><origin xyz="0 0 0.107"/><geometry><sphere radius="0.01"/></geometry></collision>'
        text = text.replace('<link name="link_7">', '<link name="link_7">' + ball, 1)
        self.assertIn(ball, text)
        for q in np.random.default_rng(4).uniform(-1, 1, (4, 7)) + [0, 0, 0, -1.5, 0, 1.5, 0]:
            expected = touchdown.from_urdf(str(ARMS / 'panda_like.urdf'), q, 'tip')
            machine = touchdown.from_mujoco(*self.load(text, q), 0)
            self.assertLess(np.abs(machine.M - expected.M).max(), 1e-7)  # MuJoCo turns inertias to their axes, to 1e-8
            self.assertLess(np.abs(machine.J - expected.J).max(), 1e-9)
            self.assertLess(np.abs(machine.x - expected.x).max(), 1e-9)
            self.assertEqual(list(machine.names), list(expected.names))
            self.assertIsNone(machine.n)

    def test_a_ball_bounces_off_the_floor_asked_of_either(self):
        scene = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><body pos="0 0 0.0999"><freejoint/>
          <geom name="ball" type="sphere" size="0.1" mass="2"/></body></worldbody></mujoco>"""
        for geom, up in ('ball', 1), ('floor', -1):
            machine = touchdown.from_mujoco(*self.load(scene), geom)
            self.assertLess(np.abs(machine.n - [0, 0, up]).max(), 1e-12)
            after = touchdown.resolve_speeds(machine.speeds(np.array([0.3, 0, -1, 0, 0, 0]), {'e': 0.5})).u_after
            self.assertLess(np.abs(after - [0.3, 0, 0.5, 0, 0, 0]).max(), 1e-9)


class Mujoco(unittest.TestCase):
    """A ball of 2 kg (speeds 0 to 5) beside a plank of 5 kg (6 to 11), whose normal is x; the ball is the contact's first geom."""

    def setUp(self):
        places = np.array([[-0.1, 0, 0], [0.5, 0, 0]])
        contact = types.SimpleNamespace(geom1=0, geom2=1, dist=-1e-4, pos=np.zeros(3), frame=np.eye(3).reshape(-1))
        self.data = types.SimpleNamespace(qM='both', ncon=1, contact=[contact], geom_xpos=places,
                                          geom_xmat=np.tile(np.eye(3).reshape(-1), (2, 1)))
        names = ['ball', 'plank']
        self.model = types.SimpleNamespace(
            nv=12, geom_bodyid=np.array([1, 2]), geom=lambda name: types.SimpleNamespace(id=names.index(name)),
            joint=lambda number: types.SimpleNamespace(name=names[number]), dof_jntid=np.repeat([0, 1], 6),
            jnt_actfrclimited=np.array([0, 1]), jnt_actfrcrange=np.array([[0, 0], [-7.0, 7]]))

        def full(model, M, sparse):
            M[...] = np.diag([2.0] * 3 + [0.01] * 3 + [5.0] * 3 + [0.4] * 3)

        def jac(model, data, J, angular, point, body):
            J[...] = 0
            J[:, 6 * (body - 1):6 * body - 3] = np.eye(3)
            x, y, z = point - places[body - 1]
            J[:, 6 * body - 3:6 * body] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]

        sys.modules['mujoco'] = types.SimpleNamespace(mj_fullM=full, mj_jac=jac)
        self.addCleanup(sys.modules.pop, 'mujoco')

    def test_two_free_bodies_as_a_pair(self):
        u = np.array([1.5, 0.3, 0, 0, 0, 2, -0.5, 0, 0.1, 0, 0.2, 0])
        surface = {'mu_s': 0.3, 'mu_k': 0.3, 'e': 0.4}
        pair = {'a': {'mass': 2, 'inertia': [0.01] * 3 + [0] * 3, 'v': u[:3], 'w': u[3:6]}, 'r_a': [0.1, 0, 0],
                'b': {'mass': 5, 'inertia': [0.4] * 3 + [0] * 3, 'v': u[6:9], 'w': u[9:]}, 'r_b': [-0.5, 0, 0],
                'n': [-1, 0, 0], 'surface': surface}
        expected = touchdown.resolve_pair(pair).impact
        for geom in ('ball', 0, 'plank'):
            machine = touchdown.from_mujoco(self.model, self.data, geom)
            after = touchdown.resolve_speeds(machine.speeds(u, surface)).u_after
            wanted = np.concatenate([expected.v_a, expected.w_a, expected.v_b, expected.w_b])
            self.assertLess(np.abs(after - wanted).max(), 1e-9, geom)
        self.assertTrue(np.all(machine.effort[6:] == 7) and np.all(np.isinf(machine.effort[:6])))

    def test_what_touches_nothing_has_no_normal(self):
        self.data.ncon = 0
        machine = touchdown.from_mujoco(self.model, self.data, 'ball')
        self.assertTrue(machine.n is None and np.array_equal(machine.J[:, :3], np.eye(3)))
        with self.assertRaisesRegex(ValueError, 'n: '):
            machine.speeds(np.zeros(12), {})


if __name__ == '__main__':
    unittest.main()
